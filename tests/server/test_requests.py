"""Requests that no client of ours would send: long ones, odd ones, and those that never end."""

import json
import socket
import struct
import time
from http.client import HTTPResponse
from pathlib import Path

import pytest

from tests.server.harness import Server
from tests.server.raw_lines import complaints, connected, lines, rest

pytestmark = pytest.mark.once

HASTY = (
    "-c",
    """
import sys
from rollplayer import cli
from rollplayer.server.transport import uvicorn_protocols
uvicorn_protocols.REQUEST_SECONDS = uvicorn_protocols.SILENT_SECONDS = 0.5
sys.exit(cli.main(["serve", *sys.argv[1:]]))
""",
)


def odd_requests(game_id: str) -> list[bytes]:
    path = f"/api/v1/games/{game_id}"
    upgrade = (
        f"GET {path}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    )
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    many = "".join(f"X-{n}: 1\r\n" for n in range(200))
    return [
        f"{upgrade}{key}X-Long: {'x' * 9000}\r\n\r\n".encode(),
        f"{upgrade}{key}{many}\r\n".encode(),
        f"{upgrade}Sec-WebSocket-Key: short\r\nSec-WebSocket-Version: 13\r\n\r\n".encode(),
        f"{upgrade}Sec-WebSocket-Key: x\r\nSec-WebSocket-Version: 99\r\n\r\n".encode(),
        f"POST {path}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\n{key}\r\n".encode(),
        *(
            f"{method} {path}{end} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()
            for method, end in (("GET", ""), ("PUT", ""), ("GET", "/nothing"))
            for host in ("[", "[::1", "a]b", "x:99999", "x:y", "\u00e9")
        ),
        b"GET / HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ]


def test_odd_requests_are_no_faults(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create()
        for request in odd_requests(game.id):
            with connected(server) as raw:
                raw.sendall(request)
                raw.shutdown(socket.SHUT_WR)
                status = rest(raw).partition(b"\r\n")[0]
            assert not status.startswith(b"HTTP/1.1 5"), (request[:80], status)
        assert complaints(server) == []


def posted(path: str, *lines: str) -> bytes:
    """The head of a request whose body follows."""
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


CHUNKED = "Transfer-Encoding: chunked"
CRUMB = b"1\r\nx\r\n"
LINES = b"a:\r\n" * 3000
LONG_HEAD = b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + LINES + b"\r\n"
TAKES_LONG = {
    "many lines": LONG_HEAD,
    "more lines than a packet": LONG_HEAD[:-2] + b"a:\r\n" * 60_000 + b"\r\n",
    "lines after a body": posted("/api/v1/score", CHUNKED) + CRUMB + b"0\r\n" + LINES + b"\r\n",
    "crumbs": posted("/api/v1/replay", CHUNKED) + CRUMB * 5000,
    "crumbs that nobody reads": posted("/nowhere", CHUNKED) + CRUMB * 5000,
}


@pytest.mark.parametrize("what", TAKES_LONG)
def test_a_request_that_takes_long_to_read_is_not_read(server: Server, what: str) -> None:
    """All others would wait for it: h11 reads some ten lines, or pieces of a body, in 0.1 ms."""
    with connected(server) as raw:
        try:
            raw.sendall(TAKES_LONG[what])
        except ConnectionError:
            # It did not wait for the rest.
            return
        assert rest(raw).partition(b"\r\n")[0] in (b"", b"HTTP/1.1 400 Bad Request")


def status_of(raw: socket.socket) -> int:
    """The status of the next response, which is read to its end."""
    with HTTPResponse(raw) as response:
        response.begin()
        response.read()
        return response.status


def test_requests_behind_a_request_do_not_take_long_either(server: Server) -> None:
    small = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
    switching = b"Connection: upgrade\r\nUpgrade: h2c\r\n"
    for first in (small, small + switching, b"CONNECT x HTTP/1.1\r\nHost: x\r\n"):
        with connected(server) as raw:
            raw.sendall(first + b"\r\n" + LONG_HEAD)
            assert rest(raw).count(b"HTTP/1.1 ") < 2
    with connected(server) as raw:
        # Its response comes before its end, and the next request in one packet with that.
        raw.sendall(posted("/nowhere", "Content-Length: 10") + b"12345")
        assert status_of(raw) == 405
        raw.sendall(b"67890" + LONG_HEAD)
        assert b"200 OK" not in rest(raw)


def test_odd_but_honest_requests_are_read(server: Server) -> None:
    many = [f"X-{number}: 1" for number in range(100)]
    body = json.dumps({"heroes": [{"cards": []}]}, indent=1).replace("\n", "\n" * 40).encode()
    length = f"Content-Length: {len(body)}"
    with connected(server) as raw:
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = posted("/api/v1/score", length, *many)
        # Cut within the end of the head: what follows are no lines of it.
        for cut in (1, 2, 3, 4):
            raw.sendall(head[:-cut])
            time.sleep(0.02)
            raw.sendall(head[-cut:] + body)
            assert status_of(raw) == 200
        # In pieces of one byte, and in lines.
        lines = [b"%x\r\n%b\r\n" % (1, bytes([byte])) for byte in b'{"heroes": [{}]}']
        lines += [b"81\r\n" + b" " * 129 + b"\r\n"] * 150
        raw.sendall(posted("/api/v1/score", CHUNKED) + b"".join(lines) + b"0\r\n\r\n")
        assert status_of(raw) == 200
        # A response that came before the end of its request keeps nobody from the next one.
        for _ in range(2):
            raw.sendall(posted("/nowhere", "Content-Length: 20000") + b"x" * 15_000)
            assert status_of(raw) == 405
            raw.sendall(b"x" * 5000)


def test_nonsense_after_a_response_leaves_one_line_in_the_log(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for wait in (0.0, 0.2):
            for path in ("/nowhere", "/api/v1/games"):
                with connected(server) as raw:
                    raw.sendall(posted(path, CHUNKED) + CRUMB)
                    time.sleep(wait)
                    raw.sendall(b"zz\r\n")
                    rest(raw)
                with connected(server) as raw:
                    raw.sendall(posted(path, CHUNKED) + b"zz\r\n")
                    rest(raw)
        assert complaints(server) == []
        assert len(lines(server)) == 1 + 8


def hang_up(raw: socket.socket) -> None:
    """Go without a goodbye: a reset."""
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw.close()


def test_who_goes_in_the_middle_of_a_request_leaves_no_trace(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create()
        beginnings = [
            b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            b"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Le",
            f"GET /api/v1/games/{game.id}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode(),
        ]
        for _ in range(20):
            for beginning in beginnings:
                raw = connected(server)
                raw.sendall(beginning)
                hang_up(raw)
        assert server.get("/healthz")
        time.sleep(0.3)
        assert complaints(server) == []


def test_a_request_that_never_ends_is_ended(tmp_path: Path) -> None:
    with Server(tmp_path / "data", command=HASTY) as server:
        for beginning in (
            b"",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT",
            b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n",
        ):
            with connected(server) as raw:
                raw.sendall(beginning)
                raw.settimeout(0.1)
                end = time.monotonic() + 4
                while time.monotonic() < end:
                    # A drop now and then does not help.
                    try:
                        raw.sendall(b"x" if beginning else b"")
                        if raw.recv(4096) == b"":
                            break
                    except TimeoutError:
                        continue
                    except ConnectionError:
                        break
                assert time.monotonic() < end, beginning
        # Sockets and connections that wait for their next request are not requests.
        game = server.create()
        with game.sit(0) as ada:
            time.sleep(1)
            ada.send({"type": "ping", "command": "still-here"})
            assert ada.until("pong")["command"] == "still-here"
        assert complaints(server) == []
