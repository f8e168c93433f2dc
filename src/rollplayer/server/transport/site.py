"""The documentation site under /docs, where it was built. Paths are looked up, never put together."""

from html import escape
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from rollplayer.server.common.problems import texts_of
from rollplayer.server.transport.requests import language_of
from rollplayer.server.transport.static import File, plain_page, read, respond

SITE: Final = Path(__file__).parent.parent.parent / "site"
DOCS: Final = "/docs"
INDEX: Final = "index.html"


def is_built() -> bool:
    """Whether this installation has the site."""
    return (SITE / INDEX).is_file()


class Site:
    """The files of the site. Most are never asked for, so each is read when it first is."""

    def __init__(self, folder: Path = SITE) -> None:
        self.folder = folder
        self.paths = {
            f"{DOCS}/{path.relative_to(folder).as_posix()}": path
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }
        self.files: dict[str, File] = {}

    @property
    def built(self) -> bool:
        return f"{DOCS}/{INDEX}" in self.paths

    def has(self, path: str) -> bool:
        """Whether an address is one of the site's, be there a page or not."""
        return path == DOCS or path.startswith(DOCS + "/")

    def serve(self, raw: Request) -> Response:
        path = raw.scope["path"]
        if path == DOCS and self.built:
            # Links of a page are relative to its folder.
            return Response(status_code=308, headers={"location": DOCS + "/"})
        path += INDEX if path.endswith("/") else ""
        found = self.paths.get(path)
        if found is None:
            return self.missing(language_of(raw, strict=False), raw.scope["path"])
        if path not in self.files:
            self.files[path] = read(found, self.folder)
        return respond(raw, self.files[path])

    def missing(self, language: str, path: str) -> Response:
        """Says how to get the site, or where it begins."""
        texts = texts_of(language)
        if self.built:
            said = escape(texts.t("server.refused.not-found", what=path[:60]))
            said += f'</p><p><a href="{DOCS}/">{DOCS}/</a>'
        else:
            said = escape(texts.t("server.page.no-docs"))
        return Response(plain_page(language, said), 404, media_type="text/html")
