"""Waits for what a browser keeps for times without a server, and lets a server ask for less of it."""

import pytest
from playwright.sync_api import Page

from webapp.http import offline, page_app


def keep_the_table_alone(patch: pytest.MonkeyPatch) -> None:
    """Lets the servers of this process list the table and its engine alone: half the files, and one page of 47."""
    whole, pages = offline.kept_files, offline.offline_pages
    patch.setattr(offline, "kept_files", lambda *of: [name for name in whole(*of) if not offline.is_later(name)])
    patch.setattr(page_app, "offline_pages", lambda assets, boot, _: pages(assets, boot, ()))


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
