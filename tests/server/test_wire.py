"""Frames that no client of ours would send: the server stays well, and its log stays readable."""

import asyncio
import json
import random
import socket
import struct
import time
from contextlib import suppress
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
from tests.server.raw_lines import complaints, connected, lines, rest
from tests.server.test_security import handshake

pytestmark = pytest.mark.once


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
