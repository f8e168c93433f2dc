"""What is acknowledged was synced before; without syncs that would be noticed."""

import pytest

from tests.proofs import synced
from tests.proofs.synced import Order, SqliteCommits
from tests.proofs.traced import read_calls
from tests.server.stores import KINDS, VARIABLE

pytestmark = pytest.mark.once

WAL = "7</games/games.sqlite3-wal>"
HEADER = f'4 pwrite64({WAL}, "\\0\\0\\0\\7\\0\\0\\0\\7\\1\\2\\3\\4\\5\\6\\1\\2\\3\\4\\5\\6\\1\\2\\3\\4", 24, 32) = 24'
PAGE = f'4 pwrite64({WAL}, "\\r\\0\\"0:table001-0-0-000001\\"..", 4096, 56) = 4096'
SYNC = f"4 fdatasync({WAL}) = 0"
BEGIN_SYNC = f"4 fdatasync({WAL} <unfinished ...>"
END_SYNC = "4 <... fdatasync resumed>) = 0"
ACK = '3 write(9<socket:[77]>, "\\201X{\\"type\\":\\"ack\\",\\"command\\":\\"table001-0-0-000001\\",\\"entry\\":1}", 90) = 90'
BEGIN_ACK = ACK.replace(", 90) = 90", ", 90 <unfinished ...>")
END_ACK = "3 <... write resumed>) = 90"


def order_of(*lines: str) -> Order:
    order = Order(SqliteCommits(), lambda call: call.file.endswith("-wal"))
    for call in read_calls(lines):
        order.happens(call)
    assert order.acknowledged == {"table001-0-0-000001"}
    return order


@pytest.mark.parametrize(
    "lines",
    [
        (HEADER, PAGE, SYNC, ACK),
        (HEADER, PAGE, BEGIN_SYNC, END_SYNC, BEGIN_ACK, END_ACK),
        (HEADER, PAGE, SYNC, ACK, ACK),
    ],
)
def test_a_sync_between_commit_and_acknowledgement_is_seen(lines: tuple[str, ...]) -> None:
    order = order_of(*lines)
    assert order.failures == []
    assert order.syncs == 1


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((HEADER, PAGE, ACK, SYNC), "synced"),
        ((HEADER, PAGE, ACK), "synced"),
        # It was sent while the sync went on.
        ((HEADER, PAGE, BEGIN_SYNC, BEGIN_ACK, END_SYNC, END_ACK), "synced"),
        # The sync had begun before the commit was written, or has failed.
        (
            (BEGIN_SYNC.replace("4", "5", 1), HEADER, PAGE, "5 <... fdatasync resumed>) = 0", ACK),
            "synced",
        ),
        ((HEADER, PAGE, SYNC.replace("0", "-1 EIO (Input/output error)"), ACK), "synced"),
        ((SYNC, ACK, HEADER, PAGE), "written"),
        # The last frame of the transaction is missing.
        ((HEADER.replace("\\0\\0\\0\\7\\1", "\\0\\0\\0\\0\\1"), PAGE, SYNC, ACK), "written"),
    ],
)
def test_an_acknowledgement_that_comes_too_early_is_seen(
    lines: tuple[str, ...], reason: str
) -> None:
    order = order_of(*lines)
    (failure,) = order.failures
    assert failure.endswith(f"before its commit was {reason}")


def test_a_call_is_read_byte_by_byte() -> None:
    lines = [
        '12 pwrite64(3</a/b>, "\\0\\377\\"\\\\\\n7", 6, 4096) = 6',
        '12 unlink("/a/b-wal") = 0',
        "13 ftruncate(3</a/b>, 8192) = 0",
        '14 sendmsg(9<socket:[5]>, {msg_iov=[{iov_base="ab", iov_len=2}, {iov_base="c", iov_len=1}]}, 0) = 3',
        "12 +++ exited with 0 +++",
        "13 fsync(3</a/b> <unfinished ...>",
    ]
    write, unlink, shorten, send, sync = read_calls(lines)
    assert (write.file, write.data, write.at) == ("/a/b", b'\0\xff"\\\n7', 4096)
    assert (unlink.name, unlink.file) == ("unlink", "/a/b-wal")
    assert (shorten.name, shorten.at) == ("ftruncate", 8192)
    assert (send.file, send.data) == ("socket:[5]", b"abc")
    assert (sync.name, sync.worked) == ("fsync", False)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_acknowledged_before_it_is_synced(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = synced.prove(acks=40, games=4)
    assert report.failures == []
    assert int(report.figures["seen being sent"]) >= 40


@pytest.mark.parametrize("kind", KINDS)
def test_a_server_that_does_not_wait_is_caught(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, kind)
    report = synced.prove(acks=40, games=4, control=True)
    assert not report.passed
    early = ("before their commit was written", "before it was synced")
    assert sum(int(report.figures[each]) for each in early) > 0
