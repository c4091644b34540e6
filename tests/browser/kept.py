"""Waits for what a browser keeps for times without a server, and shortens the list of it."""

import re

from playwright.sync_api import BrowserContext, Error, Page, Route

WANTED = "localStorage.removeItem('fourthought.offline')"
"""Makes a browser that frees the space keep the site from the next page on."""


def keep_little(context: BrowserContext, *pages: str) -> None:
    """Lets a browser keep the table alone, or a few pages of other rooms as well, with all but the courses."""
    rooms = {page.partition("/")[0] for page in pages}

    def needed(name: str) -> bool:
        room = re.search(r"/(?:(?:js|css|words/\w+)/(\w+)|engine/.*[^n]$)", name)
        return bool(rooms and room) and room[1] in {None, *rooms}

    def shorten(route: Route) -> None:
        try:
            listed = route.fetch().json()
        except Error:
            return route.abort()  # the server is away
        files, first = listed["files"], listed["first"]
        listed["files"] = [*files[:first], *filter(needed, files[first:])]
        listed["pages"] = [one for one in listed["pages"] if one == "offline" or one in pages]
        return route.fulfill(json=listed | {"facts": listed["facts"] if rooms else ""})

    context.route("**/offline.json", shorten)


def wait_until_kept(page: Page, *names: str) -> None:
    """Waits until the release of the page is kept whole, and files with these names in the addresses."""
    page.evaluate(
        """async (names) => {  // wait_for_function takes the promise itself for a true answer
          const { root = "", files } = document.documentElement.dataset;
          const release = `fourthought-${files.slice(-12)}`;
          const all = async () => (await Promise.all((await caches.keys()).map(async (name) =>
            (await caches.open(name)).keys()))).flat().map(({ url }) => url).join(" ");
          for (let round = 0; round < 3000; round += 1) {
            const whole = await (await caches.open(release)).match(`${root}/kept`);
            const kept = whole ? await all() : "";
            if (whole && names.every((name) => kept.includes(name))) return;
            await new Promise((go) => setTimeout(go, 100));
          }
          throw new Error(`Not kept within five minutes: ${names}`);
        }""",
        names,
    )
