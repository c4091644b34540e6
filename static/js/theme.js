// Runs before the first paint, so that the chosen light and colours do not flash. A classic script on purpose. The way to
// forget all that is kept stands here, too: it works on every page, even where a kept value has ended the page's script.
(function () {
  try {
    for (const name of ["theme", "palette"]) {
      const chosen = localStorage.getItem(`fourthought.${name}`);
      if (chosen) document.documentElement.dataset[name] = chosen;
    }
  } catch {
    // Storage is forbidden: the system's light is used.
  }

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

  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-forget]")) void forget();
  });
})();
