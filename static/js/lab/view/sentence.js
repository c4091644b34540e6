/** Shows the sentence of a step, and says the sentence once the reader rests there. */

import { el, setText } from "../../view/dom.js";

/** Milliseconds of rest before a sentence is said: whoever steps fast hears the last one. */
const REST_MS = 250;

/** Shows and says sentences. */
export class Sentence {
  /** @param {HTMLElement} host @param {HTMLElement} live the polite live region */
  constructor(host, live) {
    this.live = live;
    this.text = el("p", { class: "sentence" });
    this.error = el("p", { class: "sentence sentence--error", role: "alert" });
    host.replaceChildren(this.error, this.text);
    this.waiting = 0;
  }

  /** Shows the sentence of a step. @param {string} sentence @param {boolean} quiet nothing is said, as while a run plays */
  show(sentence, quiet) {
    setText(this.text, sentence);
    if (!quiet) this.say(sentence);
  }

  /** Says a sentence after a rest. @param {string} sentence */
  say(sentence) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => setText(this.live, sentence), REST_MS);
  }

  /** Shows why something was refused; an empty text takes the reason away. @param {string} sentence */
  refuse(sentence) {
    setText(this.error, sentence);
  }
}
