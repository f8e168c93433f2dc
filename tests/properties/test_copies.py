"""Copies are independent, and what a seat may do at any time is told truly."""

import random

import pytest

from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.match import Match
from rollplayer.rules.compose import new_game
from rollplayer.rules.options import Options
from tests.properties.grants import endow
from tests.properties.heroes import rules_for
from tests.properties.matches import random_match
from tests.properties.walk import Figures, Walk, every_options, pick, pick_interruption

GAMES = 12


def everything(game: Game) -> list[object]:
    """Every list of a state, spelled out: more than the hash looks at."""
    heroes = [
        [
            list(hero.sheet), hero.hand, hero.cards, hero.exhausted, hero.numbers, hero.skills,
            hero.weapons, hero.hooked, hero.may_interrupt, hero.gold, hero.charisma, hero.token,
            hero.counts, hero.piles,
        ]
        for hero in game.heroes
    ]  # fmt: skip
    options = [] if game.over else list(game.options())
    return [
        state_hash(game), heroes, options, list(game.bag), list(game.aside), list(game.pool),
        list(game.dice), list(game.card_gold), list(game.taken), list(game.market),
        [list(pile) for pile in game.deck], list(game.discard_pile), list(game.trash),
        list(game.removed), game.top_card, game.top_known, game.discard_pile_open, len(game.agenda),
        [game.interruptions(seat) for seat in range(len(game.heroes))],
    ]  # fmt: skip


def step_on(rng: random.Random, game: Game) -> None:
    wanted = pick_interruption(rng, game) if rng.random() < 0.3 else None
    if wanted is None:
        game.apply(pick(rng, game))
    else:
        game.interrupt(*wanted)


@pytest.mark.parametrize("seed", range(GAMES))
def test_playing_a_copy_leaves_the_original_alone(seed: int) -> None:
    rng = random.Random(f"copies {seed}")
    options = rng.choice(every_options())
    game = new_game(options, rules_for(options))
    kept: list[tuple[Game, list[object]]] = []
    while not game.over:
        if rng.random() < 0.06:
            # One copy is kept as it is, another is played to the end beside the original.
            kept.append((game.copy(), everything(game)))
            before = everything(game)
            twin = game.copy()
            assert everything(twin) == before
            while not twin.over:
                step_on(rng, twin)
            assert everything(game) == before
        step_on(rng, game)
    assert len(kept) > 1
    for twin, before in kept:
        assert everything(twin) == before


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_copy_plays_like_the_original(seed: int) -> None:
    """The same answers lead both through the same states."""
    rng = random.Random(f"twins {seed}")
    options = rng.choice(every_options())
    game = new_game(options, rules_for(options))
    twin = game.copy()
    while not game.over:
        answer = pick(rng, game)
        game.apply(answer)
        # A copy of a copy at every step.
        twin = twin.copy()
        twin.apply(answer)
        assert state_hash(twin) == state_hash(game)
    assert twin.over


@pytest.mark.parametrize("seed", range(4))
def test_interruptions_are_legal_both_ways(seed: int) -> None:
    """What is offered is accepted; what a seat could do at another moment is refused now."""
    walk = Walk(Options(players=4), f"interruptions {seed}", Figures())
    game, rng = walk.game, walk.rng
    while game.question() != "take":
        walk.decide(interrupt=0)
    walk.give(endow(walk.game, walk.shadow, walk.rng))
    refused = accepted = 0
    ever: set[int] = set()
    while not game.over:
        offered = [game.interruptions(seat) for seat in range(4)]
        ever |= {answer for answers in offered for answer in answers}
        before = state_hash(game)
        for seat, answers in enumerate(offered):
            for answer in answers:
                game.copy().interrupt(seat, answer)
                accepted += 1
            for answer in rng.sample(sorted(ever), min(len(ever), 3)):
                if answer not in answers:
                    with pytest.raises(IllegalAnswer):
                        game.interrupt(seat, answer)
                    refused += 1
        for nobody in (CHANCE, 4, -2):
            assert game.interruptions(nobody) == []
        assert state_hash(game) == before
        walk.decide(interrupt=0.4)
    assert accepted > 100
    assert refused > 100


def test_an_answer_of_the_wrong_seat_changes_nothing() -> None:
    """A match refuses answers of seats that are not asked, chance's too."""
    rng = random.Random("wrong seats")
    refused = 0

    def try_others(match: Match) -> None:
        nonlocal refused
        game = match.game
        if game.over or rng.random() > 0.1:
            return
        before = state_hash(game)
        verbs = [option.verb for option in game.rules.interruptions]
        answer = rng.choice([option for option in game.options() if option >> 16 not in verbs])
        for who in range(CHANCE, len(game.heroes)):
            if who != game.seat():
                with pytest.raises(IllegalAnswer):
                    match.act(who, answer)
                refused += 1
        assert state_hash(game) == before

    for seed in range(4):
        random_match(f"wrong {seed}", after_each=try_others)
    assert refused > 50
