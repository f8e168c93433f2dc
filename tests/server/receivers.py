"""Where notices arrive in tests: an endpoint on this machine that remembers what it was sent."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Received:
    """One request."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    def plain(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """Answers every POST with a status, or as it is told to for this path."""

    def __init__(self, status: int = 200) -> None:
        self.received: list[Received] = []
        self.status = status
        self.headers: dict[str, str] = {}
        self.pause = 0.0
        """Seconds it takes to answer."""
        self.came = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                headers = {key.lower(): value for key, value in self.headers.items()}
                with receiver.came:
                    receiver.received.append(Received(self.path, headers, body, time.time()))
                    receiver.came.notify_all()
                time.sleep(receiver.pause)
                self.send_response(receiver.status)
                for key, value in receiver.headers.items():
                    self.send_header(key, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nobody reads it."""

        class Listening(ThreadingHTTPServer):
            request_queue_size = 128

        self.server = Listening(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self) -> "Receiver":
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def until(
        self, wanted: Callable[[list[Received]], bool], seconds: float = 10
    ) -> list[Received]:
        """What has come once it is enough; fails if that takes too long."""
        with self.came:
            assert self.came.wait_for(lambda: wanted(self.received), seconds), self.received
            return list(self.received)

    def wait(self, count: int = 1, seconds: float = 10) -> list[Received]:
        return self.until(lambda received: len(received) >= count, seconds)
