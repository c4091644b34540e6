/**
 * Sends a person's requests to the table. Moves are shown at once and taken back if refused.
 *
 * @import { NewGameForm, SeatForm } from "../model/wire.d.ts"
 */

/** @import { Action } from "../model/state/state.js" */
/** @import { PageState, Seat } from "../model/types.js" */
/** @import { Socket } from "./socket.js" */

import { gameAddress } from "../model/address.js";
import { looksBack, movesUpTo } from "../model/history.js";
import { landing, moveWords } from "../model/board.js";
import { engineSeat, findsTruth, hasRoots, mayKeepMove, middleLevel, myTurn, sharedScreen } from "../model/select.js";
import { objection } from "../model/objection.js";
import { say, t } from "../words.js";
import { saveTokens, withoutHidden } from "./storage.js";
import { Refusal, requestId, secret } from "./socket.js";

const SILENCE_MS = 10_000; // the silence, while another side is to move, after which the state is asked for
const LONGEST_SILENCE_MS = 80_000;

/** Keeps the game on the table in step with the server. */
export class Table {
  /**
   * @param {Socket} socket
   * @param {() => PageState} state
   * @param {(action: Action) => void} dispatch
   */
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
    this.reseated = /** @type {string | null} the ended game whose seats were changed for the next one */ (null);
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
      this.dispatch({ type: "review", review: withClaims(review, this.state().game) });
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
   * @returns {Promise<void>}
   */
  async join(id) {
    const { tokens, game } = this.state();
    const ownTokens = [...tokens.seats, tokens.table].filter((token) => token !== null);
    const known = game.game_id === id && game.version > 0 && this.joinedGame === id ? { version: game.version } : {};
    const rematch = this.joinedGame === id ? (game.rematch ?? null) : "unknown";
    const answer = await this.socket.call("join", { game_id: id, tokens: ownTokens, ...known });
    // A seat was taken while the server answered: what it said of this page's seats is old.
    if (this.joinedGame === id && JSON.stringify(this.state().tokens) !== JSON.stringify(tokens)) return this.join(id);
    // an old copy of the database was put back: the old copy counts
    const rewound = answer.state.version < (known.version ?? 0);
    await this.enter(id, answer, rematch, rewound);
  }

  /**
   * Shows a game that the server has sent whole.
   *
   * @param {string} id
   * @param {any} answer
   * @param {string | null} [rematch] the rematch known before
   * @param {boolean} [rewound] whether the server has lost a newer state
   */
  async enter(id, answer, rematch = "unknown", rewound = false) {
    this.joinedGame = id;
    const { event, ...state } = answer.state;
    this.dispatch({ type: "server", state: withoutHidden(state), event, rewound, at: performance.now() });
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
    this.dispatch({ type: "tokens", tokens });
    if (!analysis) {
      saveTokens(answer.game_id, tokens);
      history[game.game_id === null ? "replaceState" : "pushState"](null, "", gameAddress(answer.game_id));
    }
    await this.enter(answer.game_id, answer);
    return answer.game_id;
  }

  /** Begins a new game with the same seats; a game under way is kept, one step back in the browser. */
  async newGame() {
    const { game_id: id, moves, outcome } = this.state().game;
    const left = id !== null && moves.length > 0 && !outcome;
    const begun = await this.attempt(() => this.create([]));
    if (begun && left)
      this.dispatch({
        type: "notice",
        text: t("The game before is kept. The Back button of your browser leads to it."),
      });
  }

  /** Begins a new game of these players from the same start. */
  again() {
    const { game } = this.state();
    return this.attempt(() => this.create(movesUpTo(game, game.start)));
  }

  /**
   * Begins a new game with the sides swapped; another person is asked first. The server leads everybody to the new
   * game.
   */
  async rematch() {
    await this.waitForSetup(); // as a level set before does: a short game may end before its setup is answered
    const { game_id: id, seats } = this.state().game;
    if (this.reseated === id) {
      this.setLocalSeats([...seats].reverse());
      return this.again();
    }
    return this.attempt(() => this.socket.call("rematch", { game_id: id, request_id: requestId() }));
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

  /** Plays the position on the table: an engine begins. */
  start() {
    return this.attempt(() => this.ensureGame());
  }

  /** Takes a move back, or plays a taken-back move again, after a move on its way. @param {"undo" | "redo"} way */
  async step(way) {
    if (!(await this.settle())) return; // the move to take back lies there no more
    const { game_id: id, ply } = this.state().game;
    return this.attempt(() => this.socket.call(way, { game_id: id, ply, request_id: requestId() }));
  }

  /** Returns to an abandoned branch. @param {number} branch */
  async returnTo(branch) {
    if (!(await this.settle())) return;
    const { game_id: id, ply } = this.state().game;
    return this.attempt(() => this.socket.call("return", { game_id: id, ply, branch, request_id: requestId() }));
  }

  /** Resigns the game. */
  resign() {
    const id = this.state().game.game_id;
    return this.attempt(() => this.socket.call("resign", { game_id: id, request_id: requestId() }));
  }

  /** Waits for a game in setup: a change meanwhile must not be lost with the server's answer. */
  async waitForSetup() {
    await this.setup?.catch(() => null); // the request that set the game up reports the error
  }

  /** Sets the level of a seat's engine. @param {0 | 1} seat @param {number} level */
  async setLevel(seat, level) {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome)
      return this.setLocalSeats(seats.map((old, i) => (i === seat ? { ...old, level } : old)));
    return this.attempt(() => this.socket.call("set_level", { game_id: id, seat, level, request_id: requestId() }));
  }

  /** Seats a person or an engine. @param {0 | 1} seat @param {Seat} who */
  async setSeat(seat, who) {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome) return this.setLocalSeats(seats.map((old, i) => (i === seat ? who : old)));
    return this.attempt(async () => {
      const answer = await this.socket.call("set_seat", {
        game_id: id,
        seat,
        kind: who.kind,
        ...(who.kind === "engine" ? { level: who.level ?? middleLevel(this.state().levels) } : {}),
        request_id: requestId(),
      });
      this.storeSeatToken(id, seat, answer);
    });
  }

  /** Begins a game with three discs on the board, those that lie there or even ones: whoever moves may swap sides. */
  placeDiscs() {
    const { game } = this.state();
    return this.attempt(async () =>
      this.create((game.game_id === null || game.analysis) && game.ply ? game.moves : await this.evenDiscs(), {
        analysis: false,
        pie: true,
      }),
    );
  }

  /** Returns three discs after which the game is even. @returns {Promise<number[]>} */
  async evenDiscs() {
    const { EVEN } = await import("../model/even.js");
    const lines = (EVEN[this.state().info.name] ?? "").split(" ");
    const line = lines[Math.floor(Math.random() * lines.length)] ?? "";
    return [...line].map((digit) => Number(digit) || 10);
  }

  /** Exchanges the two seats. */
  async swapSeats() {
    await this.waitForSetup();
    const { game_id: id, seats, outcome } = this.state().game;
    const [first, second] = seats;
    if (!first || !second) return;
    if (id === null || outcome) return this.setLocalSeats([second, first]);
    if (first.kind === second.kind && first.level === second.level) return;
    await this.setSeat(0, second);
    await this.setSeat(1, first);
  }

  /** Takes the other side's place, by the pie rule. */
  usePieRule() {
    const { game_id: id, ply } = this.state().game;
    return this.attempt(() => this.socket.call("swap", { game_id: id, ply, request_id: requestId() }));
  }

  /** Pauses, steps or paces two engines. @param {{paused?: boolean, per_minute?: number, step?: boolean}} change */
  pace(change) {
    const id = this.state().game.game_id;
    return this.attempt(() => this.socket.call("pace", { game_id: id, ...change }));
  }

  /** Switches the thinking on or off. @param {boolean} on */
  watch(on) {
    this.dispatch({ type: "watch", on });
    const { game_id: id, help } = this.state().game;
    return id && (help || !on) ? this.attempt(() => this.askForThoughts(id)) : undefined;
  }

  /** Shows the truth, or the opinion of the engine at the table. @param {boolean} on */
  showTruth(on) {
    this.dispatch({ type: "truth", on });
    const { game_id: id, help } = this.state().game;
    return id && help ? this.attempt(() => this.askForThoughts(id)) : undefined;
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

  /** Sets the seats on this page only: before a game, and after one for the next. @param {Seat[]} seats */
  setLocalSeats(seats) {
    this.reseated = this.state().game.game_id;
    this.dispatch({ type: "seats", seats });
  }

  /** Stores a seat's new token. @param {string} id @param {0 | 1} seat @param {any} answer */
  storeSeatToken(id, seat, answer) {
    const old = this.state().tokens;
    const seats = old.seats.map((token, i) => (i === seat ? (answer.seat_tokens[seat] ?? token) : token));
    const tokens = { seats, table: old.table };
    if (!this.state().game.analysis) saveTokens(id, tokens);
    this.dispatch({ type: "tokens", tokens });
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
}
