"""What bots reckon with in Monsters & Minions, against every roll counted out (X5, X10, X11, Y5)."""

from itertools import product

import pytest

from rollplayer.analysis.network import GOALS, LINES, network_for, shipped
from rollplayer.bots import NAMES, make_bot
from rollplayer.chance import Chance
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.scoring import is_lost
from rollplayer.engine.view import View
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.monsters_and_minions.changes import (
    honor_gained,
    injury_gained,
    xp_gained,
)
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    COMBAT_DICE,
    COMBAT_ROLL,
    FOR_HUNT,
    HONOR,
    INJURIES,
    MONSTER_COMBAT,
    MONSTER_STARS,
    TROPHIES,
    XP,
)
from rollplayer.match import Match, answer_once, play_out
from rollplayer.rules.expansion import ExpansionEvaluator
from rollplayer.rules.options import Options
from rollplayer.search.features import Features
from tests.printed import printed_match

MONSTERS = "monsters-and-minions"
TINY = 1e-7


def new_match(players: int, seed: str) -> Match:
    return printed_match(Options(players, expansions=(MONSTERS,)), seed)


def moments(players: int, seed: str, questions: tuple[str, ...], many: int) -> list[Game]:
    """Positions in which one of these is asked, from games of bots that answer anything."""
    games: list[Game] = []
    number = 0
    while len(games) < many:
        match = new_match(players, f"{seed} {number}")
        bots = [make_bot("random", f"{seat} {number}") for seat in range(players)]
        while not match.game.over:
            if match.game.question() in questions:
                games.append(match.game.copy())
            answer_once(match, bots)
        number += 1
    return games[:many]


def evaluator_of(game: Game) -> ExpansionEvaluator:
    return EXPANSIONS[MONSTERS].evaluator(game.rules)


def stars_of(game: Game, seat: int) -> float:
    evaluator = evaluator_of(game)
    evaluator.look(game, seat, 4)
    return evaluator.stars


# -- a Hunt -----------------------------------------------------------------------------------------


def what_it_brought(game: Game, seat: int) -> tuple[int, ...]:
    hero = game.heroes[seat]
    counts = hero.counts
    return (counts[XP], counts[HONOR], counts[INJURIES], hero.gold, len(hero.piles[TROPHIES]))


def after_rolling(game: Game, roll: tuple[int, ...]) -> Game:
    """The end of a Hunt with these dice: nobody is hired, nothing is rolled again."""
    end = game.copy()
    seat = end.seat()
    end.apply(PASS_CODE)
    for face in roll:
        end.apply(next(option for option in end.options() if option >> 8 & 255 == face))
    if not end.over and end.seat() == seat and end.question() == "hunt-reroll":
        end.apply(PASS_CODE)
    return end


def test_a_hunt_is_weighed_by_every_roll_of_its_dice() -> None:
    """X5: the rows of the Minion as often as the dice reach them, with what they really bring."""
    hunts = [
        game
        for game in moments(2, "hire", ("hunt-hire",), 16)
        if game.heroes[game.seat()].counts[COMBAT_DICE] <= 4
    ]
    assert len(hunts) >= 6
    for game in hunts:
        seat = game.seat()
        expected: dict[tuple[int, ...], float] = {}
        ends: dict[int, tuple[int, ...]] = {}
        for roll in product(range(1, 7), repeat=game.heroes[seat].counts[COMBAT_DICE]):
            if sum(roll) not in ends:
                ends[sum(roll)] = what_it_brought(after_rolling(game, roll), seat)
            brought = ends[sum(roll)]
            expected[brought] = expected.get(brought, 0.0) + 1 / 6 ** len(roll)
        before = state_hash(game)
        weights: dict[tuple[int, ...], float] = {}
        for outcome in evaluator_of(game).outcomes(game, seat):
            brought = what_it_brought(outcome.game, seat)
            weights[brought] = weights.get(brought, 0.0) + outcome.weight
        assert weights == pytest.approx(expected)
        assert state_hash(game) == before


def test_where_the_seat_does_not_hunt_there_is_nothing_to_weigh() -> None:
    for game in moments(2, "market", ("market-turn", "take"), 20):
        assert evaluator_of(game).outcomes(game, game.seat()) == []
    for game in moments(2, "other", ("hunt-reveal", "hunt-hire", "hunt-reroll"), 6):
        assert evaluator_of(game).outcomes(game, 1 - game.seat()) == []
        assert len(evaluator_of(game).outcomes(game, game.seat())) > 0


# -- Monster Combat ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2])
def test_the_last_combat_is_counted_out(players: int) -> None:
    """X11, X20, Y5: without XP the stars and the chance to live are those of all rolls there are."""
    counted = 0
    for game in moments(players, "combat", ("roll-combat",), 1200 if players == 1 else 400):
        seat = game.agenda[-1].seat
        hero = game.heroes[seat]
        begins = game.phase == MONSTER_COMBAT and not hero.piles[COMBAT_ROLL]
        if not begins or hero.counts[XP] or hero.counts[COMBAT_DICE] > 3:
            continue
        counted += 1
        stars, lives, ways = 0.0, 0.0, 0.0
        waiting = [(1.0, game)]
        while waiting:
            chance, now = waiting.pop()
            if not now.over and now.agenda[-1].seat == seat and now.question() == "roll-combat":
                # X20: sixes against the Giant Troll are rolled again without end.
                options = now.options() if chance > TINY else []
                for option in options:
                    after = now.copy()
                    after.apply(option)
                    waiting.append((chance / len(options), after))
                continue
            ways += chance
            stars += chance * now.heroes[seat].counts[MONSTER_STARS]
            lives += chance * (not is_lost(now))
        evaluator = evaluator_of(game)
        evaluator.look(game, seat, 0)
        assert evaluator.stars == pytest.approx(stars / ways, abs=1e-3)
        assert evaluator.survival == pytest.approx(lives / ways, abs=1e-3)
    assert counted >= 3


def test_xp_and_honor_help_and_injuries_hurt() -> None:
    for game in moments(2, "more", ("take",), 12):
        stars = stars_of(game, 0)
        braver, wiser, hurt = game.copy(), game.copy(), game.copy()
        honor_gained(braver, 0, 2)
        xp_gained(wiser, 0, 3, FOR_HUNT)
        injury_gained(hurt, 0, 2)
        assert stars_of(hurt, 0) < stars < stars_of(braver, 0)
        assert stars < stars_of(wiser, 0)


# -- those who use it -------------------------------------------------------------------------------


def test_each_network_fits_the_facts_it_is_asked_about() -> None:
    for options in (Options(2), Options(1, "first"), Options(2, expansions=(MONSTERS,))):
        game = Match.new(options, chance=Chance.from_text("facts")).game
        network = network_for(game.rules)
        assert Features(game.rules, network.words).count == len(network.facts)
        assert network.start.shape == (network.facts.shape[1],)
        assert 0 < network.trust < 1
    assert network_for(new_match(2, "x").game.rules).lines == (*LINES, "monster")
    assert shipped().lines == LINES
    assert shipped().total == GOALS + len(LINES)


@pytest.mark.parametrize("level", NAMES)
def test_no_bot_knows_an_adventure_card_it_has_not_seen(level: str) -> None:
    """X6: two worlds that differ in a card which only the opponent has seen."""
    game = next(
        game
        for game in moments(2, "secret", ("market-turn",), 200)
        if monsters_of(game).known[0] == 1 << (1 - game.seat()) and len(game.options()) > 2
    )
    seat = game.seat()
    worlds = []
    for card in monsters_of(game).candidates(0):
        world = game.copy()
        other = monsters_of(world).copy()
        other.adventure = (card, *other.adventure[1:])
        world.extensions = (other,)
        worlds.append(world)
    assert len({state_hash(world) for world in worlds}) == len(worlds) > 1
    chosen = {
        make_bot(level, "same").choose(View(world, seat), world.options()) for world in worlds
    }
    assert len(chosen) == 1


@pytest.mark.parametrize("level", ["squire", "adventurer"])
def test_a_lone_hero_lives_to_tell_the_tale(level: str) -> None:
    """Y5: whoever never hunted would lie dead: so did every hero of bots that saw their sheet alone."""
    lived = 0
    for number in range(4):
        match = new_match(1, f"alone {number}")
        play_out(match, [make_bot(level, "alone")])
        lived += not is_lost(match.game)
    assert lived >= 3
