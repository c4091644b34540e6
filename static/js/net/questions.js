/**
 * Asks the engine about the game on the table: a hint, the worth of the moves, a level's move, the case against a move.
 */

/** @import { OwnEngine } from "../engine/own/own.js" */
/** @import { PageState } from "../model/types.js" */
/** @import { Table } from "./table.js" */

import { digestShown, findsTruth, hasOwnEngine, looksAtEnd, myTurn } from "../model/select.js";
import { say } from "../words.js";
import { moreWords, patiently, Refusal } from "./socket.js";

/** Loads what the engine's sentences say, and what they claim. */
async function sayings() {
  await moreWords();
  return import("../model/said_claims.js");
}

const PREVIEW_AFTER_MS = 120; // the rest of the slider before the engine is asked what its level would play

/** Sends the questions of one page. */
export class Questions {
  /**
   * @param {Table} table
   * @param {(line: number[], asked: number) => Promise<string>} threatOf names what the answer to the first moves of a
   *   line threatens
   */
  constructor(table, threatOf) {
    this.table = table;
    this.threatOf = threatOf;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.previewTimer = undefined;
    /** Stands for the last question about a level's move. @type {object | null} */
    this.previewAsked = null;
    /** The engine of this page, loaded with the first question for it. @type {Promise<OwnEngine> | null} */
    this.loading = null;
  }

  /** Loads the engine of this page. */
  own() {
    this.loading ??= import("../engine/own/own.js").then(
      ({ OwnEngine }) =>
        new OwnEngine(this.table.dispatch, () => void this.askServer(), undefined, this.table.socket.alone),
    );
    this.loading.catch(() => (this.loading = null)); // the network is away: the next question tries again
    return this.loading;
  }

  /** Lets the engine of this page find the truth that is shown, where it can. @param {PageState} shown */
  async follow(shown) {
    const isOpen = !shown.game.outcome;
    if (isOpen && looksAtEnd(shown) && !findsTruth(shown) && !digestShown(shown)) {
      const known = await import("../engine/own/known.js").catch(() => null); // the network is away: no words then
      const digest = known?.knownOf(shown);
      if (digest) this.table.dispatch({ type: "thinking", digest });
    }
    const wanted = isOpen && shown.engineView.visible && findsTruth(shown) && !shown.pending;
    if (!wanted && !this.loading) return;
    const own = await this.own().catch(() => null);
    if (wanted) own?.follow(shown);
    else own?.leave();
  }

  /** Asks the server for what the engine of this page does not tell. */
  async askServer() {
    const { game } = this.state();
    if (game.game_id === null) return;
    await this.table.attempt(() => this.table.listen(game.game_id ?? ""));
    if (game.analysis || game.outcome) await this.review();
  }

  /** Returns the state of the page. */
  state() {
    return this.table.state();
  }

  /** Asks for a hint: the server, or while its engine starts the engine of this page. */
  hint() {
    const { game_id: existing, ply, moves, help } = this.state().game;
    this.table.dispatch({ type: "hint-asked" });
    const { engineView, connection, info } = this.state();
    const served =
      (engineView.readiness.ready && connection.status !== "alone") || !help || !hasOwnEngine(this.state());
    return this.table.attempt(async () => {
      const id = existing ?? (await this.table.ensureGame()); // the game in which the hint counts as help
      const here = served ? null : await this.own().catch(() => null);
      const own = here && (await here.hint(this.state()).catch(() => null));
      const answer = own ?? (await this.table.socket.call("hint", { game_id: id, ply }));
      const { claimsOf } = await sayings();
      const said = /** @type {any} */ (answer.said);
      const n = own ? own.n : said?.values?.n;
      if (String(this.state().game.moves) === String(moves))
        this.table.dispatch({
          type: "hint",
          hint: {
            move: answer.move,
            why: say(said ?? ""),
            claims: claimsOf(said ?? "", info, moves),
            lost: answer.value < 0 && answer.proven ? (n ?? null) : null,
            proven: answer.proven,
          },
        });
    });
  }

  /**
   * Asks for the worth of the moves: the engine of this page, else the server. The answer grows as more is found. A
   * refusal is not shown: whoever waits for the answer asks again.
   */
  async review() {
    if (hasOwnEngine(this.state())) return (await this.own()).review(() => this.state());
    const { game_id } = this.state().game;
    const answer = await patiently(() => this.table.socket.call("review", { game_id }, false));
    if (!answer) return;
    const { ok: _, ...review } = answer;
    const { withClaims } = await sayings();
    this.table.dispatch({ type: "review", review: withClaims(review, this.state()) });
  }

  /**
   * Asks, where the thinking is shown, for a level's move in this position and the dangers beyond the level's sight.
   * While the slider moves only the last question counts.
   *
   * @param {0 | 1} seat
   * @param {number | null} level null: the slider is let go
   */
  preview(seat, level) {
    clearTimeout(this.previewTimer);
    const { game, info, engineView } = this.state();
    const asked = level === null ? null : {};
    this.previewAsked = asked;
    if (level === null) return engineView.preview ? this.table.dispatch({ type: "preview", preview: null }) : undefined;
    if (!engineView.visible || game.outcome || this.state().pending || game.to_move === null) return;
    // in a game it would be an unrequested hint
    if (game.game_id !== null && !game.analysis && myTurn(this.state())) return;
    this.previewTimer = setTimeout(async () => {
      const question = {
        game: info.name,
        level,
        moves: game.moves,
        ...(game.game_id ? { game_id: game.game_id } : {}),
      };
      try {
        const { claimsOf } = await sayings();
        // in a game against the server's engine only the server knows what that engine will draw
        const free = game.game_id === null || game.analysis;
        const here = free && hasOwnEngine(this.state()) && (await this.own().catch(() => null));
        const { move, said, glance } = here
          ? { ...(await here.preview(this.state(), level)), glance: false }
          : await this.table.socket.call("preview", question, false);
        if (this.previewAsked === asked && String(this.state().game.moves) === String(game.moves)) {
          const claims = claimsOf(said, info, game.moves, move);
          this.table.dispatch({ type: "preview", preview: { seat, level, move, glance, blind: say(said), claims } });
        }
      } catch (error) {
        // no preview: the slider's own words are enough
        if (!(error instanceof Refusal || (error instanceof Error && error.name === "EngineLost"))) throw error;
      }
    }, PREVIEW_AFTER_MS);
  }

  /**
   * Asks for the case against these moves.
   *
   * @param {number[]} path
   * @param {0 | 1 | null} seat the engine to ask; null: the only one
   */
  whyNot(path, seat) {
    const { game_id: id, ply, moves } = this.state().game;
    const [move, ...then] = path;
    if (id === null || move === undefined) return undefined;
    return this.table.attempt(async () => {
      const question = { game_id: id, ply, move, then, ...(seat === null ? {} : { seat }) };
      const { claimsOf } = await sayings();
      const here = seat === null && findsTruth(this.state()) && (await this.own());
      const { line, said } = here
        ? await here.whyNot(this.state(), path)
        : await this.table.socket.call("why_not", question);
      const words = `${say(said)} ${await this.threatOf(line, path.length)}`.trim();
      if (String(this.state().game.moves) === String(moves))
        this.table.dispatch({
          type: "why-not",
          whyNot: { path, line, words, claims: claimsOf(said, this.state().info, moves) },
        });
    });
  }

  /** Asks what the network of the board believes of every move here; null where there is no answer. */
  async beliefs() {
    const { game_id: id, ply } = this.state().game;
    await moreWords();
    const answer = await patiently(() => this.table.socket.call("beliefs", { game_id: id, ply }, false));
    return answer?.beliefs ?? null;
  }
}
