/**
 * Shows the sheets to invite a friend and to move a seat to another device: a link, the QR code, and the
 * phone's own share sheet. The link is there at once; who likes other rules makes another one under "Options".
 *
 * @typedef {{seconds: number, increment: number}} Setting
 */

/** @import { PageState, SeatNumber } from "../../model/types.js" */

import { copied } from "../clipboard.js";
import { gameAddress } from "../../files.js";
import { settingWords } from "../../model/people.js";
import { freeSeat, mySeat } from "../../model/select.js";
import "../../more_words.js";
import { isSite, t } from "../../words.js";
import { button, el, set, setText, toggle } from "../dom.js";
import { choose, makeSheet, named, nameField } from "../sheet.js";

/** @type {(Setting | null)[]} */
const CLOCKS = [null, { seconds: 180, increment: 2 }, { seconds: 300, increment: 3 }, { seconds: 600, increment: 5 }];

const ASKED = t("You get a link. The first person to open it plays with you, all others watch.");
const DISCS = t("Three even discs lie on the board, and whoever moves may swap sides first.");

/** Shows both sheets. */
export class Invite {
  /**
   * @param {[string, string]} players
   * @param {{make: (mine: SeatNumber, clock: Setting | null, rule: "" | "pie" | "discs", help: boolean) => Promise<void>, code: () => Promise<string | null>, name: (name: string) => void, engines: (on: boolean) => void, leave: () => void}} actions
   * @param {string} name the person's name, if given before
   * @param {string} others the address of a table where others can be found
   * @param {boolean} discs whether a game may begin with three discs on the board
   */
  constructor(players, actions, name, others, discs) {
    this.players = players;
    this.actions = actions;
    this.side = choose(
      "side",
      t("You play"),
      players.map((name, seat) => [String(seat), name]),
    );
    this.clock = choose(
      "clock",
      t("Clock"),
      CLOCKS.map((clock, i) => [
        String(i),
        clock ? t("{min} min + {s} s", { min: clock.seconds / 60, s: clock.increment }) : t("None"),
        clock ? settingWords(clock) : t("No clock"),
      ]),
    );
    this.make = button(t("Make the link"), () => void this.makeLink(), "button button--primary");
    this.rule = choose("pie", t("The second player may swap sides after the first move"), [
      ["", t("No")],
      ["pie", t("Yes"), t("Yes: the second player may answer the first move by swapping sides")],
      ...(discs ? [["discs", t("After three discs"), DISCS]] : []),
    ]);
    this.help = choose("help", t("Help of the engine"), [
      ["", t("None"), t("None until the game ends")],
      ["help", t("With help for both")],
    ]);
    this.name = nameField("invite-name", name);
    this.name.addEventListener("change", () => actions.name(this.name.value.trim()));
    this.named = named(this.name);
    const wishes = [this.side, this.clock, this.rule, this.help].map(({ element }) => element);
    this.form = el("div", { class: "invite__form" }, ...wishes, this.make);
    this.form.addEventListener("change", () => this.takeLinkAway());
    /** What was chosen for the newest link, "" without one. */
    this.asked = "";
    this.link = new LinkBox();
    this.title = el("h2");
    this.text = el("p", { class: "quiet", role: "status" });
    this.code = el("p", { class: "invite__code", hidden: true });
    this.engines = toggle((on) => actions.engines(on), false, "invite-engines");
    this.programs = el("label", { class: "switch", hidden: true }, this.engines, t("Engines may sit here"));
    this.command = el("p", { class: "quiet invite__command", hidden: true });
    this.options = el("details", { class: "invite__options" }, el("summary", {}, t("Options")));
    this.options.append(this.form, this.programs, this.command);
    this.said = "";
    /** Names the game of the link. @type {string | null} */
    this.linked = null;
    this.leave = button(t("Take back the invitation"), () => actions.leave());
    /** Leads to other people than one's friend; other people come by a server. */
    this.others = el(
      "div",
      { class: "invite__others ways" },
      el("a", { href: `${others}#find` }, t("Find somebody")),
      el("a", { href: `${others}#code` }, t("Enter a code")),
      el("a", { href: `${others}#watch` }, t("Watch others play")),
    );
    const parts = [this.text, this.link.element, this.code, this.named, this.options, this.leave, this.others];
    this.element = makeSheet("invite", this.title, parts);
    this.element.classList.add("invite");
    /** The open sheet. @type {"" | "ask" | "wait" | "move"} */
    this.shown = "";
    this.element.addEventListener("close", () => (this.shown = this.asked = ""));
  }

  /**
   * Makes the link at once. Where a game is being played, the link waits for a yes: it leads to another game.
   *
   * @param {SeatNumber} friend the seat to be given away
   * @param {boolean} pie
   * @param {boolean} playing whether a game is being played
   */
  ask(friend, pie, playing) {
    this.side.set(String(1 - friend));
    this.rule.set(pie ? "pie" : "");
    this.show("ask", t("Play a friend"), ASKED);
    this.options.open = playing;
    if (!playing) void this.makeLink();
  }

  /** Shows the link of the waiting game. @param {PageState} page */
  wait(page) {
    const free = freeSeat(page);
    if (free === null || page.game.game_id === null) return;
    this.linked = page.game.game_id;
    const path = gameAddress(page.game.game_id);
    this.show(
      "wait",
      t("Play a friend"),
      page.game.with_help
        ? t("The first to open this link plays {side}, with help for both. Waiting…", { side: this.players[free] })
        : t("The first to open this link plays {side}. Waiting…", { side: this.players[free] }),
    );
    this.link.show(location.origin + path, `${path}/invitation.svg`, t("Play with me on Fourthought"));
    set(this.programs, "hidden", null);
    this.showEngines(page);
    void this.showCode();
  }

  /** Shows whether engines may sit here, and the command by which one does. @param {PageState} page */
  showEngines(page) {
    const on = page.game.open_to_engines ?? false;
    this.engines.checked = on;
    set(this.command, "hidden", !on || !this.said);
    setText(this.command, `fourthought bot --at ${location.origin} --code ${this.said} -- ./my-engine`);
  }

  /** Shows the code of the waiting game, to be read out to a friend. */
  async showCode() {
    const code = await this.actions.code();
    if (code === null || this.shown !== "wait") return;
    this.said = code;
    set(this.command, "hidden", !this.engines.checked);
    setText(this.command, `fourthought bot --at ${location.origin} --code ${code} -- ./my-engine`);
    set(this.code, "hidden", null);
    setText(this.code, t("Or say this code: {code}", { code }));
  }

  /** Shows the link to move a seat. @param {{link: string, qr: string}} made */
  move({ link, qr }) {
    this.show(
      "move",
      t("Play on another device"),
      t("Open this link there and your seat moves with it. It works once; show it to nobody else."),
    );
    this.link.show(link, qr, t("My seat on Fourthought"));
  }

  /** Returns what is chosen now, as one word. */
  chosen() {
    return [this.side, this.clock, this.rule, this.help].map((one) => one.value()).join();
  }

  /** Takes the link away: it leads to a game of other rules than those that are chosen. */
  takeLinkAway() {
    for (const old of [this.link.element, this.code]) old.inert = true;
    setText(this.text, ASKED);
  }

  /** Makes the link from the chosen settings. */
  async makeLink() {
    this.make.disabled = true;
    this.asked = this.chosen();
    await this.actions.make(
      /** @type {SeatNumber} */ (Number(this.side.value())),
      CLOCKS[Number(this.clock.value())] ?? null,
      /** @type {"" | "pie" | "discs"} */ (this.rule.value()),
      this.help.value() === "help",
    );
    this.make.disabled = false;
    if (this.shown === "ask") this.options.open = true; // no answer came: there is the button for another try
  }

  /**
   * Opens the sheet with a title and a text.
   * @param {"ask" | "wait" | "move"} what @param {string} title @param {string} text
   */
  show(what, title, text) {
    this.shown = what;
    for (const part of [this.code, this.programs, this.command]) set(part, "hidden", true);
    setText(this.title, title);
    setText(this.text, text);
    for (const part of [this.named, this.options]) set(part, "hidden", what === "move");
    set(this.leave, "hidden", what !== "wait");
    set(this.others, "hidden", what === "move" || isSite);
    set(this.link.element, "hidden", what === "ask");
    for (const part of [this.link.element, this.code]) part.inert = false;
    if (what === "wait" && this.asked && this.asked !== this.chosen()) this.takeLinkAway(); // it came too late
    if (!this.element.open) this.element.showModal();
  }

  /**
   * Follows the game: the link appears when the game waits, the sheet closes when the friend is there.
   *
   * @param {PageState} page
   */
  render(page) {
    const waiting = freeSeat(page) !== null && mySeat(page) !== null;
    if (waiting && (this.shown === "ask" || (this.shown === "wait" && page.game.game_id !== this.linked)))
      this.wait(page);
    if (this.shown === "wait" && !waiting) this.element.close();
    if (this.shown === "wait") this.showEngines(page);
    if (this.shown === "move" && mySeat(page) === null && page.tokens.seats.every((token) => token === null))
      this.element.close();
  }
}

/** Shows a link with the QR code. */
class LinkBox {
  constructor() {
    this.field = el("input", { class: "link__field", type: "text", readonly: true, "aria-label": t("Link") });
    this.field.addEventListener("focus", () => this.field.select());
    this.copy = button(t("Copy"), () => void this.copyLink());
    this.share = button(
      t("Share"),
      () => void navigator.share({ title: this.words, url: this.field.value }).catch(() => {}),
    );
    set(this.share, "hidden", !("share" in navigator));
    this.code = el("img", { class: "link__code", alt: t("The link as a QR code"), width: 200, height: 200 });
    this.words = "";
    this.element = el(
      "div",
      { class: "link" },
      el("div", { class: "link__row" }, this.field, this.copy, this.share),
      this.code,
    );
  }

  /**
   * Shows another link.
   *
   * @param {string} link
   * @param {string} code the address of the QR code's drawing
   * @param {string} words
   */
  show(link, code, words) {
    this.field.value = link;
    this.words = words;
    setText(this.copy, t("Copy"));
    set(this.code, "hidden", !code);
    if (code) set(this.code, "src", code);
  }

  /** Copies the link. */
  async copyLink() {
    if (await copied(this.field.value)) setText(this.copy, t("Copied"));
    else this.field.focus(); // the focus selects the link: the person copies by hand
  }
}
