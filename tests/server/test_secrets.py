"""What only one seat may know reaches nobody else; the seed reaches nobody before the end."""

import random
from typing import Any

import pytest

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.server.common.tokens import hashes_of
from rollplayer.server.notices.news import happened_since
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms import views
from rollplayer.server.rooms.recorded_match import (
    RecordedMatch,
    go_through,
    rebuild,
    returned_to,
)
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.updates import send_state
from tests.server.harness import Server
from tests.server.prepared import STARTED, fresh, grown, on, room_of, step, stored
from tests.server.recording import Ear

TOKENS = {0: "token of Ada", 1: "token of Bo", 2: "token of Cleo"}
SPECTATOR = -2
LANGUAGES = ("en", "de", "fr")


def wants_open_lock(notation: str) -> int:
    """Get Open Lock, then use it; otherwise keep the Gold together."""
    if notation == "use open-lock":
        return 3
    if notation.startswith("buy open-lock"):
        return 2
    return 0 if notation.startswith(("buy", "use", "drop")) else 1


def asks_for_the_top_card(table: RecordedMatch) -> bool:
    return table.game.question() == "deal-secretly"


def shown_to(table: RecordedMatch, viewer: int, language: str, since: int) -> bytes:
    """Every byte that this viewer is sent as state."""
    room = room_of(table, TOKENS)
    tokens = [] if viewer == SPECTATOR else [TOKENS[viewer]]
    return encode(views.state(room, since, hashes_of(tokens), language))


def twins() -> list[tuple[RecordedMatch, RecordedMatch, int]]:
    """Pairs of games that differ only in the card that one seat has looked at, and that seat."""
    first = grown(asks_for_the_top_card, 3, wants_open_lock)
    seat = first.game.agenda[-1].seat
    cards = first.game.options()
    assert len(cards) > 3

    def twin(card: int) -> RecordedMatch:
        table = fresh(3, "twin")
        for record in first.records:
            table.act(record.who, record.code, record.at, record.actor, record.command)
        table.act(CHANCE, card, STARTED, "chance")
        return table

    return [(twin(cards[0]), twin(card), seat) for card in (cards[len(cards) // 2], cards[-1])]


def test_news_of_a_table_keep_the_card_that_another_has_seen() -> None:
    for one, other, seat in twins():
        for viewer in (*TOKENS, None):
            own = () if viewer is None else (viewer,)
            lines = [
                happened_since(table, room_of(table, TOKENS).texts("en"), own, 0)
                for table in (one, other)
            ]
            assert lines[0]
            assert lines[0] == lines[1], (viewer, seat)
        # The control: the seat itself would read it.
        texts = [room_of(table, TOKENS).texts("en") for table in (one, other)]
        events = [table.plain_of(table.records[-1])["events"] for table in (one, other)]
        assert [texts[0].event(event, seat) for event in events[0]] != [
            texts[1].event(event, seat) for event in events[1]
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_seen_by_one_changes_no_byte_for_the_others(language: str) -> None:
    for one, other, seat in twins():
        choice = random.Random(1)
        since = one.version - 1
        compared = 0
        # Until the card is laid out for all to see.
        while one.game.top_card >= 0:
            compared += 1
            for viewer in (*TOKENS, SPECTATOR):
                mine = shown_to(one, viewer, language, since)
                same = mine == shown_to(other, viewer, language, since)
                # The control: who has seen the card is told which one it is.
                assert same == (viewer != seat), (viewer, seat)
            options = [o for o in one.game.options() if o in other.game.options()]
            answer = choice.choice(options)
            if one.game.seat() == seat and one.game.question() == "buy-from-deck":
                answer = next(o for o in options if one.game.rules.names.write(o) == "pass")
            asked = one.game.seat()
            for table in (one, other):
                table.act(asked, answer, STARTED, "human")
            since = 0 if since else one.version - 2
        assert compared >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_differences_tell_of_a_card_no_more_than_states_do(language: str) -> None:
    for one, other, seat in twins():
        plays = [(table, listening_to(table, language)) for table in (one, other)]
        choice = random.Random(1)
        heard = 0
        while one.game.top_card >= 0:
            options = [o for o in one.game.options() if o in other.game.options()]
            answer = choice.choice(options)
            if one.game.seat() == seat and one.game.question() == "buy-from-deck":
                answer = next(o for o in options if one.game.rules.names.write(o) == "pass")
            asked = one.game.seat()
            for table, (room, _) in plays:
                table.act(asked, answer, STARTED, "human")
                room.asked_since = STARTED
                room.new_picture()
                room.tell_all(table.version - 1)
            heard += 1
            if one.game.top_card < 0:
                break
            for viewer, mine, theirs in zip(
                (*TOKENS, SPECTATOR), plays[0][1][1], plays[1][1][1], strict=True
            ):
                assert len(mine.letters) == heard + 1
                if viewer != seat:
                    assert mine.letters == theirs.letters, viewer
        # The control: the seat's own first state says which card it is.
        own, twin = (ears[list(TOKENS).index(seat)].letters[0] for _, (_, ears) in plays)
        assert own != twin
        assert heard >= 3


def listening_to(table: RecordedMatch, language: str) -> tuple[Room, list[Ear]]:
    """A room with somebody on each seat, and a watcher, all told by differences."""
    room = room_of(table, TOKENS)
    # Nobody is waited for: until when would differ.
    room.row.pace = "turns"
    ears = [
        Ear(str(viewer), hashes_of([TOKENS[viewer]] if viewer in TOKENS else []), language)
        for viewer in (*TOKENS, SPECTATOR)
    ]
    room.listeners.update(ears)
    for ear in ears:
        send_state(room, ear, None)
    return room, ears


def test_the_secret_is_told_to_its_seat_alone() -> None:
    table, _, seat = twins()[0]
    card = table.game.rules.names.word("card", table.game.top_card)
    name = table.match.library.text("card", card, "name", "en")
    assert card.encode() in shown_to(table, seat, "en", table.version - 1)
    for viewer in (*TOKENS, SPECTATOR):
        state = views.state(
            room_of(table, TOKENS),
            table.version - 1,
            hashes_of([] if viewer == SPECTATOR else [TOKENS[viewer]]),
            "en",
        )
        entries = encode(state["entries"])
        assert (name.encode() in entries) == (viewer == seat)
        assert (card.encode() in entries) == (viewer == seat)
        tops = [part["top_card"] for part in state["seats"].values()]
        assert tops == ([] if viewer == SPECTATOR else [card if viewer == seat else None])


def test_secrets_over_the_wire(tmp_path: Any) -> None:
    table = grown(asks_for_the_top_card, 2, wants_open_lock)
    seat = table.game.agenda[-1].seat
    seed = table.match.chance.seed.hex()
    created = stored(tmp_path / "data", table)
    with Server(tmp_path / "data") as server:
        game = on(server, created)
        with game.sit(seat) as user, game.sit(1 - seat, since=0) as other, game.sit() as watcher:
            for client in (user, other, watcher):
                client.until_true(lambda c: c.version == table.version + 1)
                assert client.table["pending"]["question"] == "buy-from-deck"
            card = user.table["seats"][str(seat)]["top_card"]
            assert card
            assert any(
                "buy" in o["notation"] or o["notation"] == "pass" for o in user.options(seat)
            )
            assert other.table["seats"][str(1 - seat)]["top_card"] is None
            other.send({"type": "entries", "from": table.version + 1, "to": table.version + 1})
            (secret,) = other.until("entries")["entries"]
            assert "answer" not in secret
            assert secret["events"][0].keys() == {"event", "seat", "text"}
            refused = other.answer(1 - seat, f"buy {card}")
            assert refused["code"] == "not-asked"
            for client in (user, other, watcher):
                for message in client.heard:
                    assert seed not in str(message)
            for message in [*other.heard[:-1], *watcher.heard]:
                for reply in message.get("entries", []):
                    if reply["n"] == table.version + 1:
                        assert card not in str(reply)
        for path in ("/file", "/replay"):
            status, reply, _ = server.request("GET", game.path + path)
            assert (status, reply["code"]) == (409, "not-finished")
        assert seed not in str(server.get(game.path))
        assert seed not in server.log()
        for token in [*created["seats"].values(), created["host"]]:
            assert token not in server.log()


def test_prepared_games_are_what_the_server_rebuilds() -> None:
    table = fresh(2, "again")
    choice = random.Random(3)
    for _ in range(60):
        step(table, choice)
    rows = [record.row() for record in table.records]
    again = rebuild(table.match.header.plain(), table.match.chance.seed, rows)
    assert state_hash(again.game) == state_hash(table.game)
    assert again.match.chance.below(1 << 30) == table.match.chance.below(1 << 30)


def test_games_with_undos_are_what_the_server_rebuilds() -> None:
    """Also undos of what came after another undo; whoever goes on by the entries one by one is there as well."""
    table = fresh(2, "undone")
    choice = random.Random(5)
    undone = 0
    while undone < 8:
        step(table, choice)
        seats = [seat for seat in range(2) if table.undoable(seat) is not None]
        if seats and choice.random() < 0.5:
            undone += 1
            table.undo(seats[0], 0, "human", f"{seats[0]}:undo{undone}")
        elif undone % 3 == 2 and len(table.standing()) > 4:
            undone += 1
            table.undo_together(0, 3, (0, 1), 0, "human", f"0:undo{undone}")
    rows = [record.row() for record in table.records]
    header, seed = table.match.header.plain(), table.match.chance.seed
    again = rebuild(header, seed, rows)
    followed = rebuild(header, seed, [])
    before: list[Game | None] = []
    for row in rows:
        go_through(followed, [row], before)
    for each in (again, followed):
        assert state_hash(each.game) == state_hash(table.game)
        assert each.standing() == table.standing()
        assert [record.row() for record in each.records] == rows


def test_a_copy_is_made_only_where_an_undo_returns_to() -> None:
    answer: Plain = {"who": 0, "answer": "x", "events": []}
    entries = [answer, answer, answer, {"who": 0, "undo": 1}, answer, {"who": 0, "undo": 3}, answer]
    assert returned_to(entries) == {2, 0}
    assert returned_to([answer] * 9) == set()
