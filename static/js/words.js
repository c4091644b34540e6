/**
 * Says every sentence of the page in the reader's language. The English sentence is the key, as with gettext: English
 * needs no catalogue. For another language the page brings a script with the catalogue, evaluated before all modules. A
 * sentence without a translation stays English.
 *
 * @typedef {Record<string, string | number>} Values what stands in the holes of a sentence
 * @typedef {string | {text: string, values?: Record<string, unknown>}} Said a sentence of the server: the English text with holes
 */

/** Maps an English sentence to a translation; to one for each plural form where a number decides. */
const catalogue = /** @type {{words?: Record<string, string | Record<string, string>>}} */ (globalThis).words ?? {};

/** Names the language of the page: "en", "de", "fr", "es" or "pt". */
export const language = globalThis.document?.documentElement.lang || "en";

/** @type {Intl.PluralRules | null} */
let plurals = null;
/** Writes numbers; made at the first use, because the first format takes longer than all other work of a move. @type {Intl.NumberFormat | null} */
let numbers = null;

/**
 * Says a sentence.
 *
 * @param {string} text the whole sentence in English, with holes such as `{name}`
 * @param {Values} [values] what stands in the holes; numbers are written as the language does
 */
export function t(text, values) {
  const said = catalogue[text];
  return filled(typeof said === "string" ? said : text, values);
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
  const whole = typeof said === "object" ? said[form] ?? said.other : undefined;
  return filled(whole ?? (form === "one" ? one : many), { ...values, n: count });
}

/** Writes a number as the language does: 12345 as "12,345". @param {number} count @param {number} [digits] after the point */
export function number(count, digits) {
  if (digits !== undefined) return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(count);
  if (Number.isInteger(count) && Math.abs(count) < 1000) return String(count);
  numbers ??= new Intl.NumberFormat(language);
  return numbers.format(count);
}

/** Says a sentence of the server, in which other sentences may stand. @param {Said} said @returns {string} */
export function say(said) {
  if (typeof said === "string") return t(said);
  const values = Object.fromEntries(Object.entries(said.values ?? {}).map(([name, value]) => [name, spoken(value)]));
  const [one = "", many] = said.text.split("|");
  return many === undefined ? t(one, values) : tn(Number(values.n), one, many, values);
}

/** Puts a value of the server into words. @param {any} value @returns {string | number} */
const spoken = (value) => (typeof value === "object" && value !== null ? say(value) : value);

/** Fills the holes of a sentence. @param {string} text @param {Values} [values] */
const filled = (text, values) =>
  values ? text.replace(/\{(\w+)\}/g, (hole, name) => (name in values ? spelled(values[name] ?? "") : hole)) : text;

/** Writes a value. @param {string | number} value */
const spelled = (value) => (typeof value === "number" ? number(value) : value);
