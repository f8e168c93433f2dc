"""A line to a server on which anything can be sent, and what its log says of it."""

import json
import socket
from typing import Any

from tests.server.harness import Server


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=10)


def rest(raw: socket.socket) -> bytes:
    """Everything until the server hangs up."""
    parts: list[bytes] = []
    try:
        while part := raw.recv(1 << 16):
            parts.append(part)
    except ConnectionError:
        # Hanging up may also be a reset.
        return b"".join(parts)
    return b"".join(parts)


def lines(server: Server) -> list[dict[str, Any]]:
    """The log, each line of which must be one object."""
    return [json.loads(line) for line in server.log().splitlines()]


def complaints(server: Server) -> list[dict[str, Any]]:
    return [line for line in lines(server) if line["level"] == "error" or "error" in line]
