/**
 * Wires the race: a file of cards goes in, is checked beside the page, and gets its measures and its picture. No byte of
 * it leaves the browser.
 *
 * @typedef {{ours: Record<string, number[]>, published: Record<string, number[]>}} Boot by board the measures of
 *   the files that ship and of those of others
 */

/** @import { Fault } from "./checker.js" */
/** @import { Found, News } from "./found.js" */

import { actOncePerPress, button, byId, el, set, setText } from "../../view/dom.js";
import { key, number, t } from "../../words.js";
import { startWorker } from "../../workers.js";
import { courseOf } from "../model/course.js";
import { movesWords } from "../model/course_words.js";
import { MapView } from "../view/map_view.js";
import { WalkPanel } from "../view/walk.js";

/** The largest file that is looked at, four times the largest that ships. */
const MOST = 1 << 22;
const MEASURES = [key("Cards"), key("Branches"), key("Leaves"), key("Weight"), key("Bytes in protobuf"), key("Bytes")];

actOncePerPress();
/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const verdict = byId("verdict");
const result = byId("result");
const bar = /** @type {HTMLProgressElement} */ (byId("progress"));
const field = /** @type {HTMLInputElement} */ (byId("file"));
/** The checker at work, and the second one. @type {Worker | null} */
let worker = null;
/** @type {Worker | null} */
let judge = null;

/** Ends the work, and says why. @param {string} words */
function end(words) {
  worker?.terminate();
  worker = null;
  set(byId("work"), "hidden", true);
  setText(verdict, words);
}

/** Checks a file. @param {Blob} file */
async function check(file) {
  end("");
  judge?.terminate();
  result.replaceChildren();
  if (file.size > MOST) return end(t("This file is too large to be one of cards."));
  const bytes = await file.arrayBuffer();
  const asked = startWorker("js/course/race/race_worker.js");
  worker = asked;
  bar.value = 0;
  set(byId("work"), "hidden", false);
  setText(verdict, t("Every reply is played …"));
  asked.addEventListener("message", (/** @type {MessageEvent<News>} */ { data }) => {
    if (worker !== asked) return;
    if ("done" in data) bar.value = (data.part - 1 + data.done / data.of) / data.parts;
    else show(data.found, data.bytes);
  });
  asked.addEventListener("error", () => {
    if (worker === asked) end(t("The file could not be checked in this browser."));
  });
  return asked.postMessage(bytes, [bytes]);
}

/** Shows what is found. @param {Found[] | null} found @param {number} bytes */
function show(found, bytes) {
  if (!found) return end(t("This is no file of cards: its first line would be “fourthought cards 2”."));
  const last = found.at(-1);
  if (!last || "fault" in last) return end(faultWords(last?.claim ?? "", last?.fault));
  const sizes = found.flatMap((one) => ("size" in one ? [one.size] : []));
  const sums = MEASURES.slice(1).map((_, at) => sizes.reduce((sum, size) => sum + (size[at] ?? 0), 0));
  const own = [...sums, bytes];
  const board = last.claim.split(" ")[0] ?? "";
  const claims = found.map(({ claim }) => claim).join(", ");
  const [ours, published] = [boot.ours[board], boot.published[board]];
  end(standing(claims, own, ours));
  result.append(second(found), table(own, ours, published), picture(found));
}

/** Asks the second checker, and says what it answers. @param {Found[]} found */
function second(found) {
  const words = el(
    "p",
    { class: "quiet", role: "status" },
    t("A program that Coq wrote from the theorem’s checker plays every reply, too …"),
  );
  const asked = startWorker("js/course/race/second_checker.js");
  judge = asked;
  const say = (/** @type {string} */ answer) => {
    asked.terminate();
    setText(words, answer);
  };
  asked.addEventListener("message", (/** @type {MessageEvent<boolean>} */ { data }) =>
    say(
      data
        ? t("A program that Coq wrote from the theorem’s checker accepts the file, too.")
        : t("A program that Coq wrote from the theorem’s checker refuses the file."),
    ),
  );
  asked.addEventListener("error", () => say(t("The program that Coq wrote from the theorem’s checker does not run in this browser."))); // biome-ignore format: one line
  asked.postMessage(found.flatMap((one) => ("written" in one ? [one.written] : [])));
  return words;
}

/** Says how a file that is right stands beside ours. @param {string} claims @param {number[]} own @param {number[] | undefined} ours */
function standing(claims, own, ours) {
  if (!ours) return t("Accepted: {claims}. It is the first file for this board.", { claims });
  const smaller = own.filter((one, at) => one < (ours[at] ?? 0)).length;
  const larger = own.filter((one, at) => one > (ours[at] ?? 0)).length;
  return t("Accepted: {claims}. Measures smaller than ours: {smaller}. Larger: {larger}.", {
    claims,
    smaller,
    larger,
  });
}

/** Says in one sentence what is wrong, and where. @param {string} claim @param {Fault} [fault] */
function faultWords(claim, fault) {
  if (!fault) return "";
  const { line, moves, card, why, values } = fault;
  const said = t(why, { ...values, n: String(values.n) });
  const place = { line: String(line), claim, moves: movesWords(moves), card, why: said };
  if (card) return t("Line {line}: card {card} fails after {moves}: {why}.", place);
  return moves.length ? t("Line {line}, after {moves}: {why}.", place) : t("Line {line}: {why}.", place);
}

/** Sets the measures beside each other, the smallest in bold. @param {(number[] | undefined)[]} files */
function table(...files) {
  const names = [t("Your file"), t("Ours"), t("Published")];
  const shown = files.flatMap((file, at) => (file ? [{ name: names[at] ?? "", file }] : []));
  const head = el("tr", {}, el("th", { scope: "col" }, t("Measure")), ...shown.map(({ name }) => el("th", { scope: "col" }, name))); // biome-ignore format: one line
  const rows = MEASURES.map((name, at) => {
    const least = Math.min(...shown.map(({ file }) => file[at] ?? Infinity));
    const cells = shown.map(({ file }) => {
      const one = file[at];
      const words = one === undefined ? "" : number(one, 0);
      return el("td", {}, one === least ? el("b", {}, words) : words);
    });
    return el("tr", {}, el("th", { scope: "row" }, t(name)), ...cells);
  });
  return el("table", { class: "win__measures" }, el("thead", {}, head), el("tbody", {}, ...rows));
}

/** Draws a part that is right, with a button for each. @param {Found[]} found */
function picture(found) {
  const place = el("div", { class: "win__picture" });
  const panel = el("div", {});
  const draw = (/** @type {Found} */ one) => {
    if (!("course" in one)) return;
    const course = courseOf(one.course);
    const go = (/** @type {number} */ at) => {
      map.render(at, new Set());
      view.render(at, new Set());
    };
    const map = new MapView(course, go);
    const view = new WalkPanel(course, map, go);
    place.replaceChildren(map.element);
    panel.replaceChildren(view.element);
    go(map.begin);
  };
  const choices = found.map((one) => button(one.claim, () => draw(one)));
  if (found[0]) draw(found[0]);
  return el("div", { class: "win__part" }, ...(choices.length > 1 ? choices : []), place, panel);
}

field.addEventListener("change", () => {
  const [file] = field.files ?? [];
  if (file) void check(file);
  field.value = ""; // the same file may come again, changed
});
byId("check").addEventListener("click", () => {
  const { value } = /** @type {HTMLTextAreaElement} */ (byId("text"));
  void check(new Blob([value]));
});
byId("stop").addEventListener("click", () => end(t("Stopped.")));
const race = byId("race");
race.addEventListener("dragover", (event) => {
  event.preventDefault();
  set(byId("entry"), "data-over", true);
});
race.addEventListener("dragleave", () => set(byId("entry"), "data-over", false));
race.addEventListener("drop", (event) => {
  event.preventDefault();
  set(byId("entry"), "data-over", false);
  const [file] = event.dataTransfer?.files ?? [];
  if (file) void check(file);
  else void check(new Blob([event.dataTransfer?.getData("text/plain") ?? ""]));
});
document.addEventListener("paste", (event) => {
  const [file] = event.clipboardData?.files ?? [];
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (event.target instanceof HTMLTextAreaElement && !file) return;
  if (file) void check(file);
  else if (text.startsWith("fourthought cards")) void check(new Blob([text]));
});
