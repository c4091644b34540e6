/**
 * Talks to the server, on lines of any speed: every request is answered, refused with a sentence, or sent again. The
 * request's id, or its being a mere question, makes the sendings one request.
 */

/** @import { Said } from "../words.js" */

import { io } from "../../vendor/socket.io.esm.min.js";
import { language, root, say, t } from "../words.js";

/** Limits how long the answer to one sending may still come. */
const HEARD_WITHIN_MS = 180_000;

/** Loads the words for what the server says; English needs none. */
export const moreWords = async () => void (language !== "en" && (await import("../more_words.js")));

/** Reports a refused request; the message is for the person. */
export class Refusal extends Error {
  name = "refused"; // that of the class is another one in a bundle

  /** @param {{code: string, message: string, said?: Said}} error */
  constructor(error) {
    super(say(error.said ?? error.message));
    this.code = error.code;
  }
}

/**
 * @import { Answers, Events, News } from "../model/wire.d.ts"
 *
 * @template Form
 * @typedef {Form extends {game_id: string} ? Omit<Form, "game_id"> & {game_id: string | null} : Form} Sent a form, in
 *   which the game may be none: the server refuses that
 */

/**
 * @typedef {object} Socket
 * @property {boolean} [alone] the page answers itself, and asks no server
 * @property {<E extends keyof Events>(event: E, payload: Sent<Events[E]>, again?: boolean) => Promise<Answers[E]>} call
 * @property {<E extends keyof Events>(event: E, payload: Sent<Events[E]>) => void} tell
 * @property {<N extends keyof News>(news: N, listener: (payload: News[N]) => void) => void} on
 * @property {(change: "connect" | "disconnect" | "connect_error", listener: (error?: any) => void) => void} onLine
 */

/** Opens a socket with automatic reconnection. @returns {Socket} */
export function openSocket() {
  const socket = io({
    path: `${root}/socket.io/`,
    transports: ["websocket"],
    reconnectionDelay: 250,
    reconnectionDelayMax: 2000, // the server says so before it restarts
    randomizationFactor: 0.5, // after a restart all pages come back: not all in one moment
    timeout: connectWait(0),
  });
  socket.io.on("reconnect_attempt", (attempt) => socket.io.timeout(connectWait(attempt)));
  socket.io.on("open", () => socket.io.timeout(connectWait(0)));
  // Socket.IO does not ask a server again that refuses (full, or about to restart): this page does, when it was told to.
  socket.on("connect_error", (/** @type {any} */ error) => {
    if (!socket.active) setTimeout(() => socket.connect(), 1000 * (error.data?.seconds ?? 3));
  });

  /** @returns {Promise<void>} */
  const connected = () =>
    new Promise((resolve) => (socket.connected ? resolve() : socket.once("connect", () => resolve())));

  return {
    on: (news, listener) => void socket.on(news, /** @type {any} */ (listener)),

    onLine: (change, listener) => void socket.on(change, listener),

    /** Sends an unimportant message; without a connection the message is dropped. */
    tell(event, payload) {
      if (socket.connected) socket.volatile.emit(event, payload);
    },

    /**
     * Sends a request and gives the acknowledgement. A repeatable request (with a request_id, or a mere question) is
     * sent again when no answer comes.
     */
    async call(event, payload, again = true) {
      /** @type {{answer: any} | null} */
      const heard = await ask(
        { connected, wait, send: () => socket.timeout(HEARD_WITHIN_MS).emitWithAck(event, payload) },
        again,
      );
      if (heard?.answer?.ok) return heard.answer;
      if (!heard)
        throw new Refusal({ code: "no_answer", message: t("The table does not answer. Try again in a moment.") });
      await moreWords();
      throw new Refusal(heard.answer?.error ?? { code: "internal", message: t("The table could not do that.") });
    },
  };
}

/** Waits. @param {number} ms @returns {Promise<void>} */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns a token beyond guessing: 256 random bits. */
export function secret() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Returns a name for one request, so a repeated request counts once. */
export function requestId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let id = "";
  for (const byte of bytes) id += byte.toString(16).padStart(2, "0");
  return id;
}

/**
 * @template Answer
 * @typedef {object} Line
 * @property {() => Promise<void>} connected settles when there is a connection
 * @property {() => Promise<Answer>} send sends once; fails if the connection ends first
 * @property {(ms: number) => Promise<void>} wait
 */

/** Limits the wait after a sending: the first one, and all. */
const FIRST_WAIT_MS = 4000;
const LONGEST_WAIT_MS = 32_000;
/** Multiplies the wait after each sending. */
const GROWTH = 2;
/** Counts the sendings of a request: two minutes in all. */
const SENDINGS = 6;

/**
 * Asks until the first answer comes; null where none came. A request is sent again when no answer has come for a while,
 * each while longer than the one before, and the answer to any of the sendings counts.
 *
 * @template Answer
 * @param {Line<Answer>} line
 * @param {boolean} again whether the request may be sent more than once
 * @returns {Promise<{answer: Answer} | null>}
 */
export async function ask({ connected, send, wait }, again) {
  /** @type {(heard: {answer: Answer}) => void} */
  let hear = () => {};
  const heard = /** @type {Promise<{answer: Answer}>} */ (new Promise((resolve) => (hear = resolve)));
  for (
    let sending = 1, ms = again ? FIRST_WAIT_MS : LONGEST_WAIT_MS;
    ;
    sending += 1, ms = Math.min(ms * GROWTH, LONGEST_WAIT_MS)
  ) {
    await connected();
    const ended = send().then(
      (answer) => hear({ answer }),
      () => {},
    );
    await Promise.race([ended, heard, wait(ms)]);
    const found = await Promise.race([heard, null]);
    if (found) return found;
    if (!again || sending === SENDINGS) return null;
  }
}

/** Returns how long a page waits for a connection: longer at each attempt. @param {number} attempt from 0 */
export const connectWait = (attempt) => Math.min(10_000 * GROWTH ** attempt, 60_000);

const ATTEMPTS = 4;
const PAUSE_MS = 2000;
/** Lists refusals that may pass: the engine is busy, or too many questions are under way. */
const PASSING = ["not_ready", "rate_limited", "no_answer"];

/**
 * Asks again where a refusal may pass. Returns the answer, null for a refusal, undefined where the engine stays busy for
 * long.
 An answer that says `more`
 * came before the search was at its end: the last one counts.
 *
 * @template Answer
 * @param {() => Promise<Answer>} ask
 * @returns {Promise<Answer | null | undefined>}
 */
export async function patiently(ask) {
  /** @type {Answer | undefined} */
  let answer;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      answer = await ask();
      if (!(/** @type {{more?: boolean} | null} */ (answer)?.more)) return answer;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!PASSING.includes(error.code)) return answer ?? null;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return answer;
}

/** Opens a table of the server for looking at a game, and returns its id. @param {Socket} socket @param {string} game @param {number[]} moves @returns {Promise<string>} */
export async function newAnalysis(socket, game, moves) {
  const seats = /** @type {[{kind: "human"}, {kind: "human"}]} */ ([{ kind: "human" }, { kind: "human" }]);
  const asked = { game, seats, moves, analysis: true, request_id: requestId(), secret: secret() };
  return (await socket.call("new_game", asked)).game_id;
}
