"""Tests what a client beyond the share of its address gets: a page that tries again by itself, in its language."""

import pytest

from webapp.common.speech import LANGUAGES
from webapp.http.busy import busy_page
from webapp.serving.wsgi import RETRY_SECONDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_when_it_tries_again_and_does(language: str) -> None:
    answer = busy_page({"HTTP_ACCEPT": "text/html,*/*;q=0.8", "HTTP_ACCEPT_LANGUAGE": language})
    headers, page = dict(answer.headers), answer.body.decode()
    assert (answer.status, headers["Retry-After"]) == (429, str(RETRY_SECONDS))
    assert f'<meta http-equiv="refresh" content="{RETRY_SECONDS}">' in page
    assert f'<html lang="{language}">' in page
    assert str(RETRY_SECONDS) in page.partition("<p>")[2]
    assert int(headers["Content-Length"]) == len(answer.body)
    assert ("at once" in page) == (language == "en")


def test_a_script_gets_one_sentence() -> None:
    answer = busy_page({"HTTP_ACCEPT": "*/*"})
    assert answer.status == 429
    assert dict(answer.headers)["Retry-After"] == str(RETRY_SECONDS)
    assert answer.body.count(b"\n") == 1
