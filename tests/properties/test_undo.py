"""Undo against bots: nothing that was shown changes, and nobody's answer but a bot's goes with it."""

import random
from collections import Counter

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import Entry, effective
from rollplayer.match import CannotUndo, Match
from rollplayer.rules.options import Options
from tests.properties.walk import every_options, pick, pick_interruption

GAMES = 12
PEOPLE = {"name": "Ann"}, {"name": "Ben"}
BOT = {"name": "Bot", "bot": "squire"}


def tables() -> list[tuple[Options, list[dict[str, str]]]]:
    """Base game and expansion, by number of seats: alone, against bots, and beside a person."""
    rng = random.Random("who sits where")
    chosen = rng.sample([each for each in every_options() if each.players <= 4], GAMES)
    return [
        (options, [*PEOPLE[: 1 + at % 2], BOT, BOT, BOT, BOT][: options.players])
        for at, options in enumerate(chosen)
    ]


def answers(match: Match) -> list[tuple[int, str]]:
    return [(entry.who, entry.answer) for entry in effective(match.entries)]


def rolls(match: Match) -> list[str]:
    """All that chance has ever said, whether it still counts or not."""
    return [entry.answer for entry in match.entries if entry.who == CHANCE and not entry.undo]


def step(match: Match, rng: random.Random) -> None:
    game = match.game
    wanted = pick_interruption(rng, game) if rng.random() < 0.2 else None
    if wanted is not None:
        match.act(*wanted)
    elif game.seat() == CHANCE:
        match.roll()
    else:
        match.act(game.seat(), pick(rng, game))


def undo_and_play_again(match: Match, seat: int) -> list[Entry]:
    """Undo as far as it goes, look at what went, and give the same answers once more."""
    before, shown, state = answers(match), rolls(match), state_hash(match.game)
    times = 0
    while not match.why_not_undo(seat):
        match.undo(seat)
        times += 1
    kept = answers(match)
    assert kept == before[: len(kept)]
    taken = effective(match.entries[: len(match.entries) - times])[len(kept) :]
    for who, answer in before[len(kept) :]:
        match.say(who, answer)
    assert (rolls(match), answers(match), state_hash(match.game)) == (shown, before, state)
    return taken


@pytest.mark.parametrize(("options", "seats"), tables())
def test_an_undo_shows_nothing_and_crosses_nobody(
    options: Options, seats: list[dict[str, str]]
) -> None:
    """The same game as without any undo: the same dice and cards come, in the same order."""
    seen: Counter[str] = Counter()
    plain = Match.new(options, seats, Chance.from_text("undo"))
    undone = Match.new(options, seats, Chance.from_text("undo"))
    rng, again, wish = (random.Random(word) for word in ("play", "play", "undo"))
    secrets = plain.game.rules.vocabulary.secret_events
    while not plain.game.over:
        step(plain, rng)
        step(undone, again)
        if wish.random() > 0.1:
            continue
        for seat in range(len(seats)):
            for entry in undo_and_play_again(undone, seat):
                assert entry.who != CHANCE
                assert not {event["event"] for event in entry.events} & set(secrets)
                assert entry.who == seat or (seats[entry.who].get("bot") and seat == 0)
                seen["own" if entry.who == seat else "bot"] += 1
    assert answers(undone) == answers(plain)
    assert state_hash(undone.game) == state_hash(plain.game)
    assert seen["own"] > 0
    people = [seat for seat in seats if "bot" not in seat]
    assert bool(seen["bot"]) == (len(people) == 1 < len(seats))


def test_a_bots_answer_is_undone_only_together_with_ones_own() -> None:
    match = Match.new(Options(players=2), [PEOPLE[0], BOT], Chance.from_text("2"))
    rng = random.Random(2)
    while not match.entries or match.entries[-1].who != 1 or match.why_not_undo(0):
        step(match, rng)
    own = match.since_own(0)[0]
    assert (own.who, match.undo(0).undo > 1) == (0, True)
    assert match.game.seat() == 0


def test_with_another_person_at_the_table_a_bots_answer_stands() -> None:
    match = Match.new(Options(players=3), [*PEOPLE, BOT], Chance.from_text("3"))
    rng = random.Random(3)
    while not (effective(match.entries) and effective(match.entries)[-1].who == 2):
        step(match, rng)
    reasons = {match.why_not_undo(seat) for seat in (0, 1)}
    assert reasons <= {"other", "nothing", "chance"}
    with pytest.raises(CannotUndo):
        match.undo(0)
