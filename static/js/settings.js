/**
 * Takes what is set on every page: light, colours, keys and the language. A cookie keeps the language, and the server
 * sends the page in that language. An exam is for others to print, so its language stands in its address.
 */

const { dataset } = document.documentElement;

/** Milliseconds after the load until the site is kept for times without a server. */
const REST_MS = 1000;

for (const name of ["theme", "palette", "keys", "offline"]) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll(`#${name} input`);
  for (const input of inputs) {
    input.checked = input.value === (dataset[name] ?? inputs[0]?.value);
    input.onchange = () => choose(name, input === inputs[0] ? null : input.value);
  }
}

/**
 * Sets and keeps a choice.
 * @param {string} name
 * @param {string | null} chosen null for the usual value, the first one
 */
function choose(name, chosen) {
  const both = [dataset[name], chosen];
  if (chosen === null) delete dataset[name];
  else dataset[name] = chosen;
  try {
    if (chosen === null) delete localStorage[`fourthought.${name}`];
    else localStorage[`fourthought.${name}`] = chosen;
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  if (name === "offline") void keepOrFree();
  if (both.includes("magenta")) location.reload(); // the palette in which no disc is red: the side has another name
}

/** Keeps the site in this browser for times without a server, or gives the space back. */
async function keepOrFree() {
  const { keep, free } = await import("./offline/keep.js");
  await (dataset.offline === "free" ? free() : keep());
}

const device = /** @type {Navigator & {connection?: {saveData?: boolean}}} */ (navigator);
if (dataset.offline !== "free" && !device.connection?.saveData) {
  const rest = () => setTimeout(() => void keepOrFree().catch(() => {}), REST_MS); // the server may be away already
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}

const choice = document.getElementById("language");
if (choice instanceof HTMLSelectElement) {
  choice.addEventListener("change", () => apply(choice));
  if (choice.value !== document.documentElement.lang) apply(choice); // chosen before this script was there
}

/** Asks the server for the page in the chosen language. @param {HTMLSelectElement} choice */
function apply({ value, dataset }) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a CookieStore
  document.cookie = `language=${value}; path=/; max-age=31536000; samesite=lax`;
  if (dataset.by !== "address") return location.reload();
  const address = new URL(location.href);
  address.searchParams.set("language", value);
  location.replace(address);
}

/**
 * Deletes all that this program keeps in the browser. Here, for this script runs even where a kept value ends the
 * page's.
 */
async function forget() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith("fourthought.")) localStorage.removeItem(name);
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Storage is forbidden, or there are no caches here.
  }
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a CookieStore
  document.cookie = "language=; path=/; max-age=0";
  location.reload();
}

document.querySelector("[data-forget]")?.addEventListener("click", () => void forget());
