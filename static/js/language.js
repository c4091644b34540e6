/**
 * Takes the choice of a language, the same on every page: a cookie keeps it, and the server says the page anew. An exam is
 * for others to print, so its language stands in its address.
 */

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
