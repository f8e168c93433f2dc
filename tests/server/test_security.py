"""Wrong pages, wrong tokens, wrong messages, too much of everything."""

import json
import socket
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from rollplayer.server.common.limits import Addresses, Bucket, counted_as
from rollplayer.server.common.settings import Settings
from rollplayer.server.protocol import messages as m
from rollplayer.server.rooms.permissions import MESSAGES
from rollplayer.server.transport.security import Names, Origins
from tests.server.harness import Client, Server, play_on
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

WRONG_ORIGINS = [
    "https://evil.example",
    "null",
    "http://127.0.0.1.evil.example:{port}",
    "http://evil.127.0.0.1:{port}",
    "http://127.0.0.1:1",
    "http://127.0.0.1",
    "https://127.0.0.1:{port}",
    "HTTP://127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "http://user@127.0.0.1:{port}",
    "http://127.0.0.1:{port}@evil.example",
    "file://",
    "",
    "http://localhost:{port}",
]


@pytest.mark.parametrize("origin", WRONG_ORIGINS)
def test_pages_of_other_sites_get_nothing(server: Server, origin: str) -> None:
    game = server.create()
    headers = {"Origin": origin.format(port=server.port)}
    status, reply, _ = server.request("POST", "/api/v1/games", {}, headers)
    assert (status, reply["code"]) == (403, "origin")
    with pytest.raises(InvalidStatus) as refused:
        server.socket(game.id, additional_headers=headers)
    assert refused.value.response.status_code == 403


def test_the_own_page_and_programs_may(server: Server) -> None:
    for headers in ({"Origin": server.address}, {}):
        assert server.request("POST", "/api/v1/games", {}, headers)[0] == 201
    assert server.request("GET", "/api/v1", headers={"Origin": "https://evil.example"})[0] == 200


def scope(host: str, origin: str, scheme: str = "http") -> dict[str, Any]:
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    return {"type": "http", "scheme": scheme, "headers": headers}


def test_named_sites_are_allowed_and_only_those() -> None:
    behind_proxy = Origins(
        Settings(
            host="0.0.0.0", public_url="https://play.example", origins=("http://a.example:81",)
        )
    )
    assert behind_proxy.allows(scope("play.example", "https://play.example"))
    assert behind_proxy.allows(scope("play.example", "http://a.example:81"))
    assert not behind_proxy.allows(scope("rebound.example", "http://rebound.example"))
    open_to_all = Origins(Settings(host="0.0.0.0"))
    assert open_to_all.allows(scope("192.168.1.5:8080", "http://192.168.1.5:8080"))
    assert not open_to_all.allows(scope("192.168.1.5:8080", "http://192.168.1.6:8080"))
    at_home = Origins(Settings())
    assert at_home.allows(scope("localhost:8080", "http://localhost:8080"))
    # A name of somebody else that leads here is not ours.
    assert not at_home.allows(scope("rebound.example", "http://rebound.example"))


def test_headers_on_every_answer(server: Server) -> None:
    for path in ("/", "/api/v1", "/api/v1/nothing", "/healthz"):
        headers = server.request("GET", path)[2]
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["server"] is None


# -- messages ---------------------------------------------------------------------------------------

EXAMPLES: dict[str, dict[str, Any]] = {
    "answer": {"version": 0, "seat": 0, "answer": "pass"},
    "interrupt": {"version": 0, "seat": 0, "answer": "pass"},
    "pass-call": {"version": 0, "seat": 0},
    "wait": {"seat": 0},
    "go-on": {"seat": 0},
    "openings": {"seat": 0, "when": "never"},
    "order": {"seat": 0, "clauses": [{"turn": "market", "do": "buy", "card": {}}]},
    "revoke": {"seat": 0, "order": "an-order-of-0"},
    "undo": {"version": 0, "seat": 0},
    "undo-ask": {"version": 0, "seat": 0},
    "undo-vote": {"version": 0, "seat": 0, "agree": True},
    "break-ask": {"seat": 0, "seconds": 60},
    "break-vote": {"seat": 0, "agree": True},
    "chat": {"seat": 0, "text": "x"},
    "rename": {"seat": 0, "name": "x"},
    "entropy": {"seat": 0, "text": "x"},
    "seat": {"seat": 0, "kind": "open"},
    "start": {},
    "give-to-bot": {"seat": 0},
    "take-back": {"seat": 0},
    "leave": {"seat": 0},
    "hint": {"version": 0, "seat": 0},
    "odds": {"seat": 0, "version": 0},
    "preview": {"seat": 0, "version": 0, "options": [1]},
    "confirm-turns": {"seat": 0, "wanted": True},
    "turn-done": {"seat": 0},
}
FREE = {"hello", "ping", "language", "entries"}


def test_no_message_of_a_seat_is_taken_from_another(server: Server) -> None:
    tags = {str(kind.__struct_config__.tag) for kind in MESSAGES}
    assert tags == set(EXAMPLES) | FREE
    game = server.create(options={"players": 2}, seats=HUMANS)
    elsewhere = server.create(options={"players": 2}, seats=HUMANS)
    before = game.room()
    with game.sit() as nobody, game.sit(1) as other:
        for tag, fields in EXAMPLES.items():
            assert nobody.ask(tag, **fields)["code"] == "unauthorised", tag
            expected = {"not-running"} if tag == "give-to-bot" else {"forbidden"}
            assert other.ask(tag, **fields)["code"] in expected, tag
    for token in (elsewhere.tokens[0], game.tokens[0][:-1], "x", game.tokens[0] + "A"):
        with pytest.raises(ConnectionClosed):
            Client(server, game.id, [game.tokens[1], token])
    after = game.room()
    for seat in (*before["seats"], *after["seats"]):
        del seat["away_since"]
    assert after == before


def test_a_refused_socket_hears_nothing(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    stranger = server.socket(game.id)
    stranger.send(json.dumps({"type": "ping"}))
    assert json.loads(stranger.recv(5))["code"] == "hello-first"
    with game.sit(0, 1) as both:
        play_on([both], at_random(1), most=3)
        hello = {"type": "hello", "protocol": 1, "tokens": ["x" * 43]}
        stranger.send(json.dumps(hello))
        assert json.loads(stranger.recv(5))["code"] == "unauthorised"
        play_on([both], at_random(2), most=3)
    with pytest.raises(ConnectionClosed) as closed:
        stranger.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    stranger.close()


MALFORMED = [
    "",
    "null",
    "[]",
    "{",
    '"hello"',
    "{}",
    '{"type": "dance"}',
    '{"type": "answer"}',
    '{"type": 3}',
    '{"type": "hello", "protocol": 2}',
    '{"type": "ping", "extra": 1}',
    '{"type": "rename", "seat": -1, "name": "x"}',
    '{"type": "rename", "seat": 1e3, "name": "x"}',
    '{"type": "rename", "seat": 99999999999999999999, "name": "x"}',
    '{"type": "answer", "command": "short", "version": 0, "seat": 0, "answer": "pass"}',
    '{"type": "answer", "command": "long-enough", "version": "0", "seat": 0, "answer": "pass"}',
    '{"type": "entries", "from": -5, "to": 2}',
    "[" * 2000,
    '{"type": "ping", "command": "\\ud800"}',
    '{"type": "ping", "command": "a-line-end\\n"}',
    '{"type": "turn-done", "seat": 0, "command": "a-line-end\\n"}',
    '{"type": "ping", "command": NaN}',
    '{"type": "ping", "type": "leave", "seat": 0}',
    '{"type": "rename", "seat": 1e400, "name": "x"}',
    f'{{"type": "rename", "seat": {"9" * 3900}, "name": "x"}}',
    '\ufeff{"type": "ping"}',
    "\x00",
]


@pytest.mark.parametrize("text", MALFORMED)
def test_malformed_messages_are_refused(server: Server, text: str) -> None:
    game = server.create(options={"players": 1}, seats=[HUMANS[0]], start=True)
    with game.sit(0) as ada:
        ada.socket.send(text)
        assert ada.until("refused")["code"] == "malformed"
        ada.send({"type": "ping", "command": "still-here"})
        assert ada.until("pong")["command"] == "still-here"


def test_too_many_malformed_messages_end_the_socket(server: Server) -> None:
    game = server.create()
    with game.sit(0) as ada:
        for _ in range(60):
            ada.socket.send("nonsense")
        assert close_code(ada) == 4400


def close_code(client: Client) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        client.until("nothing that is ever sent", timeout=5)
    return closed.value.rcvd.code if closed.value.rcvd else None


def test_large_and_binary_frames_end_the_socket(server: Server) -> None:
    game = server.create()
    with game.sit(0) as ada:
        ada.socket.send("x" * (m.FRAME_LIMIT + 1))
        assert close_code(ada) == 1009
    with game.sit(0) as ada:
        ada.socket.send(b"\x00\x01")
        assert close_code(ada) == 1003


def test_no_hello_in_time(tmp_path: Path) -> None:
    with Server(tmp_path / "data", {"ROLLPLAYER_HELLO_SECONDS": "0.3"}) as server:
        game = server.create()
        silent = server.socket(game.id)
        with pytest.raises(ConnectionClosed) as closed:
            silent.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4408
        silent.close()


def test_rates_per_socket_and_address(tmp_path: Path) -> None:
    limits = {
        "ROLLPLAYER_MESSAGES_PER_20_SECONDS": "20",
        "ROLLPLAYER_REQUESTS_PER_MINUTE": "30",
        "ROLLPLAYER_GAMES_PER_HOUR": "2",
        "ROLLPLAYER_SOCKETS_PER_ADDRESS": "3",
    }
    with Server(tmp_path / "data", limits) as server:
        game = server.create()
        server.create()
        status, reply, headers = server.request("POST", "/api/v1/games", {})
        assert (status, reply["code"]) == (429, "too-many-games")
        assert int(headers["retry-after"]) > 0
        clients = [game.sit() for _ in range(3)]
        with pytest.raises(ConnectionClosed) as closed:
            game.sit()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert pings(clients[0], 40).count("too-fast") >= 15
        with pytest.raises(ConnectionClosed) as closed:
            pings(clients[0], 80)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        statuses = [server.request("GET", "/api/v1")[0] for _ in range(40)]
        assert 429 in statuses
        assert server.request("GET", "/healthz")[0] == 200
        for client in clients:
            client.close()


def test_handshakes_are_requests(tmp_path: Path) -> None:
    with Server(tmp_path / "data", {"ROLLPLAYER_REQUESTS_PER_MINUTE": "20"}) as server:
        game = server.create()
        codes = []
        for _ in range(30):
            try:
                game.sit().close()
            except ConnectionClosed as closed:
                codes.append(closed.rcvd.code if closed.rcvd else None)
        assert 5 <= len(codes) <= 15
        assert set(codes) == {4429}


def pings(client: Client, count: int) -> list[str]:
    """What came back, each heard before the next: whoever does not read would not see the end either."""
    heard: list[str] = []
    for _ in range(count):
        client.send({"type": "ping"})
        heard.append(str(client.until("pong", "refused").get("code", "pong")))
    return heard


def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path) -> None:
    small = {"ROLLPLAYER_OUTBOX_MESSAGES": "30"}
    with Server(tmp_path / "data", small) as server:
        game = server.create(options={"players": 2}, seats=HUMANS, start=True)
        deaf = socket.create_connection(("127.0.0.1", server.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        handshake(deaf, game.id)
        send_frame(deaf, json.dumps({"type": "hello", "protocol": 1}).encode())
        with game.sit(0, 1) as both:
            both.until_true(lambda c: c.room["watchers"] == 1)
            slowest = 0.0
            for _ in range(1000):
                # Something for the deaf one to hear, as quickly as possible.
                seat = both.asked()
                assert seat is not None
                started = time.monotonic()
                answered = both.answer(seat, both.options(seat)[0]["notation"])
                assert answered["type"] == "ack"
                slowest = max(slowest, time.monotonic() - started)
                both.until_true(lambda c, entry=answered["entry"]: c.version == entry)
                undone = both.ask("undo", seat=seat, version=both.version)
                both.until_true(lambda c, entry=undone["entry"]: c.version == entry)
                if both.room["watchers"] == 0:
                    break
            assert both.room["watchers"] == 0, "the deaf client was never cut off"
            assert slowest < 2
        assert "rollplayer_cut_total 1.0" in server.get("/metrics").decode()
        deaf.close()


def handshake(raw: socket.socket, game_id: str) -> None:
    host, port = raw.getpeername()
    raw.sendall(
        f"GET /api/v1/games/{game_id}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    assert b" 101 " in raw.recv(1024)


def send_frame(raw: socket.socket, payload: bytes) -> None:
    assert len(payload) < 126
    raw.sendall(bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload)


def test_deflate_is_off(server: Server) -> None:
    game = server.create()
    address = server.address.replace("http", "ws", 1) + game.path + "/socket"
    with connect(address, compression="deflate") as opened:
        assert opened.response is not None
        assert "Sec-WebSocket-Extensions" not in opened.response.headers


def test_buckets_fill_again() -> None:
    bucket = Bucket(2, 0.2)
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    assert bucket.wait() >= 1
    time.sleep(0.12)
    assert bucket.take()
    assert Bucket(0, 1).take()
    costly = Bucket(10, 60)
    assert [costly.take(4) for _ in range(3)] == [True, True, False]
    assert 10 < costly.wait(4) < 20
    assert costly.take(2)
    # What costs more than there ever is can still be had, when nothing else is asked for.
    assert Bucket(2, 1).take(5)
    addresses = Addresses(1, 60)
    assert addresses.bucket("a").take()
    assert not addresses.bucket("a").take()
    assert addresses.bucket("b").take()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        # Everybody at home has a network of this size, and could be somebody else each second.
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("not an address", "nor this", False),
    ],
)
def test_whom_an_address_is_counted_for(one: str, other: str, same: bool) -> None:
    assert (counted_as(one) == counted_as(other)) == same


def test_work_counts_more_and_a_rematch_is_a_new_game(tmp_path: Path) -> None:
    limits = {"ROLLPLAYER_REQUESTS_PER_MINUTE": "40", "ROLLPLAYER_GAMES_PER_HOUR": "2"}
    with Server(tmp_path / "data", limits) as server:
        game = server.create(options={"players": 1}, seats=[HUMANS[0]])
        server.post(game.path + "/close", {}, game.host)
        again = server.post(game.path + "/rematch", {}, game.host)["game"]["id"]
        assert server.post(game.path + "/rematch", {}, game.host)["game"]["id"] == again
        server.post(f"/api/v1/games/{again}/close", {}, game.host)
        token = {"authorization": f"Bearer {game.host}"}
        refused = server.request("POST", f"/api/v1/games/{again}/rematch", {}, token)
        assert (refused[0], refused[1]["code"]) == (429, "too-many-games")
        statuses = [server.request("POST", "/api/v1/replay", b"{}")[0] for _ in range(6)]
        assert statuses[:2] == [422, 422]
        assert statuses[-1] == 429
        # A wait that is told is a wait that suffices: nobody is sent away again and again.
        wait = server.request("POST", "/api/v1/replay", b"{}")[2]["retry-after"]
        assert 1 <= int(wait) <= 16


# -- names ------------------------------------------------------------------------------------------

OWN_NAMES = ("127.0.0.1:80", "[::1]:8080", "192.168.1.5", "localhost", "LocalHost.:1", "nas:8080")
AT_HOME = ("nas.local", "a.localhost", "games.home.arpa:8080", "game.host.internal")
NOT_OURS = (
    "evil.example",
    "evil.example:8080",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "local.example",
    "nas.local.evil.example",
    "play.example.evil.example",
    "0x7f.1",
    "[::1].evil.example",
    "[",
)


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0", "::"])
def test_a_server_knows_its_names(host: str) -> None:
    names = Names(
        Settings(host=host, public_url="https://play.example:444", hosts=("G.fritz.box",))
    )
    for each in (*OWN_NAMES, *AT_HOME, socket.gethostname(), "play.example", "g.fritz.box:81"):
        assert names.is_own(each), each
    for name in NOT_OURS:
        assert not names.is_own(name), name
    assert not Names(Settings(host=host)).is_own("play.example")


@pytest.mark.parametrize("settings", [{}, {"ROLLPLAYER_HOST": "0.0.0.0"}])
def test_a_name_that_somebody_lets_lead_here_gets_nothing(
    tmp_path: Path, settings: dict[str, str]
) -> None:
    with Server(tmp_path / "data", {**settings, "ROLLPLAYER_HOSTS": "games.example"}) as server:
        game = server.create()
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}
        for method, path in (("GET", game.path), ("POST", "/api/v1/games"), ("GET", "/metrics")):
            status, reply, headers = server.request(method, path, headers=rebound)
            assert (status, reply["code"]) == (421, "host")
            assert "evil.example" in reply["detail"]
            assert headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus) as refused:
            handshake_as(server, game.path, "evil.example")
        assert refused.value.response.status_code == 421
        handshake_as(server, game.path, "games.example")
        ours = {"Host": "games.example", "Origin": "http://games.example"}
        expected = 201 if settings else 403
        assert server.request("POST", "/api/v1/games", {}, ours)[0] == expected


def handshake_as(server: Server, path: str, host: str) -> None:
    """A socket to this server by a name that leads to it."""
    raw = socket.create_connection(("127.0.0.1", server.port), 10)
    with connect(f"ws://{host}{path}/socket", sock=raw):
        return
