"""Connections that say nothing: they are few, they do not stay, and nobody else notices them."""

import errno
import os
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import pytest
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings
from rollplayer.server.operation.app import Application, store_of
from rollplayer.server.operation.run import configuration
from rollplayer.server.transport.door import Door, Entrance, raise_descriptors
from tests.server.harness import Server, play_on
from tests.server.raw_lines import complaints, lines
from tests.server.test_games import HUMANS, at_random

pytestmark = pytest.mark.once

SMALL = """
import resource, sys
from rollplayer import cli
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
sys.exit(cli.main(["serve", *sys.argv[1:]]))
"""


def with_descriptors(soft: int, hard: int) -> tuple[str, str]:
    return "-c", SMALL.format(soft=soft, hard=hard)


@contextmanager
def idle(server: Server, many: int, *addresses: str) -> Iterator[list[socket.socket]]:
    """Connections that never say a word."""
    with ExitStack() as stack:
        opened = []
        for number in range(many):
            source = (addresses[number % len(addresses)], 0)
            raw = socket.create_connection(("127.0.0.1", server.port), 10, source)
            opened.append(stack.enter_context(raw))
        time.sleep(0.3)
        yield opened


def still_open(connections: list[socket.socket]) -> int:
    """How many the server has not hung up on."""
    count = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            connection.recv(1)
        except BlockingIOError:
            count += 1
        except ConnectionError:
            continue
    return count


def play_a_little(server: Server) -> None:
    game = server.create(options={"players": 2}, seats=HUMANS, start=True)
    with game.sit(0) as ada, game.sit(1) as bo:
        started = time.monotonic()
        assert play_on([ada, bo], at_random(1), most=20) == 20
        assert time.monotonic() - started < 10


def test_an_address_has_so_many_connections_and_others_play_on(tmp_path: Path) -> None:
    limits = {"ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "20"}
    with Server(tmp_path / "data", limits) as server:
        with idle(server, 100, "127.0.0.2") as silent:
            assert still_open(silent) == 20
            play_a_little(server)
        assert 'rollplayer_turned_away_total{reason="address"} 80.0' in page(server)
        logged = [line for line in lines(server) if line["message"] == "turned away"]
        assert len(logged) == 1
        assert complaints(server) == []
        # Those who have gone are counted no more.
        with idle(server, 20, "127.0.0.2") as silent:
            assert still_open(silent) == 20


def page(server: Server) -> str:
    return cast(bytes, server.get("/metrics")).decode()


@pytest.mark.parametrize("proxies", ["127.0.0.2", "127.0.0.0/8", "*"])
def test_a_proxy_speaks_for_many(tmp_path: Path, proxies: str) -> None:
    limits = {"ROLLPLAYER_CONNECTIONS_PER_ADDRESS": "20", "ROLLPLAYER_PROXIES": proxies}
    with (
        Server(tmp_path / "data", limits) as server,
        idle(server, 50, "127.0.0.2") as silent,
    ):
        assert still_open(silent) == 50


@pytest.mark.parametrize("proxies", ["192.0.2.7", "192.0.2.0/24"])
@pytest.mark.parametrize("address", ["192.0.2.7", "::ffff:192.0.2.7", "::ffff:c000:207"])
def test_a_proxy_is_known_however_its_address_is_written(proxies: str, address: str) -> None:
    """A server on all addresses of IPv6 sees those of IPv4 in another form."""
    settings = Settings(data=".", proxies=(proxies,))
    assert Door(settings, Metrics(), None).is_proxy(address)
    configured = configuration(Application(settings, store_of), settings)
    believed = ProxyHeadersMiddleware(cast(Any, None), configured.forwarded_allow_ips)
    assert address in believed.trusted_hosts
    for stranger in ("192.0.3.7", "::ffff:192.0.3.7", "::c000:207"):
        assert not Door(settings, Metrics(), None).is_proxy(stranger)
        assert stranger not in believed.trusted_hosts


def test_who_says_nothing_makes_room(tmp_path: Path) -> None:
    """Silent connections alone do not fill the server."""
    with Server(tmp_path / "data", {"ROLLPLAYER_MOST_CONNECTIONS": "40"}) as server:
        with idle(server, 100, "127.0.0.2", "127.0.0.3") as silent:
            play_a_little(server)
            assert still_open(silent) < 40
        assert complaints(server) == []


def test_who_says_nothing_does_not_stay(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        started = time.monotonic()
        raw = socket.create_connection(("127.0.0.1", server.port), 20)
        with raw, suppress(ConnectionError):
            assert raw.recv(1) == b""
        assert 4 < time.monotonic() - started < 12


def test_descriptors_do_not_run_out(tmp_path: Path) -> None:
    """More connections than the process may have open, from many addresses."""
    with Server(tmp_path / "data", command=with_descriptors(256, 256)) as server:
        with idle(server, 600, *(f"127.0.1.{n}" for n in range(1, 100))):
            play_a_little(server)
        assert server.log_path.stat().st_size < 5000
        assert complaints(server) == []


def test_the_limit_of_the_system_is_raised(tmp_path: Path) -> None:
    with Server(tmp_path / "data", command=with_descriptors(256, 1024)) as server:
        assert server.process is not None
        limits = Path(f"/proc/{server.process.pid}/limits").read_text(encoding="ascii")
        (limit,) = (line for line in limits.splitlines() if line.startswith("Max open files"))
        assert limit.split()[3:5] == ["1024", "1024"]
        with idle(server, 600, "127.0.0.2") as silent:
            assert still_open(silent) == 600
            play_a_little(server)


def test_nobody_stands_at_the_door_when_descriptors_have_run_out() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    entrance = Entrance(socket.AF_INET, socket.SOCK_STREAM)
    taken: list[int] = []
    with entrance, ExitStack() as stack:
        entrance.bind(("127.0.0.1", 0))
        entrance.listen(10)
        entrance.setblocking(False)
        callers = [stack.enter_context(socket.socket()) for _ in range(3)]
        for caller in callers:
            caller.settimeout(5)
            caller.connect(entrance.getsockname())
        try:
            resource.setrlimit(
                resource.RLIMIT_NOFILE, (max(map(int, os.listdir("/proc/self/fd"))) + 20, hard)
            )
            with pytest.raises(OSError, match=os.strerror(errno.EMFILE)):
                taken.extend(os.dup(0) for _ in range(1000))
            for caller in callers:
                with pytest.raises(BlockingIOError):
                    entrance.accept()
                assert caller.recv(1) == b""
            with pytest.raises(BlockingIOError):
                entrance.accept()
        finally:
            for each in taken:
                os.close(each)
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        # All is well again as soon as there are descriptors.
        late = stack.enter_context(socket.create_connection(entrance.getsockname()))
        entrance.setblocking(True)
        let_in, _ = entrance.accept()
        stack.enter_context(let_in).sendall(b"!")
        assert late.recv(1) == b"!"


def test_the_door_counts_by_address_and_keeps_descriptors_back() -> None:
    class Line:
        def abort(self) -> None: ...

    def come(address: str) -> Any:
        line = cast(Any, Line())
        return line if door.enter(line, address, lambda: None) else None

    settings = Settings(data=".", connections_per_address=2, most_connections=1000)
    door = Door(settings, Metrics(), 256)
    assert door.most == 128
    first, second = come("192.0.2.1"), come("::ffff:192.0.2.1")
    assert first is not None
    assert second is not None
    assert come("192.0.2.1") is None
    door.leave(first)
    door.leave(first)
    assert come("192.0.2.1") is not None
    assert door.by_address == {"192.0.2.1": 2}
    assert Door(settings, Metrics(), None).most == 1000
    assert (raise_descriptors() or 0) >= 256
