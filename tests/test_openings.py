"""Openings (K5): when people are asked, and what passing by itself means for undo and files."""

import random
from collections.abc import Callable

import pytest

from rollplayer.chance import Chance
from rollplayer.cli.verify import verify
from rollplayer.engine.answers import DROP
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.log import Diverged, LogError, read_lines, replay, to_line, write_lines
from rollplayer.match import CannotUndo, Match
from rollplayer.openings import ALWAYS, NEVER, NEW, WHENS, Openings, acts
from rollplayer.rules.options import Options
from tests.properties.facts import EXPANSION
from tests.properties.walk import pick


def played(seed: str, openings: Openings, see: Callable[[Match], None], players: int = 2) -> Match:
    """A match at random in which all seats are people with one setting."""
    rng = random.Random(seed)
    match = Match.new(Options(players, expansions=(EXPANSION,)), chance=Chance.from_text(seed))
    while not match.game.over:
        seat = match.game.seat()
        if seat == CHANCE:
            match.roll()
            continue
        see(match)
        if openings.passes(match.game, seat):
            match.pass_opening()
        else:
            openings.note(match.game, seat)
            match.act(seat, pick(rng, match.game))
    return match


def asked_at(when: str, seed: str) -> tuple[int, int]:
    """How often people are asked at openings, and how often the rules ask."""
    counts = [0, 0]
    openings = Openings(when)

    def see(match: Match) -> None:
        if match.game.question() == "opening":
            counts[0] += not openings.passes(match.game, match.game.seat())
            counts[1] += 1

    played(seed, openings, see)
    return counts[0], counts[1]


def test_people_choose_how_often_they_are_asked() -> None:
    games = {when: [asked_at(when, f"openings {seed}") for seed in range(12)] for when in WHENS}
    asked = {when: sum(counts[0] for counts in games[when]) for when in WHENS}
    assert asked[NEVER] == 0
    assert 0 < asked[NEW] < asked[ALWAYS]
    assert asked[ALWAYS] < sum(counts[1] for counts in games[ALWAYS])  # Weapons alone are no reason


@pytest.mark.rules("K5", "M6")
def test_a_skill_bought_in_the_last_market_turn_is_new() -> None:
    """Whoever has just bought a Skill that can be used is asked, in solitaire after every such buy."""
    bought: list[str] = []
    asked: list[str] = []
    openings = Openings(NEW)

    def see(match: Match) -> None:
        game, last = match.game, "".join(entry.answer for entry in match.entries[-1:])
        new = last.removeprefix("buy ").partition(" ")[0]
        if f"use {new}" in [game.rules.names.write(act) for act in acts(game, 0)]:
            assert game.question() in ("opening", "buy-again")
            bought.append(new)
            if openings.wants(game, 0):
                asked.append(new)

    for seed in range(40):
        played(f"skill {seed}", openings, see, players=1)
    assert bought == asked
    assert len(asked) > 5


def test_a_weapon_alone_is_no_reason_to_ask() -> None:
    def see(match: Match) -> None:
        game = match.game
        seen.append(all(o >> 16 == DROP for o in game.interruptions(game.seat())))
        if game.question() == "opening" and seen[-1]:
            assert openings.passes(game, game.seat())

    for when in WHENS:
        openings, seen = Openings(when), list[bool]()
        played("weapons", openings, see)
        assert any(seen)


def opening_passed_by_itself() -> Match:
    """A seat has answered, everybody has passed by themselves, and nothing was rolled since."""
    for seed in range(40):
        rng = random.Random(seed)
        match = Match.new(Options(2), chance=Chance.from_text(f"undo {seed}"))
        openings = Openings(NEVER)
        while not match.game.over:
            game = match.game
            if game.seat() == CHANCE:
                match.roll()
            elif openings.passes(game, game.seat()):
                match.pass_opening()
                after: Game = match.game
                if not after.over and after.question() == "market-turn":
                    return match
            else:
                match.act(game.seat(), pick(rng, game))
    raise AssertionError("never reached")


def test_what_passed_by_itself_does_not_stand_in_the_way_of_an_undo() -> None:
    match = opening_passed_by_itself()
    last = next(entry for entry in reversed(match.entries) if not entry.auto)
    count = len(match.since_own(last.who))
    assert count > 1
    assert match.why_not_undo(last.who) == ""
    other = 1 - last.who
    with pytest.raises(CannotUndo):
        match.undo(other)
    assert match.undo(last.who).undo == count
    file = read_lines(write_lines(match.file()))
    *_, (_, _, game) = replay(file)
    assert game.question() == match.game.question()
    verify(file, match.library)


def test_only_passes_at_openings_are_by_themselves() -> None:
    match = opening_passed_by_itself()
    lines = list(write_lines(match.file()))
    plain = match.entries[-2].plain()
    with pytest.raises(LogError, match="only a pass can be auto"):
        read_lines([lines[0], to_line({**plain, "answer": "take 1", "auto": True})])
    passed = next(at for at, entry in enumerate(match.entries) if entry.answer == "pass")
    assert not match.entries[passed].auto
    lines[passed + 1] = to_line({**match.entries[passed].plain(), "auto": True})
    with pytest.raises(Diverged, match="only at an opening"):
        list(replay(read_lines(lines)))
