"""Menus: what is offered, and what typed answers mean."""

import random
from collections.abc import Callable

import pytest

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.menu import Menu, NotRead, clean, words
from rollplayer.cli.terminal.paint import Screen
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import PASS, PASS_CODE
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE, COLORS, die_name
from rollplayer.engine.view import View
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.text import Texts

pytestmark = pytest.mark.once


def menu_of(game: Game, language: str = "en") -> Menu:
    look = TerminalLook(Texts(language, load(), ["Ann", "Bob"]), Screen(color=False), game)
    return Menu(look, game.seat(), game.options(), game.question())


def game_where(wanted: Callable[[Game], bool], players: int = 2) -> Game:
    """A game of random players, stopped at the first question of a seat that is wanted."""
    for seed in range(60):
        match = Match.new(Options(players=players), chance=Chance.from_text(f"menu {seed}"))
        bots = [make_bot("random", f"{seed}/{seat}") for seat in range(players)]
        while not match.game.over:
            seat = match.game.seat()
            if seat == CHANCE:
                match.roll()
            elif wanted(match.game):
                return match.game
            else:
                options = match.game.options()
                match.act(seat, bots[seat].choose(View(match.game, seat), options))
    raise AssertionError("no game came to such a question")


def asks(question: str, *parts: str) -> Callable[[Game], bool]:
    """Whether a question is asked, and some option's notation begins with each of the parts."""

    def wanted(game: Game) -> bool:
        notations = [game.rules.names.write(option) for option in game.options()]
        return game.question() == question and all(
            any(notation.startswith(part) for notation in notations) for part in parts
        )

    return wanted


def answer(menu: Menu, typed: str) -> str:
    read = menu.read(typed)
    assert isinstance(read, int), f"{typed} is not one answer"
    return menu.names.write(read)


def test_initiative_cards_are_called_by_their_number() -> None:
    game = game_where(lambda game: asks("take")(game) and 1 not in game.free_cards())
    menu = menu_of(game)
    for number in game.free_cards():
        assert answer(menu, str(number)) == f"take {number}"
    with pytest.raises(NotRead):
        menu.read("1")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("place str", "place str"),
        ("str", "place str"),
        ("pl S", "place str"),
        ("  wis ", "place wis"),
    ],
)
def test_the_beginning_of_a_word_is_enough(typed: str, meant: str) -> None:
    game = game_where(asks("place", "place str", "place wis"))
    assert answer(menu_of(game), typed) == meant


def test_ambiguous_beginnings_ask_which() -> None:
    game = game_where(asks("place", "place con", "place cha"))
    smaller = menu_of(game).read("c")
    assert isinstance(smaller, Menu)
    assert {smaller.names.write(option) for option in smaller.options} == {"place con", "place cha"}


def test_nothing_is_given_up_by_a_few_letters() -> None:
    game = game_where(lambda game: game.question() == "action" and PASS_CODE in game.options())
    menu = menu_of(game)
    assert answer(menu, "pass") == "pass"
    assert answer(menu, "PASS") == "pass"
    for typed in ("p", "pas", "passe", "", " ", "no"):
        with pytest.raises(NotRead):
            menu.read(typed)


def test_dropping_a_weapon_is_written_out() -> None:
    game = game_where(asks("take", "drop"))
    menu = menu_of(game)
    notation = next(n for n in map(menu.names.write, menu.options) if n.startswith("drop"))
    assert answer(menu, notation) == notation
    with pytest.raises(NotRead):
        menu.read(notation.removeprefix("drop "))


def test_swaps_are_asked_die_by_die_or_written_in_either_order() -> None:
    game = game_where(
        lambda game: (
            game.question() == "action"
            and len(
                [o for o in game.options() if game.rules.vocabulary.verb(o >> 16).word == "swap"]
            )
            > 20
        )
    )
    menu = menu_of(game)
    assert len(menu.items) < 25
    assert answer(menu, "swap str1 dex1") == "swap str1 dex1"
    assert answer(menu, "swap dex1 str1") == "swap str1 dex1"
    assert answer(menu, "dex1 str1") == "swap str1 dex1"
    second = menu.read("str1")
    assert isinstance(second, Menu)
    by_number = {answer(second, str(item.label)) for item in second.items}
    assert by_number == {n for n in map(menu.names.write, menu.options) if "str1" in n}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_may_be_called_by_their_name(language: str) -> None:
    game = game_where(asks("market-turn", "discard"))
    menu = menu_of(game, language)
    for option in menu.options:
        verb = menu.verb(option)
        if verb.word == "discard":
            id = menu.names.word("card", option >> 8 & 255)
            name = menu.t.name("card", id)
            assert answer(menu, f"discard {name}") == f"discard {id}"
            assert answer(menu, f"DISCARD {id.replace('-', ' ')}") == f"discard {id}"


@pytest.mark.parametrize(
    ("language", "question", "typed", "meant"),
    [
        ("de", "place", "Stärke", "place str"),
        ("fr", "place", "place sagesse", "place wis"),
        ("de", "choose-race", "ork weib", "race orc female"),
        ("fr", "choose-race", "race Drakéide masculin", "race dragonkin male"),
        ("de", "choose-race", "orc female", "race orc female"),
    ],
)
def test_everything_has_its_name_in_the_language(
    language: str, question: str, typed: str, meant: str
) -> None:
    game = game_where(asks(question, meant))
    assert answer(menu_of(game, language), typed) == meant


def test_dice_may_be_called_by_their_color() -> None:
    game = game_where(asks("arrange-dice"))
    menu = menu_of(game, "de")
    die = game.heroes[game.seat()].hand[0]
    color = menu.t.name("color", COLORS[die >> 4])
    assert answer(menu, f"{color}{die & 15} stärke") == f"place {die_name(die)} str"


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_option_can_be_typed_and_reached_by_numbers(players: int) -> None:
    """Over whole games: by notation at once, by numbers in at most three steps."""
    match = Match.new(Options(players=players), chance=Chance.from_text(f"typed {players}"))
    bots = [make_bot("random", f"{seat}") for seat in range(players)]
    pick = random.Random(players)
    while not match.game.over:
        game = match.game
        if game.seat() == CHANCE:
            match.roll()
            continue
        menu = menu_of(game, pick.choice(LANGUAGES))
        option = pick.choice(game.options())
        assert answer(menu, menu.names.write(option)) == menu.names.write(option)
        if pick.random() < 0.3:
            assert set(game.options()) == set(reached(menu, steps=3))
            for text in menu.lines(80):
                assert text.plain.strip()
        match.act(game.seat(), bots[game.seat()].choose(View(game, game.seat()), game.options()))


def reached(menu: Menu, steps: int) -> list[int]:
    """All answers that numbers lead to."""
    assert steps
    labels = [item.label for item in menu.items]
    assert len(set(labels)) == len(labels)
    answers: list[int] = []
    for item in menu.items:
        read = menu.read(str(item.label))
        answers += [read] if isinstance(read, int) else reached(read, steps - 1)
    return answers


def test_a_refusal_shows_what_is_possible() -> None:
    game = game_where(asks("place", "place str"))
    with pytest.raises(NotRead, match=r"\"take 3\" is not a possible answer\. Possible: place str"):
        menu_of(game).read("take 3")


def test_words_and_clean() -> None:
    assert words("  Écu-Solaire\t X ") == ["ecu", "solaire", "x"]
    assert words("Straßen") == ["strassen"]
    assert clean("a\x1b[31mb\n" + "c" * 60) == "a?[31mb " + "c" * 31 + "…"


def test_pass_is_the_last_line() -> None:
    game = game_where(lambda game: game.question() == "action" and PASS_CODE in game.options())
    assert menu_of(game).items[-1].options[0] >> 16 == PASS
