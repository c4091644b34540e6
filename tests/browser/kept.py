"""Waits for what a browser keeps for times without a server."""

from playwright.sync_api import Page


def wait_until_kept(page: Page, *names: str, mark: str = "kept") -> None:
    """Waits until the release of the page is kept whole, and files with these names in the addresses; with the mark
    "kept/table" until the table is."""
    page.evaluate(
        """async ([mark, ...names]) => {  // wait_for_function takes the promise itself for a true answer
          const { root = "", files } = document.documentElement.dataset;
          const release = `fourthought-${files.slice(-12)}`;
          const all = async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await caches.open(name)).keys()))).flat().map(({ url }) => url).join(" ");
          for (let round = 0; round < 1200; round += 1) {
            const whole = await (await caches.open(release)).match(`${root}/${mark}`);
            const kept = whole ? await all() : "";
            if (whole && names.every((name) => kept.includes(name))) return;
            await new Promise((go) => setTimeout(go, 100));
          }
          throw new Error(`Not kept within two minutes: ${names}`);
        }""",
        [mark, *names],
    )
