"""What is hidden changes no byte for those who may not know it."""

import socket
import time
from contextlib import ExitStack

import pytest

from tests.proofs import leak, wire
from tests.proofs.net import Recorder

pytestmark = pytest.mark.once


def test_hidden_things_change_no_byte() -> None:
    report = leak.with_still_clock(lambda: leak.prove(40))
    assert report.failures == []
    assert int(report.figures["who may know noticed"]) > 0


def test_a_build_that_tells_secrets_is_caught() -> None:
    report = leak.with_defect(lambda: leak.with_still_clock(lambda: leak.prove(40)))
    assert int(report.figures["leaks"]) > 0


def test_the_seed_is_in_no_byte_before_the_end() -> None:
    report = wire.prove_seed(2)
    assert report.failures == []
    assert int(report.figures["streams that reveal it after the end"]) > 0


def test_twins_at_real_sockets() -> None:
    assert wire.prove_twins().failures == []


def test_the_tap_hangs_up_on_those_who_are_still_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as tapping:
        tap = tapping.enter_context(Recorder(f"http://127.0.0.1:{server.getsockname()[1]}"))
        port = int(tap.address.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port)) as client:
            client.sendall(b"asked")
            tapped, _ = server.accept()
            with tapped:
                tapped.sendall(b"told")
                assert client.recv(10) == b"told"
                started = time.monotonic()
                tapping.close()
                assert time.monotonic() - started < 5
                # Both ends learn of it now, and not when somebody collects garbage.
                tapped.settimeout(1)
                client.settimeout(1)
                assert (tapped.recv(10), tapped.recv(10)) == (b"asked", b"")
                assert client.recv(10) == b""
        assert tap.streams == [b"told"]
