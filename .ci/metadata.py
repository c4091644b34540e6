"""Gives a release what only its publisher knows: where it lives and who is asked.

A build hook of hatchling. With RELEASE_URL (the address of the repository, as on GitHub) the package names its home,
and the README's links and pictures lead there, at the tag of the version: a package index shows no files of ours.
Without it they stay relative. RELEASE_CONTACT is an e-mail address.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

AUTHORS = "The Fourthought authors"
_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)]+)\)")


class Metadata(MetadataHookInterface):
    """Fills in the README, the addresses and the authors."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Adds the fields that pyproject.toml calls dynamic."""
        root = Path(self.root)
        home, contact = os.environ.get("RELEASE_URL", "").rstrip("/"), os.environ.get("RELEASE_CONTACT", "")
        text = (root / "README.md").read_text("utf-8")
        version = re.findall(r'__version__ = "([^"]+)"', (root / "engine" / "version.py").read_text("utf-8"))[0]
        metadata["authors"] = [{"name": AUTHORS, "email": contact} if contact else {"name": AUTHORS}]
        if home:
            text = absolute(text, home, f"v{version}")
            log, questions = f"{home}/blob/v{version}/.github/CHANGELOG.md", f"{home}/issues"
            metadata["urls"] = {"Homepage": home, "Changelog": log, "Issues": questions}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, home: str, tag: str) -> str:
    """Returns a document of the top folder with its relative links and pictures at ``tag`` of the repository."""
    kinds = {"!": "raw", "": "blob"}
    return _LINK.sub(lambda link: f"{link[1]}{link[2]}({home}/{kinds[link[1]]}/{tag}/{link[3]})", text)
