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


def count(table: ShadowTable, hero: ShadowHero, words: Plain) -> int:
    """How many of what the table of a Minion or an Adventure card names."""
    facts = table.facts
    armor = [facts.cards[card]["armor_set"] for card in hero.cards if is_armor(facts, card)]
    what = words["count"]
    if what == "cards":
        cards = [card for card in hero.cards if kind_of(facts, card) == words["kind"]]
        return len([card for card in cards if card not in hero.exhausted or "upright" not in words])
    if what == "armor-set" and "armor_set" in words:
        return armor.count(words["armor_set"])
    if what == "armor-set":
        return max([armor.count(armor_set) for armor_set in armor], default=0)
    if what == "gold":
        return hero.gold
    if what == "injuries":
        return hero.injuries
    if what == "honor":
        return hero.honor
    if what == "trophies":
        return len(hero.trophies)
    if what == "alignment-stars":
        return table.stars_under_token(hero)
    if what == "alignment-side" and words["side"] == "good":
        return int(hero.token.endswith("g"))
    if what == "goals-met":
        return int(goal_met(table, hero, words["row"]))
    return count_dice(table, hero, words)


def is_armor(facts: Facts, card: str) -> bool:
    return kind_of(facts, card) == "armor"


def count_dice(table: ShadowTable, hero: ShadowHero, words: Plain) -> int:
    what = words["count"]
    if what == "row-total":
        return sum(value(die) for die in hero.row(words["row"]))
    if what == "dice":
        dice = hero.row(words["row"]) if "row" in words else hero.dice()
        if words.get("color") == "class":
            dice = [die for die in dice if die[:-1] == own_color(table.facts, hero)]
        elif "color" in words:
            dice = [die for die in dice if die[:-1] == words["color"]]
        if words.get("value") == "5+":
            return len([die for die in dice if value(die) >= 5])
        return len([die for die in dice if value(die) == words.get("value", value(die))])
    if what == "rows" and words["pattern"] == "full":
        return len([spot for spot in hero.sheet if spot.endswith("3")])
    raise ValueError(f"no count {what!r}")


def row_score(table: ShadowTable, hero: ShadowHero, row: str) -> int:
    """E2: dice, race and Weapons."""
    dice = hero.row(row)
    score = sum(value(die) for die in dice)
    score += table.race_modifier(hero.race or "", row)
    if "longsword" in hero.cards:
        score += len(dice)
    if "jeweled-dagger" in hero.cards:
        score += len([die for die in dice if die[:-1] == "gold"])
    if "longbow" in hero.cards and row == "dex":
        score += 2
    if "war-hammer" in hero.cards and row in ("str", "con"):
        score += 2
    return score


def goal_met(table: ShadowTable, hero: ShadowHero, row: str) -> bool:
    goal: str = table.facts.classes[hero.character_class or ""]["goals"][row]
    score = row_score(table, hero, row)
    if goal.endswith("+"):
        return score >= int(goal[:-1])
    low, _, high = goal.partition("-")
    return int(low) <= score <= int(high or low)


def dice_for(table: ShadowTable, hero: ShadowHero, words: Plain) -> int:
    """So many dice for every so many, up to a limit; or for at most so many."""
    if "at_most" in words:
        return int(words["dice"]) if count(table, hero, words) <= words["at_most"] else 0
    dice = max(0, count(table, hero, words) // words.get("every", 1) * words.get("dice", 1))
    return min(dice, words["max"]) if "max" in words else int(dice)


def gains(table: ShadowTable, adventure: str) -> dict[int, int]:
    """X18: the Combat Dice an Adventure card brings, by seat."""
    facts = table.facts.adventures[adventure]
    words: Plain = facts["gains"]
    eligible = [
        seat
        for seat, hero in enumerate(table.heroes)
        if table.terms.open_adventure or facts["kind"] in hero.tokens
    ]
    counted = {seat: count(table, table.heroes[seat], words) for seat in eligible}
    if words["who"] == "each":
        dice_by_seat = {seat: dice_for(table, table.heroes[seat], words) for seat in eligible}
        return {seat: dice for seat, dice in dice_by_seat.items() if dice}
    if not counted:
        return {}
    best = max(counted.values()) if words["who"] == "most" else min(counted.values())
    if words["who"] == "most" and best < 1:
        return {}
    if table.terms.solitaire:
        if best < words.get("solo_min", best) or best > words.get("solo_max", best):
            return {}
    return {seat: words["dice"] for seat in eligible if counted[seat] == best}
