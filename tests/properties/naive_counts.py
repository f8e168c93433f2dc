"""What Minions are weak against and Adventure cards ask for, counted the slow and obvious way."""

from typing import Any

from tests.properties.facts import Facts
from tests.properties.shadow_table import ShadowHero, ShadowTable

Plain = dict[str, Any]


def kind_of(facts: Facts, card: str) -> str:
    kind: str = facts.cards[card]["kind"]
    return kind


def value(die: str) -> int:
    return int(die[-1])


def own_color(facts: Facts, hero: ShadowHero) -> str:
    color: str = facts.classes[hero.character_class or ""]["color"]
    return color


def count(table: ShadowTable, hero: ShadowHero, told: Plain) -> int:
    """How many of what the table of a Minion or an Adventure card names."""
    facts = table.facts
    armor = [facts.cards[card]["armor_set"] for card in hero.cards if is_armor(facts, card)]
    what = told["count"]
    if what == "cards":
        return len([card for card in hero.cards if kind_of(facts, card) == told["kind"]])
    if what == "upright-skills":
        skills = [card for card in hero.cards if kind_of(facts, card) == "skill"]
        return len([card for card in skills if card not in hero.exhausted])
    if what == "armor-of-set":
        return armor.count(told["armor_set"])
    if what == "largest-armor-set":
        return max([armor.count(each) for each in armor], default=0)
    if what == "gold":
        return hero.gold
    if what == "injuries":
        return hero.injuries
    if what == "no-injuries":
        return int(hero.injuries == 0)
    if what == "honor":
        return hero.honor
    if what == "trophies":
        return len(hero.trophies)
    if what == "alignment-stars":
        return table.stars_under_token(hero)
    if what == "in-good-row":
        return int(hero.token.endswith("g"))
    if what == "goal-met":
        return int(goal_met(table, hero, told["row"]))
    return count_dice(table, hero, told)


def is_armor(facts: Facts, card: str) -> bool:
    return kind_of(facts, card) == "armor"


def count_dice(table: ShadowTable, hero: ShadowHero, told: Plain) -> int:
    what = told["count"]
    if what == "dice-in-row":
        return len(hero.row(told["row"]))
    if what == "row-total":
        return sum(value(die) for die in hero.row(told["row"]))
    if what == "dice-of-color":
        return len([die for die in hero.dice() if die[:-1] == told["color"]])
    if what == "class-color-dice":
        own = own_color(table.facts, hero)
        return len([die for die in hero.dice() if die[:-1] == own])
    if what == "dice-showing":
        return len([die for die in hero.dice() if value(die) == told["value"]])
    if what == "dice-at-least":
        return len([die for die in hero.row(told["row"]) if value(die) >= told["value"]])
    if what == "full-rows":
        return len([spot for spot in hero.sheet if spot.endswith("3")])
    raise ValueError(f"no count {what!r}")


def row_score(table: ShadowTable, hero: ShadowHero, row: str) -> int:
    """E2: dice, race and Weapons."""
    dice = hero.row(row)
    score = sum(value(die) for die in dice)
    score += table.race_modifier(hero.race or "", row)
    own = own_color(table.facts, hero)
    if "longsword" in hero.cards:
        score += len([die for die in dice if die[:-1] == own])
    if "jeweled-dagger" in hero.cards:
        score += len([die for die in dice if die[:-1] == "gold"])
    if "longbow" in hero.cards and row == "dex":
        score += 2
    if "war-hammer" in hero.cards and row in ("str", "con"):
        score += 1
    return score


def goal_met(table: ShadowTable, hero: ShadowHero, row: str) -> bool:
    goal: str = table.facts.classes[hero.character_class or ""]["goals"][row]
    score = row_score(table, hero, row)
    if goal.endswith("+"):
        return score >= int(goal[:-1])
    low, _, high = goal.partition("-")
    return int(low) <= score <= int(high or low)


def dice_for(table: ShadowTable, hero: ShadowHero, told: Plain) -> int:
    """So many dice for every so many, up to a limit."""
    dice = max(0, count(table, hero, told) // told.get("every", 1) * told.get("dice", 1))
    return min(dice, told["max"]) if "max" in told else int(dice)


def gains(table: ShadowTable, adventure: str) -> dict[int, int]:
    """X18: the Combat Dice an Adventure card brings, by seat."""
    facts = table.facts.adventures[adventure]
    told: Plain = facts["gains"]
    eligible = [
        seat
        for seat, hero in enumerate(table.heroes)
        if table.terms.open_adventure or facts["kind"] in hero.tokens
    ]
    counted = {seat: count(table, table.heroes[seat], told) for seat in eligible}
    if told["who"] == "each":
        found = {seat: dice_for(table, table.heroes[seat], told) for seat in eligible}
        return {seat: dice for seat, dice in found.items() if dice}
    if not counted:
        return {}
    best = max(counted.values()) if told["who"] == "most" else min(counted.values())
    if told["who"] == "most" and best < 1:
        return {}
    if table.terms.solitaire:
        if best < told.get("solo_min", best) or best > told.get("solo_max", best):
            return {}
    return {seat: told["dice"] for seat in eligible if counted[seat] == best}
