"""Notices where several processes share a store: one of them sends all, and knows no more of rooms than their owners say."""

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rollplayer.server.notices.deliverer import ELSEWHERE_SECONDS
from rollplayer.server.transport.relay import IN_FRONT
from tests.server.receivers import Receiver
from tests.server.stores import new_database
from tests.server.test_nodes import Nodes, node
from tests.server.test_notices import begun, first_asked, play_until_other, told

pytestmark = pytest.mark.once

ENDED_SECONDS = 60


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def nodes(tmp_path: Path, hook: Receiver) -> Iterator[Nodes]:
    """Ada, who is there first, sends all notices."""
    store = new_database()
    more = {"ROLLPLAYER_NOTICE_ORIGINS": hook.origin, "ROLLPLAYER_DRAIN_SECONDS": "1"}
    with node(tmp_path, "ada", store, **more) as ada, node(tmp_path, "bob", store, **more) as bob:
        yield Nodes(ada, bob)
        assert ada.faults() == []
        assert bob.faults() == []


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + ENDED_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_is_on_its_way_is_not_sent_again_by_the_next_to_keep_house(
    nodes: Nodes, hook: Receiver
) -> None:
    game = begun(nodes.bob)
    first = first_asked(game)
    told(nodes.bob, hook, game, 1 - first)
    hook.pause = 4.0
    play_until_other(game, first)
    hook.wait()
    # Ada has sent it and waits for a reply; bob is to keep house.
    ada = nodes.ada.process
    assert ada is not None
    ada.send_signal(signal.SIGTERM)
    assert ada.wait(ENDED_SECONDS) == 0
    time.sleep(2 * ELSEWHERE_SECONDS)
    assert len(hook.received) == 1
    with nodes.bob.opened() as db:
        sql = "SELECT count(*) FROM outbox WHERE done IS NULL"
        assert db.execute(sql).fetchone() == (0,)


def test_who_has_come_to_the_table_elsewhere_needs_no_notice(nodes: Nodes, hook: Receiver) -> None:
    """Ada finds nobody in the rooms of bob that it builds for itself."""
    games = [begun(nodes.bob) for _ in range(2)]
    firsts = [first_asked(game) for game in games]
    hook.status = 503
    for game, first in zip(games, firsts, strict=True):
        told(nodes.bob, hook, game, 1 - first)
        play_until_other(game, first)
    with nodes.bob.opened() as db:

        def waiting(attempts: int) -> int:
            sql = "SELECT count(*) FROM outbox WHERE done IS NULL AND attempts >= ?"
            return int(db.execute(sql, (attempts,)).fetchone()[0])

        until(lambda: waiting(1) == 2)
        there, away = games
        with there.sit(1 - firsts[0]):
            hook.received.clear()
            hook.status = 200
            db.execute("UPDATE outbox SET next = 0 WHERE done IS NULL")
            until(lambda: waiting(0) == 0)
    assert [news["game"] for each in hook.received for news in each.plain()["games"]] == [away.id]


def test_only_other_processes_hear_who_sits_at_a_table(nodes: Nodes) -> None:
    game = begun(nodes.bob)
    with game.sit(0, 1):
        path = IN_FRONT.format(game=game.id, seat=0)
        for headers in ({}, {"rollplayer-relay": "1 bob 127.0.0.1 proof"}):
            for server in (nodes.ada, nodes.bob):
                status, body, _ = server.request("GET", path, headers=headers)
                assert (status, body) == server.request("GET", "/in-front/nothing")[:2]
