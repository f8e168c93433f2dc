"""Monsters & Minions at the keyboard: the Hunt with its odds, the Monster, and what stays secret."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rollplayer.cli.terminal.host import Host
from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.menu import Menu
from rollplayer.cli.terminal.paint import Screen
from rollplayer.cli.terminal.table import Table
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions.chances import Chances, better_row, distribution
from rollplayer.expansions.monsters_and_minions.terminal import ADDITION
from rollplayer.log import read_answer
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, build
from rollplayer.text import Texts
from tests.terminal.seated import anything, new_host, shown_by

pytestmark = pytest.mark.once

WIDTH = 80
NAME = "monsters-and-minions"
LIBRARY = load(expansions=(NAME,))
OPTIONS = {"players": 2, "expansions": [NAME]}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def game_at(given: Mapping[str, Any], *answers: str) -> Game:
    table = {"options": OPTIONS, **given}
    game = build(Scenario(Path(__file__), "terminal", (), (), (), table, (), {}))
    game.advance()
    for answer in answers:
        carry_out(game, game.seat(), read_answer(game, game.seat(), answer))
    return game


def look_at(game: Game, language: str = "en", *, shared: bool = False) -> TerminalLook:
    texts = Texts(language, LIBRARY, ["Ann", "Bob"])
    return TerminalLook(texts, Screen(color=False), game, shared=shared)


HUNT: Mapping[str, Any] = {
    "at": "market-turn",
    "monster": "kraken",
    "minion": "kobold",
    "adventure": {"location": "hidden-cove"},
    "heroes": [{"gold": 5, "tokens": ["location"], "sheet": {"dex": "red1 blue2"}}, {}],
}


# -- rows -----------------------------------------------------------------------------------------


@pytest.mark.rules("C1", "C2")
@pytest.mark.parametrize(
    ("first", "base", "with_boost"),
    [
        ("red1", "✗ 17 on 2 dice", "✗ 17 on 2 dice"),
        ("red3", "✗ 15 on 2 dice", "15+ on 2 dice"),
        ("red6", "12 on 2 dice", "12+ on 2 dice"),
    ],
)
def test_a_row_reckons_with_the_dice_of_the_game(first: str, base: str, with_boost: str) -> None:
    """Eight-faced dice can fill a row only where there are any."""
    assert LIBRARY.facts["class"]["monk"]["goals"]["str"] == "18+"
    for expansions, wanted in (([], base), ([NAME], with_boost)):
        options = {"players": 2, "expansions": expansions}
        heroes = [{"class": "monk", "sheet": {"str": first}}]
        game = game_at({"options": options, "at": "take", "heroes": heroes})
        status, _ = look_at(game).row_status(game.heroes[0], 0)
        assert status == wanted


# -- chances --------------------------------------------------------------------------------------


@pytest.mark.parametrize("dice", [1, 2, 4])
def test_chances_are_those_of_all_rolls(dice: int) -> None:
    rolls = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
    assert distribution(dice) == {total: rolls.count(total) for total in set(rolls)}
    for least, above in ((0, 4), (4, 7), (7, None)):
        part = [total for total in rolls if total >= least and (above is None or total < above)]
        exact = Fraction(100 * len(part), len(rolls))
        assert abs(Chances(dice).between(least, above) - exact) <= 1
    assert sum(Chances(dice).between(least, least + 1) for least in range(6 * dice + 1)) in range(
        90, 111
    )


def test_what_is_possible_is_never_called_impossible() -> None:
    assert Chances(6).between(36, None) == 1
    assert Chances(6).between(0, 36) == 99
    assert Chances(6).between(37, None) == 0


@pytest.mark.parametrize("dice", [1, 2, 3, 5, 9])
def test_the_odds_of_a_minions_rows_add_up_to_100(dice: int) -> None:
    chances = Chances(dice)
    for rows in ([0, 4, 9, 12], [0, 1, 2, 3], [0, 6 * dice], [0]):
        shown = chances.rows(rows)
        assert sum(shown) == 100
        for percent, low, high in zip(shown, rows, [*rows[1:], None], strict=True):
            exact = Fraction(100 * chances.count(low, high), chances.whole)
            assert abs(percent - exact) <= 1
            assert (percent == 0) == (exact == 0)


@pytest.mark.parametrize(
    ("roll", "face", "chance"), [((1, 2), 1, 83), ((6, 2), 6, 0), ((3,), 3, 50)]
)
def test_a_reroll_says_how_likely_a_better_row_is(
    roll: tuple[int, ...], face: int, chance: int
) -> None:
    assert better_row(roll, face, [0, 4, 7, 9]) == chance


# -- the Hunt -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shared", [False, True])
def test_the_table_shows_monster_and_minion_and_no_line_is_too_long(
    language: str, shared: bool
) -> None:
    look = look_at(game_at(HUNT), language, shared=shared)
    for width in (80, 120, 160):
        for room in (0, 24, 40):
            lines = [row.plain for row in Table(look, 0, ()).lines(width, room)]
            assert all(len(row) <= width for row in lines)
            whole = "\n".join(lines)
            assert look.t.name("monster", "kraken") in whole
            assert look.t.name("minion", "kobold") in whole
            known = look.t.name("adventure", "hidden-cove")
            assert (known in whole) is not shared


def test_others_do_not_see_a_card_they_have_not_looked_at() -> None:
    look = look_at(game_at({**HUNT, "initiative": [1, 0, "red3"]}))
    mine, yours = (
        "\n".join(row.plain for row in Table(look, seat, ()).lines(120, 0)) for seat in (0, 1)
    )
    assert "Hidden Cove" in mine
    assert "Hidden Cove" not in yours
    assert "Location: hidden" in yours


def test_a_hunt_counts_the_weakness_and_tells_the_odds_with_a_mercenary_more() -> None:
    game = game_at(HUNT, "hunt", "pass")
    lines = [row.plain for row in ADDITION.asked(look_at(game), 0, "hunt-hire", 80)]
    whole = "\n".join(lines)
    assert "3 Combat Dice" in whole
    (top,) = [row for row in lines if "9+" in row]
    now, hired = Chances(3).between(9, None), Chances(4).between(9, None)
    assert f"{now} %" in top
    assert f"{hired} %" in top
    assert "3 XP, 1 Honor, Trophy" in top
    assert now < hired


def test_prices_stand_beside_the_options() -> None:
    game = game_at(HUNT, "hunt")
    menu = Menu(look_at(game), 0, game.options(), game.question())
    assert "3 Gold" in "\n".join(row.plain for row in menu.lines(80))
    game = game_at({**HUNT, "heroes": [{"gold": 5, "xp": 3}, {}]}, "hunt", "pass")
    lines = [row.plain for row in Menu(look_at(game), 0, game.options(), "hunt-hire").lines(80)]
    assert "3 XP" in lines[0]
    assert "5 Gold" in lines[1]


def test_a_roll_marks_the_row_it_reaches() -> None:
    given = {**HUNT, "heroes": [{"xp": 1, "sheet": {"dex": "red1 blue2"}}, {}]}
    game = game_at(given, "hunt", "roll 3", "roll 3", "roll 2")
    lines = [row.plain for row in ADDITION.asked(look_at(game), 0, "hunt-reroll", 80)]
    assert "Rolled: 3 3 2 = 8" in "\n".join(lines)
    (marked,) = [row for row in lines if "▶" in row]
    assert "7+" in marked


def test_the_last_combat_shows_all_pools_and_what_a_mercenary_is_worth() -> None:
    given = {
        "at": "monster-hires",
        "monster": "giant-troll",
        "adventure": {"location": "stone-bridge", "obstacle": "traitor", "attack": "throw"},
        "adventure_open": 3,
        "heroes": [{"gold": 5, "combat_dice": 3}, {"combat_dice": 2}],
    }
    game = game_at(given)
    shown = "\n".join(row.plain for row in ADDITION.asked(look_at(game), 0, "monster-hire", 80))
    assert "Ann: 3 Combat Dice" in shown
    assert "Bob: 2 Combat Dice" in shown
    # Faces 1 to 5, because sixes are rerolled: the mean of (total - 7) // 2, at least 1.
    assert "without rerolls: 1.2; with one more mercenary: 2.4" in shown


# -- secrets --------------------------------------------------------------------------------------


def played(tmp_path: Path, humans: int, language: str = "en") -> tuple[Host, str]:
    options = Options(players=2, expansions=(NAME,))
    seats = ["human"] * humans + ["random"] * (2 - humans)
    host = new_host(
        tmp_path / "g.jsonl",
        anything("secrets 2"),
        seats=seats,
        language=language,
        seed="hunters",
        options=options,
    )
    shown = shown_by(host.run)
    assert host.game.over
    return host, shown


def test_with_two_people_a_look_happens_behind_the_curtain(tmp_path: Path) -> None:
    host, shown = played(tmp_path, 2)
    looks = [
        (event["seat"], event["adventure"])
        for entry in host.match.entries
        for event in entry.events
        if event["event"] == "adventure-seen"
    ]
    assert looks, "nobody looked at a card in this game"
    for seat, card in looks:
        name = host.t.name("adventure", card)
        # Both may have looked at the same card, one after the other.
        before, _, shown = shown.partition(f": {name}.")
        curtain = host.t.t("ask.secret", hero=host.t.hero(seat))
        assert " ".join(before.split()).endswith(
            f"{' '.join(curtain.split())} {host.t.hero(seat)} looked at an Adventure card"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_whole_games_fit_the_screen(tmp_path: Path, language: str) -> None:
    _, shown = played(tmp_path, 2, language)
    assert all(len(line) <= WIDTH for line in shown.split("\n") if ".jsonl" not in line)


def test_the_command_shows_what_a_seat_knows() -> None:
    game = game_at({**HUNT, "minion_bottom": ["ogre", "satyr"]})
    look = look_at(game)
    own = "\n".join(row.plain for row in ADDITION.everything(look, 0, 80))
    assert "Hidden Cove" in own
    assert "Dexterity goal" in own
    assert own.index("Ogre") < own.index("Satyr")
    assert ADDITION.has_secrets(look, 0)
    other = "\n".join(row.plain for row in ADDITION.everything(look, 1, 80))
    assert "Hidden Cove" not in other
    assert not ADDITION.has_secrets(look, 1)
