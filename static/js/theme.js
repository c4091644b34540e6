// Runs before the first paint, so that the chosen light does not flash. A classic script on purpose.
(function () {
  try {
    const theme = localStorage.getItem("fourthought.theme");
    if (theme === "day" || theme === "night") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's light it is.
  }
})();
