/**
 * Fills the two lists of the table: what can be done with this game, and what can be set.
 *
 * @typedef {object} Actions
 * @property {() => void} resign
 * @property {() => void} newGame
 * @property {() => void} redo
 * @property {() => void} handOver
 * @property {() => void} name
 * @property {() => void} draw
 * @property {() => void} games
 * @property {() => void} copyLink
 * @property {() => void} copyMoves
 * @property {() => void} picture
 */

/** @import { PageState } from "../../model/types.js" */

import { positionAddress } from "../../files.js";
import { freeSeat, isFresh, isOwner, opponent, sharedScreen } from "../../model/select.js";
import { byId, Drawn, set, setText } from "../dom.js";
import "../../more_words.js";
import { isSite, t, tn } from "../../words.js";

/** Shows the menu. */
export class Menu {
  /** @param {Actions} actions */
  constructor(actions) {
    this.drawn = new Drawn();
    this.resign = this.entry("resign", actions.resign);
    this.newGame = this.entry("new-game", actions.newGame);
    this.redo = this.entry("redo", actions.redo);
    this.handOver = this.entry("hand-over", actions.handOver);
    this.name = this.entry("your-name", actions.name);
    this.draw = this.entry("draw", actions.draw);
    this.analyse = byId("analyse");
    this.practise = byId("practise");
    this.entry("help", showHelp);
    this.entry("set", () => byId("settings").showPopover());
    this.entry("your-games", actions.games);
    this.entry("copy-link", actions.copyLink);
    this.picture = this.entry("picture", actions.picture);
    this.moves = this.entry("copy-moves", actions.copyMoves);
  }

  /** Connects an entry of the template with an act. @param {string} id @param {() => void} act */
  entry(id, act) {
    const element = byId(id);
    element.addEventListener("click", () => {
      byId("settings").hidePopover();
      byId("more").hidePopover();
      act();
    });
    return element;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, info, tokens } = page;
    const mistakes = page.review.mistakes ?? 0;
    if (this.drawn.has(game, tokens, page.pending, mistakes)) return;
    set(this.practise, "hidden", !mistakes);
    setText(
      this.practise,
      tn(mistakes, "A move of yours became a puzzle: practise it", "Moves of yours became puzzles: practise them"),
    );
    const owner = isOwner(page);
    const ended = game.game_id !== null && game.outcome !== null && !game.analysis;
    const facing = opponent(page) !== null;
    set(this.newGame, "hidden", isFresh(page) || (facing && !ended));
    set(this.redo, "hidden", ended || facing || !owner || !game.can_redo);
    const playing = game.game_id !== null && !game.outcome && game.seats.some((seat) => seat.kind === "human");
    set(this.resign, "hidden", !(playing && owner) || game.analysis);
    set(this.handOver, "hidden", isSite || game.game_id === null || page.tokens.seats.every((token) => token === null));
    set(this.draw, "hidden", !facing || !owner || game.outcome !== null);
    set(this.name, "hidden", !facing && freeSeat(page) === null);
    setText(
      this.resign,
      sharedScreen(page) && game.to_move !== null
        ? t("{side} resigns", { side: info.players[game.to_move] })
        : t("Resign"),
    );
    set(this.analyse, "href", positionAddress(game));
    set(this.analyse, "hidden", game.ply === 0 || game.analysis || !game.help);
    set(this.moves, "hidden", game.ply === 0);
    set(this.picture, "hidden", game.ply === 0);
  }
}

/** Opens the help. */
export function showHelp() {
  const sheet = byId("help-sheet");
  if (sheet instanceof HTMLDialogElement && !sheet.open) sheet.showModal();
}
