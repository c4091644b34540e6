/** Builds the addresses of files, tables and positions; loads sheets of style, and starts workers. */

/** @import { GameInfo, GameState } from "./model/types.js" */

import { isSite, root } from "./words.js";

/** Returns the address of a file of this release, whole, as a module knows no page. @param {string} name its path below static */
export const fileAddress = (name) =>
  new URL(`${document.documentElement.dataset.files}/${name}`, document.baseURI).href;

/** @type {any} */
let policy = null;

/** Starts a worker of this release: each page's policy lets one name make their addresses. @param {string} name the path of its script below static */
export function startWorker(name) {
  const address = fileAddress(name);
  policy ??= /** @type {any} */ (window).trustedTypes?.createPolicy("worker", {
    createScriptURL: (/** @type {string} */ url) => url,
  });
  return new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });
}

/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/** Loads a sheet once. One that does not come stops nothing. @param {string} name such as "css/lab/asked.css" */
export function loadSheet(name) {
  const known =
    loaded.get(name) ??
    new Promise((/** @type {(done: void) => void} */ done) => {
      const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: fileAddress(name) });
      for (const end of ["load", "error"]) sheet.addEventListener(end, () => done());
      document.head.append(sheet);
    });
  loaded.set(name, known);
  return known;
}

/** The path in front of a table's address; behind a # where one page stands for all tables. */
const front = isSite ? `${root}/#` : root;
/** Begins the ids of the games that this browser plays without a server. */
export const LOCAL = "here";

/** Tells whether a game is played in this browser, without a server. @param {string} id */
export const isLocal = (id) => id.startsWith(LOCAL);

/** Returns the address of an empty table. @param {GameInfo} info */
export const tableAddress = (info) => `${front}/${info.name === "connect4" ? "" : info.name}`;

/** Returns the address under which a position is analysed. @param {Pick<GameState, "game" | "notation">} position */
export const positionAddress = ({ game, notation }) => [`${front}/${game}`, ...(notation ? [notation] : [])].join("/");

/** Returns the address under which a position is played against a level. @param {Pick<GameState, "game" | "notation">} position @param {number} level */
export const againstAddress = (position, level) => `${positionAddress(position)}?against=${level}`;

/** Returns the address of a game. @param {string} id */
export const gameAddress = (id) =>
  isLocal(id) ? `${root}/${isSite ? "" : "offline"}#/game/${id}` : `${root}/game/${id}`;
