/** Talks to the server: every request is answered, refused with a sentence, or sent again. */

/** @import { Said } from "../words.js" */

import { io } from "../../vendor/socket.io.esm.min.js";
import { language, root, say, t } from "../words.js";
import { ask, connectWait } from "./asking.js";

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
 *   which
 *   the game may be none: the server refuses that
 */

/**
 * @typedef {object} Socket
 * @property {boolean} [alone] the page answers itself, and asks no server
 * @property {<E extends keyof Events>(event: E, payload: Sent<Events[E]>, again?: boolean) => Promise<Answers[E]>} call
 * @property {<E extends keyof Events>(event: E, payload: Sent<Events[E]>) => void} tell
 * @property {<N extends keyof News>(news: N, listener: (payload: News[N]) => void) => void} on
 * @property {(change: "connect" | "disconnect" | "connect_error", listener: (error?: any) => void) => void} onLine
 */

/**
 * Opens a socket with automatic reconnection.
 *
 * @returns {Socket}
 */
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
