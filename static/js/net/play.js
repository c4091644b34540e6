/**
 * Keeps the game on the table in step with the server, and plays moves: they are shown at once, and taken back if refused.
 *
 * @import { NewGameForm, SeatForm } from "../model/wire.d.ts"
 */

/** @import { Action } from "../model/state/state.js" */
/** @import { PageState, Tokens } from "../model/types.js" */
/** @import { Socket } from "./socket.js" */

import { gameAddress } from "../files.js";
import { landing, moveWords } from "../model/board.js";
import { looksBack, movesUpTo } from "../model/history.js";
import { objection } from "../model/played.js";
import { engineSeat, findsTruth, hasRoots, mayKeepMove, middleLevel, myTurn, sharedScreen } from "../model/select.js";
import { say, t } from "../words.js";
import { Refusal, requestId, secret } from "./socket.js";
import { saveTokens, withoutHidden } from "./storage.js";

const SILENCE_MS = 10_000; // the silence, while another side is to move, after which the state is asked for
const LONGEST_SILENCE_MS = 80_000;

/** Plays on the table. */
export class Play {
  /** @param {Socket} socket @param {() => PageState} state @param {(action: Action) => void} dispatch */
  constructor(socket, state, dispatch) {
    this.socket = socket;
    this.state = state;
    this.dispatch = dispatch;
    /** @type {string | null} */
    this.joinedGame = null;
    /** The move on its way; the promise holds true for an accepted move. @type {Promise<boolean>} */
    this.moveInFlight = Promise.resolve(true);
    /** The setup of a game for the position on the table. @type {Promise<string> | null} */
    this.setup = null;
    /**
     * Called after every join, with the rematch known before.
     * @type {(id: string, answer: any, known: string | null) => Promise<unknown> | void}
     */
    this.afterJoin = () => {};
    this.heardAt = Date.now();
    this.silenceLimit = SILENCE_MS;
    setInterval(() => this.checkSilence(), SILENCE_MS / 5);
    socket.onLine("connect", () => void this.rejoin());
    socket.onLine("disconnect", () => this.dispatch({ type: "connection", status: "lost" }));
    socket.onLine("connect_error", (error) =>
      this.dispatch({ type: "connection", status: "lost", reason: say(error?.data?.said ?? "") }),
    );
    socket.on("notice", ({ words }) => this.dispatch({ type: "notice", text: t(words) }));
    socket.on("engine", (readiness) => this.dispatch({ type: "readiness", readiness }));
    socket.on("review", async (review) => {
      const { withClaims } = await import("../model/said_claims.js");
      this.dispatch({ type: "review", review: withClaims(review, this.state()) });
    });
    socket.on("thinking", (digest) => {
      if (digest.seat !== null || !findsTruth(this.state())) this.dispatch({ type: "thinking", digest });
    });
    socket.on("game", (payload) => {
      this.heardAt = Date.now();
      this.silenceLimit = SILENCE_MS;
      const { event, ...state } = payload;
      const { game_id: id, help } = this.state().game;
      if (state.game_id !== id) return;
      this.dispatch({ type: "server", state: withoutHidden(state), event, at: performance.now() });
      this.playKept();
      if (!help) void this.attempt(() => this.listen(state.game_id));
    });
  }

  /** Takes the seats again after every connection, and fetches the missed changes. */
  async rejoin() {
    this.dispatch({ type: "connection", status: this.socket.alone ? "alone" : "online" });
    const { game_id: id, analysis } = this.state().game;
    if (id) await this.attempt(() => this.join(id));
    else if (analysis) await this.attempt(() => this.ensureGame());
  }

  /**
   * Asks for the state after a long silence while another side is to move, less and less often: an event may get lost.
   */
  checkSilence() {
    const { game, connection } = this.state();
    const id = game.game_id;
    if (!id || game.outcome || myTurn(this.state()) || connection.status !== "online" || document.hidden) return;
    if (Date.now() - this.heardAt < this.silenceLimit) return;
    this.heardAt = Date.now();
    this.silenceLimit = Math.min(2 * this.silenceLimit, LONGEST_SILENCE_MS);
    void this.attempt(() => this.join(id));
  }

  /**
   * Joins a game: fetches the state, the visible thoughts, and the engines' answers.
   *
   * @param {string} id
   * @param {Tokens} [tokens] of another game: until that is here the one on the table keeps its own
   * @returns {Promise<void>}
   */
  async join(id, tokens = this.state().tokens) {
    const { game } = this.state();
    const ownTokens = [...tokens.seats, tokens.table].filter((token) => token !== null);
    const known = game.game_id === id && game.version > 0 && this.joinedGame === id ? { version: game.version } : {};
    const rematch = this.joinedGame === id ? (game.rematch ?? null) : "unknown";
    const answer = await this.socket.call("join", { game_id: id, tokens: ownTokens, ...known });
    // A seat was taken while the server answered: what it said of this page's seats is old.
    if (this.joinedGame === id && JSON.stringify(this.state().tokens) !== JSON.stringify(tokens)) return this.join(id);
    // an old copy of the database was put back: the old copy counts
    const rewound = answer.state.version < (known.version ?? 0);
    await this.enter(id, answer, tokens, rematch, rewound);
  }

  /**
   * Shows a game that the server has sent whole.
   *
   * @param {string} id
   * @param {any} answer
   * @param {Tokens} tokens of this game
   * @param {string | null} [rematch] the rematch known before
   * @param {boolean} [rewound] whether the server has lost a newer state
   */
  async enter(id, answer, tokens, rematch = "unknown", rewound = false) {
    this.joinedGame = id;
    const { event, ...state } = answer.state;
    this.dispatch({ type: "server", state: withoutHidden(state), event, rewound, tokens, at: performance.now() });
    await this.listen(id);
    await this.afterJoin(id, answer, rematch);
  }

  /** Fetches the visible thoughts and the engines' answers, if the engine may be asked. @param {string} id */
  async listen(id) {
    if (!this.state().game.help) return;
    if (this.state().engineView.visible || hasRoots(this.state())) await this.askForThoughts(id);
    if (this.state().game.seats.some((seat) => seat.kind === "engine") && this.state().game.moves.length) {
      const { answers } = await this.socket.call("answers", { game_id: id });
      if (this.state().game.game_id === id) this.dispatch({ type: "answers", answers });
    }
  }

  /** Asks for the thoughts about a game that are shown, the roots' without a tree, or for no more. @param {string} id */
  askForThoughts(id) {
    const page = this.state();
    const { visible, truth } = page.engineView;
    const here = findsTruth(page); // then the server's analyst may rest
    const tree = visible && !(here && engineSeat(page) === null);
    return this.socket.call("watch_thinking", {
      game_id: id,
      on: tree || hasRoots(page),
      tree,
      truth: tree && !here && truth,
    });
  }

  /** Plays a move: shows the disc at once and sends the move. @param {number} move */
  async play(move) {
    if (looksBack(this.state())) return this.branch(move);
    // Two people at one screen need not wait for the server between their moves: each move waits for the one before.
    while (this.state().pending && sharedScreen(this.state())) {
      const before = this.moveInFlight;
      if (!(await before)) return; // a refused move takes the moves after it along
      if (before === this.moveInFlight) break;
    }
    if (mayKeepMove(this.state())) return this.keepMove(move);
    const no = objection(this.state(), move);
    if (no) return this.dispatch({ type: "refused", text: no, move, unsent: true });
    const { ply, to_move: mover } = this.state().game;
    this.dispatch({ type: "pending", move });
    this.moveInFlight = this.attempt(async () => {
      const first = this.state().game.game_id === null && !this.setup;
      const id = await this.ensureGame(first ? { move } : {});
      if (first) return; // the move went along
      const token = mover === null ? null : this.state().tokens.seats[mover];
      const command = { game_id: id, ply, move, request_id: requestId(), ...(token ? { token } : {}) };
      const { version } = await this.socket.call("move", command);
      if (this.state().game.version < version) await this.join(id);
    }, move);
    const sent = this.moveInFlight; // once its refusal is shown, a move holds up nothing more
    if (!(await sent) && sent === this.moveInFlight) this.moveInFlight = Promise.resolve(true);
  }

  /** Keeps a move for the next turn; the same move again takes it back. @param {number} move */
  keepMove(move) {
    const { ui, info, game } = this.state();
    if (!landing(info, game.discs, move)) return;
    this.dispatch({ type: "premove", move: ui.premove === move ? null : move });
    if (this.state().ui.premove !== null)
      this.dispatch({
        type: "notice",
        text: t("{Move} is kept for your turn. The same again takes it back.", { move: moveWords(this.state(), move) }),
      });
  }

  /** Plays the kept move, once it is the person's turn. */
  playKept() {
    const { premove } = this.state().ui;
    if (premove === null || !myTurn(this.state())) return;
    this.dispatch({ type: "premove", move: null });
    if (this.state().game.legal.includes(premove)) void this.play(premove);
  }

  /** Waits for the moves on their way; tells whether all were accepted. */
  async settle() {
    /** @type {typeof this.moveInFlight | null} */
    let last = null;
    while (last !== this.moveInFlight) {
      last = this.moveInFlight;
      if (!(await last)) return false;
    }
    return true;
  }

  /**
   * Returns the server's game of the position on the table: set up once, however many ask meanwhile.
   *
   * @param {{move?: number}} [first] the person's move there
   * @returns {Promise<string>}
   */
  async ensureGame(first) {
    const { game_id: id } = this.state().game;
    if (id !== null) return id;
    this.setup ??= this.create(undefined, first).finally(() => (this.setup = null));
    return this.setup;
  }

  /**
   * Makes a position a game of the server's and puts the game's address into the browser's bar. For an analysis the
   * address is the position.
   *
   * @param {number[]} [moves]
   * @param {Partial<NewGameForm>} [more] other seats, a clock, a first move
   * @returns {Promise<string>} the game's id
   */
  async create(moves = this.state().game.moves, more = {}) {
    const {
      info,
      game,
      levels,
      people: { pieRule },
    } = this.state();
    const { analysis = game.analysis } = more;
    const fair = pieRule && !moves.length && !game.analysis && game.seats.every((seat) => seat.kind === "human");
    const seats = /** @type {[SeatForm, SeatForm]} */ (
      game.seats.map(({ kind, level }) =>
        kind === "engine" ? { kind, level: level ?? middleLevel(levels) } : { kind },
      )
    );
    const answer = await this.socket.call("new_game", {
      game: info.name,
      seats,
      ...(moves.length ? { moves } : {}),
      ...(game.analysis ? { analysis: true } : {}),
      ...(fair ? { pie: pieRule } : {}),
      ...more,
      request_id: requestId(),
      secret: secret(), // a repeated request without the secret comes from a stranger, and gets no tokens
    });
    const tokens = { seats: answer.seat_tokens, table: answer.table_token ?? null };
    if (!analysis) {
      saveTokens(answer.game_id, tokens);
      history[game.game_id === null ? "replaceState" : "pushState"](null, "", gameAddress(answer.game_id));
    }
    await this.enter(answer.game_id, answer, tokens);
    return answer.game_id;
  }

  /**
   * Goes on from an earlier move of an ended or analysed game: as a new game with the same seats.
   *
   * @param {number} [move] a person's move at this place
   * @param {number} [ply] the ply to go on from; by default the shown one
   */
  async branch(move, ply = this.state().review.ply ?? this.state().game.ply) {
    const { game, review } = this.state();
    if (!game.outcome && !game.analysis) {
      const text = t("This is move {ply} of {last}. Go to the last move to play on.", {
        ply: review.ply ?? 0,
        last: game.ply,
      });
      return this.dispatch({ type: "refused", text });
    }
    await this.attempt(() => this.create(movesUpTo(game, ply)));
    if (move !== undefined && myTurn(this.state())) await this.play(move);
  }

  /**
   * Runs a request, and shows the server's sentence if the request is refused.
   *
   * @param {() => Promise<unknown>} act
   * @param {number} [move]
   * @returns {Promise<boolean>} whether the request succeeded
   */
  async attempt(act, move) {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.dispatch({ type: "refused", text: error.message, ...(move === undefined ? {} : { move }) });
      return false;
    }
  }

  /**
   * Sends a request about the game on the table, which counts once, however often it is sent.
   * @param {any} event @param {Record<string, unknown>} [more]
   */
  send(event, more = {}) {
    const { game_id: id } = this.state().game;
    return this.attempt(() => this.socket.call(event, { game_id: id, ...more, request_id: requestId() }));
  }
}
