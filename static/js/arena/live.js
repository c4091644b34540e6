/** Keeps the table of an arena as it stands: fetches the page again and puts the new parts in the place of the old. */

const EVERY_MS = 3000;

/** Puts the new page's parts in place. The focus stays on its link. @param {Document} page */
function show(page) {
  const [old, fresh] = [document.getElementById("arena"), page.getElementById("arena")];
  if (!old || !fresh || old.isEqualNode(fresh)) return;
  const focused = document.activeElement?.getAttribute("href");
  old.replaceWith(fresh);
  if (focused && document.activeElement === document.body)
    /** @type {HTMLElement | null} */ (fresh.querySelector(`[href="${CSS.escape(focused)}"]`))?.focus();
}

/** Asks for the page, which the browser itself reads as a document. */
function look() {
  if (document.hidden) return;
  const question = new XMLHttpRequest();
  question.open("GET", location.href);
  question.responseType = "document";
  question.onload = () => void (question.status === 200 && question.response && show(question.response));
  question.send();
}

setInterval(look, EVERY_MS);
document.addEventListener("visibilitychange", look);
