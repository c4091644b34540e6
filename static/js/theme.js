// Runs before the first paint, so that the chosen light and colours do not flash, and the board has its room. A classic
// script on purpose.
(() => {
  const page = document.documentElement;
  const [columns, rows] = (page.dataset.shape ?? "7x6").split("x"); // most boards are these
  page.style.setProperty("--cols", columns ?? "");
  page.style.setProperty("--rows", rows ?? "");
  // "blue" is the old name of today's usual colours.
  try {
    if (!localStorage.getItem("fourthought.met") && !localStorage.getItem("fourthought.tables"))
      page.dataset.first = "";
    for (const name of ["theme", "palette", "keys", "offline"]) {
      const chosen = localStorage.getItem(`fourthought.${name}`);
      if (chosen && chosen !== "blue") page.dataset[name] = chosen;
    }
  } catch {
    // Storage is forbidden: the system's light is used.
  }
})();
