"""Which pages may talk to the server, and what a browser may do with its responses."""

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from rollplayer.server.common.settings import Settings

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
AT_HOME: Final = (".localhost", ".local", ".internal", ".home.arpa")
"""Top-level names that nobody can register publicly."""
HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[\w.-]+)(?::[0-9]*)?", re.ASCII)
RELAYED: Final = "rollplayer.relayed"
"""In the scope of what another process of the same store has let in and passed on (``relay``)."""
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS: Final = {"http": 80, "https": 443}

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; "
        "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class HeadersOnEverything:
    """Adds the security headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class Names:
    """The names that a server goes by.

    The owner of a site can point its name here, and then its pages would count as ours. Such a name
    contains a dot and does not end like the names that only home networks use.
    """

    def __init__(self, settings: Settings) -> None:
        named = (site_of(url.rstrip("/")) for url in (settings.public_url,) if url)
        self.own = {
            settings.host,
            socket.gethostname().lower(),
            *(host.lower().rstrip(".") for host in settings.hosts),
            *(site[1] for site in named if site is not None),
        }

    def has(self, scope: Scope) -> bool:
        """Whether a request was meant for this server."""
        host = Headers(scope=scope).get("host")
        return RELAYED in scope or host is None or self.is_own(host)

    def is_own(self, host: str) -> bool:
        """Whether a Host, with or without a port, is a name of this server or an address."""
        read = HOST.fullmatch(host)
        if read is None:
            return False
        name = read[1].strip("[]").rstrip(".").lower()
        return name in self.own or "." not in name or name.endswith(AT_HOME) or is_address(name)


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class OnlyOwnNames:
    """Refuses requests sent to another name before anything else sees them."""

    def __init__(
        self, app: ASGIApp, names: Names, refuse: Callable[[HTTPConnection], Response]
    ) -> None:
        self.app, self.names, self.refuse = app, names, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self.names.has(scope):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            websocket = WebSocket(scope, receive, send)
            await websocket.send_denial_response(self.refuse(websocket))
        else:
            await self.refuse(HTTPConnection(scope))(scope, receive, send)


Site = tuple[str, str, int]


def site_of(url: str) -> Site | None:
    """Scheme, host and port of an Origin; None if it is not exactly one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or parts.username is not None:
        return None
    if parts.path or parts.query or parts.fragment or url.endswith(("?", "#", "@", ":")):
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]


class Origins:
    """The sites whose pages may play: the server's own, and those an operator has named."""

    def __init__(self, settings: Settings) -> None:
        named: Iterable[str] = (settings.public_url, *settings.origins)
        self.allowed = {site_of(url.rstrip("/")) for url in named if url}
        self.only_loopback = settings.host in LOOPBACK
        self.has_public_url = bool(settings.public_url)

    def allows(self, scope: Scope) -> bool:
        """Whether a request may change anything. Programs send no Origin; every browser does."""
        headers = Headers(scope=scope)
        origins = headers.getlist("origin")
        if not origins or RELAYED in scope:
            return True
        # Browsers write an Origin in one way only; anything else does not come from a browser.
        site = (
            site_of(origins[0]) if len(origins) == 1 and origins[0] == origins[0].lower() else None
        )
        if site is None:
            return False
        return site in self.allowed or site == self.own_site(scope, headers)

    def own_site(self, scope: Scope, headers: Headers) -> Site | None:
        """The site that the request was sent to, if that name can be trusted."""
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        own = site_of(f"{scheme}://{headers.get('host', '')}")
        if own is None or (own[1] not in LOOPBACK and (self.only_loopback or self.has_public_url)):
            # A name that somebody else's DNS points at us is not ours.
            return None
        return own
