"""Notices where several processes share a store: one of them sends all, and knows no more of rooms than their owners say."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rollplayer.expansions.places import VARIABLE
from rollplayer.server.notices.deliverer import ELSEWHERE_SECONDS
from rollplayer.server.transport.relay import IN_FRONT
from tests.cli.test_boxes import NAME, smallest_box
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


@contextmanager
def two(folder: Path, hook: Receiver, **only_bob: str) -> Iterator[Nodes]:
    """Ada, who is there first, sends all notices."""
    store = new_database()
    more = {"ROLLPLAYER_NOTICE_ORIGINS": hook.origin, "ROLLPLAYER_DRAIN_SECONDS": "1"}
    ada, bob = node(folder, "ada", store, **more), node(folder, "bob", store, **more, **only_bob)
    with ada, bob:
        yield Nodes(ada, bob)
        assert bob.faults() == []


@pytest.fixture
def nodes(tmp_path: Path, hook: Receiver) -> Iterator[Nodes]:
    with two(tmp_path, hook) as nodes:
        yield nodes
        assert nodes.ada.faults() == []


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


def test_a_notice_that_only_a_newer_version_can_word_waits_for_it(
    tmp_path: Path, hook: Receiver
) -> None:
    """As while one process after the other is upgraded: ada does not know the cards of one of two games."""
    with two(tmp_path, hook, **{VARIABLE: str(smallest_box(tmp_path))}) as nodes:
        new = begun(nodes.bob, options={"players": 2, "expansions": [NAME]})
        games, firsts = (new, begun(nodes.bob)), []
        hook.status = 503
        with nodes.bob.opened() as db:

            def waiting(game: str) -> int | None:
                """How often the notice of a game was tried."""
                sql = "SELECT attempts FROM outbox WHERE game = ? AND done IS NULL"
                row = db.execute(sql, (game,)).fetchone()
                return None if row is None else int(row[0])

            person = None
            for game in games:
                firsts.append(first_asked(game))
                if person is None:
                    person = told(nodes.bob, hook, game, 1 - firsts[0])
                else:
                    person.claim(game, game.tokens[1 - firsts[1]])
                play_until_other(game, firsts[-1])
            until(lambda: all((waiting(each.id) or 0) > 0 for each in games))
            hook.received.clear()
            hook.status = 200
            tried = waiting(new.id)
            assert tried is not None
            # In one message, as in the morning after quiet hours.
            sql = "UPDATE outbox SET batch = (SELECT id FROM outbox WHERE game = ?), next = 0"
            db.execute(sql, (new.id,))
            (notice,) = hook.wait()
            until(lambda: waiting(games[1].id) is None)
            assert [news["game"] for news in notice.plain()["games"]] == [games[1].id]
            until(lambda: (waiting(new.id) or 0) > tried)
            ada = nodes.ada.process
            assert ada is not None
            ada.send_signal(signal.SIGTERM)
            assert ada.wait(ENDED_SECONDS) == 0
            db.execute("UPDATE outbox SET next = 0 WHERE done IS NULL")
            later = hook.wait(2)[1]
            until(lambda: waiting(new.id) is None)
            assert [news["game"] for news in later.plain()["games"]] == [new.id]
            # Whoever has had the first would otherwise take it for the same.
            assert later.plain()["id"] != notice.plain()["id"]
