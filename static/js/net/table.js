/**
 * What a person can do at the table, as requests to the server. Moves are shown at once and taken back if refused.
 *
 * @typedef {import("../model/types.js").PageState} PageState
 * @typedef {import("../model/types.js").Seat} Seat
 * @typedef {import("../model/state.js").Action} Action
 */

import { looksBack, movesUpTo } from "../model/history.js";
import { middling, myTurn, sharedScreen } from "../model/select.js";
import { objection } from "../model/words.js";
import { keepTokens } from "./storage.js";
import { Refusal, requestId, secret } from "./socket.js";

const SLIDER_MS = 120; // it rests so long before the engine is asked what its level would play
const QUIET_MS = 10_000; // nothing heard for so long while another is to move: ask
const LONGEST_QUIET_MS = 80_000;

export class Table {
  /**
   * @param {import("./socket.js").Line} line
   * @param {() => PageState} state
   * @param {(action: Action) => void} dispatch
   */
  constructor(line, state, dispatch) {
    this.line = line;
    this.state = state;
    this.dispatch = dispatch;
    /** @type {string | null} */
    this.joined = null;
    /** The move that is on its way, and whether it was made. @type {Promise<boolean>} */
    this.flight = Promise.resolve(true);
    /** The game that is being set up for the position on the table. @type {Promise<string> | null} */
    this.setting = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.slider = undefined;
    /** Is told of every join, with the rematch that was known before it. @type {(id: string, answer: any, known: string | null) => Promise<unknown> | void} */
    this.afterJoin = () => {};
    this.heard = Date.now();
    this.patience = QUIET_MS;
    setInterval(() => this.listen(), QUIET_MS / 5);
    line.on("connect", () => void this.greet());
    line.on("disconnect", () => this.dispatch({ type: "connection", connection: "lost" }));
    line.on("connect_error", (error) =>
      this.dispatch({ type: "connection", connection: "lost", away: error?.data?.words ?? "" }));
    line.on("notice", ({ words }) => this.dispatch({ type: "noticed", text: words }));
    line.on("engine", (engine) => this.dispatch({ type: "engine", engine }));
    line.on("review", (review) => this.dispatch({ type: "review", review }));
    line.on("thinking", (digest) => this.dispatch({ type: "thinking", digest }));
    line.on("game", (payload) => {
      this.heard = Date.now();
      this.patience = QUIET_MS;
      const { event, ...state } = payload;
      if (state.game_id !== this.state().game.game_id) return;
      this.dispatch({ type: "server", state, event, at: performance.now() });
    });
  }

  /** After every connection: take the seats again and catch up with what was missed. */
  async greet() {
    this.dispatch({ type: "connection", connection: "online" });
    const { game_id: id, analysis } = this.state().game;
    if (id) await this.tried(() => this.join(id));
    else if (analysis) await this.tried(() => this.served());
  }

  /** An event may get lost: when nothing is heard for long while another is to move, ask, less and less often. */
  listen() {
    const { game, connection } = this.state();
    const id = game.game_id;
    if (!id || game.outcome || myTurn(this.state()) || connection !== "online" || document.hidden) return;
    if (Date.now() - this.heard < this.patience) return;
    this.heard = Date.now();
    this.patience = Math.min(2 * this.patience, LONGEST_QUIET_MS);
    void this.tried(() => this.join(id));
  }

  /** @param {string} id */
  async join(id) {
    const { tokens, game } = this.state();
    const held = [...tokens.seats, tokens.table].filter((token) => token !== null);
    const whole = { game_id: id, tokens: held };
    const known = game.game_id === id && game.version > 0 && this.joined === id ? { version: game.version } : {};
    const rematch = this.joined === id ? game.rematch ?? null : "unknown";
    const answer = await this.line.call("join", { ...whole, ...known });
    this.joined = id;
    const { state } = answer;
    const rewound = state.version < (known.version ?? 0); // an old copy of the database was put back: it is what counts
    this.dispatch({ type: "server", state, rewound, at: performance.now() });
    if (this.state().watching) await this.line.call("watch_thinking", { game_id: id, on: true, tree: true });
    if (this.state().game.seats.some((seat) => seat.kind === "engine") && this.state().game.moves.length) {
      const { answers } = await this.line.call("answers", { game_id: id });
      if (this.state().game.game_id === id) this.dispatch({ type: "said", said: answers });
    }
    await this.afterJoin(id, answer, rematch);
  }

  /** @param {number} move */
  async play(move) {
    if (looksBack(this.state())) return this.branch(move);
    // Two people at one screen need not wait for the table between their moves: each follows the one before.
    while (this.state().pending && sharedScreen(this.state())) {
      const before = this.flight;
      if (!(await before)) return; // it was refused: what was to follow it falls with it
      if (before === this.flight) break;
    }
    const no = objection(this.state(), move);
    if (no) return this.dispatch({ type: "refused", text: no, move });
    const ply = this.state().game.ply;
    const mover = this.state().game.to_move;
    this.dispatch({ type: "pending", move });
    this.flight = this.tried(async () => {
      const id = await this.served();
      const token = mover === null ? null : this.state().tokens.seats[mover];
      const sent = { game_id: id, ply, move, request_id: requestId(), ...(token ? { token } : {}) };
      const { version } = await this.line.call("move", sent);
      if (this.state().game.version < version) await this.join(id);
    }, move);
    await this.flight;
  }

  /** The server's game of the position on the table: set up once, however many ask while it is on its way. @returns {Promise<string>} */
  async served() {
    const { game_id: id } = this.state().game;
    if (id !== null) return id;
    this.setting ??= this.create().finally(() => (this.setting = null));
    return this.setting;
  }

  /**
   * Makes a position a game of the server's, and puts its address into the browser's bar; that of an
   * analysis is its position.
   *
   * @param {number[]} [moves]
   * @param {Record<string, unknown>} [more] seats and clock, if they are others
   * @returns {Promise<string>} its id
   */
  async create(moves = this.state().game.moves, more = {}) {
    const { info, game, pie, levels } = this.state();
    const fair = pie && !moves.length && !game.analysis && game.seats.every((seat) => seat.kind === "human");
    const seats = game.seats.map(({ kind, level }) => (kind === "engine" ? { kind, level: level ?? middling(levels) } : { kind }));
    const answer = await this.line.call("new_game", {
      game: info.name,
      seats,
      ...(moves.length ? { moves } : {}),
      ...(game.analysis ? { analysis: true } : {}),
      ...(fair ? { pie } : {}),
      ...more,
      request_id: requestId(),
      secret: secret(), // whoever asks again without it is somebody else, and gets no tokens
    });
    const tokens = { seats: answer.seat_tokens, table: answer.table_token ?? null };
    this.dispatch({ type: "tokens", tokens });
    if (!game.analysis) {
      keepTokens(answer.game_id, tokens);
      history.replaceState(null, "", `/game/${answer.game_id}`);
    }
    await this.join(answer.game_id);
    return answer.game_id;
  }

  /** The same seats, from the first move. */
  newGame() {
    return this.tried(() => this.create([]));
  }

  /** The sides swapped; another person is asked first. The game tells everybody at it where to go. */
  rematch() {
    const { game_id: id } = this.state().game;
    return this.tried(() => this.line.call("rematch", { game_id: id, request_id: requestId() }));
  }

  /** What were the moves worth? The answer grows as it is found. */
  review() {
    const id = this.state().game.game_id;
    return this.tried(async () => {
      const { ok: _, ...review } = await this.line.call("review", { game_id: id });
      this.dispatch({ type: "review", review });
    });
  }

  /**
   * Goes on from an earlier move of a game that is over or only looked into: as a new game of the same seats.
   *
   * @param {number} [move] the move to make there, if it is a person's
   * @param {number} [ply] from where; without it the move that is looked at
   */
  async branch(move, ply = this.state().looking ?? this.state().game.ply) {
    const { game, looking } = this.state();
    if (!game.outcome && !game.analysis) {
      const text = `This is move ${looking} of ${game.ply}. Go to the last move to play on.`;
      return this.dispatch({ type: "refused", text });
    }
    if (!game.analysis) history.pushState(null, "", location.href);
    await this.tried(() => this.create(movesUpTo(game, ply)));
    if (move !== undefined && myTurn(this.state())) await this.play(move);
  }

  /** Plays the position on the table as it is: an engine begins. */
  start() {
    return this.tried(() => this.served());
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    const { game_id: id, ply } = this.state().game;
    return this.tried(() => this.line.call(way, { game_id: id, ply, request_id: requestId() }));
  }

  /** Back to a branch that was left. @param {number} branch */
  goBack(branch) {
    const { game_id: id, ply } = this.state().game;
    return this.tried(() => this.line.call("return", { game_id: id, ply, branch, request_id: requestId() }));
  }

  resign() {
    const id = this.state().game.game_id;
    return this.tried(() => this.line.call("resign", { game_id: id, request_id: requestId() }));
  }

  /** What is on its way to being set up is there: a change that comes meanwhile must not be lost with its answer. */
  async settled() {
    await this.setting?.catch(() => null); // whoever set it up says what went wrong
  }

  /** @param {0 | 1} seat @param {number} level */
  async setLevel(seat, level) {
    await this.settled();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome) return this.arrange(seats.map((old, i) => (i === seat ? { ...old, level } : old)));
    return this.tried(() => this.line.call("set_level", { game_id: id, seat, level, request_id: requestId() }));
  }

  /** @param {0 | 1} seat @param {Seat} who */
  async setSeat(seat, who) {
    await this.settled();
    const { game_id: id, seats, outcome } = this.state().game;
    if (id === null || outcome) return this.arrange(seats.map((old, i) => (i === seat ? who : old)));
    return this.tried(async () => {
      const answer = await this.line.call("set_seat", {
        game_id: id,
        seat,
        kind: who.kind,
        ...(who.kind === "engine" ? { level: who.level ?? middling(this.state().levels) } : {}),
        request_id: requestId(),
      });
      this.gained(id, seat, answer);
    });
  }

  /** The two sides change chairs. */
  async swap() {
    await this.settled();
    const { game_id: id, seats, outcome } = this.state().game;
    const [first, second] = seats;
    if (!first || !second) return;
    if (id === null || outcome) return this.arrange([second, first]);
    if (first.kind === second.kind && first.level === second.level) return;
    await this.setSeat(0, second);
    await this.setSeat(1, first);
  }

  /** Takes the other side's place, by the pie rule. */
  takeSide() {
    const { game_id: id, ply } = this.state().game;
    return this.tried(() => this.line.call("swap", { game_id: id, ply, request_id: requestId() }));
  }

  /** @param {{paused?: boolean, per_minute?: number, step?: boolean}} wish */
  pace(wish) {
    const id = this.state().game.game_id;
    return this.tried(() => this.line.call("pace", { game_id: id, ...wish }));
  }

  hint() {
    const { game_id: known, ply } = this.state().game;
    this.dispatch({ type: "hinting" });
    return this.tried(async () => {
      const id = known ?? (await this.served());
      const answer = await this.line.call("hint", { game_id: id, ply });
      if (this.state().game.ply === ply) this.dispatch({ type: "hint", move: answer.move, why: answer.why ?? "" });
    });
  }

  /** @param {boolean} on */
  watch(on) {
    this.dispatch({ type: "watch", on });
    const id = this.state().game.game_id;
    return id ? this.tried(() => this.line.call("watch_thinking", { game_id: id, on, tree: on })) : undefined;
  }

  /**
   * What would this level play here, and what can it not see? Asked while the slider moves: only the last one counts.
   *
   * @param {0 | 1} seat
   * @param {number} level
   */
  foretell(seat, level) {
    clearTimeout(this.slider);
    const { game, info } = this.state();
    if (game.outcome || this.state().pending || game.to_move === null) return;
    this.slider = setTimeout(async () => {
      const asked = { game: info.name, level, moves: game.moves, ...(game.game_id ? { game_id: game.game_id } : {}) };
      try {
        const { move, words, blind } = await this.line.call("preview", asked, false);
        if (String(this.state().game.moves) === String(game.moves)) {
          this.dispatch({ type: "foretold", foretold: { seat, level, move, words, blind } });
        }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error; // nothing to show: the slider's own words are enough
      }
    }, SLIDER_MS);
  }

  /** What speaks against these moves? @param {number[]} path @param {0 | 1 | null} seat whose mind is asked */
  whyNot(path, seat) {
    const { game_id: id, ply, moves } = this.state().game;
    const [move, ...then] = path;
    if (id === null || move === undefined) return undefined;
    return this.tried(async () => {
      const asked = { game_id: id, ply, move, then, ...(seat === null ? {} : { seat }) };
      const { line, words } = await this.line.call("why_not", asked);
      if (String(this.state().game.moves) === String(moves)) this.dispatch({ type: "why", why: { path, line, words } });
    });
  }

  /** Who will play: before a game, and after one for the next. @param {Seat[]} seats */
  arrange(seats) {
    this.dispatch({ type: "seats", seats });
  }

  /** @param {string} id @param {0 | 1} seat @param {any} answer */
  gained(id, seat, answer) {
    const old = this.state().tokens;
    const seats = old.seats.map((known, i) => (i === seat ? answer.seat_tokens[seat] ?? known : known));
    const tokens = { seats, table: old.table };
    if (!this.state().game.analysis) keepTokens(id, tokens);
    this.dispatch({ type: "tokens", tokens });
  }

  /**
   * Does it, and tells the person in a sentence when the table says no.
   *
   * @param {() => Promise<unknown>} deed
   * @param {number} [move]
   * @returns {Promise<boolean>} whether it was done
   */
  async tried(deed, move) {
    try {
      await deed();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.dispatch({ type: "refused", text: error.message, ...(move === undefined ? {} : { move }) });
      return false;
    }
  }
}
