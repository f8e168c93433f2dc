"""Every question names its thing: the die, the card, the row, the Minion it is about, and its price."""

import random
import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from rollplayer import questions
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import BUY, DISCARD, PASS_CODE, verb_of
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE, die_name
from rollplayer.engine.view import SPECTATOR, possible_world
from rollplayer.expansions.monsters_and_minions.registrations import COMBAT_ROLL
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.server.rooms.wording import forecast
from rollplayer.text import Texts, catalogue

MONSTERS = ("monsters-and-minions",)
BOXES: tuple[tuple[str, ...], ...] = ((), MONSTERS)
GAMES = 14
UNNAMED = {"choose-race", "take"}
"""Questions about everything of their kind on the table: their text says what to choose."""


def moments(boxes: tuple[str, ...]) -> Iterator[Game]:
    """The table whenever a seat is asked, in games played at random."""
    library = load(expansions=boxes)
    for number in range(GAMES):
        options = Options(players=1 + number % 3, expansions=boxes)
        game = new_game(options, compose(options, library.components))
        draw = random.Random(number)
        while not game.over:
            if game.seat() != CHANCE:
                yield game
            weights = game.weights()
            game.apply_legal(draw.choices(game.options(), weights)[0])


@cache
def asked_at(boxes: tuple[str, ...], language: str) -> dict[str, set[str]]:
    """By question: the texts it was asked with."""
    texts = Texts(language, load(expansions=boxes))
    asked: dict[str, set[str]] = {}
    for game in moments(boxes):
        asked.setdefault(game.question(), set()).add(questions.asked(texts, game))
    return asked


def card_names(texts: Texts) -> set[str]:
    kinds = ("card", "class", "row", "arrow", "phase", "minion", "monster")
    return {
        texts.name(kind, id)
        for kind in kinds
        for id in texts.library.texts["en"].get(kind, {})
        if texts.named(kind)
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("boxes", BOXES)
def test_every_question_names_its_thing(boxes: tuple[str, ...], language: str) -> None:
    texts = Texts(language, load(expansions=boxes))
    names = card_names(texts)
    for question, said in asked_at(boxes, language).items():
        general = texts.question(question)
        for text in said:
            assert "{" not in text
            assert text == text.strip()
            assert not re.search(r"\s{2}|^[:,]", text)
        if question not in UNNAMED:
            named = [text for text in said if any(name in text for name in names)]
            counted = [text for text in said if re.search(r"\d", text)]
            # What is the same at every table may only be asked where anything may be chosen.
            assert named or counted, (question, said)
            assert said != {general} or question == "action", question


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("boxes", BOXES)
def test_a_question_is_one_line_of_a_phone_or_three(boxes: tuple[str, ...], language: str) -> None:
    longest = max(len(text) for said in asked_at(boxes, language).values() for text in said)
    assert longest <= 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_die_a_row_and_a_price_are_the_ones_at_stake(language: str) -> None:
    texts = Texts(language, load(expansions=MONSTERS))
    checked: dict[str, int] = {}
    for game in moments(MONSTERS):
        question, hero = game.question(), game.heroes[game.seat()]
        wanted: list[str] = []
        if question == "place":
            wanted = [texts.die(die_name(hero.hand[0]))]
        elif question == "market-turn":
            wanted = [str(hero.gold)]
        elif question == "action" and questions.only_row(game):
            row = questions.only_row(game)
            wanted = [texts.name("row", row), texts.content("row", row, "action")]
            assert questions.explained(texts, game) == texts.content("row", row, "text")
        for word in wanted:
            checked[question] = checked.get(question, 0) + 1
            assert word in questions.asked(texts, game)
    assert set(checked) == {"place", "market-turn", "action"}


@pytest.mark.parametrize("boxes", BOXES)
def test_who_can_pay_for_nothing_is_not_asked_to_buy(boxes: tuple[str, ...]) -> None:
    texts = Texts("en", load(expansions=boxes))
    seen = set()
    for game in moments(boxes):
        if game.question() == "market-turn":
            verbs = {verb_of(option) for option in game.options()}
            left = (
                "Buy" if BUY in verbs else "You cannot pay" if DISCARD in verbs else "There is no"
            )
            seen.add(left)
            assert questions.asked(texts, game).startswith(left)
    assert seen >= {"Buy", "You cannot pay"}


def test_a_roll_that_nothing_betters_is_to_be_kept() -> None:
    texts = Texts("en", load(expansions=MONSTERS))
    seen = set()
    for game in moments(MONSTERS):
        if game.question() in ("hunt-reroll", "monster-reroll"):
            hunting = game.question() == "hunt-reroll"
            best = "no reroll can raise" in questions.asked(texts, game)
            seen.add((hunting, best))
            if hunting:
                odds = forecast(game, MONSTERS, game.seat())["hunt"]
                roll = sum(game.heroes[game.seat()].piles[COMBAT_ROLL])
                assert best is (roll >= odds["rows"][-1]["from"])
                assert not best or not any(odds["better"].values())
    assert seen >= {(True, True), (True, False), (False, False)}


@pytest.mark.parametrize("boxes", BOXES)
def test_a_question_says_nothing_that_does_not_lie_open(boxes: tuple[str, ...]) -> None:
    texts = Texts("en", load(expansions=boxes))
    for game in moments(boxes):
        if game.question() == "buy-from-deck":
            card = game.rules.names.word("card", game.top_card)
            assert texts.name("card", card) not in questions.asked(texts, game)
        elif game.question() != "deal-secretly":
            world = possible_world(game, SPECTATOR)
            assert questions.asked(texts, world) == questions.asked(texts, game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_asked_text_belongs_to_a_question(language: str) -> None:
    asking = {key.split("asked.")[1] for key in catalogue(language) if "asked." in key}
    known = {
        key.removeprefix("question.") for key in catalogue(language) if key.startswith("question.")
    }
    assert asking <= known
    assert asking >= set(questions.known_questions(MONSTERS))


def aside(boxes: tuple[str, ...], wanted: Callable[[Game], bool]) -> dict[int, bool]:
    """By verb: whether it stands aside, at the first moment that is wanted."""
    for game in moments(boxes):
        if wanted(game):
            return {
                verb_of(option): questions.is_aside(boxes, option, game.question())
                for option in game.options()
            }
    raise AssertionError("no such moment")


def test_declining_stands_aside_and_going_on_does_not() -> None:
    at_the_market = aside(
        (), lambda game: game.question() == "market-turn" and len(game.options()) > 4
    )
    assert at_the_market.pop(DISCARD) is True
    assert not any(at_the_market.values())
    hunting = aside(
        MONSTERS, lambda game: game.question() == "hunt-reveal" and len(game.options()) == 2
    )
    assert hunting.pop(verb_of(PASS_CODE)) is False
    assert list(hunting.values()) == [True]
    acting = aside((), lambda game: game.question() == "action" and len(game.options()) > 2)
    assert acting.pop(verb_of(PASS_CODE)) is True
    assert not any(acting.values())
