"""Rules of sections M, K, N and E that a scenario cannot show: drivers, views, made-up costs."""

from pathlib import Path

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.answers import DROP, PASS_CODE, USE, verb_of
from rollplayer.engine.events import FROM_DISCARD_PILE, FROM_MARKET
from rollplayer.engine.game import Game
from rollplayer.engine.table import CHANCE
from rollplayer.engine.view import SPECTATOR, View, plain_view
from rollplayer.last_calls import last_callers
from rollplayer.log import replay
from rollplayer.match import Bot, Match, play_out
from rollplayer.rules.options import Options
from rollplayer.scenario import build, read_file
from rollplayer.words.buying import price
from tests.games.record import HOME, read


def given(folder: Path, text: str) -> Game:
    """The game at the moment that the given part of a scenario describes."""
    path = folder / "given.toml"
    path.write_text(f'name = "given"\nrules = []\n[given]\n{text}', encoding="utf-8")
    (scenario,) = read_file(path)
    game = build(scenario)
    game.advance()
    return game


# -- M: the Market --------------------------------------------------------------------------------


@pytest.mark.rules("M9")
def test_everyone_sees_the_whole_discard_pile(tmp_path: Path) -> None:
    game = given(tmp_path, 'at = "market-turn"\ndiscard_pile = ["weak", "climb", "longbow"]')
    for seat in (0, 1, SPECTATOR):
        assert plain_view(game, seat)["discard_pile"] == ["weak", "climb", "longbow"]


@pytest.mark.rules("M12")
@pytest.mark.parametrize("source", [FROM_MARKET, FROM_DISCARD_PILE])
@pytest.mark.parametrize(("cost", "expected"), [(0, 0), (1, 0), (2, 1)])
def test_a_discount_lowers_no_price_below_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: int, cost: int, expected: int
) -> None:
    # No printed card is as cheap as a discount, so one is made so.
    game = given(tmp_path, 'at = "market-turn"\nheroes = [{ cards = ["heavy-crossbow"] }]')
    card = next(card for card in game.rules.cards if card.id == "pickpocket")
    monkeypatch.setattr(card, "cost", cost)
    assert price(game, game.heroes[0], card.index, source) == expected


@pytest.mark.rules("M17")
def test_only_who_looked_knows_the_top_card(tmp_path: Path) -> None:
    piles = {"weak": '["climb", "honest"]', "climb": '["honest", "weak"]'}
    views = []
    for top, pile in piles.items():
        game = given(
            tmp_path,
            f'at = "market-turn"\ntop_card = "{top}"\ntop_known = [0]\ndeck = [{pile}, ["greedy"]]',
        )
        assert plain_view(game, 0)["top_card"] == top
        views.append([plain_view(game, seat) for seat in (1, SPECTATOR)])
    assert views[0] == views[1]


# -- K: when Skills may be used -------------------------------------------------------------------


@pytest.mark.rules("K5")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_setup_and_the_roll_are_closed_to_interruptions(tmp_path: Path, players: int) -> None:
    cards = '{ cards = ["acrobatics", "longbow"] }'
    game = given(tmp_path, f"options = {{ players = {players} }}\nheroes = [{cards}]")
    chance = Chance.from_text("any")
    questions = set()
    while game.question() != "take":
        questions.add(game.question())
        assert game.interruptions(0) == []
        options = game.options()
        assert all(verb_of(answer) not in (USE, DROP) for answer in options)
        game.apply(chance.choose(options, game.weights()))
    assert {"choose-race", "choose-class", "deal-market", "arrange-dice", "roll-phase"} <= questions
    assert {verb_of(answer) for answer in game.interruptions(0)} == {USE, DROP}


FOUR = """
options = { players = 4 }
at = "take"
start_player = 1
heroes = [
    { cards = ["climb"] },
    { cards = ["negotiate"] },
    { cards = ["diplomacy"] },
    { cards = ["intimidate", "acrobatics"] },
]
"""


@pytest.mark.rules("K7")
def test_holders_of_a_usable_dice_skill_are_called_clockwise(tmp_path: Path) -> None:
    game = given(tmp_path, FOUR)
    assert game.seat() == 1
    # Seat 2 reaches one with Diplomacy; seat 1 is asked anyway.
    assert last_callers(game) == [2, 3, 0]
    game.apply(game.rules.names.read("take 1", game.options()))
    assert last_callers(game) == []  # only before an Initiative card is taken
    game.apply(game.rules.names.read("place str", game.options()))
    game.apply(game.rules.names.read("pass", game.options()))
    assert game.seat() == 2
    assert last_callers(game) == [3, 0, 1]


@pytest.mark.rules("K7")
@pytest.mark.parametrize(
    ("old", "new", "called"),
    [
        ('["climb"]', '["climb"], exhausted = ["climb"]', [2, 3]),
        ('["climb"]', '["climb"], token = "ln"', [2, 3]),
        ('["intimidate", "acrobatics"]', '["acrobatics"]', [2, 0]),
        ('["climb"]', '["climb", "longbow"]', [2, 3, 0]),
        ('["diplomacy"]', '["longbow"]', [3, 0]),
        ('["diplomacy"]', '["diplomacy"], token = "lg"', [2, 3, 0]),
        ('["diplomacy"]', '["diplomacy"], exhausted = ["diplomacy"]', [3, 0]),
    ],
)
def test_who_cannot_use_a_dice_skill_is_not_called(
    tmp_path: Path, old: str, new: str, called: list[int]
) -> None:
    assert last_callers(given(tmp_path, FOUR.replace(old, new))) == called


@pytest.mark.rules("K5", "K7", "D24")
def test_in_solitaire_the_opening_comes_in_place_of_a_last_call(tmp_path: Path) -> None:
    text = 'options = { players = 1 }\ninitiative = ["red1", 0, "red2"]\n'
    hero = 'heroes = [{ cards = ["climb"] }]\nmarket = ["weak", "greedy", "honest"]\n'
    game = given(tmp_path, f'{text}at = "after-dice-turns"\n{hero}')
    assert (game.seat(), game.question()) == (0, "opening")
    game.apply(PASS_CODE)
    assert (game.seat(), game.question()) == (CHANCE, "enemy-roll")
    assert last_callers(game) == []


def test_by_the_first_rules_the_enemy_roll_is_a_last_call() -> None:
    """Games that were begun with them are finished so."""
    alone = [read(path) for path in sorted((HOME / "base-1").glob("random-00*.jsonl.gz"))]
    called = [
        last_callers(game)
        for file in alone
        for _, _, game in replay(file)
        if not game.over and game.question() == "enemy-roll" and game.interruptions(0)
    ]
    assert [0] in called


class Recorder(Bot):
    """Writes down when it is called and asked; uses the Skill it is told once, as soon as it can."""

    def __init__(self, heard: list[str], use: str = "") -> None:
        self.heard = heard
        self.use = use

    def choose(self, view: View, options: list[int]) -> int:
        self.heard.append(f"asked {view.seat} {view.world.question()}")
        return self.the_skill(view, options) or options[0]

    def interrupt(self, view: View, options: list[int]) -> int | None:
        self.heard.append(f"called {view.seat}")
        return self.the_skill(view, options)

    def the_skill(self, view: View, options: list[int]) -> int | None:
        for answer in options:
            if view.world.rules.names.write(answer) == self.use:
                self.use = ""
                return answer
        return None


NEARLY_OVER = """
options = { players = 3 }
at = "take"
market = ["chain-helm", "chain-gorget", "chain-tunic", "chain-vambraces"]
deck = [["leather-boots", "mystic-cloak", "leather-gloves", "chain-leggings"], []]
initiative = ["green1", "blue3", "white4", "black6"]
"""
DICE = [("green", "blue"), ("red", "purple"), ("black", "white")]
"""Two colors for each sheet: no color has more than ten dice."""


def near_the_end(folder: Path, open_spaces: int, cards: list[str]) -> Game:
    """Three heroes with one Skill or none each, and so many open spaces in CHA."""
    heroes = ""
    for (one, other), card in zip(DICE, cards, strict=True):
        rows = [f"{row} = '{one}1 {one}1 {one}1'" for row in ("str", "dex", "con")]
        rows += [f"{row} = '{other}1 {other}1 {other}1'" for row in ("int", "wis")]
        rows.append(f"cha = '{'gold1 ' * (3 - open_spaces)}'")
        heroes += f"{{ cards = {[card] if card else []}, sheet = {{ {', '.join(rows)} }} }},\n"
    return given(folder, f"{NEARLY_OVER}heroes = [{heroes}]")


def calls(match: Match, game: Game, uses: list[str]) -> list[str]:
    """What a driver asks of three recorders, from this game to its end."""
    heard: list[str] = []
    match.game = game
    play_out(match, [Recorder(heard, use) for use in uses])
    assert game.over
    return heard


@pytest.fixture
def match() -> Match:
    return Match.new(Options(players=3), chance=Chance.from_text("the recorders"))


@pytest.mark.rules("K7")
def test_a_driver_asks_once_before_each_taking_of_a_card(tmp_path: Path, match: Match) -> None:
    game = near_the_end(tmp_path, 2, ["climb", "", "intimidate"])
    heard = calls(match, game, ["", "", ""])
    turns = [line for line in heard if line.startswith("called") or line.endswith("take")]
    assert turns == [
        *("called 2", "asked 0 take"),
        *("called 2", "called 0", "asked 1 take"),
        *("called 0", "asked 2 take"),
        # The next round begins with seat 1.
        *("called 2", "called 0", "asked 1 take"),
        *("called 0", "asked 2 take"),
        *("called 2", "asked 0 take"),
    ]


@pytest.mark.rules("K7", "K5")
def test_an_interruption_is_over_before_the_next_seat_is_called(
    tmp_path: Path, match: Match
) -> None:
    game = near_the_end(tmp_path, 1, ["", "climb", "intimidate"])
    heard = calls(match, game, ["", "use climb", ""])
    assert heard[:5] == [
        "called 1",
        "asked 1 nudge-free",
        "called 2",
        # The interrupted question is asked again, and nobody is called a second time for it.
        "asked 0 take",
        "asked 0 place",
    ]
    assert heard.count("called 1") == 1  # exhausted since
    assert heard.count("called 2") == 2  # not before its own turn


@pytest.mark.rules("K7", "K5")
def test_nobody_is_called_again_when_the_asked_seat_uses_a_skill(
    tmp_path: Path, match: Match
) -> None:
    game = near_the_end(tmp_path, 1, ["climb", "intimidate", ""])
    heard = calls(match, game, ["use climb", "", ""])
    assert heard[:5] == [
        "called 1",
        "asked 0 take",
        "asked 0 nudge-free",
        "asked 0 take",
        "asked 0 place",
    ]
