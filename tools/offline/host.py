"""A static host for the offline game, as small as one can be: python -m tools.offline.host FOLDER.

It sends what lies there, the smaller file beside one where the browser takes it, and notes what it has sent.
"""

import sys
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

SMALLER: Final = {"br": ".br", "gzip": ".gz"}
TYPES: Final = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
HEAD: Final = 300
"""Bytes that the head of a response counts for."""


class Host(ThreadingHTTPServer):
    """Serves a folder below an address, at a port that is free."""

    daemon_threads = True

    def __init__(self, folder: Path, below: str = "/roll-player/") -> None:
        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.folder = folder
        self.below = below
        self.sent: list[tuple[str, int]] = []
        """The path of each response, and its bytes."""
        self.address = f"http://127.0.0.1:{self.server_port}{below}"

    @property
    def bytes_sent(self) -> int:
        return sum(size for _, size in self.sent)

    def begin(self) -> "Host":
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def end(self) -> None:
        self.shutdown()
        self.server_close()


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Typed as a variable of each handler there, though all share it.
    extensions_map: Final = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}  # type: ignore[misc]
    server: Host

    def do_GET(self) -> None:
        below, path = self.server.below, self.path.partition("?")[0]
        file = Path(self.directory, path.removeprefix(below) or "index.html")
        if not path.startswith(below) or not file.is_file():
            self.server.sent.append((path, HEAD))
            self.send_error(404)
            return
        asked = self.headers.get("accept-encoding", "")
        smaller = ((name, Path(f"{file}{end}")) for name, end in SMALLER.items() if name in asked)
        coding, chosen = next(((name, each) for name, each in smaller if each.exists()), ("", file))
        tag = f'"{chosen.stat().st_mtime_ns:x}-{chosen.stat().st_size:x}{coding}"'
        is_known = self.headers.get("if-none-match") == tag
        body = b"" if is_known else chosen.read_bytes()
        self.server.sent.append((path, HEAD + len(body)))
        self.send_response(304 if is_known else 200)
        self.send_header("etag", tag)
        self.send_header(
            "cache-control", "no-cache" if file.suffix in (".html", "") else "max-age=600"
        )
        self.send_header("vary", "accept-encoding")
        if not is_known:
            self.send_header("content-type", self.guess_type(str(file)))
            self.send_header("content-length", str(len(body)))
            if coding:
                self.send_header("content-encoding", coding)
        with suppress(ConnectionError):  # a browser that was closed
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        return


if __name__ == "__main__":
    host = Host(Path(sys.argv[1]))
    print(host.address)
    host.serve_forever()
