/**
 * Makes the form of a question: fields, leaves to choose, one of several answers, brothers to reorder, or a tree to
 * write.
 * An answer is one line of text, see engine/lab/exercises/exercise.py.
 */

/** @import { Asked, Form, Lab } from "../model/types.js" */

import { button, el, setText } from "../../view/dom.js";
import { t } from "../../words.js";
import { select, showRun } from "../acts.js";
import "../more_words.js";
import { endWords } from "../model/notes.js";

/**
 * Makes the form of a question.
 * @param {Asked} asked
 * @param {Lab} lab
 * @param {boolean} blank the tree shows no values, so there is room for fields beside the nodes
 * @returns {Promise<Form>}
 */
export async function makeForm(asked, lab, blank) {
  if (asked.form === "leaves") return leavesForm(lab);
  if (asked.form === "choice") return choiceForm(asked);
  if (asked.form === "order") return (await import("./order.js")).orderForm(lab);
  if (asked.form === "tree") return treeForm(lab);
  return blank && asked.fields.every(({ node }) => node) ? nodesForm(asked.fields, lab) : fieldsForm(asked);
}

/** What a field for a number is like. */
const NUMBER = { class: "ask__number", type: "text", size: 6, autocomplete: "off", spellcheck: "false" };

/** Asks for numbers in a list of fields. @param {Asked} asked @returns {Form} */
function fieldsForm({ fields }) {
  const inputs = fields.map(({ name, label }) => {
    const input = el("input", NUMBER);
    return { name, input, named: el("label", { class: "ask__field" }, label, input) };
  });
  return { element: el("div", { class: "ask__fields" }, ...inputs.map(({ named }) => named)), ...written(inputs) };
}

/** Asks for numbers at the nodes. @param {Asked["fields"]} fields @param {Lab} lab @returns {Promise<Form>} */
async function nodesForm(fields, lab) {
  const places = lab.run?.places.name ?? [];
  /** @param {string} name the part of a field's name behind the node */
  const end = (name) => name.split(".")[1] ?? "value";
  const ends = [...new Set(fields.map(({ name }) => end(name)))];
  const nodes = [...new Set(fields.map(({ node }) => places.indexOf(String(node))))];
  /** @type {{inputs: Map<number, HTMLInputElement[]>, remove: () => void}} */
  const drawn = await lab.tree.fields(ends, nodes);
  const inputs = fields.flatMap(({ name, node }) => {
    const input = drawn.inputs.get(places.indexOf(String(node)))?.[ends.indexOf(end(name))];
    return input ? [{ name, input }] : [];
  });
  const where =
    ends.length > 1
      ? t("The fields are in the tree: {fields}. Write inf for infinity, and - where the search never comes.", {
          fields: ends.map(endWords).join(", "),
        })
      : t("The fields are in the tree.");
  return {
    element: el("p", { class: "ask__note quiet" }, where),
    ...written(inputs),
    end: () => drawn.remove(),
    apart: inputs.map(({ input }) => input),
  };
}

/** Asks for leaves, chosen in the tree. @param {Lab} lab @returns {Form} */
function leavesForm(lab) {
  const element = el(
    "p",
    { class: "ask__note", role: "status" },
    t("Choose leaves in the tree: click them, or go there with the arrow keys and press Enter."),
  );
  const leaves = () => (lab.run?.places.mover ?? []).flatMap((mover, place) => (mover === 3 ? [place] : []));
  let chosen = new Set();
  /** @param {Set<number>} now */
  const show = (now) => {
    chosen = now;
    const names = [...now].sort((a, b) => a - b).map((place) => lab.run?.places.name[place]);
    setText(element, names.length ? t("Chosen: {names}.", { names: names.join(", ") }) : t("No leaf is chosen."));
  };
  /** @param {Set<number>} now */
  const choose = (now) =>
    select(lab, { chosen: now, change: show, can: (place) => lab.run?.places.mover[place] === 3 });
  choose(new Set());
  return {
    element,
    answer: () =>
      leaves()
        .flatMap((place, at) => (chosen.has(place) ? [at + 1] : []))
        .join(" ") || "none",
    fill: (key) => {
      const right = new Set(key.split(" ").flatMap((number) => leaves()[Number(number) - 1] ?? []));
      choose(right);
      show(right);
    },
    end: () => select(lab, null),
  };
}

/** Asks for one of several answers; of a program, for one of its lines. @param {Asked} asked @returns {Form} */
function choiceForm({ options, code }) {
  const buttons = options.map(({ value, text }) => {
    const input = el("input", { type: "radio", name: "ask", value });
    return { input, label: el("label", { class: code ? "ask__line" : "ask__option" }, input, text) };
  });
  const group = { class: "ask__options", role: "radiogroup", "aria-label": t("Answers") };
  return {
    element: el("div", group, ...buttons.map(({ label }) => label)),
    answer: () => buttons.find(({ input }) => input.checked)?.input.value ?? "",
    fill: (key) => buttons.forEach(({ input }) => (input.checked = input.value === key)),
  };
}

/** Asks for a tree, and draws it on demand. @param {Lab} lab @returns {Form} */
function treeForm(lab) {
  const text = el("textarea", { class: "ask__tree", rows: 2, spellcheck: "false", placeholder: "((3 17) (2 12))" });
  const draw = button(t("Draw this tree"), () => void showRun(lab, { tree: text.value }, "alphabeta", null));
  return {
    element: el("div", { class: "ask__fields" }, el("label", { class: "ask__field" }, t("Your tree"), text), draw),
    answer: () => text.value.trim(),
    fill: (key) => (text.value = key),
  };
}

/**
 * Reads and fills fields: `B=3 C=-2`, nothing for an empty field.
 * @param {{name: string, input: HTMLInputElement}[]} inputs
 * @returns {Pick<Form, "answer" | "fill">}
 */
function written(inputs) {
  return {
    answer: () =>
      inputs
        .map(({ name, input }) => [name, input.value.replaceAll(/\s+/g, "")])
        .flatMap(([name, value]) => (value ? `${name}=${value}` : []))
        .join(" "),
    fill: (key) => {
      const entered = new Map(key.split(" ").map((one) => /** @type {[string, string]} */ (one.split("="))));
      for (const { name, input } of inputs) input.value = entered.get(name) ?? "";
    },
  };
}
