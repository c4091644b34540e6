import { dayNumber } from "../model/day.js";
import { Files } from "../coach/net/puzzle_files.js";
import { loadProgress } from "../coach/net/progress_store.js";
import { Supply } from "../coach/net/supply.js";
/**
 * Keeps the site in this browser for times without a server: first the table with its engine, then all files of this
 * page's release, and the pages of all rooms. Runs after the page has loaded, never before. Nothing depends on success.
 *
 * @typedef {{release: string, edition: string, files: string[], first: number, pages: string[], facts: string}} List the
 *   server's list of what to keep: so many files and the first page are the table; the edition names the release and the
 *   language of the pages
 */

/** Names the caches, as the service worker does. */
const [RELEASE, DATA] = ["fourthought-", "fourthought-data"];
/** Names the lock of the page that does the work. */
const KEEPER = "fourthought-keeps";
/** Fetches at a time: the reader's own requests come first. */
const AT_ONCE = 4;
/** Milliseconds after which a file is kept although the page is busy: a move on the board comes first. */
const IDLE_MS = 500;
/** Milliseconds in which a new service worker takes the open pages. */
const CLAIM_MS = 5000;

const { dataset } = document.documentElement;
const root = dataset.root ?? "";
/** The fingerprint of the files of this page. */
const release = /[0-9a-f]{12}$/.exec(dataset.files ?? "")?.[0] ?? "";
/** May be made once a page. @type {any} */
let policy = null;
/** Whether the site is to be kept. */
let wanted = true;
const nameOf = (/** @type {string} */ one) => `fourthought-in-use-${one}`;

/** Begins to keep the site; one page at a time does the work. */
export async function keep() {
  if (!navigator.serviceWorker || !navigator.locks || !release) return; // no secure connection
  wanted = true;
  try {
    // As long as this page is open its release stays, for what is loaded later.
    void navigator.locks.request(nameOf(release), { mode: "shared" }, () => new Promise(() => {}));
    if (!(await register())) return;
    await navigator.locks.request(KEEPER, { ifAvailable: true }, (lock) => lock && keepRelease());
  } catch {
    // A private window, no room, or the server is away: the next visit tries again.
  }
}

/** Gives the space back, and keeps nothing any more. */
export async function free() {
  wanted = false;
  await navigator.locks?.request(KEEPER, drop);
}

/** Drops all that is kept. */
async function drop() {
  for (const name of await caches.keys()) if (name.startsWith(RELEASE)) await caches.delete(name);
  await unregister(`${root}/`);
}

/** Ends a service worker of ours. @param {string} scope */
async function unregister(scope) {
  const { href } = new URL(scope, document.baseURI);
  for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? [])
    if (one.scope === href) await one.unregister();
}

/** Registers the service worker of the whole site, in place of the coach's own of earlier releases. */
async function register() {
  /** @type {any} */
  const types = /** @type {any} */ (window).trustedTypes;
  policy ??= types?.createPolicy("offline", { createScriptURL: (/** @type {string} */ url) => url });
  const address = `${root}/worker.js`;
  const made = await navigator.serviceWorker.register(policy ? policy.createScriptURL(address) : address);
  await unregister(`${root}/coach`);
  await caches.delete("coach");
  return made;
}

/** Keeps what is not kept yet, then drops what no open page needs. */
async function keepRelease() {
  /** @type {List} */
  const list = await (await fetch(`${root}/offline.json`)).json();
  if (list.release !== release) return; // the server has another release since: the next page keeps that one
  const [cache] = await Promise.all([caches.open(RELEASE + release), caches.open(DATA)]);
  const mark = await cache.match(`${root}/kept`);
  if ((await mark?.text()) !== list.edition) {
    await keepFiles(cache, list.files.slice(0, list.first));
    await keepPages(cache, list.pages.slice(0, 1));
    if (wanted) await cache.put(`${root}/table`, new Response(list.pages.join("\n"))); // what may still be missing
    await keepFiles(cache, list.files.slice(list.first), idle);
    await keepPages(cache, list.pages.slice(1));
    if (wanted) await cache.put(`${root}/kept`, new Response(list.edition));
  }
  await answered();
  if (wanted && list.facts) await chunksAhead(`${root}/${list.facts}`);
  if (wanted) await dropOld(list);
}

/** Waits until the page has nothing to draw; not for ever. @returns {Promise<unknown>} */
const idle = () =>
  new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(go, { timeout: IDLE_MS }) : go(null)));

/** Keeps files that are not kept yet. @param {Cache} cache @param {string[]} files @param {() => unknown} [before] */
const keepFiles = (cache, files, before) =>
  all(files, async (address) => {
    await before?.();
    if (!(await cache.match(address))) await put(cache, address, await fetch(address, { priority: "low" }));
  });

/** Keeps the newest state of pages. @param {Cache} cache @param {string[]} pages */
const keepPages = (cache, pages) =>
  all(pages, async (address) => {
    const page = await fetch(address, { priority: "low" });
    if (!(await page.clone().text()).includes(`/${release}"`)) throw new Error(`${address} is of another release`);
    await put(cache, address, page);
  });

/** Waits until the service worker stands between this page and the server; not for ever. */
async function answered() {
  const { serviceWorker } = navigator;
  const taken = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
  const late = new Promise((resolve) => setTimeout(resolve, CLAIM_MS));
  if (!serviceWorker.controller) await Promise.race([taken, late]);
}

/** Keeps one answer. @param {Cache} cache @param {string} address @param {Response} answer */
async function put(cache, address, answer) {
  if (!answer.ok) throw new Error(`${address} is not there`);
  await cache.put(address, answer);
}

/** Does something for each address below the root, a few at a time. @param {string[]} addresses @param {(address: string) => Promise<void>} act */
async function all(addresses, act) {
  const waiting = addresses.map((address) => `${root}/${address}`);
  const hand = async () => {
    for (let next = waiting.shift(); wanted && next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

/** Drops the releases that no open page uses, and puzzles of earlier ones. @param {List} list */
async function dropOld({ facts }) {
  const held = new Set((await navigator.locks.query()).held?.map(({ name }) => name));
  for (const name of await caches.keys()) {
    const old = name.startsWith(RELEASE) && name !== DATA && name !== RELEASE + release;
    if (old && !held.has(nameOf(name.slice(RELEASE.length)))) await caches.delete(name);
  }
  const [data, folder] = [await caches.open(DATA), facts.slice(0, facts.lastIndexOf("/") + 1)];
  for (const { url } of await data.keys()) if (url.includes(folder) && !url.includes(facts)) await data.delete(url);
}

/** Fetches ahead. @param {string} address of the folder with puzzles */
const chunksAhead = (address) => new Supply(new Files(address)).keepAhead(loadProgress(), dayNumber(new Date()));
