/**
 * Answers the events of the page in place of a server: keeps games in this browser, and lets the page's own engine play.
 * What needs other people or the server's engine is refused in one sentence.
 */

/** @import { GameInfo, PageState, Seat } from "../model/types.js" */
/** @import { Events, GameView, NewGameForm, SeatForm } from "../model/wire.d.ts" */
/** @import { Socket } from "../net/socket.js" */
/** @import { Game, Said } from "./game.js" */
/** @import { PageEngine } from "../engine/client.js" */
/** @import { Chosen } from "../engine/minds.js" */

import { boardOf, Opponent, playsHere } from "../engine/opponent.js";
import { sharedEngine } from "../engine/client.js";
import { Refusal, secret } from "../net/socket.js";
import { key, said } from "../words.js";
import "../more_words.js";
import { NO_ENGINE, OwnEngine } from "../engine/own/own.js";
import {
  arePlayable,
  canSwap,
  jump,
  legalMoves,
  movesOfGame,
  newGame,
  other,
  play,
  redoPly,
  returnable,
  returnTo,
  swap,
  toMove,
  undoPly,
} from "./game.js";
import { Minds } from "./minds.js";
import { onOtherTab } from "../net/storage.js";
import { loadGame, localId, saveGame } from "./desk_store.js";
import { viewOf } from "./desk_view.js";
import { column } from "../engine/own/marks.js";
import { placeName } from "../model/board.js";
import { resultOf } from "../model/claim.js";
import { isReadToTheEnd } from "../model/select.js";

/** Says what this page cannot do alone. */
export const ALONE = key("This needs a server, and this page plays alone just now.");
const NO_GAME = key("There is no such game; it may have been mistyped.");
const ELSEWHERE = key("This game went on in another tab.");
const NOBODY = Object.freeze({ watchers: 0, seats: [null, null] });
/** What a page tells the others, of whom there are none. */
const UNHEARD = ["name", "show", "aim", "look"];

/** Refuses in words. @param {string} code @param {string} message */
const refuse = (code, message) => new Refusal({ code, message });

/** Is the server of one page; a Socket to the page. */
export class Desk {
  /** @param {GameInfo[]} infos with the ids of the sides @param {number} pace of two engines, in moves a minute */
  constructor(infos, pace, engine = sharedEngine()) {
    this.alone = true;
    this.infos = new Map(infos.filter(playsHere).map((info) => [info.name, info]));
    this.pace = pace;
    /** @type {Map<string, Game>} */
    this.games = new Map();
    /** @type {Map<string, ((payload: any) => void)[]>} */
    this.listeners = new Map();
    this.asked = new Asked(engine);
    this.minds = new Minds(engine, {
      move: (game, chosen) => this.#follow() || this.#changed(game, this.#engineAct(game, chosen)),
      think: (game, seat, thought) => this.#emit("thinking", { game_id: game.id, seat, ...thought }),
      fail: () => this.#emit("notice", { words: NO_ENGINE }),
    });
    onOtherTab("desk", () => this.#follow());
    window.addEventListener("focus", () => this.#wake());
  }

  /** @type {Socket["on"]} */
  on(news, listener) {
    this.listeners.set(news, [...(this.listeners.get(news) ?? []), listener]);
  }

  /** @type {Socket["onLine"]} */
  onLine(change, listener) {
    if (change === "connect") queueMicrotask(listener);
  }

  /** @type {Socket["tell"]} */
  tell() {}

  /** @type {Socket["call"]} */
  async call(event, payload) {
    await null; // an answer never comes before the question is out
    if (UNHEARD.includes(event)) return /** @type {any} */ ({ ok: true });
    /** @type {((form: any) => any) | undefined} */
    const act = this.#acts[event];
    if (!act) throw refuse("alone", ALONE);
    if (this.#follow() && event !== "join") throw refuse("stale", ELSEWHERE);
    return { ok: true, ...(await act(payload)) };
  }

  /** What each event does. @type {{[E in keyof Events]?: (form: Events[E]) => object | Promise<object> | void}} */
  #acts = {
    new_game: (form) => this.#create(form),
    join: ({ game_id: id }) => this.#join(this.game(id)),
    move: ({ game_id: id, ply, move }) => this.#move(this.game(id), ply, move),
    swap: ({ game_id: id }) => this.#swap(this.game(id)),
    undo: ({ game_id: id }) => this.#jump(this.game(id), "undone"),
    redo: ({ game_id: id }) => this.#jump(this.game(id), "redone"),
    return: ({ game_id: id, branch }) => this.#return(this.game(id), branch),
    resign: ({ game_id: id }) => this.#resign(this.game(id)),
    set_level: ({ game_id: id, seat, level }) => this.#seat(this.game(id), seat, { kind: "engine", level }),
    set_seat: ({ game_id: id, seat, kind, level }) => this.#seat(this.game(id), seat, { kind, level }),
    pace: ({ game_id: id, ...wish }) => this.#pace(this.game(id), wish),
    rematch: ({ game_id: id }) => this.#rematch(this.game(id)),
    answers: ({ game_id: id }) => ({ answers: this.game(id).answers }),
    watch_thinking: ({ game_id: id, on, truth }) => this.#watch(this.game(id), on, truth),
    hint: ({ game_id: id }) => this.asked.hint(this.info(id), movesOfGame(this.game(id))),
    preview: ({ game, moves, level }) =>
      this.asked.preview(this.infos.get(game), Array.isArray(moves) ? moves : [], level),
    why_not: ({ game_id: id, move, then }) =>
      this.asked.whyNot(this.#view(this.game(id)), this.info(id), [move, ...(then ?? [])]),
  };

  /** Returns a game of this page. @param {string} id @returns {Game} */
  game(id) {
    const found = this.games.get(id) ?? loadGame(id);
    if (!found || !this.infos.has(found.name)) throw refuse("no_such_game", NO_GAME);
    this.games.set(id, found);
    return found;
  }

  /** Returns the rules of a game. @param {string} id @returns {GameInfo} */
  info(id) {
    return /** @type {GameInfo} */ (this.infos.get(this.game(id).name));
  }

  /** Takes a game up. @param {Game} game */
  keep(game) {
    this.games.set(game.id, game);
    saveGame(game);
  }

  /** @param {Game} game */
  #view(game) {
    return viewOf(game, this.info(game.id));
  }

  /** @param {string} news @param {object} payload */
  #emit(news, payload) {
    for (const listener of this.listeners.get(news) ?? []) listener(payload);
  }

  /** Shows the game at the table as another tab has left it. There its engines play; here they rest. Tells whether it changed. */
  #follow() {
    const game = this.minds.game && this.games.get(this.minds.game.id);
    const kept = game && loadGame(game.id);
    if (!kept || kept.version <= game.version) return false;
    this.minds.close();
    Object.assign(game, kept); // the minds and this page hold this very game
    this.#emit("game", this.#view(game));
    return true;
  }

  /** Lets the engines of the game at the table think here: a person has come to this tab. */
  #wake() {
    const { game } = this.minds;
    this.#follow();
    if (game) this.minds.goOn(game, this.info(game.id));
  }

  /** Keeps a change, tells the page, and thinks on. @param {Game} game @param {Said} event */
  #changed(game, event) {
    game.version += 1;
    this.keep(game);
    this.#emit("game", { ...this.#view(game), event: { ...event, version: game.version } });
    this.minds.goOn(game, this.info(game.id));
    return { version: game.version };
  }

  /** @param {NewGameForm} form */
  #create({ game: name, seats, moves = [], analysis = false, move, clock, pie = false }) {
    const info = this.infos.get(name);
    if (!info || clock || seats.some(({ open }) => open) || typeof moves === "string") throw refuse("alone", ALONE);
    const all = move === undefined ? moves : [...moves, move];
    if (!arePlayable(info, all)) throw refuse("illegal_move", key("This move is not possible."));
    if (!analysis && !legalMoves(boardOf(info), moves).length)
      throw refuse("game_over", key("That position is finished; there is nothing to play."));
    const game = newGame(localId(), name, [player(seats[0]), player(seats[1])], this.pace);
    Object.assign(game, analysis ? { analysis, turns: all } : { start: moves, pie: pie && moves.length > 0 });
    this.games.set(game.id, game);
    if (!analysis && move !== undefined) this.#changed(game, play(game, move));
    else this.keep(game);
    if (game.seats.some(({ kind }) => kind === "engine")) this.minds.goOn(game, info);
    const tokens = game.seats.map(({ kind }) => (kind === "human" ? secret() : null));
    const table = tokens.some(Boolean) ? null : secret();
    return { ...this.#join(game, false), game_id: game.id, seat_tokens: tokens, table_token: table };
  }

  /** @param {Game} game @param {boolean} [thinks] */
  #join(game, thinks = true) {
    if (thinks) this.minds.goOn(game, this.info(game.id));
    const seats = [0, 1].filter((seat) => game.seats[seat]?.kind === "human");
    const people = { game_id: game.id, ...NOBODY };
    return { state: this.#view(game), version: game.version, you: { seats, controls: true }, people };
  }

  /** @param {Game} game @param {number} ply @param {number} move */
  #move(game, ply, move) {
    const board = boardOf(this.info(game.id));
    const [moves, seat] = [movesOfGame(game), toMove(game, board)];
    if (seat === null) throw refuse("game_over", key("The game is over; begin a new one to play on."));
    if (ply !== moves.length || game.seats[seat]?.kind !== "human")
      throw refuse("stale", key("Another player has that seat now."));
    if (!legalMoves(board, moves).includes(move)) throw refuse("illegal_move", key("This move is not possible."));
    return this.#changed(game, play(game, move));
  }

  /** @param {Game} game */
  #swap(game) {
    if (!canSwap(game, boardOf(this.info(game.id))))
      throw refuse("bad_request", key("Sides can be swapped only in answer to the first move."));
    return this.#changed(game, swap(game));
  }

  /** Does what an engine chose: it takes the other side where its own is worse. @param {Game} game @param {Chosen} chosen @returns {Said} */
  #engineAct(game, { move, value, answer }) {
    return value < 0 && canSwap(game, boardOf(this.info(game.id))) ? swap(game) : play(game, move, answer);
  }

  /** @param {Game} game @param {"undone" | "redone"} kind */
  #jump(game, kind) {
    const ply = kind === "undone" ? undoPly(game) : redoPly(game);
    if (ply === null) throw refuse("nothing_to_undo", key("There is no move to take back."));
    return this.#changed(game, jump(game, ply, kind));
  }

  /** @param {Game} game @param {number} branch */
  #return(game, branch) {
    if (game.resigned !== null || !returnable(game)[branch])
      throw refuse("nothing_to_redo", key("There is no such branch any more."));
    return this.#changed(game, returnTo(game, branch));
  }

  /** @param {Game} game */
  #resign(game) {
    const mover = toMove(game, boardOf(this.info(game.id)));
    if (mover === null) throw refuse("game_over", key("The game is over already."));
    game.resigned = game.seats[mover]?.kind === "human" ? mover : other(mover);
    return this.#changed(game, { kind: "resigned", seat: game.resigned, spent: 0 });
  }

  /** @param {Game} game @param {0 | 1} seat @param {SeatForm} wanted */
  #seat(game, seat, wanted) {
    const to = player(wanted);
    game.seats = seat === 0 ? [to, game.seats[1]] : [game.seats[0], to];
    game.paused = false;
    const tokens = [0, 1].map((one) => (one === seat && to.kind === "human" ? secret() : null));
    return { ...this.#changed(game, { kind: "seat_set", seat, to, spent: 0 }), seat_tokens: tokens };
  }

  /** @param {Game} game @param {{paused?: boolean, per_minute?: number, step?: boolean}} wish */
  #pace(game, { paused, per_minute: pace = game.pace, step = false }) {
    game.paused = paused ?? (step || game.paused);
    game.pace = pace;
    const done = this.#changed(game, { kind: "paced", paused: game.paused, per_minute: pace });
    if (step) this.minds.step(game, this.info(game.id));
    return done;
  }

  /** Begins the next game with the sides swapped. @param {Game} game */
  #rematch(game) {
    const { score } = this.#view(game);
    const next = newGame(localId(), game.name, [game.seats[1], game.seats[0]], game.pace);
    Object.assign(next, { start: game.start, pie: game.pie, wins: [score[1], score[0]] });
    this.keep(next);
    game.rematch = next.id;
    return { ...this.#changed(game, { kind: "rematched", game_id: next.id }), game_id: next.id };
  }

  /** @param {Game} game @param {boolean} on @param {boolean} [truth] */
  #watch(game, on, truth = false) {
    this.minds.watch(on, truth);
    this.minds.goOn(game, this.info(game.id));
  }
}

/** Returns the player that a form names. @param {SeatForm} form @returns {Seat} */
const player = ({ kind, level }) => (kind === "engine" ? { kind, level: level ?? 5 } : { kind });

const STRONGEST = 10;
const UNREAD = key("This board is too large for that in this page; a server could say it.");

/** Asks the engine of this page. */
class Asked {
  /** @param {PageEngine} engine */
  constructor(engine) {
    this.engine = engine;
    this.own = new OwnEngine(
      () => {},
      () => {},
      engine,
    );
  }

  /** Finds the move of the strongest level. The boards that the page reads to the end ask elsewhere. @param {GameInfo} info @param {number[]} moves */
  async hint(info, moves) {
    const { move, value, answer } = await this.#choice(info, moves, STRONGEST);
    const { result, n } = resultOf(answer.words);
    const place = info.gravity ? column(move) : said(key("square {n}"), { n: placeName(info, move) });
    const values = { move: place, n };
    const sentence = !answer.proven || (!n && result !== "draws") ? LOOKS : RESULTS[result];
    return {
      ply: moves.length,
      move,
      words: "",
      why: "",
      said: said(sentence ?? LOOKS, values),
      value,
      proven: answer.proven,
      result: "",
    };
  }

  /** Returns what a level would play. @param {GameInfo | undefined} info @param {number[]} moves @param {number} level */
  async preview(info, moves, level) {
    if (!info) throw new Refusal({ code: "alone", message: UNREAD });
    const { move } = await this.#choice(info, moves, level);
    return { level, move, words: "", blind: "", said: "" };
  }

  /** Returns the case against the last of some moves. @param {GameView} game @param {GameInfo} info @param {number[]} path */
  async whyNot(game, info, path) {
    if (!isReadToTheEnd(info)) throw new Refusal({ code: "alone", message: UNREAD });
    const page = /** @type {PageState} */ (/** @type {unknown} */ ({ game, info }));
    return { ply: game.ply, words: "", ...(await this.own.whyNot(page, path)) };
  }

  /** @param {GameInfo} info @param {number[]} moves @param {number} level */
  #choice(info, moves, level) {
    const mind = new Opponent(this.engine, boardOf(info), { moves, level, seed: 0 });
    return mind.choose().finally(() => mind.close());
  }
}

const LOOKS = key("{Move} looks best so far.");
/** Says a proven result. @type {Record<string, string>} */
const RESULTS = { wins: key("{Move} wins in {n}."), loses: key("{Move} loses in {n}."), draws: key("{Move} draws.") };
