"""Tests the folders that the system names, or does not."""

import pytest

from engine import folders
from webapp.settings import SettingError, default_database


@pytest.mark.parametrize("home", ["", "rel", "~", None])
def test_without_a_home_there_is_no_folder(monkeypatch: pytest.MonkeyPatch, home: str | None) -> None:
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    if home is None:
        monkeypatch.delenv("HOME", raising=False)
        monkeypatch.setattr("os.path.expanduser", lambda path: path)  # no entry in the file of passwords either
    else:
        monkeypatch.setenv("HOME", home)
    assert folders.user_folder("cache") is None
    assert folders.user_folder("data") is None
    with pytest.raises(SettingError, match="--database"):
        default_database()
