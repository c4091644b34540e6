// Runs before the first paint, so that the chosen light and colours do not flash. A classic script on purpose.
(() => {
  // "blue" is the old name of today's usual colours.
  try {
    if (!localStorage.getItem("fourthought.met") && !localStorage.getItem("fourthought.tables"))
      document.documentElement.dataset.first = "";
    for (const name of ["theme", "palette", "keys", "offline"]) {
      const chosen = localStorage.getItem(`fourthought.${name}`);
      if (chosen && chosen !== "blue") document.documentElement.dataset[name] = chosen;
    }
  } catch {
    // Storage is forbidden: the system's light is used.
  }
})();
