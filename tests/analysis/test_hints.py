"""Hints: the best answers first, ways that can be gone, and reasons in words."""

import itertools
import math
from dataclasses import replace

import pytest

from rollplayer.analysis.consequences import Consequence
from rollplayer.analysis.forecast import Forecast, forecast
from rollplayer.analysis.hints import (
    KEEPS,
    LOSES,
    Hint,
    HintStep,
    Way,
    best_hints,
    hint_of,
    initiative,
    mean_forecast,
)
from rollplayer.coach import reason, way_in_words
from rollplayer.content import load
from rollplayer.engine.answers import MOVE, PLACE, REROLL, TAKE, code
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE, NOBODY, ROWS, read_die
from rollplayer.search.tree import is_interruption
from rollplayer.text import Texts
from tests.analysis.games import decisions, first_at, judge_of

TO_DEX = code(PLACE, 0, ROWS.index("dex"))
BEFORE = Forecast([0.5, 0.62, 0.3, 0.3, 0.3, 0.3], {"goals": 5.0, "backstory": 1.0, "armor": 2.0})
AFTER = Forecast([0.49, 0.91, 0.3, 0.3, 0.2, 0.3], {"goals": 7.0, "backstory": 1.31, "armor": 1.9})


def test_the_best_answer_comes_first_and_every_way_can_be_gone() -> None:
    asked: set[str] = set()
    for world, seat in decisions(2):
        if world.question() in asked:
            continue
        asked.add(world.question())
        before = state_hash(world)
        judge = judge_of(world)
        hints = best_hints(judge, world, seat)
        values = judge.options(world, seat)
        assert state_hash(world) == before
        assert 1 <= len(hints) <= 3
        assert hints[0].answer.answer == world.options()[values.index(max(values))]
        assert hints[0].behind == 0
        for hint, worse in itertools.pairwise(hints):
            assert worse.behind >= hint.behind
            assert math.isclose(worse.stars - hint.stars, hint.behind - worse.behind, abs_tol=1e-6)
        for hint in hints:
            assert math.isfinite(hint.stars)
            game = world.copy()
            for step in (hint.answer, *hint.way):
                assert (game.seat(), game.question()) == (seat, step.question)
                if step is not hint.answer:
                    judged = zip(game.options(), judge.options(game, seat), strict=True)
                    known = {
                        option: value
                        for option, value in judged
                        if not is_interruption(game.rules, option)
                    }
                    assert math.isclose(known[step.answer], max(known.values()), abs_tol=1e-6)
                game.apply(step.answer)
            # A way ends where the seat is not asked any more, or its turn is over.
            assert game.over or game.seat() != seat or game.agenda[-1].step.interruptible
    assert {"take", "place", "action", "market-turn", "choose-class", "arrange-dice"} <= asked


def test_the_way_of_a_card_tells_row_and_action() -> None:
    world, seat = first_at("take", since=3)
    hint = best_hints(judge_of(world), world, seat)[0]
    assert [step.question for step in hint.way[:2]] == ["place", "action"]
    place = int(world.rules.names.write(hint.answer.answer).split()[1]) - 1
    assert hint.way[0].die == world.dice[place]
    steps = way_in_words(Texts("en", load()), world, hint).split("; ")
    assert steps[0] == f"Take Initiative card {place + 1}"
    assert " to " in steps[1]


def test_answers_that_are_alike_are_told_once() -> None:
    world, seat = first_at("choose-race")
    answers = [
        world.rules.names.write(hint.answer.answer)
        for hint in best_hints(judge_of(world), world, seat)
    ]
    # Two sides of one race play alike (S2).
    assert len({answer.split()[1] for answer in answers}) == len(answers) == 3


def test_a_roll_counts_in_the_mean() -> None:
    world, seat = next(
        (world, seat)
        for world, seat in decisions(2)
        if world.question() == "action" and any(o >> 16 == REROLL for o in world.options())
    )
    at = next(at for at, option in enumerate(world.options()) if option >> 16 == REROLL)
    judge = judge_of(world)
    way = Way(judge, world, seat, world.options()[at])
    assert [weight for weight, _ in way.ends] == [1.0] * 6
    assert hint_of(judge, world, seat, at, 0.0).rolls
    mean = mean_forecast(judge, way.ends, seat)
    ends = [forecast(judge, game, seat) for _, game in way.ends]
    for line, stars in mean.lines.items():
        assert math.isclose(stars, sum(one.lines[line] for one in ends) / 6, abs_tol=1e-6)
    uneven = mean_forecast(judge, [(3.0, way.ends[0][1]), (1.0, way.ends[5][1])], seat)
    wanted = (3 * ends[0].goals[2] + ends[5].goals[2]) / 4
    assert math.isclose(uneven.goals[2], wanted, abs_tol=1e-6)


def test_the_first_market_pick_and_the_gold_are_told() -> None:
    world, _ = first_at("take", since=2)
    names = world.rules.names
    takes = [option for option in world.options() if option >> 16 == TAKE]
    assert world.seat() != CHANCE
    assert world.taken[0] == NOBODY
    for option in takes:
        at = int(names.write(option).split()[1]) - 1
        assert initiative(world, option) == (LOSES if at else KEEPS, world.card_gold[at])
    assert any(world.card_gold)
    alone, _ = first_at("take", players=1)
    assert {initiative(alone, o)[0] for o in alone.options() if o >> 16 == TAKE} == {""}


@pytest.mark.parametrize(
    ("language", "way", "why"),
    [
        (
            "en",
            "red 5 to DEX",
            (
                "DEX goal 62 → 91 %, WIS goal 30 → 20 %, Backstory +0.3, +1 Gold, "
                "loses the first Market pick"
            ),
        ),
        (
            "de",
            "rote 5 nach DEX",
            (
                "Ziel DEX 62 → 91 %, Ziel WIS 30 → 20 %, Hintergrundgeschichte +0,3, +1 Gold, "
                "nicht mehr als Erster am Markt"
            ),
        ),
        (
            "fr",
            "5 rouge en DEX",
            (
                "objectif DEX 62 → 91 %, objectif WIS 30 → 20 %, Antécédents +0,3, +1 Or, "
                "perd le premier choix au Marché"
            ),
        ),
    ],
)
def test_reasons_are_words(language: str, way: str, why: str) -> None:
    world, _ = first_at("place")
    texts = Texts(language, load())
    step = HintStep("place", TO_DEX, read_die("red5"))
    hint = Hint(step, 20.0, 0.0, [], BEFORE, AFTER, LOSES, 1)
    assert way_in_words(texts, world, hint) == way
    assert reason(texts, hint).replace("\u00a0", " ") == why
    assert "\u00a0%" in reason(texts, hint)
    dull = replace(hint, after=BEFORE, market_pick="", gold=0)
    assert reason(texts, dull) == texts.t("coach.little", behind="yes")


def test_hints_are_plain_data() -> None:
    world, _ = first_at("place")
    hint = Hint(HintStep("place", TO_DEX), 20.0, 0.456, [], BEFORE, AFTER, LOSES, 1)
    assert hint.plain(world) == {
        "answer": "place dex",
        "stars": 20.0,
        "behind": 0.46,
        "way": [],
        "goals": {"dex": [0.62, 0.91], "wis": [0.3, 0.2]},
        "lines": {"backstory": 0.31},
        "market_pick": "loses",
        "gold": 1,
        "rolls": False,
    }


def test_a_step_onto_stars_says_so() -> None:
    """The forecast had counted on the step: what it changes is little, why it is good is not."""
    step = HintStep("action", 0)
    sure = Consequence(token="cg", token_stars=3, lines={"alignment": 3}, goals={"str": True})
    hint = Hint(step, 20.0, 0.0, [], BEFORE, BEFORE, at_once=sure)
    told = {language: reason(Texts(language, load()), hint) for language in ("en", "de", "fr")}
    assert told["en"] == "meets the STR goal, this step reaches +3 stars (Chaotic Good)"
    assert "+3 Sterne" in told["de"]
    assert "+3 étoiles" in told["fr"]


def test_the_cause_of_a_step_is_found_in_a_game() -> None:
    found = 0
    for world, seat in decisions(2):
        moves = [at for at, option in enumerate(world.options()) if option >> 16 == MOVE]
        if not moves or world.heroes[seat].alignment == NOBODY:
            continue
        judge = judge_of(world)
        for at in moves:
            hint = hint_of(judge, world, seat, at, 0.0)
            stars = hint.at_once.token_stars
            if hint.at_once.token and stars:
                assert f"{stars:+}".replace("-", "\N{MINUS SIGN}") in reason(
                    Texts("en", load()), hint
                )
                found += 1
        if found:
            break
    assert found
