"""Notices of turns: who gets one, what it says, and that none is lost or told twice."""

import asyncio
import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rollplayer.server.notices.times import end_of_quiet, next_digest
from rollplayer.server.protocol import notices as n
from rollplayer.server.rooms import asked
from rollplayer.server.storage.outbox import NoticeTimes
from rollplayer.server.storage.store import Asked
from tests.proofs.mutants import TEXT, frame
from tests.server.conforming import check
from tests.server.harness import Game, Server
from tests.server.person import Somebody
from tests.server.raw_lines import connected
from tests.server.receivers import Receiver
from tests.server.stores import all_rows
from tests.server.test_games import HUMANS
from tests.server.test_security import handshake
from tests.server.test_wire import HASTY_PINGS

pytestmark = pytest.mark.once

QUIET = 0.4
"""Seconds after which what has not come does not come."""


@pytest.fixture(scope="module")
def endpoint() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def hook(endpoint: Receiver) -> Receiver:
    """The endpoint, with nothing in it yet."""
    endpoint.received.clear()
    endpoint.status = 200
    return endpoint


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory, endpoint: Receiver) -> Iterator[Server]:
    settings = {"ROLLPLAYER_NOTICE_ORIGINS": endpoint.origin}
    with Server(tmp_path_factory.mktemp("notices") / "data", settings) as server:
        yield server


def begun(server: Server, **wish: Any) -> Game:
    fields = {"options": {"players": 2}, "seats": HUMANS, "start": True, "pace": "turns"}
    return server.create(**{**fields, **wish})


def told(server: Server, hook: Receiver, game: Game, seat: int, **fields: Any) -> Somebody:
    """Somebody who holds a seat and wants to be told of its turns."""
    person = Somebody.new(server, **{"name": HUMANS[seat]["name"], **fields})
    person.claim(game, game.tokens[seat])
    person.do("/notices", kind="webhook", address=f"{hook.origin}/{seat}")
    return person


def first_asked(game: Game) -> int:
    with game.sit(0) as client:
        asked: int = client.table["pending"]["seat"]
    return asked


def answer_once(game: Game, seat: int) -> None:
    """Sit down, give one answer, and go."""
    with game.sit(seat) as client:
        assert client.answer(seat, client.options(seat)[0]["notation"])["type"] == "ack"


def play_until_other(game: Game, seat: int) -> None:
    """Answer for a seat until the other one is asked."""
    with game.sit(seat) as client:
        while client.table["pending"]["seat"] == seat:
            answered = client.answer(seat, client.options(seat)[0]["notation"])
            client.until_true(lambda c, entry=answered["entry"]: c.version >= entry)


def test_who_is_away_is_told_once_a_turn_what_happened(table: Server, hook: Receiver) -> None:
    game = begun(table, title="Friday table")
    first = first_asked(game)
    other = 1 - first
    told(table, hook, game, other, language="de")
    play_until_other(game, first)
    (notice,) = hook.wait()
    plain = notice.plain()
    assert notice.headers["webhook-id"] == plain["id"]
    assert plain["title"] == "Du bist am Zug: Friday table"
    (news,) = plain["games"]
    assert (news["game"], news["seat"], news["name"]) == (game.id, other, "Friday table")
    assert news["link"] == f"{table.address}/g/{game.id}"
    assert HUMANS[first]["name"] in " ".join(news["since"])


def test_a_turn_of_many_answers_has_one_notice(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    other = 1 - first
    told(table, hook, game, other)
    answers, turns = 0, 0
    while answers - turns < 2:
        play_until_other(game, first)
        turns += 1
        hook.wait(turns)
        while first_asked(game) == other:
            # Sit down, give one answer, and go: whoever has just answered knows what is asked next.
            answer_once(game, other)
            answers += 1
    time.sleep(QUIET)
    assert len(hook.received) == turns


def test_nobody_is_told_what_lies_in_front_of_them(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    other = 1 - first
    told(table, hook, game, other)
    with game.sit(other):
        play_until_other(game, first)
        time.sleep(QUIET)
        assert hook.received == []
    # Gone so soon, they may not have seen it: the line could have been dead.
    hook.wait()


def test_a_turn_asked_over_a_dead_line_has_its_notice(tmp_path: Path, hook: Receiver) -> None:
    """Nobody hangs up: the server takes the line for a live one until its pings stay unanswered."""
    settings = {"ROLLPLAYER_NOTICE_ORIGINS": hook.origin}
    with Server(tmp_path / "data", settings, HASTY_PINGS) as server:
        game = begun(server)
        first = first_asked(game)
        other = 1 - first
        told(server, hook, game, other)
        with connected(server) as dead, game.sit(first) as watching:
            handshake(dead, game.id)
            hello = {"type": "hello", "protocol": 1, "tokens": [game.tokens[other]]}
            dead.sendall(frame(TEXT, json.dumps(hello).encode()))
            watching.until_true(lambda c: c.room["seats"][other]["connected"])
            play_until_other(game, first)
            (notice,) = hook.wait()
            assert notice.plain()["games"][0]["seat"] == other


@pytest.mark.parametrize("how", ["closed", "hidden", "loaded again"])
def test_who_goes_right_after_being_asked_gets_one_notice(
    table: Server, hook: Receiver, how: str
) -> None:
    game = begun(table)
    first = first_asked(game)
    other = 1 - first
    told(table, hook, game, other)
    with game.sit(other) as client:
        play_until_other(game, first)
        if how == "hidden":
            client.send({"type": "ping", "hidden": True})
            client.until("pong")
            hook.wait()
    if how == "closed":
        hook.wait()
    with game.sit(other):
        time.sleep(asked.BACK_SOON / 1000 + 2 * QUIET if how == "loaded again" else 0)
    time.sleep(QUIET)
    assert len(hook.received) == (how != "loaded again")


def test_who_has_looked_at_it_for_a_while_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have seen it, and went on purpose."""
    monkeypatch.setattr(asked, "newly_asked", lambda room: Asked(0, b"token", "0", 1, room.at))
    written: list[int] = []

    class Store:
        async def append(self, *_: object) -> None:
            written.append(1)

    def room(since: int) -> Any:
        services = SimpleNamespace(store=Store(), on_asked=None)
        row = SimpleNamespace(id="game")
        return SimpleNamespace(
            at=1_000_000, asked_since=since, services=services, row=row, fence=None
        )

    async def go() -> None:
        await asked.tell_who_went(room(1_000_000 - asked.GLANCE - 1), frozenset({b"token"}))
        await asked.tell_who_went(room(1_000_000), frozenset({b"another"}))
        assert written == []
        await asked.tell_who_went(room(1_000_000 - asked.GLANCE), frozenset({b"token"}))
        assert written == [1]

    asyncio.run(go())


def test_a_hidden_tab_is_not_in_front(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    other = 1 - first
    told(table, hook, game, other)
    with game.sit(other) as away:
        away.send({"type": "ping", "hidden": True})
        away.until("pong")
        play_until_other(game, first)
        hook.wait()


def test_a_table_can_be_left_out(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    other = 1 - first
    person = told(table, hook, game, other)
    stranger = Somebody.new(table, "Mallory")
    assert stranger.refusal("/notices/game", id=game.id, told=False) == (404, "not-found")
    assert person.do("/notices/game", id=game.id) == {"told": True, "channels": 1}
    assert person.do("/notices/game", id=game.id, told=False) == {"told": False, "channels": 1}
    (exported,) = person.ask("/export")["games"]
    assert exported["told"] is False
    play_until_other(game, first)
    time.sleep(QUIET)
    assert hook.received == []
    person.do("/notices/game", id=game.id, told=True)
    play_until_other(game, other)
    play_until_other(game, first)
    hook.wait()


def test_a_guest_causes_nothing(table: Server) -> None:
    game = begun(table)
    play_until_other(game, first_asked(game))
    with table.opened() as db:
        sql = "SELECT count(*) FROM outbox WHERE game = ?"
        assert db.execute(sql, (game.id,)).fetchone() == (0,)


def test_a_game_tells_all_its_friends(table: Server, hook: Receiver) -> None:
    game = begun(table, title="Friday <table>")
    first = first_asked(game)
    path = game.path + "/webhooks"
    for kind in ("discord", "slack"):
        body = {"kind": kind, "address": f"{hook.origin}/{kind}?secret"}
        check(table.post(path, body, game.host), n.GameWebhooks)
    assert table.request("POST", path, body)[0] == 401
    shown = table.get(path, game.host)["channels"]
    assert [each["kind"] for each in shown] == ["discord", "slack"]
    assert "secret" not in str(shown)
    play_until_other(game, first)
    received = {each.path.split("?")[0]: each.plain() for each in hook.wait(2)}
    name = HUMANS[1 - first]["name"]
    assert received["/discord"]["content"] == f"{name} to play: Friday <table\\>"
    assert received["/discord"]["allowed_mentions"] == {"parse": []}
    assert received["/slack"]["text"] == f"{name} to play: Friday &lt;table&gt;"
    table.post(path + "/remove", {"id": shown[0]["id"]}, game.host)
    assert len(table.get(path, game.host)["channels"]) == 1


def test_what_does_not_arrive_is_sent_again_with_its_id(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    told(table, hook, game, 1 - first)
    hook.status = 503
    play_until_other(game, first)
    hook.wait()
    # Killed meanwhile: it is in the store, and may be due at once.
    port = table.port
    table.end(signal.SIGKILL)
    hook.status = 200
    table.start(port)
    received = hook.wait(2, 20)
    assert len({each.plain()["id"] for each in received}) == 1
    time.sleep(QUIET)
    assert len(hook.received) == 2
    _, metrics, _ = table.request("GET", "/metrics")
    assert b'rollplayer_notices_total{event="sent",kind="webhook"} 1.0' in metrics


def test_a_channel_that_is_gone_is_removed(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    person = told(table, hook, game, 1 - first)
    hook.status = 410
    play_until_other(game, first)
    hook.wait()
    for _ in range(50):
        if not person.ask("/notices")["channels"]:
            break
        time.sleep(0.1)
    assert person.ask("/notices")["channels"] == []


def test_what_is_answered_meanwhile_is_not_told(table: Server, hook: Receiver) -> None:
    game = begun(table)
    first = first_asked(game)
    person = told(table, hook, game, 1 - first)
    minute = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
    person.do("/notices/times", quiet_from=(minute - 5) % 1440, quiet_to=(minute + 60) % 1440)
    play_until_other(game, first)
    time.sleep(QUIET)
    assert hook.received == []
    play_until_other(game, 1 - first)
    person.do("/notices/times", quiet_from=0, quiet_to=0)
    time.sleep(QUIET)
    assert hook.received == []


def test_quiet_hours_put_off_and_bring_all_at_once(table: Server, hook: Receiver) -> None:
    games = [begun(table, title=f"Table {number}") for number in (1, 2)]
    person = Somebody.new(table)
    person.do("/notices", kind="webhook", address=hook.origin + "/all")
    minute = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
    person.do("/notices/times", quiet_from=(minute - 5) % 1440, quiet_to=(minute + 60) % 1440)
    for game in games:
        first = first_asked(game)
        person.claim(game, game.tokens[1 - first])
        play_until_other(game, first)
    time.sleep(QUIET)
    assert hook.received == []
    # The hours are over: as it were, since nobody can wait so long.
    with table.opened() as db:
        held = db.execute("UPDATE outbox SET next = 0 WHERE held = 1 AND done IS NULL").rowcount
        db.execute("UPDATE notice_times SET quiet_from = 0, quiet_to = 0")
    assert held == 2
    Somebody.new(table).do("/notices/times", zone="UTC")
    (notice,) = hook.wait()
    assert notice.plain()["title"] == "Your turn in 2 games"
    assert {news["name"] for news in notice.plain()["games"]} == {"Table 1", "Table 2"}
    time.sleep(QUIET)
    assert len(hook.received) == 1


def test_changes_of_times_at_once_all_hold(table: Server) -> None:
    ada = Somebody.new(table)
    fields = ("quiet_from", "quiet_to", "digest_at")

    def change(field: str, minute: int) -> None:
        ada.do("/notices/times", **{field: minute})

    with ThreadPoolExecutor(len(fields)) as together:
        for minute in range(20, 26):
            list(together.map(change, fields, [minute] * len(fields)))
            times = ada.do("/notices/times")["times"]
            assert times == {"zone": "UTC"} | dict.fromkeys(fields, minute)


def test_settings_of_notices(table: Server, hook: Receiver) -> None:
    ada, bo = Somebody.new(table), Somebody.new(table, "Bo")
    told = ada.do("/notices", kind="slack", address=hook.origin + "/secret")
    check(told, n.Notices)
    (channel,) = told["channels"]
    assert (channel["kind"], channel["digest"]) == ("slack", False)
    assert "secret" not in channel["address"]
    # The same address is the same channel.
    assert len(ada.do("/notices", kind="slack", address=hook.origin + "/secret")["channels"]) == 1
    changed = ada.do("/notices/change", id=channel["id"], digest=True)
    assert changed["channels"][0]["digest"] is True
    assert bo.refusal("/notices/change", id=channel["id"], digest=False) == (404, "not-found")
    assert bo.refusal("/notices/remove", id=channel["id"]) == (404, "not-found")
    times = ada.do("/notices/times", zone="Europe/Berlin", quiet_from=1320, quiet_to=420)["times"]
    assert times == {
        "zone": "Europe/Berlin",
        "quiet_from": 1320,
        "quiet_to": 420,
        "digest_at": 1080,
    }
    assert ada.refusal("/notices/times", zone="Europe/Atlantis") == (422, "bad-zone")
    assert ada.refusal("/notices", kind="webhook", address="http://10.0.0.1/") == (
        422,
        "bad-address",
    )
    assert ada.refusal("/notices", kind="email", address="ada@example.org") == (409, "not-offered")
    assert ada.do("/notices/remove", id=channel["id"])["channels"] == []
    for number in range(12):
        ada.do("/notices", kind="webhook", address=f"{hook.origin}/{number}")
    assert ada.refusal("/notices", kind="webhook", address=hook.origin) == (
        409,
        "too-many-channels",
    )


def test_who_is_deleted_is_told_nothing_more(table: Server, hook: Receiver) -> None:
    game = begun(table)
    ada = Somebody.new(table)
    ada.claim(game, game.tokens[1])
    ada.do("/notices", kind="webhook", address=hook.origin + "/to-be-deleted")
    exported = ada.ask("/export")
    assert [each["kind"] for each in exported["notices"]["channels"]] == ["webhook"]
    ada.do("/delete", delete="everything")
    with table.opened() as db:
        dump = str(all_rows(db))
    assert f"{hook.origin}/to-be-deleted" not in dump


# -- the clock on the wall --------------------------------------------------------------------------

BERLIN = NoticeTimes("Europe/Berlin", 22 * 60, 7 * 60, 18 * 60)
HOUR = 3600 * 1000
NOON = 1_793_966_400_000
"""Friday, 6 November 2026, 12:00 UTC: 13:00 in Berlin."""


def test_quiet_hours_span_midnight() -> None:
    assert end_of_quiet(NOON, BERLIN) is None
    # 22:00 and 06:59 in Berlin lie in them, 07:00 does not.
    seven = NOON + 18 * HOUR
    assert end_of_quiet(NOON + 9 * HOUR, BERLIN) == seven
    assert end_of_quiet(seven - 60_000, BERLIN) == seven
    assert end_of_quiet(seven, BERLIN) is None
    assert end_of_quiet(NOON, NoticeTimes()) is None


def test_a_digest_comes_once_a_day_and_not_at_night() -> None:
    assert next_digest(NOON, BERLIN) == NOON + 5 * HOUR
    assert next_digest(NOON + 5 * HOUR, BERLIN) == NOON + 29 * HOUR
    late = NoticeTimes("Europe/Berlin", 22 * 60, 7 * 60, 23 * 60)
    assert next_digest(NOON, late) == NOON + 18 * HOUR
