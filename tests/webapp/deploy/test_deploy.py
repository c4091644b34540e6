"""Holds the files for operators true: each is read by its own program where it is, and names only what exists."""

import configparser
import json
import re
import shlex
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from tests.conftest import LiveServer
from tests.hostile import proxy
from tests.programs import free_port
from tests.wire import Target
from webapp.serving.limits import Limits
from webapp.serving.wsgi import RETRY_SECONDS
from webapp.settings import Settings, unknown_settings
from webapp.sizes import AT_ONE_ADDRESS, CONNECTIONS, RATES_A_PERSON, lines

ROOT = Path(__file__).resolve().parents[3]
DEPLOY = ROOT / "webapp" / "deploy"
SUFFIXES = ("_bucket", "_sum", "_count", "_total", "")


def environment(text: str) -> dict[str, str]:
    """Returns the variables of a file of settings."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def unit(name: str) -> configparser.ConfigParser:
    """Returns a unit of systemd. Of a key given twice the last counts."""
    read = configparser.ConfigParser(strict=False, interpolation=None, comment_prefixes=("#",))
    read.optionxform = str  # type: ignore[assignment, method-assign]
    read.read_string((DEPLOY / name).read_text())
    return read


def test_the_settings_of_a_school_are_settings_and_let_it_in() -> None:
    given = environment((DEPLOY / "school.env").read_text())
    assert unknown_settings(given) == []
    school = Settings.from_env(given)
    assert school.address_connections >= 2000
    assert school.live_games >= 2000
    assert school.proxies == 1


def test_the_units_serve_at_the_address_that_the_proxies_ask(tmp_path: Path) -> None:
    service, address = unit("fourthought.service")["Service"], unit("fourthought.socket")["Socket"]["ListenStream"]
    assert address in (DEPLOY / "nginx-site.conf").read_text()
    assert address in (DEPLOY / "Caddyfile").read_text()
    assert service["ExecStart"].endswith("/bin/fourthought")
    assert service["RestartPreventExitStatus"] == "2"
    assert int(service["LimitNOFILE"]) > 2500 + 512
    words = [word for line in service["Environment"].splitlines() for word in shlex.split(line)]
    assert "XDG_DATA_HOME" in {word.split("=")[0] for word in words}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_units_and_finds_them_closed(tmp_path: Path) -> None:
    for name in ("fourthought.service", "fourthought.socket"):
        text = (DEPLOY / name).read_text().replace("/opt/fourthought/bin/fourthought", sys.executable)
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in ("fourthought.service", "fourthought.socket")]
    checked = subprocess.run(["systemd-analyze", "verify", *files], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=20", files[0]]
    judged = subprocess.run(command, capture_output=True, text=True)
    assert judged.returncode == 0, judged.stdout[-200:]


def test_the_pages_for_operators_have_the_numbers_of_the_table() -> None:
    page = (DEPLOY.parent / "OPERATING.md").read_text()
    for name in RATES_A_PERSON:
        (line,) = [one for one in page.splitlines() if one.endswith(f"| `FOURTHOUGHT_{name.upper()}` |")]
        assert f"| {getattr(Settings(), name)} |" in line
    assert f"| {AT_ONE_ADDRESS} behind one address" in page
    assert f"{Limits(lines(CONNECTIONS)).requests:,} requests under way" in page
    site = (DEPLOY / "nginx-site.conf").read_text()
    bounds = re.findall(r"limit_conn fourthought_lines (\d+);  # (\d+)", site)
    assert bounds == [(str(7 * AT_ONE_ADDRESS), str(7 * 2000))] * 2
    assert f"a school of up to {AT_ONE_ADDRESS} pupils" in site
    for name in ("For $remote_addr", "Proto $scheme", "Host $http_host", 'Port ""', 'Prefix ""'):
        assert f"proxy_set_header X-Forwarded-{name};" in site


@pytest.mark.skipif(not proxy.installed() or shutil.which("openssl") is None, reason=proxy.ABSENT)
@pytest.mark.parametrize("people", [300, 2000])
def test_nginx_takes_the_site_with_tls_and_with_the_numbers_of_a_larger_school(people: int, tmp_path: Path) -> None:
    text = (DEPLOY / "nginx-site.conf").read_text()
    if people == 2000:
        text, count = re.subn(r"\S+?( nodelay)?;  # ((?:rate=|burst=)?\d\S*)$", r"\2\1;", text, flags=re.MULTILINE)
        assert count == 8
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    subprocess.run([*made, "-keyout", key, "-out", certificate, "-subj", "/CN=x"], check=True, capture_output=True)
    text = re.sub(r"/etc/letsencrypt\S+fullchain.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt\S+privkey.pem", str(key), text).replace("listen 80;", "listen 127.0.0.1:8080;")
    good, said = proxy.checked(tmp_path, text.replace("listen 443", "listen 127.0.0.1:8443"))
    assert good, said


@pytest.mark.skipif(not proxy.installed(), reason=proxy.ABSENT)
def test_whom_nginx_refuses_gets_a_page_that_tries_again(
    tmp_path: Path, shared_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, nobody = tmp_path / "site", Target("127.0.0.1", free_port())
    few.write_text(
        re.sub(r"burst=12000", "burst=2", (DEPLOY / "nginx-site.conf").read_text()).replace("100r/s", "1r/m")
    )
    monkeypatch.setattr(proxy, "EXAMPLE", few)
    for status, server, which in ((502, nobody, 0), (429, Target("127.0.0.1", shared_server.port), -1)):
        folder = tmp_path / str(status)
        folder.mkdir()
        front = proxy.Proxy(folder, server)
        front.start()
        try:
            answers = [refused(f"http://{front.target.name}/") for _ in range(4)]
        finally:
            front.stop()
        kept, headers, body = answers[which]
        assert kept == status
        assert (headers["Retry-After"], headers["Cache-Control"]) == (str(RETRY_SECONDS), "no-store")
        assert headers["Content-Type"] == "text/html"
        assert f'http-equiv="refresh" content="{RETRY_SECONDS}"' in body
        assert f"tries again in {RETRY_SECONDS} seconds" in body


def refused(url: str) -> tuple[int, Message, str]:
    """Asks for a page, and returns the status, headers and text of the answer."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def test_caddy_has_five_lines_and_keeps_the_metrics() -> None:
    lines = [line.strip() for line in (DEPLOY / "Caddyfile").read_text().splitlines() if not line.startswith("#")]
    assert lines == ["play.example.org {", "respond /metrics 403", "reverse_proxy 127.0.0.1:8000", "}"]


def test_the_image_is_built_from_what_exists_and_runs_as_nobody_special() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    assert re.findall(r"/src/(\S+\.txt)", text) == ["webapp/deploy/constraints.txt"]
    assert text.rindex("\nUSER 10001\n") < text.index('CMD ["fourthought"]')
    assert "slim" in text
    (version,) = re.findall(r"esbuild@([\d.]+)", text)
    assert f"esbuild@{version}" in (ROOT / ".ci" / "bundle.py").read_text()


def test_compose_starts_two_services_with_files_and_commands_that_exist() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    ours = compose["services"]["fourthought"]
    assert (DEPLOY / ours["build"]["context"]).resolve() == ROOT
    assert (ROOT / ours["build"]["dockerfile"]).is_file()
    assert all((DEPLOY / name).is_file() for name in ours["env_file"])
    assert ours["read_only"] is True
    assert ours["depends_on"].keys() <= compose["services"].keys()
    url = ours["environment"]["DATABASE_URL"]
    assert Settings.from_env({"DATABASE_URL": url}).database_url == url
    assert url.startswith("postgresql")


def named_in(text: str) -> set[str]:
    """Returns the metrics in expressions of Prometheus."""
    return set(re.findall(r"\b((?:fourthought|process)_\w+)", text))


def test_dashboard_and_alerts_name_only_metrics_that_exist(browser: FlaskClient) -> None:
    shown = browser.get("/metrics").text
    families = set(re.findall(r"^# TYPE (\S+)", shown, re.MULTILINE))
    families |= {f"{name}{suffix}" for name in families for suffix in SUFFIXES}
    rules = yaml.safe_load((DEPLOY / "alerts.yml").read_text())["groups"][0]["rules"]
    alerts = named_in(" ".join(rule["expr"] for rule in rules))
    panels = json.loads((DEPLOY / "grafana.json").read_text())["panels"]
    graphs = named_in(" ".join(target["expr"] for panel in panels for target in panel["targets"]))
    assert len(alerts) > 6
    assert len(graphs) > 12
    assert (alerts | graphs) - families == set()
    assert all(rule["annotations"]["summary"].endswith(".") for rule in rules)
