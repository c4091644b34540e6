/** Shows the sheet in which a person finds a stranger, or goes to a friend's game with a code. */

/** @import { News, Row } from "../../model/meeting.js" */

import { clocks, searchWords } from "../../model/meeting.js";
import "../../more_words.js";
import { t } from "../../words.js";
import { button, el, set, setText } from "../dom.js";
import { choose, makeSheet, named, nameField } from "../sheet.js";

/** Shows the wishes, then the wait. */
export class Meet {
  /**
   * @param {{name: string, shown: boolean, game: string, rival: string}} start the choices so far, the game, the engine to play meanwhile
   * @param {{search: (wishes: {clock: string, name: string, shown: boolean}) => void, stop: () => void, engine: () => void, useCode: (code: string) => Promise<string>}} actions
   */
  constructor(start, actions) {
    this.actions = actions;
    this.began = 0;
    this.others = 0;
    this.ticking = 0;
    this.name = nameField("meet-name", start.name);
    this.clock = choose("meet-clock", t("Clock: minutes + seconds a move"), clocks());
    this.shown = choose("meet-shown", t("Others may watch if my opponent agrees, too"), [
      ["", t("No")],
      ["yes", t("Yes")],
    ]);
    this.shown.set(start.shown ? "yes" : "");
    const find = el("button", { class: "button button--primary", type: "submit" }, t("Find somebody"));
    this.form = el("form", { class: "invite__form" }, named(this.name), this.clock.element, this.shown.element, find);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.wait();
    });
    this.word = el("p", { role: "status" });
    this.time = el("p", { class: "meet__time number", "aria-hidden": "true" });
    const meanwhile = () => {
      this.meanwhile = true;
      this.element.close();
      actions.engine();
    };
    this.engine = button(t("Play {name} meanwhile", { name: start.rival }), meanwhile, "button button--primary");
    /** Whether the person plays an engine while the search goes on. */
    this.meanwhile = false;
    this.chip = new Chip(() => this.ask());
    const stop = button(t("Stop"), () => this.ask());
    this.search = el("div", { class: "invite__form", hidden: true }, this.word, this.time, this.engine, stop);
    this.code = new CodeForm(actions.useCode);
    this.text = el("p", { class: "quiet" }, t("You play {game} with a person you do not know.", { game: start.game }));
    this.refusal = el("p", { class: "meet__refusal", role: "alert" });
    const parts = [this.text, this.refusal, this.form, this.search, this.code.element];
    this.element = makeSheet("meet", t("Find somebody"), parts);
    this.element.classList.add("invite");
    this.element.addEventListener("close", () => this.leave());
  }

  /** Opens the sheet. @param {boolean} [code] whether the person has a code */
  open(code = false) {
    if (!this.element.open) this.element.showModal();
    if (code) this.code.field.focus();
  }

  /** Ends a search with the sheet, unless the person plays meanwhile. */
  leave() {
    if (this.meanwhile && !this.search.hidden) this.chip.show(true);
    else this.ask();
  }

  /** Shows the wishes, and ends a search. */
  ask() {
    clearInterval(this.ticking);
    if (!this.search.hidden) this.actions.stop();
    this.turn(false);
  }

  /** Begins a search. */
  wait() {
    setText(this.refusal, "");
    this.turn(true);
    this.began = performance.now();
    this.others = 0;
    this.ticking = window.setInterval(() => this.tick(), 1000);
    this.tick();
    this.actions.search({
      clock: this.clock.value(),
      name: this.name.value.trim(),
      shown: this.shown.value() === "yes",
    });
  }

  /** Shows the wishes or the wait. @param {boolean} waiting */
  turn(waiting) {
    if (!waiting) {
      this.meanwhile = false;
      this.chip.show(false);
    }
    const focused = this.element.contains(document.activeElement);
    for (const part of [this.form, this.code.element]) set(part, "hidden", waiting);
    set(this.search, "hidden", !waiting);
    const next = [...(waiting ? this.search : this.form).querySelectorAll("button")].find((one) => !one.hidden);
    if (focused && this.element.open) next?.focus();
  }

  /** Shows how long the search has lasted. */
  tick() {
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    setText(this.word, searchWords(this.others));
    setText(this.time, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
  }

  /** Shows what became of the search. @param {News} news */
  hear(news) {
    if ("others" in news) this.others = news.others;
    else if ("refused" in news) {
      this.turn(false);
      clearInterval(this.ticking);
      setText(this.refusal, news.refused);
    } else if (news.ended === "found") this.close();
    else {
      this.ask();
      setText(this.refusal, t("The search has ended because this page was out of sight."));
    }
  }

  /** Closes the sheet without another word to the server. */
  close() {
    this.turn(false);
    clearInterval(this.ticking);
    this.element.close();
  }
}

/** Says on the table that a search goes on, with the way to end it. */
class Chip {
  /** @param {() => void} stop */
  constructor(stop) {
    this.words = el("span", { role: "status" });
    this.element = el("div", { class: "meanwhile", hidden: true }, this.words, button(t("Stop"), stop));
    document.body.append(this.element);
  }

  /** Shows or hides it. @param {boolean} on */
  show(on) {
    set(this.element, "hidden", !on);
    setText(this.words, on ? t("I call you when somebody comes.") : "");
  }
}

/** Asks for the code of a friend's game. */
class CodeForm {
  /** @param {(code: string) => Promise<string>} use */
  constructor(use) {
    this.field = el("input", {
      class: "link__field meet__code",
      type: "text",
      maxlength: 16,
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      id: "meet-code",
      placeholder: "KRMTX",
    });
    this.refusal = el("p", { class: "meet__refusal", role: "alert" });
    const go = el("button", { class: "button", type: "submit" }, t("Go"));
    this.element = el(
      "form",
      { class: "meet__room" },
      el("label", { class: "invite__label", for: "meet-code" }, t("Do you have a code from a friend?")),
      el("div", { class: "link__row" }, this.field, go),
      this.refusal,
    );
    this.element.addEventListener("submit", async (event) => {
      event.preventDefault();
      setText(this.refusal, "");
      const code = this.field.value.trim();
      if (code)
        setText(this.refusal, /^[A-Za-z -]+$/.test(code) ? await use(code) : t("A code has five letters, as KRMTX."));
    });
  }
}
