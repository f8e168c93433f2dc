"""The browser client and the browser parts of boxes. Paths are looked up, never put together."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from rollplayer.expansions import EXPANSIONS
from rollplayer.server.common.problems import texts_of
from rollplayer.server.protocol.box_info import web_folder
from rollplayer.server.transport.offline import WORKER, worker_with_list
from rollplayer.server.transport.requests import language_of
from rollplayer.server.transport.responses import COMPRESSED_FROM

WEB: Final = Path(__file__).parent.parent.parent / "web"
INDEX: Final = "/index.html"
FOREVER: Final = "public, max-age=31536000, immutable"
ALREADY_PACKED: Final = ("image/png", "image/jpeg", "image/webp", "font/woff2", "font/woff")
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
}
BOXES: Final = "/boxes/"
FOR_BOXES: Final = (*TYPES, ".css", ".json", ".png", ".jpg", ".webp", ".woff")
"""What the folder of a box may hand out; sources and notes stay where they are."""


@dataclass(frozen=True)
class File:
    body: bytes
    packed: bytes | None
    media_type: str
    etag: str
    cached: str


class Client:
    """All files of the built client and of boxes, read once."""

    def __init__(self, folder: Path = WEB) -> None:
        self.files = {
            "/" + path.relative_to(folder).as_posix(): read(path, folder)
            for path in sorted(folder.rglob("*"))
            if path.is_file() and path.suffix != ".map"
        }
        for name in EXPANSIONS:
            self.files |= box_files(name)
        worker = self.files.get(WORKER)
        if worker is not None:
            etags = {path: file.etag for path, file in self.files.items()}
            self.files[WORKER] = packed(worker_with_list(worker.body, etags), worker.media_type)

    def serve(self, raw: Request) -> Response | None:
        """A file of the client, or its page for other paths; None for missing files."""
        path = raw.scope["path"]
        file = self.files.get(path)
        if file is None and path.startswith(("/api/", "/assets/", BOXES)):
            return None
        file = file or self.files.get(INDEX)
        if file is None:
            return Response(unbuilt_page(language_of(raw, strict=False)), media_type="text/html")
        return respond(raw, file)


def respond(raw: Request, file: File) -> Response:
    """A file, compressed if the reader wants it, and only if the reader does not have it yet."""
    headers = {"etag": file.etag, "cache-control": file.cached, "vary": "accept-encoding"}
    if file.etag in raw.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed is not None and "gzip" in raw.headers.get("accept-encoding", ""):
        body = file.packed
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, file.media_type)


def box_files(name: str) -> dict[str, File]:
    """By address: the browser parts of a box. A link that leads out of its folder is none of them."""
    folder = web_folder(name)
    if folder is None:
        return {}
    folder = folder.resolve()
    return {
        f"{BOXES}{name}/{path.relative_to(folder).as_posix()}": read(path, folder.parent)
        for path in sorted(folder.rglob("*"))
        if path.suffix in FOR_BOXES and path.is_file() and path.resolve().is_relative_to(folder)
    }


def read(path: Path, folder: Path) -> File:
    body = path.read_bytes()
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    media_type = media_type or "application/octet-stream"
    if media_type.startswith("text/") or media_type == "application/json":
        media_type += "; charset=utf-8"
    hashed = path.relative_to(folder).parts[0] == "assets"
    return packed(body, media_type, FOREVER if hashed else "no-cache")


def packed(body: bytes, media_type: str, cached: str = "no-cache") -> File:
    small = len(body) < COMPRESSED_FROM or media_type in ALREADY_PACKED
    return File(
        body,
        None if small else gzip.compress(body, 9, mtime=0),
        media_type,
        f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        cached,
    )


def unbuilt_page(language: str) -> str:
    """The page shown if the client was not built."""
    said = texts_of(language).t("server.page.unbuilt")
    return plain_page(language, f'{said}</p><p><a href="/openapi.json">/openapi.json</a>')


def plain_page(language: str, paragraph: str) -> str:
    """A page for a person that needs no other file."""
    return (
        f'<!doctype html><html lang="{texts_of(language).spoken}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>rollplayer</title>'
        f"<h1>rollplayer</h1><p>{paragraph}</p></html>"
    )
