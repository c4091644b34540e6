/**
 * Reads what this browser keeps. Other releases, extensions, other programs at the same address and people write there,
 * too, so every value passes a reader, which gives the value in the right form, or undefined for one that cannot be
 * read.
 *
 * @template T
 * @typedef {(value: unknown) => T | undefined} Reader
 */

/** Reads a text that matches as a whole. @param {RegExp} pattern @returns {Reader<string>} */
export const matching = (pattern) => (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);

/** Reads a text of at most so many characters. @param {number} most @returns {Reader<string>} */
export const words = (most) => (value) => (typeof value === "string" && value.length <= most ? value : undefined);

/** Reads a whole number. @param {number} least @param {number} most @returns {Reader<number>} */
export const whole = (least, most) => (value) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? Number(value) : undefined;

/** Reads true or false. @type {Reader<boolean>} */
export const flag = (value) => (typeof value === "boolean" ? value : undefined);

/** Reads one of a few values. @template T @param {...T} values @returns {Reader<T>} */
export const oneOf =
  (...values) =>
  (value) =>
    values.find((one) => one === value);

/** Reads null for what cannot be read. @template T @param {Reader<T>} read @returns {Reader<T | null>} */
export const orNull = (read) => (value) => read(value) ?? null;

/** Reads null, and what can be read. @template T @param {Reader<T>} read @returns {Reader<T | null>} */
export const nullOr = (read) => (value) => (value === null ? null : read(value));

/**
 * Reads the last elements of a list that can be read.
 * @template T
 * @param {Reader<T>} read @param {number} most @returns {Reader<T[]>}
 */
export const listOf = (read, most) => (value) =>
  Array.isArray(value)
    ? value
        .map(read)
        .filter((one) => one !== undefined)
        .slice(-most)
    : undefined;

/**
 * Reads a list of which every element can be read.
 * @template T
 * @param {Reader<T>} read @param {number} most @returns {Reader<T[]>}
 */
export const every = (read, most) => (value) => {
  if (!Array.isArray(value) || value.length > most) return undefined;
  const found = value.map(read);
  return found.includes(undefined) ? undefined : /** @type {T[]} */ (found);
};

/**
 * Reads a list with one reader for each place; places behind them are dropped.
 *
 * @template {unknown[]} Row
 * @param {{[P in keyof Row]: Reader<Row[P]>}} readers
 * @returns {Reader<Row>}
 */
export const row =
  (...readers) =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const found = readers.map((read, place) => read(value[place]));
    return found.includes(undefined) ? undefined : /** @type {Row} */ (found);
  };

/**
 * Reads an object by its fields; other fields are dropped.
 *
 * @template Needed
 * @template [More={}]
 * @param {{[K in keyof Needed]: Reader<Needed[K]>}} needed the object cannot be read without these
 * @param {{[K in keyof More]: Reader<More[K]>}} [more] left out where they cannot be read
 * @returns {Reader<Needed & Partial<More>>}
 */
export const fields = (needed, more) => (value) => {
  if (!isObject(value)) return undefined;
  const found = Object.entries({ ...needed, ...more }).map(([name, read]) => [
    name,
    Object.hasOwn(value, name) ? read(value[name]) : undefined,
  ]);
  if (found.some(([name, one]) => one === undefined && Object.hasOwn(needed, name))) return undefined;
  return Object.fromEntries(found.filter(([, one]) => one !== undefined));
};

/**
 * Reads the last entries of an object whose names match.
 * @template T
 * @param {RegExp} names @param {Reader<T>} read @param {number} most @returns {Reader<Record<string, T>>}
 */
export const entries = (names, read, most) => (value) => {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, one]) =>
    names.test(name) ? [/** @type {const} */ ([name, read(one)])] : [],
  );
  return /** @type {Record<string, T>} */ (
    Object.fromEntries(found.filter(([, one]) => one !== undefined).slice(-most))
  );
};

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the value in a stored text, or undefined.
 * @template T
 * @param {string | null} text @param {Reader<T>} read @returns {T | undefined}
 */
export function readKept(text, read) {
  try {
    return text === null ? undefined : read(JSON.parse(text));
  } catch {
    return undefined; // no JSON, or nested too deeply
  }
}
