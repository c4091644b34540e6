/**
 * Says every sentence of the page in the reader's language. The English sentence is the key, as with gettext: English
 * needs no catalogue. For another language the page brings a script with the catalogue, evaluated before all modules. A
 * sentence without a translation stays English.
 *
 * @typedef {Record<string, string | number>} Values what stands in the holes of a sentence
 * @typedef {string | {text: string, values?: Record<string, unknown>}} Said a sentence of the server: the English text
 *   with holes
 */

import { NUMBERS } from "./model/facts.js";

/** Maps an English sentence to a translation; to one for each plural form where a number decides. */
const page = /** @type {{words?: Record<string, string | Record<string, string>>}} */ (globalThis);
page.words ??= {};
const catalogue = page.words;

/** Names the language of the page: "en", "de", "fr", "es" or "pt". */
export const language = globalThis.document?.documentElement.lang || "en";

/** Holds the path in front of every address of this server: "/games", or nothing. */
export const root = globalThis.document
  ? new URL(document.documentElement.dataset.root || "/", document.baseURI).pathname.replace(/\/$/, "")
  : "";

/** Tells whether this page is of a folder without a server: there one page stands for all tables. */
export const isSite = globalThis.document?.documentElement.dataset.site !== undefined;

/** @type {Intl.PluralRules | null} */
let plurals = null;
/**
 * Writes numbers, by the digits after the point; made at the first use, because making one takes longer than all other
 * work of a move.
 *
 * @type {Map<number | undefined, Intl.NumberFormat>}
 */
const numbers = new Map();
/** @type {Intl.ListFormat | null} */
let lists = null;

/**
 * Says a sentence.
 *
 * @param {string} text the whole sentence in English, with holes such as `{name}`
 * @param {Values} [values] what stands in the holes; numbers are written as the language does
 */
export function t(text, values) {
  const said = catalogue[text];
  const whole = typeof said === "string" ? said : text;
  return values ? filled(whole, values) : whole;
}

/**
 * Says a sentence with a count, which stands in the hole `{n}`.
 *
 * @param {number} count
 * @param {string} one the sentence for one, in English
 * @param {string} many the sentence for any other number, in English
 * @param {Values} [values] what stands in the other holes
 */
export function tn(count, one, many, values) {
  plurals ??= new Intl.PluralRules(language);
  const form = plurals.select(count);
  const said = catalogue[`${one}|${many}`];
  const whole = typeof said === "object" ? (said[form] ?? said.other) : undefined;
  return filled(whole ?? (form === "one" ? one : many), { ...values, n: count });
}

/** Names a sentence for the catalogues, to be said later. @param {string} text */
export const key = (text) => text;

/**
 * Makes a sentence whose values stay with it, as the server sends one.
 * @param {string} text @param {Record<string, unknown>} values
 */
export const said = (text, values) => ({ text, values });

/**
 * Writes a number as the language does: 12345 as "12,345".
 * @param {number} count
 * @param {number} [digits] after the point
 */
export function number(count, digits) {
  if (digits === undefined && Number.isInteger(count) && Math.abs(count) < 1000) return String(count);
  const known = numbers.get(digits);
  if (known) return known.format(count);
  const made = new Intl.NumberFormat(
    language,
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  );
  numbers.set(digits, made);
  return made.format(count);
}

/** Says a sentence of the server, in which other sentences may stand. @param {Said} said @returns {string} */
export function say(said) {
  if (typeof said === "string") return t(said);
  const values = Object.fromEntries(Object.entries(said.values ?? {}).map(([name, value]) => [name, spoken(value)]));
  const [one = "", many] = said.text.split("|");
  return many === undefined ? t(one, values) : tn(Number(values.n), one, many, values);
}

/** Puts a value of the server into words. @param {any} value @returns {string | number} */
function spoken(value) {
  if (Array.isArray(value)) return list(value.map((one) => String(spoken(one))));
  if (typeof value !== "object" || value === null) return value;
  if ("count" in value) return counted(value.count);
  return "side" in value ? sideName(value.side) : say(value);
}

/** Writes a small number: in English as a word, in other languages in digits. @param {number} count */
export const counted = (count) => (language === "en" && NUMBERS[count]) || count;

/** Says what something is: French has a space before the colon. @param {string} name @param {string | number} words */
export const labelled = (name, words) => `${name}${language === "fr" ? "\u00a0" : ""}: ${words}`;

/** Lists words as a person does: "3, 4 and 5". @param {string[]} words */
export function list(words) {
  lists ??= new Intl.ListFormat(language === "en" ? "en-GB" : language); // "3, 4 and 5", without a comma before "and"
  return lists.format(words);
}

/**
 * Names a side by the id that the server sends. The first side's name follows the colours that the person chose.
 * @param {string} id
 */
export function sideName(id) {
  const pink = globalThis.document?.documentElement.dataset.palette === "magenta";
  /** @type {Record<string, string>} */
  const names = {
    red: pink ? t("Pink") : t("Red"),
    yellow: t("Yellow"),
    first: t("First"),
    second: t("Second"),
    x: "X",
    o: "O",
  };
  return names[id] ?? id;
}

/** Writes the first letter large. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Fills the holes of a sentence. A hole with a capital letter, such as `{Move}`, takes the value `move` with a capital
 * letter.
 *
 * @param {string} text @param {Values} values
 */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (hole, name) => {
    const own = name in values;
    const known = own ? name : name.charAt(0).toLowerCase() + name.slice(1);
    if (!own && !(known in values)) return hole;
    const value = values[known] ?? "";
    const written = typeof value === "number" ? number(value) : value;
    return own ? written : capital(written);
  });
}
