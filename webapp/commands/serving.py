"""Serves the table until a signal, as ``fourthought`` without a command or as a front of a cluster."""

import gc
import logging
import os
import threading
import webbrowser
from collections.abc import Callable
from typing import Any

import click

from webapp.commands.sentences import OneSentenceError

_log = logging.getLogger(__name__)

_OTHER_FILES = 200


def build_server(settings: Any) -> Any:
    """Returns the application of a server with its own games."""
    from webapp.app import create_app

    return create_app(settings)


def serve(open_page: bool, build: Callable[[Any], Any] = build_server, **given: Any) -> None:
    """Serves the table until Ctrl-C or SIGTERM. With logs in JSON, the address and the end are lines of the log.

    ``given`` are settings, where None means that of the environment, and port 0 a free port. ``build`` makes the
    application from the settings.
    """
    gc.disable()  # while modules load nothing becomes garbage, and looking for some takes a seventh of the start
    import engine
    from webapp.process import logs
    from webapp.serving.listening import AddressError
    from webapp.settings import SettingError, Settings, unknown_settings

    engine.kernel_origin()  # a platform without machine code and compiler is told before anybody waits for a move
    try:
        settings = Settings.from_env(**given)
        logs.configure(settings.log, settings.log_level)
        sock = _open(settings)
    except (SettingError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    for sentence in unknown_settings():
        click.echo(sentence, err=True)  # no refusal: after a step back the older release must start

    from webapp.storage.url import DatabaseError

    try:
        app = build(settings)
    except (SettingError, DatabaseError) as error:
        sock.close()
        raise OneSentenceError(str(error)) from None
    except (ModuleNotFoundError, OneSentenceError):
        sock.close()
        raise
    gc.enable()
    services = app.extensions["fourthought"]
    root = settings.root_path
    say = _log.info if settings.log == "json" else click.echo
    serve_until_signal = _serve_plainly if settings.is_plain else _serve_in_loop
    serve_until_signal(app, sock, settings, lambda url: _welcome(url + root, open_page, say))
    if services.process.threads.gone():  # an exit code for the supervisor, which starts the server again
        raise click.ClickException(
            "a thread of the server has ended, so the server has stopped; please start it again."
        )
    say("Goodbye.")


def _open(settings: Any) -> Any:
    from webapp.serving.listening import inherited, listen, listen_at_path

    sock = inherited(os.environ)
    if sock is None and settings.uds:
        sock = listen_at_path(settings.uds)
    return sock or listen(settings.host, settings.port)


def _serve_in_loop(app: Any, sock: Any, settings: Any, welcome: Callable[[str], None]) -> None:
    from webapp.front import SLOW
    from webapp.http.busy import busy_page
    from webapp.http.hosts import note_requests
    from webapp.http.page_app import prepare
    from webapp.serving.listening import allow_descriptors
    from webapp.serving.server import Server, wait_for_signal

    services = app.extensions["fourthought"]
    process, limits = services.process, services.process.limits
    noted = note_requests(process.metrics, settings.access_log == "on")
    allow_descriptors(settings.connections + limits.connections + _OTHER_FILES)
    slow = dict.fromkeys(SLOW, process.lab_workers)
    server = Server(app, sock, process.loop, process.workers, limits, slow, noted, busy_page)
    server.start()
    known_as = next(iter(settings.host_names), "127.0.0.1")
    process.workers.run(lambda: prepare(app, known_as), lambda _: None)
    try:
        wait_for_signal(lambda: welcome(server.url))
        services.drain()
        services.front.namespace.disconnect_all()
        server.stop()
    finally:
        services.close()


def _serve_plainly(app: Any, sock: Any, settings: Any, welcome: Callable[[str], None]) -> None:
    """Serves each client by a thread of Flask-SocketIO's own server until a signal."""
    from webapp.serving.plain import serve_plainly

    services = app.extensions["fourthought"]
    try:
        serve_plainly(app, sock, welcome)
        services.drain()
    finally:
        services.close()


def _welcome(url: str, open_page: bool, say: Callable[[str], object]) -> None:
    say(f"Fourthought is at {url}")
    if open_page:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
