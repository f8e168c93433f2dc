"""A history that fits its log has no violations, and each way in which one does not is named."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.proofs.history import Entry, History, Line, Look
from tests.proofs.linear import LATE_SECONDS, Found, Kept, check
from tests.proofs.logs import Log

GAME = "game"


def kept() -> Kept:
    """Chance has dealt, seat 0 has answered twice and taken the second back, and seat 1 has spoken."""
    entries: list[tuple[int, str | None, dict[str, Any]]] = [
        (1, None, {"who": "chance", "answer": "deal"}),
        (2, "0:first", {"who": 0, "answer": "take 1"}),
        (3, None, {"who": "chance", "answer": "roll 6"}),
        (4, "0:second", {"who": 0, "answer": "place str"}),
        (5, "0:back", {"who": 0, "undo": 1}),
    ]
    return Kept(Log(None, None, list(entries)), [(1, "1:said", Line(1, 1, "hello"))])


def true_history() -> History:
    """What two clients saw of it, second by second."""
    history = History(GAME)
    sent = [
        ("answer", "first", "take 1", 1, 1.0, 3, 2),
        ("answer", "second", "place str", 3, 3.0, 4, 4),
        ("undo", "back", "", 4, 5.0, 5, 5),
    ]
    for kind, command, text, version, begun, shown, entry in sent:
        made = history.begin(kind, f"0:{command}", 0, text, version)
        made.begun, made.ended, made.shown_until = begun, begun + 1.0, shown
        made.entries.add(entry)
    said = history.begin("chat", "1:said", 1, "hello")
    said.begun, said.ended = 2.5, 3.5
    said.entries.add(None)
    history.shown(look("ada", 0.5, 1, begun=0.0), [Entry(1, "chance", "deal")], [], b"one")
    history.shown(look("bo", 2.2, 3), [Entry(2, 0, "take 1"), Entry(3, "chance")], [], b"three")
    history.shown(look("bo", 4.5, 4, begun=4.2, said=1), [], [Line(1, 1, "hello")], b"four")
    history.shown(look("ada", 7.0, 5, begun=6.5, said=1), [Entry(5, 0, None, 1)], [], b"five")
    return history


def look(
    client: str, ended: float, version: int, *, begun: float | None = None, said: int | None = None
) -> Look:
    return Look(client, ended, version, said, begun)


def found_in(history: History, store: Kept | None = None) -> dict[str, int]:
    found = Found()
    check(found, history, store or kept())
    return dict(found.kinds)


def test_what_fits_is_found_right() -> None:
    found = Found()
    check(found, true_history(), kept())
    assert found.texts == []
    assert (found.commands, found.acknowledged, found.looks, found.asked) == (4, 4, 4, 3)


def lose(history: History, store: Kept) -> None:
    del store.log.entries[4]


def forget_chat(history: History, store: Kept) -> None:
    store.chat.clear()


def leave_a_gap(history: History, store: Kept) -> None:
    del store.log.entries[2]


def act_twice(history: History, store: Kept) -> None:
    store.log.entries.append((6, "0:first", {"who": 0, "answer": "take 1"}))


def acknowledge_otherwise(history: History, store: Kept) -> None:
    history.acknowledged("0:first", 4, 4)


def acknowledge_for_two(history: History, store: Kept) -> None:
    history.commands["0:second"].entries = {5}


def change_order(history: History, store: Kept) -> None:
    """The first answer was sent after the second one had been acknowledged."""
    history.commands["0:first"].begun = 4.1


def change_order_of_chat(history: History, store: Kept) -> None:
    other = history.begin("chat", "0:other", 0, "first")
    other.begun, other.ended = 1.0, 2.0
    other.entries.add(None)
    store.chat.append((2, "0:other", Line(2, 0, "first")))


def show_a_stale_table(history: History, store: Kept) -> None:
    history.shown(look("bo by HTTP", 8.0, 4, begun=7.5), [], [], b"four")


def show_stale_chat(history: History, store: Kept) -> None:
    history.shown(look("bo by HTTP", 5.0, 4, begun=4.9, said=0), [], [], b"four")


def go_back(history: History, store: Kept) -> None:
    history.shown(look("ada", 7.5, 4), [], [], b"four")


def show_another_table(history: History, store: Kept) -> None:
    history.shown(look("ada", 7.5, 5), [], [], b"another")


def show_another_entry(history: History, store: Kept) -> None:
    history.shown(look("ada", 7.5, 5), [Entry(4, 0, "place con")], [], b"five")


def carry_out_what_was_refused(history: History, store: Kept) -> None:
    command = history.commands["0:back"]
    command.entries, command.refused = set(), ["stale"]


def acknowledge_what_was_stale(history: History, store: Kept) -> None:
    history.begin("undo", "0:back", 0, "", 4)
    history.commands["0:back"].refused = ["stale"]


def show_what_nobody_sent(history: History, store: Kept) -> None:
    del history.commands["0:first"]


def show_the_future(history: History, store: Kept) -> None:
    history.looks[1].ended = 0.9


def become_something_else(history: History, store: Kept) -> None:
    store.log.entries[3][2]["answer"] = "place con"


def come_too_late(history: History, store: Kept) -> None:
    """Another entry than the one after the version it was meant for."""
    history.commands["0:back"].version = 2


@pytest.mark.parametrize(
    ("defect", "kind"),
    [
        (lose, "lost"),
        (forget_chat, "lost"),
        (leave_a_gap, "gap"),
        (act_twice, "twice"),
        (acknowledge_otherwise, "twice"),
        (acknowledge_for_two, "twice"),
        (change_order, "order"),
        (change_order_of_chat, "order"),
        (show_a_stale_table, "stale"),
        (show_stale_chat, "stale"),
        (go_back, "back"),
        (show_another_table, "untrue"),
        (show_another_entry, "untrue"),
        (carry_out_what_was_refused, "refused"),
        (acknowledge_what_was_stale, "twice"),
        (show_what_nobody_sent, "from nowhere"),
        (show_the_future, "from nowhere"),
        (become_something_else, "untrue"),
        (come_too_late, "untrue"),
    ],
)
def test_what_does_not_fit_is_named(defect: Callable[[History, Kept], None], kind: str) -> None:
    history, store = true_history(), kept()
    defect(history, store)
    assert found_in(history, store).get(kind, 0) > 0


def test_who_watches_elsewhere_may_be_late_for_a_while() -> None:
    history = true_history()
    late = look("eve", 7.6, 4, begun=7.5)
    late.from_owner = False
    history.shown(late, [], [], b"four")
    assert found_in(history) == {}
    late.begun = late.ended = 6.1 + LATE_SECONDS
    assert found_in(history) == {"stale": 1}


def test_what_had_no_reply_may_be_there_or_not() -> None:
    history, store = true_history(), kept()
    unsure = history.begin("answer", "1:unsure", 1, "place wis", 5)
    assert not unsure.is_acknowledged
    assert found_in(history, store) == {}
    store.log.entries.append((6, "1:unsure", {"who": 1, "answer": "place wis"}))
    assert found_in(history, store) == {}


def test_who_watches_elsewhere_is_never_shown_less_on_the_same_line() -> None:
    history = true_history()
    for line, version, ended in ((1, 5, 7.0), (2, 4, 8.0)):
        seen = look("eve", ended, version)
        seen.from_owner, seen.line = False, line
        history.shown(seen, [], [], b"")
    found = Found()
    check(found, history, kept())
    assert (dict(found.kinds), found.behind) == ({}, 1)
    history.looks[-1].line = 1
    assert found_in(history) == {"back": 1}
