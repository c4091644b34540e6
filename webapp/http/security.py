"""Sets the security headers of every response: nothing from elsewhere runs, loads or frames a page."""

import base64
import hashlib
from typing import Any

from flask import Flask, Response, render_template, request

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'{wasm}{inline}",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "manifest-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors {frames}",
        "require-trusted-types-for 'script'",
        "trusted-types {types}",
    )
)

EVERYWHERE = {"X-Content-Type-Options": "nosniff"}
HEADERS = {
    **EVERYWHERE,
    "Content-Security-Policy": _POLICY.format(wasm="", inline="", types="offline", frames="'none'"),
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address of a game stays secret
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
CLOSED_WORKER = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
"""The policy of a worker that runs a reader's program: scripts of this server, and no connection."""
ENGINE_WORKER = f"{CLOSED_WORKER}; connect-src 'self'"
"""The policy of the page's engine: scripts and WebAssembly of this server. No page's own scripts may compile any."""
SITE_WORKER = "default-src 'none'; connect-src 'self'"
"""The policy of the service worker, which only passes requests on."""
_NO_DOCUMENTS = ("text/css", "text/javascript", "font/", "image/png")


def content_policy(inline: str = "", trusted_types: str = "", wasm: bool = False) -> str:
    """Returns the content security policy of a page. ``inline`` is the only inline script allowed, and
    ``trusted_types`` names the policies that a script may make besides that of the service worker. ``wasm`` allows
    WebAssembly."""
    hashed = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
    allowed = {"wasm": " 'wasm-unsafe-eval'" if wasm else "", "inline": f" 'sha256-{hashed}'" if inline else ""}
    return _POLICY.format(**allowed, types=f"{trusted_types} offline".strip(), frames="'none'")


class FramedPage(Response):
    """Holds a page that other sites may show in a frame. It connects to nothing. With ``runs``, the name of a policy of
    Trusted Types, its scripts may load and run WebAssembly of this server."""

    def __init__(self, html: str, status: int = 200, runs: str = "") -> None:
        super().__init__(html, status)
        wasm = " 'wasm-unsafe-eval'" if runs else ""
        policy = _POLICY.format(wasm=wasm, inline="", types=runs or "'none'", frames="*")
        alone = policy if runs else policy.replace("connect-src 'self'", "connect-src 'none'")
        self.headers["Content-Security-Policy"] = alone
        self.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        self.headers["Cache-Control"] = "no-cache"
        self.set_etag(hashlib.sha256(self.get_data()).hexdigest()[:16], weak=True)


def shown(template: str, policy: str = "", **told: Any) -> Response:
    """Returns the page of a template, or word that the browser's copy is the same."""
    return fresh_page(render_template(template, **told), policy)


def fresh_page(html: str, policy: str = "") -> Response:
    """Returns a page with an ETag, which browsers check at every visit, or word that the browser's copy is the same."""
    page = Response(html)
    page.headers["Cache-Control"] = "no-cache"
    if policy:
        page.headers["Content-Security-Policy"] = policy
    page.set_etag(hashlib.sha256(page.get_data()).hexdigest()[:16], weak=True)
    page.make_conditional(request)
    return page


def secure(app: Flask, inline: str = "", trusted_types: str = "") -> None:
    """Adds the headers to every response of ``app``, as :func:`content_policy` says; files need fewer."""
    headers = {**HEADERS, "Content-Security-Policy": content_policy(inline, trusted_types)}

    @app.after_request
    def _add(response: Response) -> Response:
        document = not (response.mimetype or "").startswith(_NO_DOCUMENTS)
        for name, value in (headers if document else EVERYWHERE).items():
            if name == "X-Frame-Options" and isinstance(response, FramedPage):
                continue
            response.headers.setdefault(name, value)
        return response
