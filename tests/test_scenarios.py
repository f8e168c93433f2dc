"""Every scenario of tests/scenarios holds, and the runner notices when one does not."""

from pathlib import Path

import pytest

from rollplayer.content import load
from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import EMPTY
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.scenario import (
    Scenario,
    ScenarioError,
    ScenarioResult,
    build,
    index,
    read_file,
    run,
    run_file,
)

FOLDER = Path(__file__).parent / "scenarios"
SCENARIOS = [each for path in sorted(FOLDER.rglob("*.toml")) for each in read_file(path)]


def label(scenario: Scenario) -> str:
    return f"{scenario.path.relative_to(FOLDER).as_posix()}::{scenario.name}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=label)
def test_scenario(scenario: Scenario) -> None:
    outcome = run(scenario)
    assert outcome.passed, outcome.message


def only(folder: Path, text: str) -> ScenarioResult:
    """The outcome of a file with one scenario; its name and rules are added."""
    path = folder / "control.toml"
    path.write_text(f'name = "a control"\nrules = ["D1"]\n{text}', encoding="utf-8")
    (outcome,) = run_file(path)
    return outcome


# -- what must fail -------------------------------------------------------------------------------

TAKE = '[given]\nat = "take"\ninitiative = ["red2", "gold3", "green5"]\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{TAKE}[then]\nheroes = [{{ gold = 1 }}]", "then.heroes[0].gold: expected 1, found 0"),
        (f"{TAKE}[then]\nasked = 1", "then.asked: expected 1, found 0"),
        (f"{TAKE}[then]\nover = true", "then.over: expected true, found false"),
        (f'{TAKE}[then]\nquestion = "place"', "expected place, found take"),
        (f'{TAKE}[then]\noptions = ["take 1", "take 2"]', "too many ['take 3']"),
        (f'{TAKE}[then]\nhas = ["take 4"]', "then.has: expected take 4"),
        (f'{TAKE}[then]\nlacks = ["take 3"]', "then.lacks: expected no take 3"),
        (f'{TAKE}[then]\nmarket = ["climb"]', 'then.market: expected ["climb"], found []'),
        (f"{TAKE}[then]\nbag = {{ red = 10 }}", "then.bag.red: expected 10, found 9"),
        (f"{TAKE}[then]\nscore = [{{ total = 5 }}]", "then.score[0].total: expected 5, found 0"),
        (f"{TAKE}[then]\nwinners = [0]", "then.winners: expected [0], found [0, 1]"),
        (f'{TAKE}[then]\nevents = ["gold-gained"]', "then.events[0]"),
        (f'{TAKE}[then]\ninitiative = [{{ die = "none" }}]', "expected none, found red2"),
        (f'{TAKE}[then]\ninterruptions = ["drop longsword"]\nseat = 1', "interruptions of seat 1"),
        (f'answers = ["take 4"]\n{TAKE}', "'take 4' is not possible now; try one of: take 1"),
        (f'answers = ["1: take 1"]\n{TAKE}', "seat 1 is not asked"),
        (f'answers = ["chance: roll 1"]\n{TAKE}', "expected chance, found 0"),
        (f'answers = [{{ refused = "take 3" }}]\n{TAKE}', "it is allowed"),
        (f'answers = [{{ refused = "take 4", says = "Gold" }}]\n{TAKE}', "answers[0].says"),
        (f"answers = [{{ asked = 1 }}]\n{TAKE}", "answers[0].asked: expected 1, found 0"),
        (
            f'answers = ["take 2"]\n{TAKE}[then]\nno_events = ["gold-gained"]',
            "then.no_events[0]: expected no",
        ),
        (
            f'answers = ["take 2"]\n{TAKE}[then]\nevents = ["gold-gained", "initiative-taken"]',
            "then.events[1], in this order",
        ),
    ],
)
def test_what_is_not_so_fails(tmp_path: Path, text: str, message: str) -> None:
    outcome = only(tmp_path, text)
    assert not outcome.passed
    assert message in outcome.message


# -- what is wrong in a file ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("colour = 1", "unknown key 'colour'; known: name, rules, cards"),
        ("[given]\ngolds = 1", "given: unknown key 'golds'; known: options, at"),
        ("[given]\nheroes = [{ sword = 1 }]", "given.heroes[0]: unknown key 'sword'"),
        ("[then]\ngold = 1", "then: unknown key 'gold'"),
        ("[then]\nheroes = [{ golds = 1 }]", "then.heroes[0]: unknown key 'golds'"),
        ("[then]\nagenda = []", "then: unknown key 'agenda'"),
        ('[then]\nevents = ["gold-found"]', "event 'gold-found' is not one of: phase-began"),
        ('[then]\nevents = [{ event = "gold-gained", card = "climb" }]', "unknown key 'card'"),
        ('[then]\nlacks = ["take fourth"]', "can never be an answer; such as take 1"),
        ('[then]\nrank = "npc"', "only a solitaire hero"),
        ('[then]\ninterruptions = ["pass"]', "say whose they are"),
        ('cards = ["excalibur"]', "'excalibur' is not one of: longsword"),
        ('rules = ["D1"', "is not valid TOML"),
        ('[given]\nat = "lunch"', "given.at: 'lunch' is not one of: setup, roll, take"),
        ('[given]\nat = "take"\nturn = 2', "seats are 0 to 1"),
        ('[given]\nat = "cleanup"\nturn = 1', "is not a seat's turn"),
        ('[given]\nat = "place"', "needs one die in hand"),
        ('[given]\nat = "action"', "needs one of: str, dex"),
        ("[given]\noptions = { players = 5 }", "Monsters & Minions"),
        ('[given]\nheroes = [{ class = "king" }]', "'king' is not one of"),
        ('[given]\nheroes = [{ token = "xx" }]', "'xx' is not one of: lg, ng"),
        ('[given]\nheroes = [{ sheet = { str = ["red7"] } }]', "'red7' is not a die; write green"),
        ('[given]\nheroes = [{ sheet = { str = "red1 red1 red1 red1" } }]', "three spaces"),
        ('[given]\nheroes = [{ cards = ["climb"] }, { cards = ["climb"] }]', "lies in two places"),
        ('[given]\nmarket = ["climb"]\ndeck = [["climb"], []]', "lies in two places"),
        ('[given]\nheroes = [{ cards = ["longsword", "longbow"] }]', "more than 2 hands (M4)"),
        ('[given]\nheroes = [{ exhausted = ["climb"] }]', "'climb' is not a Skill of this hero"),
        ('[given]\nheroes = [{ class = "monk" }, { class = "bard" }]', "the same class color"),
        ("[given]\nbag = { red = 11 }", "11 red dice, but only 10 are left"),
        (f"[given]\nheroes = [{{ hand = '{'red1 ' * 11}' }}]", "1 red dice too many"),
        ('[given]\nat = "take"\ninitiative = ["red1"]', "1 cards, but this game has 3 (S9)"),
        ('[given]\nat = "take"\ninitiative = [0, "red1", "red1"]', "before its Dice turn"),
        ('[given]\nat = "market-turn"\nturn = 1\ninitiative = [0, 1, "red1"]', "has gone back"),
        ('[given]\noptions = { players = 1 }\nmarket = ["diplomacy"]', "not part of such a game"),
    ],
)
def test_a_mistake_in_a_file_is_explained(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        only(tmp_path, text)
    assert message in str(raised.value)
    assert "control.toml" in str(raised.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('rules = ["D1"]', "has no name"),
        ('name = "x"', "'x': has no rules"),
        ('name = "x"\nrules = ["rule 1"]', "'rule 1' is not a rule number"),
        ('name = "x"\n[[scenario]]\nname = "y"', "beside [[scenario]]: unknown key 'name'"),
        ('[[scenario]]\nname="y"\nrules=[]\n[[scenario]]\nname="y"\nrules=[]', "two scenarios"),
    ],
)
def test_a_scenario_says_what_it_shows(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "control.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ScenarioError) as raised:
        read_file(path)
    assert message in str(raised.value)


def test_a_missing_file_is_explained(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        run_file(tmp_path / "nothing.toml")


# -- the given table ------------------------------------------------------------------------------


def given(folder: Path, text: str) -> Game:
    path = folder / "control.toml"
    path.write_text(f'name = "a control"\nrules = ["D1"]\n[given]\n{text}', encoding="utf-8")
    (scenario,) = read_file(path)
    game = build(scenario)
    game.advance()
    return game


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_by_default_a_scenario_is_a_new_game(tmp_path: Path, players: int) -> None:
    options = Options(players=players)
    fresh = new_game(options, compose(options, load().components))
    game = given(tmp_path, f"options = {{ players = {players} }}")
    assert state_hash(game) == state_hash(fresh)


MOMENTS = {
    "roll": "roll-phase",
    "take": "take",
    "action": "action",
    "market": "market-turn",
    "market-turn": "market-turn",
    "cleanup": "refresh",
    "refresh": "refresh",
    "last-chance": "last-chance",
    "arrange-starting-dice": "arrange-dice",
}


@pytest.mark.parametrize("players", [1, 3])
@pytest.mark.parametrize("at", MOMENTS)
def test_every_moment_asks_its_question_and_the_game_goes_on(
    tmp_path: Path, at: str, players: int
) -> None:
    row = 'row = "cha"' if at == "action" else ""
    hero = '{ hand = ["red1"], cards = ["climb", "acrobatics"], exhausted = ["climb"] }'
    if at != "arrange-starting-dice":
        hero = hero.replace('hand = ["red1"], ', "")
    game = given(
        tmp_path, f'options = {{ players = {players} }}\nat = "{at}"\nheroes = [{hero}]\n{row}'
    )
    assert game.question() == MOMENTS[at]
    begun = game.round
    while not game.over and game.round < begun + 2:
        game.apply(game.options()[0])
        dice = game.bag.copy()
        for color in range(len(dice)):
            dice[color] += game.aside[color]
        for die in (*game.dice, *game.pool, *(d for h in game.heroes for d in (*h.sheet, *h.hand))):
            if die != EMPTY:
                dice[die >> 4] += 1
        assert dice == game.rules.dice
    assert game.over is (at == "last-chance")


def test_a_given_bag_leaves_the_other_dice_aside(tmp_path: Path) -> None:
    game = given(tmp_path, 'at = "action"\nrow = "str"\nbag = { red = 3 }')
    assert sum(game.bag) == 3
    on_cards = len([die for die in game.dice if die != EMPTY])
    assert sum(game.bag) + sum(game.aside) + on_cards == sum(game.rules.dice)


def test_a_given_deck_leaves_the_other_cards_out_of_the_game(tmp_path: Path) -> None:
    game = given(tmp_path, 'at = "roll"\ndeck = [["climb"], ["focused"]]\nmarket = ["weak"]')
    assert [len(pile) for pile in game.deck] == [1, 1]
    assert len(game.removed) == len(game.rules.cards) - 3


def test_chance_may_answer_by_itself(tmp_path: Path) -> None:
    text = 'answers = [{ auto_chance = "any seed" }]\n[then]\nquestion = "choose-race"'
    outcome = only(tmp_path, text)
    assert outcome.passed, outcome.message


# -- the list -------------------------------------------------------------------------------------


def test_the_index_lists_what_each_scenario_shows() -> None:
    listed = index(FOLDER)
    assert len(listed) == len(SCENARIOS)
    (dagger,) = [
        scenario for scenario in listed if scenario.file == "rules/N5.toml" and scenario.cards
    ]
    assert dagger.cards == ("jeweled-dagger",)
    assert dagger.rules == ("N5", "E2")
