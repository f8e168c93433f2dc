"""Responses: JSON with an ETag, compressed if long, or ready bytes in pieces."""

import gzip
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rollplayer import __version__
from rollplayer.server.reference.backroom import Ready
from rollplayer.server.transport.requests import ApiRequest

COMPRESSED_FROM: Final = 4096
PIECE: Final = 64 * 1024


def reply(request: ApiRequest, plain: Any, status: int = 200, etag: str = "") -> Response:
    """A JSON response: 304 if the client has it already, compressed if long."""
    body = msgspec.json.encode(plain)
    if etag:
        etag = f'"{etag}-{hashlib.sha256(body).hexdigest()[:8]}"'
        if etag in request.raw.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": etag})
    return packed(request.raw, body, "application/json", status, {"etag": etag} if etag else {})


def packed(
    raw: Request, body: bytes, media_type: str, status: int, headers: dict[str, str]
) -> Response:
    headers = {"cache-control": "no-cache", "vary": "accept-encoding, authorization", **headers}
    if len(body) >= COMPRESSED_FROM and is_compressed_for(raw):
        body = gzip.compress(body, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status, headers, media_type)


def is_compressed_for(raw: Request) -> bool:
    return "gzip" in raw.headers.get("accept-encoding", "")


def handed_on(ready: Ready, then: Callable[[], None] | None = None, etag: str = "") -> Response:
    """A response from bytes that are ready to be sent."""
    headers = {"cache-control": "no-cache", "vary": "accept-encoding, authorization"}
    if etag:
        headers["etag"] = etag
    if ready.compressed:
        headers["content-encoding"] = "gzip"
    return InPieces(ready.body, headers, then)


class InPieces(Response):
    """A long response, sent as it is read; ``then`` is called when it is sent or given up."""

    def __init__(
        self, body: bytes, headers: dict[str, str], then: Callable[[], None] | None = None
    ) -> None:
        super().__init__(body, 200, headers, "application/json")
        self.then = then

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
            await send(start)
            for at in range(0, len(self.body), PIECE):
                piece = bytes(self.body[at : at + PIECE])
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            if self.then is not None:
                self.then()


@dataclass(frozen=True)
class Page:
    """A response that never changes, ready to be sent."""

    body: bytes
    compressed: bytes
    etag: str


def page_of(make: Callable[[], Any]) -> Page:
    body = msgspec.json.encode(make())
    etag = f'"{__version__}-{hashlib.sha256(body).hexdigest()[:8]}"'
    return Page(body, gzip.compress(body, 6, mtime=0), etag)
