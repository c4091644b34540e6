/**
 * Takes what is set on every page: light, colours, keys and the language. A cookie keeps the language, and the server says
 * the page anew. An exam is for others to print, so its language stands in its address.
 */

/** Lists the choices with their usual values, which are not stored. */
const CHOICES = { theme: "system", palette: "classic", keys: "page" };
/** Names the palette in which no disc is red. */
const PINK = "magenta";
const { dataset } = document.documentElement;

for (const [name, usual] of Object.entries(CHOICES)) {
  for (const input of document.querySelectorAll(`#${name} input`)) {
    if (!(input instanceof HTMLInputElement)) continue;
    input.checked = input.value === (dataset[name] ?? usual);
    input.addEventListener("change", () => choose(name, input.value === usual ? null : input.value));
  }
}

/** Sets and keeps a choice. @param {string} name @param {string | null} chosen null for the usual value */
function choose(name, chosen) {
  const pink = dataset.palette === PINK;
  if (chosen === null) delete dataset[name];
  else dataset[name] = chosen;
  try {
    if (chosen === null) localStorage.removeItem(`fourthought.${name}`);
    else localStorage.setItem(`fourthought.${name}`, chosen);
  } catch {
    // Storage is forbidden: the choice lasts as long as the page.
  }
  if (pink !== (dataset.palette === PINK)) location.reload(); // the side has another name
}

const choice = document.getElementById("language");
if (choice instanceof HTMLSelectElement) {
  choice.addEventListener("change", () => apply(choice));
  if (choice.value !== document.documentElement.lang) apply(choice); // chosen before this script was there
}

/** Asks the server for the page in the chosen language. @param {HTMLSelectElement} choice */
function apply({ value, dataset }) {
  document.cookie = `language=${value}; path=/; max-age=31536000; samesite=lax`;
  if (dataset.by !== "address") return location.reload();
  const address = new URL(location.href);
  address.searchParams.set("language", value);
  location.replace(address);
}

/** Deletes all that this program keeps in the browser. Here, for this script runs even where a kept value ends the page's. */
async function forget() {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith("fourthought.")) localStorage.removeItem(name);
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // Storage is forbidden, or there are no caches here.
  }
  document.cookie = "language=; path=/; max-age=0";
  location.reload();
}

document.querySelector("[data-forget]")?.addEventListener("click", () => void forget());
