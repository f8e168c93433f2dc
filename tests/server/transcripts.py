"""Running the transcripts of docs/protocol.md against a server."""

import json
import re
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection

from tests.server.harness import Server

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
ANYTHING = "..."


def transcripts() -> dict[str, list[str]]:
    """The transcripts of the page by their headings."""
    by_heading: dict[str, list[str]] = {}
    heading = ""
    lines = iter(PAGE.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith("### "):
            heading = line[4:]
        if line == "```transcript":
            by_heading[heading] = []
            for inner in lines:
                if inner == "```":
                    break
                by_heading[heading].append(inner)
    return by_heading


class Differs(AssertionError):
    """The server says something else than the page."""


class Player:
    """Plays one transcript: sends what a client sends, compares what the server says."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.values: dict[str, Any] = {}
        self.sockets: dict[str, ClientConnection] = {}
        self.answer: tuple[int, Any] = (0, None)

    def play(self, lines: list[str]) -> None:
        try:
            for line in lines:
                self.step(line)
        finally:
            for socket in self.sockets.values():
                socket.close()

    def step(self, line: str) -> None:
        if request := re.fullmatch(r"(GET|POST) (\S+)(?: (.+))?", line):
            body = self.filled(json.loads(request[3])) if request[3] else None
            status, reply, _ = self.server.request(request[1], self.path(request[2]), body)
            self.answer = (status, reply)
        elif response := re.fullmatch(r"(\d+)(?: (.+))?", line):
            if self.answer[0] != int(response[1]):
                raise Differs(f"{line}: the server says {self.answer}")
            self.compare(json.loads(response[2] or "{}"), self.answer[1], line)
        elif opening := re.fullmatch(r"connect (\w+) (\S+)", line):
            game_id = self.path(opening[2]).split("/")[4]
            self.sockets[opening[1]] = self.server.socket(game_id)
        elif closing := re.fullmatch(r"close (\w+)", line):
            self.sockets.pop(closing[1]).close()
        elif said := re.fullmatch(r"(\w+)> (.+)", line):
            self.sockets[said[1]].send(json.dumps(self.filled(json.loads(said[2]))))
        elif heard := re.fullmatch(r"(\w+)< (.+)", line):
            self.hear(self.sockets[heard[1]], json.loads(heard[2]), line)
        else:
            raise Differs(f"this is no line of a transcript: {line}")

    def hear(self, socket: ClientConnection, wanted: dict[str, Any], line: str) -> None:
        while True:
            message = json.loads(socket.recv(10))
            if message["type"] != "room" or wanted["type"] == "room":
                self.compare(wanted, message, line)
                return

    def path(self, text: str) -> str:
        return re.sub(r"\$(\w+)", lambda match: str(self.values[match[1]]), text)

    def filled(self, plain: Any) -> Any:
        """What is sent, with values for its names."""
        if isinstance(plain, dict):
            return {key: self.filled(value) for key, value in plain.items()}
        if isinstance(plain, list):
            return [self.filled(value) for value in plain]
        if isinstance(plain, str) and plain.startswith("$"):
            return self.values[plain[1:]]
        return plain

    def compare(self, wanted: Any, reply: Any, where: str) -> None:
        """Everything that is wanted must have been told; the server may tell more."""
        if wanted == ANYTHING:
            return
        if isinstance(wanted, str) and wanted.startswith("$"):
            name = wanted[1:]
            if self.values.setdefault(name, reply) != reply:
                raise Differs(f"{where}: {wanted} is {reply!r} now, but was {self.values[name]!r}")
        elif isinstance(wanted, dict) and isinstance(reply, dict):
            if not wanted and reply:
                raise Differs(f"{where}: wants nothing, the server says {reply}")
            for key, value in wanted.items():
                if key not in reply:
                    raise Differs(f"{where}: {key!r} is missing in {reply}")
                self.compare(value, reply[key], where)
        elif isinstance(wanted, list) and isinstance(reply, list):
            if len(wanted) != len(reply):
                raise Differs(f"{where}: wants {len(wanted)} things, the server says {reply}")
            for one, other in zip(wanted, reply, strict=True):
                self.compare(one, other, where)
        elif wanted != reply:
            raise Differs(f"{where}: wants {wanted!r}, the server says {reply!r}")
