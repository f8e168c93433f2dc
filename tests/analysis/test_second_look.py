"""The second look: by futures that chose nothing, from what the seat can know, alike each time."""

from collections import Counter
from typing import NamedTuple

import pytest

from rollplayer.analysis import futures
from rollplayer.analysis.forecast import forecast
from rollplayer.analysis.futures import TURN, future
from rollplayer.analysis.hints import coach
from rollplayer.analysis.prices import DICE, MARKET, OTHER, SETTING_UP, SKILL
from rollplayer.analysis.second_look import FORESIGHT, MARKET_TURN, NEAR, Behind, Coach
from rollplayer.bots import make_bot
from rollplayer.chance import Deal
from rollplayer.engine.game import Game
from rollplayer.engine.view import View
from rollplayer.search.tree import is_interruption
from tests.analysis.games import decisions
from tests.analysis.test_futures import BASE, EXPANSION, with_hidden_top


def looked(
    game: Game, seat: int = 0, judge: Coach | None = None
) -> tuple[list[float], list[Behind]]:
    """The judged values of all options, and how far each is behind the best."""
    world = View(game, seat).world
    judge = judge or coach(world.rules)
    values = judge.options(world, seat)
    best = values.index(max(values))
    return values, judge.behind(world, seat, values, best, list(range(len(values))))


class Seen(NamedTuple):
    """A decision, what was judged there, and what a second look said."""

    world: Game
    values: list[float]
    behind: list[Behind]


@pytest.fixture(scope="module")
def seen() -> list[Seen]:
    """Three decisions of each question of a game."""
    asked: Counter[str] = Counter()
    found: list[Seen] = []
    for world, seat in decisions(2):
        asked[world.question()] += 1
        if asked[world.question()] <= 3:
            found.append(Seen(world, *looked(world, seat)))
    return found


def test_nothing_leads_further_than_the_best_and_the_best_is_not_behind(seen: list[Seen]) -> None:
    asked = {each.world.question() for each in seen}
    assert {*TURN, MARKET_TURN, "choose-class", "arrange-dice"} <= asked
    for _, values, behind in seen:
        assert behind[values.index(max(values))].stars == 0
        assert min(each.stars for each in behind) >= 0


def test_each_kind_has_its_questions(seen: list[Seen]) -> None:
    kinds = {each.kind for decision in seen for each in decision.behind}
    assert {SETTING_UP, DICE, MARKET, SKILL, OTHER} == kinds
    for world, values, behind in seen:
        question = world.question()
        skills = [is_interruption(world.rules, option) for option in world.options()]
        if skills[values.index(max(values))]:
            skills = [True] * len(skills)
        for each, skill in zip(behind, skills, strict=True):
            assert (each.kind == SETTING_UP) == question.startswith(("choose-", "arrange-"))
            assert (each.kind == SKILL) == skill
            if each.kind in (DICE, MARKET):
                assert question == MARKET_TURN if each.kind == MARKET else question in TURN
            if each.kind == OTHER:
                assert question not in (*TURN, MARKET_TURN)


def test_a_second_look_differs_from_the_judged_distance() -> None:
    values, behind = looked(BASE)
    gaps = [max(values) - value for value in values]
    looked_at = [
        (gap, each.stars)
        for gap, each in zip(gaps, behind, strict=True)
        if each.kind == MARKET and gap >= NEAR
    ]
    assert len(looked_at) > 2
    assert all(abs(gap - seen) > 1e-6 for gap, seen in looked_at)
    skipped = [each.stars for gap, each in zip(gaps, behind, strict=True) if gap < NEAR]
    assert skipped
    assert max(skipped) < NEAR


def test_odds_make_no_second_judge() -> None:
    """With Monsters & Minions each takes 50 ms, and odds are asked for at every answer."""
    judge = coach(BASE.rules)
    forecast(judge, View(BASE, 0).world, 0)
    assert "further" not in vars(judge)
    looked(BASE, judge=judge)
    assert "further" in vars(judge)


def test_it_is_the_same_each_time_whatever_was_asked_before() -> None:
    judge = coach(BASE.rules)
    first = looked(BASE, judge=judge)
    assert looked(BASE, judge=judge) == first == looked(BASE)


@pytest.mark.parametrize("game", [BASE, EXPANSION], ids=["base", "monsters-and-minions"])
def test_it_sees_what_the_seat_sees(game: Game) -> None:
    assert looked(with_hidden_top(game, 0)) == looked(with_hidden_top(game, 1))


def test_no_bot_has_looked_at_its_futures(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[bytes] = set()

    def noted(start: Game, seat: int, number: int, stream: str = futures.STREAM) -> Deal:
        deal = future(start, seat, number, stream)
        drawn.add(deal.key)
        return deal

    monkeypatch.setattr(futures, "future", noted)
    make_bot("legend", "").choose(View(BASE, 0), BASE.options())
    legends, drawn = drawn, set()
    looked(BASE)
    assert len(legends) > 2
    assert len(drawn) == FORESIGHT.futures
    assert not drawn & legends
