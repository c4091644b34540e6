/** Makes exam sheets for teachers: a form whose choices are the addresses of the sheets. */

import { el, set } from "../../view/dom.js";
import { labelled, onSubmit } from "../../view/forms.js";
import { root, t } from "../../words.js";
import "../more_words.js";
import { inLanguage } from "../model/address.js";
import { SHAPES } from "../model/shapes.js";
import { KINDS, chooser, labelledInput, number, ruleChooser } from "./choosers.js";

/** The exercises that no sheet asks. Of the others the first three are asked for at first. */
const NOT_ASKED = ["next", "make"];
const FIRST = 3;
const WORDS = { class: "own__field", autocomplete: "off" };
const FORMATS = [
  ["html", "0", t("Sheets to print")],
  ["html", "1", t("Key to print")],
  ["tex", "0", t("Sheets as LaTeX")],
  ["tex", "1", t("Key as LaTeX")],
  ["csv", "1", t("Table (CSV)")],
  ["fill", "0", t("Sheets to fill in here")],
  ["", "", t("A class, by one code")],
  ["moodle", "1", t("Moodle XML")],
  ["qti", "1", "QTI 2.1"],
  ["prairielearn", "1", "PrairieLearn"],
];

/**
 * Puts the form for teachers into a part of the page.
 * @param {HTMLElement} host
 * @param {{fingerprint: string}} boot
 * @param {() => string} address of the run on the page
 * @param {() => string | null} tree on the page
 */
export function mountTeacher(host, boot, address, tree) {
  const shape = chooser(t("Tree"), SHAPES);
  const rule = ruleChooser();
  const seed = number(t("Seed"), 7, 0, 1_000_000),
    variants = number(t("Variants"), 4, 1, 40);
  const kinds = KINDS.filter(([value]) => !NOT_ASKED.includes(value)).map(([value, text], at) => {
    const input = el("input", { type: "checkbox", value, checked: at < FIRST });
    return { input, element: el("label", { class: "ask__option" }, input, text) };
  });
  const own = el("input", { type: "checkbox" });
  const header = labelledInput(t("Words above each sheet"), { ...WORDS, maxlength: 200 });
  const points = labelledInput(t("Points of the questions, as 4,6"), { ...WORDS, maxlength: 60 });
  const links = FORMATS.map(([format = "", key = "", text]) => {
    return { format, key, element: el("a", { class: "button" }, text ?? "") };
  });
  let framed = "";
  const update = () => {
    const ask = kinds.flatMap(({ input }) => (input.checked ? [input.value] : [])).join(",");
    for (const { format, key, element } of links) {
      const query = new URLSearchParams({
        seed: seed.input.value,
        variants: variants.input.value,
        ask,
        ...(own.checked && tree() ? { tree: tree() ?? "" } : { shape: shape.input.value }),
        rule: rule.input.value,
        ...(header.input.value.trim() ? { header: header.input.value.trim() } : {}),
        ...(points.input.value.trim() ? { points: points.input.value.replaceAll(" ", "") } : {}),
        ...(format ? { format, key } : {}),
      });
      const sheets = format ? inLanguage(`/lab/exam/${boot.fingerprint}?${query}`) : `${root}/lab/class?${query}`;
      set(element, "href", ask ? sheets : null);
      if (format === "fill") framed = inLanguage(`/embed/exam?${query}`);
    }
  };
  const about = t(
    "Each sheet has a tree of its own, and all are equally hard: as many nodes, cuts and deep cuts, and no ties.",
  );
  const form = el(
    "form",
    { class: "ask" },
    el("p", {}, about),
    el("div", { class: "ask__fields" }, shape.element, seed.element, variants.element, rule.element),
    el("label", { class: "ask__option" }, own, t("the tree on this page")),
    el("div", { class: "ask__fields" }, header.element, points.element),
    el("fieldset", { class: "ask__options" }, el("legend", {}, t("Ask for")), ...kinds.map(({ element }) => element)),
    el("div", { class: "ask__buttons" }, ...links.map(({ element }) => element)),
  );
  form.addEventListener("input", update);
  onSubmit(form, () => {});
  update();
  const collect = el("a", { href: `${root}/lab/class` }, t("Paste the codes of your pupils: who missed what?"));
  host.append(
    form,
    el("p", {}, collect),
    frameField(
      t("This run in a frame, for a page of your course. It can be read only, and it keeps nothing."),
      t("A run of the lab"),
      () => address().replace("/lab/", "/embed/"),
    ),
    frameField(
      t("These sheets to fill in, in a frame: each pupil gets a code to hand in."),
      t("Sheets to fill in here"),
      () => framed,
    ),
    frameField(
      t("The judge of programs in a frame. A program runs in the pupil’s browser alone."),
      t("Your program, judged"),
      () => `${root}/embed/program`,
    ),
  );
}

/** Shows the frame of a page for a page of the teacher's own. @param {string} words @param {string} title @param {() => string} address */
function frameField(words, title, address) {
  const field = el("textarea", { class: "own__text", rows: 3, readonly: true, spellcheck: false });
  const update = () => {
    const src = new URL(address(), location.href).href;
    field.value = el("iframe", { src, width: "100%", height: 640, title }).outerHTML;
  };
  field.addEventListener("focus", () => {
    update();
    field.select();
  });
  update();
  return labelled(words, field);
}
