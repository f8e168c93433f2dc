"""What evaluations must know of Monsters & Minions: the Elementalist's dice (E11), and death (Y5)."""

from pathlib import Path

import pytest

from rollplayer.analysis.forecast import forecast
from rollplayer.analysis.review import Reviewer
from rollplayer.analysis.worth import worth_of
from rollplayer.bots import make_bot
from rollplayer.bots.squire import worth
from rollplayer.engine.game import Game
from rollplayer.engine.scoring import is_lost, score_lines
from rollplayer.expansions.monsters_and_minions.changes import edit_monster_table
from rollplayer.expansions.monsters_and_minions.registrations import MONSTER_COMBAT
from rollplayer.match import Match, answer_once, play_out
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, build
from rollplayer.search.estimate import Estimate
from tests.analysis.games import judge_of
from tests.printed import printed_match

MONSTERS = ["monsters-and-minions"]
DICE = 5


def elementalist(die: str) -> Game:
    """With so many dice of a kind on her sheet."""
    sheet = {"str": f"{die} {die}", "dex": f"{die} {die}", "con": die}
    hero = {"class": "elementalist", "sheet": sheet}
    given = {
        "at": "take",
        "options": {"players": 1, "expansions": MONSTERS},
        "monster": "kraken",
        "heroes": [hero],
    }
    return build(Scenario(Path(__file__), "dice", (), (), (), given, (), {}))


def new_match(seed: str) -> Match:
    return printed_match(Options(1, expansions=tuple(MONSTERS)), seed)


def test_boost_dice_are_of_the_class_color_for_an_elementalist() -> None:
    boost, blue = elementalist("boost5"), elementalist("blue5")
    assert boost.heroes[0].color != blue.heroes[0].sheet[0] >> 4
    rules, estimate, judge = boost.rules, Estimate(boost.rules), judge_of(boost)
    seen = [estimate.class_color(game.heroes[0], 12) for game in (boost, blue)]
    assert seen[0] - seen[1] == DICE
    assert worth(rules, boost.heroes[0]) - worth(rules, blue.heroes[0]) == pytest.approx(DICE)
    stars = [forecast(judge, game, 0).lines["class_color"] for game in (boost, blue)]
    assert stars[0] > max(DICE, stars[1] + 1)


def test_a_lost_game_brings_nothing_in_odds_and_reviews() -> None:
    match = new_match("lost")
    play_out(match, [make_bot("random", "lost")])
    assert is_lost(match.game)
    assert set(forecast(judge_of(match.game), match.game, 0).lines.values()) == {0.0}
    reviewer = Reviewer(match.file(), match.library, [0])
    assert list(reviewer.walk())
    assert reviewer.reviews[0].stars == 0.0


def endangered() -> tuple[Game, float]:
    """A lone hero before the last combat who may live or die, and the chance to live."""
    for number in range(40):
        match, bots = new_match(f"danger {number}"), [make_bot("random", f"danger {number}")]
        while match.game.phase != MONSTER_COMBAT:
            answer_once(match, bots)
        estimate = Estimate(match.game.rules)
        estimate.look(match.game, 0)
        if 0.01 < estimate.survival < 0.99 and any(lines_of(match.game).values()):
            return match.game, estimate.survival
    raise AssertionError("no hero was in danger")


def lines_of(game: Game) -> dict[str, int]:
    return score_lines(game.rules, game.heroes[0])


def test_odds_count_the_danger_of_the_last_combat() -> None:
    """Y5: before the dice fall, all that is settled counts by the chance to live."""
    game, alive = endangered()
    lines = forecast(judge_of(game), game, 0).lines
    for line, stars in lines_of(game).items():
        assert line == "monster" or lines[line] == pytest.approx(alive * stars)


# -- what may not be known --------------------------------------------------------------------------


class WholeTable:
    """In place of a View: everything on the table, hidden cards included."""

    def __init__(self, game: Game, seat: int) -> None:
        self.seat = seat
        self.world = game.copy()


ATTACK = 2
NEARLY_FULL = {
    "str": "red6 red6 red6",
    "dex": "blue5 blue5 blue5",
    "con": "gold1 gold2 gold3",
    "int": "white4 white4 white4",
    "wis": "black2 black3 black6",
    "cha": "purple1 purple6",
}


def hidden_adventures() -> list[Game]:
    """The first hero may profit from a card of which only the second knows which it is (X2)."""
    hero = {"tokens": ["location", "obstacle", "attack"], "sheet": NEARLY_FULL, "gold": 6}
    given = {
        "at": "take",
        "options": {"players": 2, "expansions": MONSTERS},
        "monster": "vampire",
        "heroes": [hero, {}],
    }
    game = build(Scenario(Path(__file__), "hidden", (), (), (), given, (), {}))
    games = []
    for card in edit_monster_table(game).candidates(ATTACK):
        other = game.copy()
        table = edit_monster_table(other)
        table.adventure = (*table.adventure[:ATTACK], card)
        table.known = (*table.known[:ATTACK], 1 << 1)
        games.append(other)
    return games


def values(games: list[Game]) -> list[set[float]]:
    worth = worth_of(games[0].rules)
    return [{worth.of(game, 0) for game in games}, set(worth.at_table(games, 0))]


def test_values_do_not_peek_at_adventure_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    games = hidden_adventures()
    assert [len(found) for found in values(games)] == [1, 1]
    # A control: what is hidden matters, so an evaluator that forgot the View would be caught.
    monkeypatch.setattr("rollplayer.analysis.worth.View", WholeTable)
    assert [found for found in values(games) if len(found) < 2] == []
