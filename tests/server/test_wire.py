"""Bytes that no client of ours would send: the server stays well, and its log stays readable."""

import asyncio
import json
import random
import socket
import struct
import time
from contextlib import suppress
from http.client import HTTPResponse
from pathlib import Path
from typing import Any, cast

import pytest
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, State
from websockets.server import ServerProtocol

from rollplayer.server.transport.uvicorn_protocols import (
    GOODBYE_BYTES,
    PIECE,
    Wiring,
    is_between_frames,
    text_frame,
    whole_text,
)
from rollplayer.server.transport.uvicorn_protocols import Protocol as Websocket
from tests.proofs.mutants import CLOSE, PING, PONG, TEXT, bad_frames, frame
from tests.server.harness import Server
from tests.server.test_security import handshake

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


def test_no_frame_of_a_client_is_worth_a_traceback(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create()
        before = len(lines(server))
        dice = random.Random(5)
        frames = [bad_frames(dice) for _ in range(150)]
        for data in frames:
            with connected(server) as raw:
                handshake(raw, game.id)
                raw.sendall(data)
                # A server that has hung up first leaves nothing to shut down.
                with suppress(OSError):
                    raw.shutdown(socket.SHUT_WR)
                rest(raw)
        assert complaints(server) == []
        assert 0 < len(lines(server)) - before <= len(frames)
        assert server.get("/healthz")


def close_code(answer: bytes) -> int:
    """The code of the close frame at the end of what a server has sent."""
    at = answer.rindex(bytes([0x88]))
    code: int = struct.unpack("!H", answer[at + 2 : at + 4])[0]
    return code


def test_text_that_is_none_closes_with_1007(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create()
        in_two = frame(TEXT, b"\xe2", fin=False) + frame(0, b"\x28\xa1")
        for data in (frame(TEXT, b"\xff\xfe"), in_two):
            with connected(server) as raw:
                handshake(raw, game.id)
                raw.sendall(data)
                assert close_code(rest(raw)) == 1007
        logged = [line for line in lines(server) if line["message"] == "bad frame"]
        assert [each["code"] for each in logged] == [1007, 1007]
        # A letter may be cut in two by fragments as long as the whole is text.
        with connected(server) as raw:
            handshake(raw, game.id)
            raw.sendall(frame(TEXT, b'"\xc3', fin=False) + frame(0, b'\xa9"'))
            assert b"malformed" in raw.recv(4096)


@pytest.mark.parametrize(
    ("what", "data"),
    [
        ("pings", frame(PING, b"x") * 400),
        ("pongs", frame(PONG, b"x") * 400),
        ("fragments", frame(TEXT, b"", fin=False) + frame(0, b"", fin=False) * 400),
    ],
)
def test_floods_that_are_no_messages_end_the_socket(tmp_path: Path, what: str, data: bytes) -> None:
    with Server(tmp_path / "data") as server:
        game = server.create()
        with connected(server) as raw:
            handshake(raw, game.id)
            raw.sendall(data)
            rest(raw)
        (logged,) = [line for line in lines(server) if line["message"] == "dropped"]
        assert logged["reason"] == what
        # A client that pings now and then, and splits its messages, is welcome.
        with connected(server) as raw:
            handshake(raw, game.id)
            raw.sendall(frame(PING, b"x") * 5 + frame(TEXT, b'{"type": ', fin=False))
            raw.sendall(frame(0, b"", fin=False) * 10 + frame(0, b'"ping"}'))
            heard = b""
            while b"hello-first" not in heard:
                heard += raw.recv(4096)
            raw.sendall(frame(CLOSE, struct.pack("!H", 1000)))
            rest(raw)
        assert complaints(server) == []


def long_frame(payload: bytes) -> bytes:
    """A frame that says its length in eight bytes, however short it is."""
    return b"\x81\xff" + struct.pack("!Q", len(payload)) + bytes(4) + payload


def test_a_whole_message_is_read_from_its_frame() -> None:
    dice = random.Random(3)
    for length in (0, 1, 125, 126, 127, 4000, 4096):
        text = "".join(dice.choices("abcé漢😀", k=length))[:length].encode()[:length]
        text = text.decode(errors="ignore").encode()
        assert whole_text(frame(TEXT, text)) == text.decode()
    whole = frame(TEXT, b'{"type":"ping"}')
    others = [
        b"",
        whole[:1],
        whole[:-1],
        whole + b"x",
        whole + whole,
        frame(TEXT, b"x" * 4097),
        frame(TEXT, b"x" * 70_000),
        frame(TEXT, b"half", fin=False),
        frame(PING, b"x"),
        frame(CLOSE, b"\x03\xe8"),
        frame(TEXT, b"\xff\xfe"),
        text_frame(b"without a mask"),
        # Its length stands in eight bytes; read as one byte, 127, it would fit as well.
        long_frame(b"x" * 119),
        bytes([whole[0] | 0x40]) + whole[1:],
    ]
    assert [whole_text(other) for other in others] == [None] * len(others)


def test_a_frame_inside_of_a_frame_is_no_frame() -> None:
    """Cut anywhere, a message is never taken for what lies in it."""
    outer = frame(TEXT, frame(TEXT, b"inner") * 3)
    for cut in range(1, len(outer)):
        conn = ServerProtocol()
        conn.state = State.OPEN
        conn.parser = Protocol.parse(conn)
        next(conn.parser)
        assert is_between_frames(conn.parser)
        conn.receive_data(outer[:cut])
        assert not is_between_frames(conn.parser)
        conn.receive_data(outer[cut:])
        assert is_between_frames(conn.parser)
        assert len(conn.events_received()) == 1
        conn.receive_data(frame(CLOSE, b"\x03\xe8"))
        assert conn.state is not State.OPEN


class Line:
    """As much of a transport as a websocket needs."""

    is_aborted = False

    def write(self, data: bytes) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def abort(self) -> None:
        self.is_aborted = True

    def is_closing(self) -> bool:
        return self.is_aborted


async def opened() -> Any:
    """A websocket after its handshake, with nothing on the other side."""

    async def nothing(scope: Any, receive: Any, send: Any) -> None: ...

    config = Wiring(cast(Any, None), nothing, interface="asgi3", log_config=None)
    websocket: Any = Websocket(config, ServerState(), {}, asyncio.get_running_loop())
    websocket.transport = Line()
    websocket.handshake_complete = websocket.is_read_here = True
    websocket.conn.state = State.OPEN
    websocket.conn.parser = Protocol.parse(websocket.conn)
    next(websocket.conn.parser)
    return websocket


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize(
    "flood",
    [frame(TEXT, b""), frame(TEXT, b"x"), frame(PING, b"")],
    ids=["empty", "short", "pings"],
)
def test_a_packet_full_of_frames_is_not_read_to_its_end(flood: bytes, is_over: bool) -> None:
    """Else all others would wait for it, also after goodbye, when nobody reads any of it."""

    async def read() -> None:
        websocket = await opened()
        websocket.close_sent = is_over
        parts: list[int] = []
        taken = websocket.conn.receive_data

        def take(data: bytes) -> None:
            parts.append(len(data))
            taken(data)

        websocket.conn.receive_data = take
        websocket.data_received(flood * 40_000)
        assert websocket.transport.is_aborted
        assert 0 < sum(parts) <= GOODBYE_BYTES + PIECE
        # A client that is quick, and one whose goodbye crosses ours, are welcome.
        websocket = await opened()
        websocket.close_sent = is_over
        websocket.data_received(flood * 90)
        assert not websocket.transport.is_aborted

    asyncio.run(read())


TRAP = "\u20c6nine more"
"""Masked and cut after its first byte, the rest looks like a frame with a whole message."""


def pieces_of(stream: bytes, dice: random.Random, most: int) -> list[bytes]:
    pieces = []
    while stream:
        cut = dice.randint(1, most)
        pieces.append(stream[:cut])
        stream = stream[cut:]
    return pieces


@pytest.mark.parametrize("most", [1, 2, 7, 60, 500])
def test_cuts_change_nothing_of_what_is_read(most: int) -> None:
    """The quick way of reading and that of websockets take turns; each message comes once, in order."""
    dice = random.Random(most)

    async def read() -> None:
        for _ in range(20):
            websocket = await opened()
            said = ["".join(dice.choices("{a\x01é漢😀", k=dice.randrange(150))) for _ in range(30)]
            stream = b""
            pieces = []
            for number in range(0, len(said), 5):
                said[number] = TRAP
            said[1] = "x" * 119
            for text in said:
                whole, cut = text.encode(), dice.randrange(200)
                data = frame(TEXT, whole)
                if text != TRAP and (dice.random() < 0.1 or len(whole) == 119):
                    data = long_frame(whole)
                elif text != TRAP and dice.random() < 0.2:
                    data = frame(TEXT, whole[:cut], fin=False) + frame(0, whole[cut:])
                if text != TRAP and dice.random() < 0.1:
                    data = frame(PING, b"x") + data
                if text == TRAP:
                    pieces += [*pieces_of(stream, dice, most), data[:7], data[7:]]
                    stream = b""
                elif dice.random() < 0.5:
                    # Ends with a frame, as nearly all packets do.
                    pieces += [*pieces_of(stream, dice, most), data]
                    stream = b""
                else:
                    stream += data
            for piece in [*pieces, *pieces_of(stream, dice, most)]:
                websocket.data_received(piece)
            heard = [(await websocket.receive())["text"] for _ in said]
            assert heard == said
            assert websocket.queue.empty()

    asyncio.run(read())


def test_messages_are_heard_however_they_are_cut(tmp_path: Path) -> None:
    """In one packet or in many, beside other frames: each is answered, and in order."""
    dice = random.Random(4)
    with Server(tmp_path / "data") as server:
        game = server.create()
        said = [f'{{"type":"ping","command":"number-{n:04}"}}'.encode() for n in range(120)]
        with connected(server) as raw:
            handshake(raw, game.id)
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            raw.sendall(frame(TEXT, b'{"type":"hello","protocol":1}'))
            for number, message in enumerate(said):
                data = frame(TEXT, message)
                if number % 4 == 1:
                    data = frame(TEXT, message[:9], fin=False) + frame(0, message[9:])
                if number % 7 == 3:
                    data = frame(PING, b"x") + data
                cut = dice.randrange(len(data)) if number % 3 == 0 else len(data)
                raw.sendall(data[:cut])
                time.sleep(0.002)
                raw.sendall(data[cut:])
            heard = b""
            while b"number-0119" not in heard:
                heard += raw.recv(1 << 16)
        places = [heard.find(f"number-{n:04}".encode()) for n in range(120)]
        assert -1 not in places
        assert places == sorted(places)


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


HASTY_PINGS = (
    "-c",
    """
import sys
from rollplayer import cli
from rollplayer.server.transport import uvicorn_protocols
uvicorn_protocols.PING_SECONDS = 0.5
sys.exit(cli.main(["serve", *sys.argv[1:]]))
""",
)


def test_a_seat_whose_line_has_died_is_away_soon(tmp_path: Path) -> None:
    """Also with something on its way to it that will never arrive."""
    with Server(tmp_path / "data", command=HASTY_PINGS) as server:
        seats = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}]
        game = server.create(options={"players": 2}, seats=seats, start=True)
        with connected(server) as dead, game.sit(1) as bo:
            dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            handshake(dead, game.id)
            hello = {"type": "hello", "protocol": 1, "tokens": [game.tokens[0]], "since": 0}
            # More than its buffers hold, so that the server has to wait with the rest.
            again = [frame(TEXT, json.dumps(hello).encode()) for _ in range(60)]
            dead.sendall(b"".join(again))
            bo.until_true(lambda c: c.room["seats"][0]["connected"])
            started = time.monotonic()
            bo.until_true(lambda c: not c.room["seats"][0]["connected"])
            assert time.monotonic() - started < 8
        assert complaints(server) == []


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_text_goes_out_as_websockets_would_send_it(length: int) -> None:
    message = b"x" * length
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)
