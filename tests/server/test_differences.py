"""Differences: whoever applies them sees at every moment what a newcomer is told whole."""

import random
from typing import Any

import pytest

from rollplayer.server.protocol.differences import CannotApply, applied, difference
from tests.server.harness import Server
from tests.server.recording import Moment, Plain, play, table_of

GAMES: list[dict[str, Any]] = [
    {"players": 1},
    {"players": 2},
    {"players": 4},
    {"players": 2, "expansions": ("monsters-and-minions",)},
    {"players": 1, "expansions": ("monsters-and-minions",)},
    {"players": 5, "expansions": ("monsters-and-minions",)},
]


@pytest.mark.parametrize("wish", GAMES, ids=str)
def test_every_viewer_sees_what_a_newcomer_is_told(wish: dict[str, Any]) -> None:
    tables: dict[str, Plain] = {}
    kinds: dict[str, int] = {}
    votes: set[int] = set()

    def note(moments: list[Moment]) -> None:
        for moment in moments:
            for message in moment.heard:
                kinds[message["type"]] = kinds.get(message["type"], 0) + 1
                if message["type"] == "difference":
                    tables[moment.ear] = applied(tables[moment.ear], message["changes"])
                else:
                    tables[moment.ear] = table_of(message)
            assert tables[moment.ear] == moment.whole, moment.ear
            votes.add(len((moment.whole["vote"] or {"agreed": []})["agreed"]))

    game = play(seed=7, **wish)
    game.run(note)  # type: ignore[arg-type]
    assert kinds["difference"] > 200
    assert {0, 1} <= votes
    assert kinds["update"] > 20  # The one who wants no differences.


def test_a_difference_is_smaller_than_the_whole() -> None:
    game = play(2, 3)
    for _ in range(60):
        game.step()
    sizes = {ear.name: sum(map(len, ear.letters[1:])) / len(ear.letters[1:]) for ear in game.ears}
    assert sizes["all at one screen"] < sizes["whole"] / 2
    assert sizes["watcher"] < sizes["whole"] / 3


def anything(dice: random.Random, depth: int = 0) -> Any:
    kind = dice.randrange(7 if depth < 3 else 4)
    if kind < 4:
        return [None, dice.randrange(3), f"text {dice.randrange(3)}", []][kind]
    if kind == 4:
        return [anything(dice, depth + 1) for _ in range(dice.randrange(4))]
    names = ("heroes", "gold", "vote", "seats", "0")
    return {
        name: [{"gold": dice.randrange(3)} for _ in range(2)]
        if name == "heroes"
        else anything(dice, depth + 1)
        for name in dice.sample(names, dice.randrange(len(names)))
    }


def test_applying_the_difference_gives_the_new_object() -> None:
    dice = random.Random(11)
    for _ in range(3000):
        old, new = an_object(dice), an_object(dice)
        before = repr(old)
        changes = difference(old, new)
        assert applied(old, changes) == new
        assert repr(old) == before
        assert (changes == {}) == (old == new)


def an_object(dice: random.Random) -> dict[str, Any]:
    while not isinstance(value := anything(dice), dict):
        pass
    return value


@pytest.mark.parametrize(
    "changes", [{"drop": ["gold"]}, {"in": {"gold": {"set": {"a": 1}}}}, {"in": {"hero": {}}}]
)
def test_a_difference_to_something_else_is_noticed(changes: dict[str, Any]) -> None:
    with pytest.raises(CannotApply):
        applied({"hero": 3}, changes)


def test_an_answer_comes_back_in_one_message(server: Server) -> None:
    game = server.create(
        options={"players": 2},
        seats=[{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Bo"}],
        start=True,
    )
    with game.sit(0, 1) as whole, game.sit(0, 1) as client:
        client.send(
            {
                "type": "hello",
                "protocol": 1,
                "differences": True,
                "tokens": list(game.tokens.values()),
            }
        )
        before = client.until("state")
        seat = client.asked()
        assert seat is not None
        option = client.options(seat)[0]["notation"]
        client.send(
            {
                "type": "answer",
                "command": "one-message",
                "version": before["version"],
                "seat": seat,
                "answer": option,
            }
        )
        reply = client.hear()
        assert reply["type"] == "difference"
        assert reply["ack"]["command"] == "one-message"
        assert reply["ack"]["entry"] == before["version"] + 1
        assert reply["entries"][0]["answer"] == option
        now = whole.until("update")
        assert "ack" not in now
        assert applied(table_of(before), reply["changes"]) == table_of(now)
        # Said again: the entry it had, and the whole table to go on from.
        client.send(
            {
                "type": "answer",
                "command": "one-message",
                "version": before["version"],
                "seat": seat,
                "answer": option,
            }
        )
        assert client.until("ack")["duplicate"] is True
        assert table_of(client.until("state")) == table_of(now)
