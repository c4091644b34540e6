/**
 * Loads what a page needs later, each with the first wish for it: people and strangers, the sheets with links, the menu,
 * the list of moves, the reasons.
 *
 * @typedef {object} Parts
 * @property {() => PageState} state
 * @property {(action: Action) => void} dispatch
 * @property {() => void} draw draws the page again
 * @property {Table} table
 * @property {ConstructorParameters<typeof import("./view/people/people.js").PeoplePanel>[2] &
 *   ConstructorParameters<typeof import("./view/panel/menu.js").Menu>[0] &
 *   ConstructorParameters<typeof import("./view/panel/moves.js").Moves>[0]} actions
 * @property {Board | TextBoard} board
 * @property {Seats} seats
 * @property {HTMLElement} buttons below which people find what is between them
 * @property {(seat: 0 | 1, reaction: Reaction) => void} hear
 * @property {string | null} code of a seat that was handed over by the address
 * @property {Boot["games"]} games
 */

/** @import { Reaction } from "./model/meeting.js" */
/** @import { Question } from "./model/proof/why.js" */
/** @import { Action } from "./model/state/state.js" */
/** @import { Boot, PageState } from "./model/types.js" */
/** @import { People } from "./net/people.js" */
/** @import { Table } from "./net/table.js" */
/** @import { Strangers } from "./strangers.js" */
/** @import { TextBoard } from "./view/board/textboard.js" */
/** @import { Menu } from "./view/panel/menu.js" */
/** @import { Moves } from "./view/panel/moves.js" */
/** @import { Seats } from "./view/panel/seats.js" */
/** @import { Invite } from "./view/people/invite.js" */
/** @import { PeoplePanel } from "./view/people/people.js" */
/** @import { WhyAtTable } from "./why_app.js" */

import { tableAddress } from "./files.js";
import { hasEvenDiscs } from "./model/select.js";
import { loadChoice, saveChoice } from "./net/storage.js";
import { Board } from "./view/board/board_view.js";
import { byId } from "./view/dom.js";

/** Loads how people look, before any of it is made. */
const looks = async () => (await import("./workers.js")).loadSheet("css/table/people.css");

/** Holds what has been loaded so far. */
export class OnDemand {
  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    /** Sends what people ask each other; loaded with the first game. @type {People | null} */
    this.people = null;
    /** @type {PeoplePanel | null} */
    this.panel = null;
    /** Finds strangers, and lists tables. @type {Strangers | null} */
    this.strangers = null;
    /** Shows the sheets with links. @type {Invite | null} */
    this.invite = null;
    /** Loaded with the first look at one of the two menus. @type {Menu | null} */
    this.menu = null;
    /** The list of moves, loaded with the first game. @type {Moves | null} */
    this.moves = null;
    /** The loading of the list. @type {Promise<unknown> | null} */
    this.listing = null;
    /** Explains positions. @type {WhyAtTable | null} */
    this.why = null;
  }

  /** Loads what is between people, and shows who is there. */
  async meet() {
    if (this.people) return this.people;
    const [{ People }, { PeoplePanel }] = await Promise.all([
      import("./net/people.js"),
      import("./view/people/people.js"),
      looks(),
    ]);
    if (this.people) return this.people;
    const { table, code, seats, buttons, actions, hear, state } = this.parts;
    const people = new People(table, code);
    this.people = people;
    const panel = new PeoplePanel(
      [...seats.rows].map((row) => row.element),
      buttons,
      actions,
      () => people,
    );
    this.panel = panel;
    people.hear = (seat, reaction) => {
      panel.hear(seat, reaction);
      hear(seat, reaction);
    };
    panel.render(state());
    return people;
  }

  /** Loads what brings strangers together. */
  async meetStrangers() {
    const [{ Strangers }, met] = await Promise.all([import("./strangers.js"), this.meet()]);
    this.strangers ??= new Strangers(this.parts.table, met, this.parts.games);
    return this.strangers;
  }

  /** Loads the sheets with links. */
  async sheets() {
    const [{ Invite }] = await Promise.all([import("./view/people/invite.js"), looks()]);
    const { info } = this.parts.state();
    this.invite ??= new Invite(
      info.players,
      {
        code: async () => (await this.meet()).makeCode(),
        engines: (on) => void this.parts.table.send("open_to_engines", { on }),
        make: async (...wishes) => void (await (await this.meet()).invite(...wishes)),
        name: (name) => void this.giveName(name),
        leave: () => location.assign(tableAddress(info)),
      },
      loadChoice("name") ?? "",
      tableAddress(info),
      hasEvenDiscs(info),
    );
    return this.invite;
  }

  /** Keeps the person's name in this browser, and tells the other person. @param {string} name */
  async giveName(name) {
    saveChoice("name", name);
    await (await this.meet()).sayName(name);
  }

  /** Loads both menus. */
  async openMenu() {
    const { Menu } = await import("./view/panel/menu.js");
    this.menu ??= new Menu(this.parts.actions);
    this.menu.render(this.parts.state());
  }

  /** Loads the list of moves; where the network is away, the next change tries again. */
  listMoves() {
    this.listing = import("./view/panel/moves.js").then(
      ({ Moves }) => {
        this.moves = new Moves(this.parts.actions);
        byId("more").append(this.moves.element);
        this.moves.render(this.parts.state());
      },
      () => (this.listing = null),
    );
  }

  /** Explains a position on the board. @param {Question} question */
  async explain(question) {
    const { state, board, table, dispatch, draw } = this.parts;
    const now = () => String([state().game.moves, state().game.seats.map(({ kind }) => kind)]);
    const asked = now();
    const { WhyAtTable } = await import("./why_app.js");
    if (now() !== asked) return; // the game went on meanwhile
    const done = () => dispatch({ type: "hint-done" });
    if (board instanceof Board) this.why ??= new WhyAtTable(state, table, board, { draw, done });
    await this.why?.ask(question);
  }
}
