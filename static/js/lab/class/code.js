/**
 * Writes the answers of a sheet as one code, and reads codes. A code is signed by nothing, and carries the answers.
 *
 * @typedef {object} Handed
 * @property {string} exam the parameters of the exam
 * @property {number} variant
 * @property {string} tree of the variant, by which a code of another version is found
 * @property {string} name of the pupil
 * @property {string[]} answers one a question, as in "A=3 B=4"
 */

const START = "FT1";
const CODE = /FT1\.([A-Za-z0-9_-]+)\.([0-9a-f]{4})/g;
/** The most characters of a code: what is longer was not made here. */
const LONGEST = 8000;

/** Returns the code of answers. @param {Handed} handed */
export function encoded({ exam, variant, tree, name, answers }) {
  const bytes = new TextEncoder().encode(JSON.stringify([exam, variant, tree, name, answers]));
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  return `${START}.${text}.${sum(text)}`;
}

/**
 * Reads all codes in a text. What stands between them is passed over.
 * @param {string} text
 * @returns {{handed: Handed[], damaged: number}} damaged: codes that were cut or changed on the way
 */
export function decoded(text) {
  const found = [...text.matchAll(CODE)].map(([code, body = "", check]) =>
    code.length <= LONGEST && sum(body) === check ? read(body) : null,
  );
  const handed = found.flatMap((one) => one ?? []);
  const begun = text.split(`${START}.`).length - 1;
  return { handed, damaged: begun - handed.length };
}

/** Reads the body of a code, null if it is none of ours. @param {string} body @returns {Handed | null} */
function read(body) {
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const [exam, variant, tree, name, answers] = JSON.parse(new TextDecoder().decode(bytes));
    const texts = [exam, tree, name, ...answers].every((one) => typeof one === "string");
    return texts && Number.isInteger(variant) ? { exam, variant, tree, name, answers } : null;
  } catch {
    return null;
  }
}

/** Returns four digits by which a damaged code is found. @param {string} text */
function sum(text) {
  let [one, two] = [1, 0];
  for (const sign of text) {
    one = (one + sign.charCodeAt(0)) % 251;
    two = (two + one) % 251;
  }
  return ((two << 8) | one).toString(16).padStart(4, "0");
}
