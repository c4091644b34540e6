/**
 * Shows the menu: help, the games of this browser, the game's link and moves.
 *
 * @typedef {object} Actions
 * @property {() => void} resign
 * @property {() => void} invite
 * @property {() => void} findSomebody
 * @property {() => void} enterCode
 * @property {() => void} watchTables
 * @property {() => void} handOver
 * @property {() => void} name
 * @property {() => void} draw
 * @property {() => void} games
 * @property {() => void} copyLink
 * @property {() => void} copyMoves
 * @property {() => void} picture
 */

/** @import { PageState } from "../../model/types.js" */

import { positionAddress } from "../../model/address.js";
import { freeSeat, isOwner, opponent, sharedScreen } from "../../model/select.js";
import { byId, Drawn, set, setText } from "../dom.js";
import "../../more_words.js";
import { isSite, t } from "../../words.js";

/** Shows the menu. */
export class Menu {
  /** @param {Actions} actions */
  constructor(actions) {
    this.menu = byId("menu");
    this.drawn = new Drawn();
    this.resign = this.entry("resign", actions.resign);
    this.invite = this.entry("invite", () => actions.invite());
    this.find = this.entry("find", actions.findSomebody);
    const code = this.entry("enter-code", actions.enterCode);
    const tables = this.entry("tables", actions.watchTables);
    this.handOver = this.entry("hand-over", actions.handOver);
    this.name = this.entry("your-name", actions.name);
    this.draw = this.entry("draw", actions.draw);
    this.analyse = byId("analyse");
    this.entry("help", showHelp);
    this.entry("your-games", actions.games);
    this.entry("copy-link", actions.copyLink);
    this.picture = this.entry("picture", actions.picture);
    this.moves = this.entry("copy-moves", actions.copyMoves);
    // other people come by a server
    for (const entry of [this.find, code, tables, this.handOver]) set(entry, "hidden", isSite);
  }

  /** Connects an entry of the template with an act. @param {string} id @param {() => void} act */
  entry(id, act) {
    const element = byId(id);
    element.addEventListener("click", () => {
      this.menu.removeAttribute("open");
      act();
    });
    return element;
  }

  /** Draws the changes. @param {PageState} page */
  render(page) {
    const { game, info, tokens } = page;
    if (this.drawn.has(game, tokens)) return;
    const playing = game.game_id !== null && !game.outcome && game.seats.some((seat) => seat.kind === "human");
    set(this.resign, "disabled", !(playing && isOwner(page)) || game.analysis);
    const facing = opponent(page) !== null;
    set(this.invite, "disabled", facing || game.analysis);
    set(this.find, "disabled", facing && game.outcome === null);
    set(this.handOver, "disabled", game.game_id === null || page.tokens.seats.every((token) => token === null));
    set(this.draw, "hidden", !facing);
    set(this.name, "hidden", !facing && freeSeat(page) === null);
    set(this.draw, "disabled", game.outcome !== null);
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
