"""What the tables of facts say of Monsters & Minions holds in play."""

import re
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import load
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.table import COLORS, ROWS
from rollplayer.engine.view import SPECTATOR, plain_view
from rollplayer.expansions.monsters_and_minions.combat import gains
from rollplayer.expansions.monsters_and_minions.components import EACH
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from rollplayer.log import read_answer
from rollplayer.rules.options import Options, all_variants
from rollplayer.scenario import Scenario, build
from tests.fact_tables import MORE, cards, table
from tests.test_facts import meets, played, row_of

NAME = "monsters-and-minions"
LIBRARY = load(expansions=(NAME,))
BASE = load()
OPTIONS = {"players": 2, "expansions": [NAME]}
CARDS = cards(MORE)
CLASSES = table("class", MORE)
MINIONS = table("minion", MORE)
MONSTERS = table("monster", MORE)


def test_the_base_game_keeps_its_facts() -> None:
    for section, entries in BASE.facts.items():
        if entries:
            kept = {id: LIBRARY.facts[section][id] for id in entries}
            assert kept == entries


# -- the same facts in play -----------------------------------------------------------------------

STEP = {"good": "ng", "evil": "ne", "lawful": "ln", "chaotic": "cn"}


@pytest.mark.parametrize("id", CARDS)
def test_a_card_is_bought_for_its_cost_and_moves_the_token(id: str) -> None:
    kind, _, cost, *more = CARDS[id]
    given = {"options": OPTIONS, "at": "market-turn", "market": [id]}
    if int(cost) > 0:
        played({**given, "heroes": [{"gold": int(cost) - 1}]}, [], {"lacks": [f"buy {id}"]})
    token = STEP[more[0]] if kind == "trait" else "nn"
    bought = {"gold": 1, "token": token, "cards": [id], "exhausted": []}
    played({**given, "heroes": [{"gold": int(cost) + 1}]}, [f"buy {id}"], {"heroes": [bought]})


@pytest.mark.parametrize("id", CLASSES)
def test_goals_are_met_by_the_totals_of_the_table_and_no_others(id: str) -> None:
    color, *goals = CLASSES[id]
    foreign = [other for other in COLORS[:6] if other != color]
    for total in range(3, 19):
        sheet = {row: row_of(total, foreign[at % 2]) for at, row in enumerate(ROWS)}
        expected = {}
        for row, told_goal in zip(ROWS, goals, strict=True):
            goal, worth = told_goal.split("/")
            expected[row] = {"goal": goal, "met": meets(goal, total), "stars": int(worth)}
        heroes = [{"class": id, "race": "human", "sheet": sheet}]
        given = {"options": OPTIONS, "at": "end", "heroes": heroes}
        played(given, [], {"score": [{"lines": {"class_color": 0}, "goals": expected}]})


REWARD = re.compile(r"([xgih])(\d+)")
REWARDS = {"x": "xp", "g": "gold", "i": "injuries", "h": "honor"}
DICE = {"gnoll": 5}
"""Combat Dice of a Crusader with a Halberd: the Weapon is what a Gnoll fears."""


def dice_with(total: int, dice: int) -> list[int]:
    faces = []
    for left in range(dice, 0, -1):
        faces.append(max(1, min(6, total - left + 1)))
        total -= faces[-1]
    return faces


@pytest.mark.parametrize("id", MINIONS)
def test_every_row_of_a_minion_holds_from_its_first_to_its_last_total(id: str) -> None:
    dots, *rows = MINIONS[id]
    assert str(LIBRARY.facts["minion"][id]["dots"]) == dots
    starts = [int(row.partition(":")[0]) for row in rows]
    dice = DICE.get(id, 3)
    for at, row in enumerate(rows):
        last = starts[at + 1] - 1 if at + 1 < len(rows) else 6 * dice
        for total in {starts[at], last} & set(range(dice, 6 * dice + 1)):
            trophy = row.endswith("t")
            hero: dict[str, Any] = dict.fromkeys(REWARDS.values(), 0)
            hero |= {REWARDS[key]: int(n) for key, n in REWARD.findall(row.partition(":")[2])}
            hero |= {"trophies": [id] if trophy else [], "tokens": ["location"] if trophy else []}
            answers = ["hunt", "pass", "pass", *(f"roll {n}" for n in dice_with(total, dice))]
            answers += ["deal black-sea"] if trophy else []
            given = {
                "options": OPTIONS,
                "at": "market-turn",
                "monster": "kraken",
                "minion": id,
                "minion_deck": [[], []],
                "heroes": [{"class": "crusader", "cards": ["halberd"]}],
            }
            ended = {"event": "hunt-ended", "minion": id, "total": total, "row": starts[at]}
            played(given, answers, {"asked": 1, "heroes": [hero], "events": [ended]})


@pytest.mark.parametrize("id", MONSTERS)
def test_a_monster_is_met_with_its_strength(id: str) -> None:
    _, strength, alone = MONSTERS[id]
    for players, variants, needed in (
        (2, [], strength),
        (2, ["difficult-monsters"], alone),
        (1, [], alone),
    ):
        options = {**OPTIONS, "players": players, "variants": variants}
        given = {"options": options, "at": "monster-combats", "monster": id, "heroes": [{}]}
        played(given, [], {"strength": int(needed)})


# -- what scenarios cannot show -------------------------------------------------------------------


@pytest.mark.rules("X9", "X6")
def test_an_adventure_card_stays_seen_by_those_who_looked_and_by_nobody_else() -> None:
    heroes = [{"sheet": {"dex": "red1 red2"}}, {}, {}]
    given = {
        "options": {**OPTIONS, "players": 3},
        "at": "market-turn",
        "monster": "kraken",
        "minion": "kobold",
        "heroes": heroes,
    }
    game = build(Scenario(Path(__file__), "looking", (), (), (), given, (), {}))
    game.advance()
    for answer in ("hunt", "roll 3", "roll 3", "roll 1", "deal maelstrom"):
        if answer == "deal maelstrom":
            with pytest.raises(IllegalAnswer):
                read_answer(game, game.seat(), answer)  # That is an Obstacle.
            answer = "deal hidden-cove"
        carry_out(game, game.seat(), read_answer(game, game.seat(), answer))
    for answer in ("deal goblin", "collect", "collect"):
        seen = [plain_view(game, seat)["adventure"]["location"] for seat in (0, 1, 2, SPECTATOR)]
        assert seen == ["hidden-cove", None, None, None]
        carry_out(game, game.seat(), read_answer(game, game.seat(), answer))


@pytest.mark.rules("V8")
def test_everybody_sees_who_has_claimed_an_initiative_card() -> None:
    """The other way to claim cards is one of showing: the same is known, and no option exists."""
    given = {"options": OPTIONS, "at": "take", "heroes": [{}, {}]}
    game = build(Scenario(Path(__file__), "claiming", (), (), (), given, (), {}))
    game.advance()
    carry_out(game, 0, read_answer(game, 0, "take 2"))
    for seat in (0, 1, SPECTATOR):
        claimed = [card["taken_by"] for card in plain_view(game, seat)["initiative"]]
        assert claimed == [None, 0, None]
    assert not [variant for variant in all_variants() if "initiative" in variant]
    assert Options(expansions=(NAME,)).plain()["expansions"] == [NAME]


@pytest.mark.rules("X18", "Y4")
def test_a_requirement_for_one_player_holds_for_cards_for_everyone_too() -> None:
    """No card of ours needs it, but an owner of the printed ones may enter it."""
    given = {
        "at": "market-turn",
        "options": {**OPTIONS, "players": 1},
        "heroes": [{"gold": 9, "tokens": ["location", "obstacle", "attack"]}],
    }
    game = build(Scenario(Path(__file__), "alone", (), (), (), given, (), {}))
    adventures = monsters_of(game).box.adventures
    for_all = next(
        adventure
        for adventure in adventures
        if adventure.who == EACH and gains(game, adventure)[0] > 0
    )
    least = for_all.solo_least
    for_all.solo_least = for_all.tally.counted.count(game.rules, game.heroes[0]) + 1
    try:
        assert gains(game, for_all) == [0]
    finally:
        for_all.solo_least = least
