"""A second scorer, slow and obvious, written from the rules alone (E, N5, N11, L6, L7, X11, Y).

It reads the plain data of a score file and the content's TOML files and knows nothing of the
engine. Every Trait is written out by hand; no cleverness is wanted here.
"""

import tomllib
from pathlib import Path
from typing import Any

import rollplayer

CONTENT = Path(rollplayer.__file__).parent / "content" / "base"
BOX = CONTENT.parent.parent / "expansions" / "monsters_and_minions" / "content"
ROWS = ["str", "dex", "con", "int", "wis", "cha"]
CLASS_COLORS = ["green", "blue", "red", "purple", "black", "white"]

Plain = dict[str, Any]


def read(name: str, folder: Path = CONTENT) -> Plain:
    return tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))


MARKET = read("market")
BASE_CARDS: Plain = MARKET["card"]
BASE_CLASSES: Plain = read("classes")["class"]
BASE_RACES: Plain = read("races")["race"]
ARMOR_SETS: Plain = MARKET["armor_set"]
CARDS: Plain = {**BASE_CARDS, **read("market", BOX)["card"]}
CLASSES: Plain = {**BASE_CLASSES, **read("classes", BOX)["class"]}
RACES: Plain = {**BASE_RACES, **read("races", BOX)["race"]}
MONSTERS: Plain = read("monsters", BOX)["monster"]
ALIGNMENTS: Plain = read("alignments")["alignment"]
BACKSTORIES: Plain = read("backstories")["backstory"]


# -- dice -------------------------------------------------------------------------------------------


def color(die: str) -> str:
    return die[:-1]


def value(die: str) -> int:
    return int(die[-1])


def all_dice(hero: Plain) -> list[str]:
    return [die for row in ROWS for die in hero["sheet"][row]]


def dice_total(hero: Plain, row: str) -> int:
    return sum(value(die) for die in hero["sheet"][row])


def own_color(hero: Plain) -> str:
    name: str = CLASSES[hero["class"]]["color"]
    return name


def count_color(hero: Plain, wanted: str) -> int:
    return len([die for die in all_dice(hero) if color(die) == wanted])


def cards_of_kind(hero: Plain, kind: str) -> list[str]:
    return [card for card in hero["cards"] if CARDS[card]["kind"] == kind]


# -- E2: Attribute Goals ----------------------------------------------------------------------------


def row_score(hero: Plain, row: str) -> int:
    """Dice, race and Weapons. N5: a die can count above 6."""
    score = dice_total(hero, row)
    score += int(RACES[hero["race"]]["modifiers"].get(row, 0))
    for die in hero["sheet"][row]:
        if "longsword" in hero["cards"]:
            score += 1
        if "jeweled-dagger" in hero["cards"] and color(die) == "gold":
            score += 1
    if "longbow" in hero["cards"] and row == "dex":
        score += 2
    if "war-hammer" in hero["cards"] and row in ("str", "con"):
        score += 2
    return score


def goal_met(hero: Plain, row: str) -> bool:
    """Exact, a range, or at least."""
    goal: str = CLASSES[hero["class"]]["goals"][row]
    score = row_score(hero, row)
    if goal.endswith("+"):
        return score >= int(goal[:-1])
    if "-" in goal:
        low, high = goal.split("-")
        return int(low) <= score <= int(high)
    return score == int(goal)


def goals_met(hero: Plain) -> int:
    return len([row for row in ROWS if goal_met(hero, row)])


def goal_stars(hero: Plain) -> int:
    stars = 0
    for row in ROWS:
        if goal_met(hero, row):
            stars += CLASSES[hero["class"]]["stars"][row]
    return stars


# -- E3, E4, E5 -------------------------------------------------------------------------------------


def class_color_stars(hero: Plain) -> int:
    """E11: for the Elementalist Boost Dice count here, and nowhere else."""
    stars = count_color(hero, own_color(hero))
    if hero["class"] == "elementalist":
        stars += count_color(hero, "boost")
    return stars


def alignment_stars(hero: Plain) -> int:
    """The token's space: first letter lawful, neutral, chaotic, second good, neutral, evil."""
    column = {"l": 0, "n": 1, "c": 2}[hero["token"][0]]
    line = {"g": 0, "n": 1, "e": 2}[hero["token"][1]]
    stars: int = ALIGNMENTS[hero["alignment"]]["grid"][line][column]
    return stars


def backstory_stars(hero: Plain) -> int:
    matches = 0
    for row, (wanted, place) in BACKSTORIES[hero["backstory"]]["dice"].items():
        dice = hero["sheet"][row]
        if len(dice) >= place and color(dice[place - 1]) == wanted:
            matches += 1
    return {0: 0, 1: 0, 2: 1, 3: 1, 4: 3, 5: 3, 6: 6}[matches]


# -- E6, N11, E10: Armor ----------------------------------------------------------------------------


def set_stars(hero: Plain, name: str, count: int) -> int:
    if count == 0:
        return 0
    stars: int = ARMOR_SETS[name]["stars"][count - 1]
    if own_color(hero) in ARMOR_SETS[name]["colors"]:
        stars += 1
    return stars


def armor_stars(hero: Plain) -> int:
    """Every use of a Tower Shield is tried, and none."""
    counts = dict.fromkeys(ARMOR_SETS, 0)
    for card in cards_of_kind(hero, "armor"):
        counts[CARDS[card]["armor_set"]] += 1
    best = sum(set_stars(hero, name, count) for name, count in counts.items())
    if "tower-shield" in hero["cards"]:
        for joined in ARMOR_SETS:
            begun = counts[joined] > 0
            complete = counts[joined] == len(ARMOR_SETS[joined]["stars"])
            if begun and not complete:
                tried = 0
                for name, count in counts.items():
                    tried += set_stars(hero, name, count + 1 if name == joined else count)
                best = max(best, tried)
    return best


# -- E7: Traits. E9: dice as they lie, without race and Weapons. E12: unfinished sheets --------------


def full_row(hero: Plain, row: str) -> bool:
    return len(hero["sheet"][row]) == 3


def trait_stars_of(hero: Plain, trait: str) -> int:
    sheet = hero["sheet"]
    if trait == "steadfast":
        return 3 if dice_total(hero, "con") >= 17 else 0
    if trait == "honorable":
        return 3 if dice_total(hero, "wis") >= 17 else 0
    if trait == "nimble":
        return 3 if dice_total(hero, "dex") >= 17 else 0
    if trait == "proud":
        return 3 if dice_total(hero, "cha") >= 17 else 0
    if trait == "weak":
        return 4 if full_row(hero, "str") and dice_total(hero, "str") <= 8 else 0
    if trait == "clumsy":
        return 4 if full_row(hero, "dex") and dice_total(hero, "dex") <= 8 else 0
    if trait == "foolish":
        return 4 if full_row(hero, "int") and dice_total(hero, "int") <= 8 else 0
    if trait == "reckless":
        return 4 if full_row(hero, "con") and dice_total(hero, "con") <= 6 else 0
    if trait == "focused":
        stars = 0
        for row in ROWS:
            if full_row(hero, row) and len({value(die) for die in sheet[row]}) == 1:
                stars += 2
        return stars
    if trait == "compassionate":
        stars = 0
        for row in ROWS:
            if len({color(die) for die in sheet[row] if color(die) in CLASS_COLORS}) == 3:
                stars += 1
        return stars
    if trait == "obsessed":
        stars = 0
        for row in ROWS:
            # D20: Boost Dice have no color.
            colors = {color(die) for die in sheet[row]}
            if full_row(hero, row) and len(colors) == 1 and "boost" not in colors:
                stars += 3
        return stars
    if trait == "cunning":
        return min(4, len(cards_of_kind(hero, "skill")))
    if trait == "greedy":
        return min(5, int(hero["gold"]) // 3)
    if trait == "honest":
        return 3 if all(count_color(hero, wanted) >= 1 for wanted in CLASS_COLORS) else 0
    if trait == "loyal":
        return count_color(hero, own_color(hero)) // 2
    if trait == "obnoxious":
        full_sheet = len(all_dice(hero)) == 18
        missing = [wanted for wanted in CLASS_COLORS if count_color(hero, wanted) == 0]
        return 4 if full_sheet and missing else 0
    if trait == "dedicated":
        return 5 if goals_met(hero) >= 4 else 0
    if trait == "courageous":
        hands = sum(CARDS[card].get("hands", 0) for card in cards_of_kind(hero, "weapon"))
        return 4 if hands >= 2 else 0
    if trait == "envious":
        stars = 0
        for kind in ("weapon", "armor", "trait", "skill", "scroll"):
            if len(cards_of_kind(hero, kind)) >= 2:
                stars += 1
        return stars
    if trait == "famous":
        return 4 if len(hero["cards"]) >= 8 else 0
    if trait == "trustworthy":
        return min(4, int(hero["honor"]))
    if trait == "malicious":
        return min(4, len(hero["trophies"]))
    if trait == "humble":
        return 0 if cards_of_kind(hero, "weapon") else 2
    if trait == "fearless":
        return 4 if len(hero["trophies"]) >= 3 and hero["injuries"] == 0 else 0
    raise ValueError(f"no Trait {trait!r}")


def trait_stars(hero: Plain) -> int:
    """The Longbow and the War Hammer are Weapons with stars of their own."""
    stars = sum(trait_stars_of(hero, trait) for trait in cards_of_kind(hero, "trait"))
    if "longbow" in hero["cards"] and goal_met(hero, "dex"):
        stars += 3
    if "war-hammer" in hero["cards"]:
        stars += 2 * goal_met(hero, "str") + 2 * goal_met(hero, "con")
    return stars


# -- X11: the Monster ------------------------------------------------------------------------------


def strength(table: Plain) -> int:
    """V6, Y1: the 1P Strength."""
    hard = table["solitaire"] or table.get("difficult_monsters", False)
    needed: int = MONSTERS[table["monster"]]["strength_1p" if hard else "strength"]
    return needed


def monster_stars(table: Plain, hero: Plain) -> int:
    beyond: int = hero["combat"] - strength(table)
    if beyond < 0:
        return 0
    return {0: 1, 1: 1, 2: 1, 3: 1}.get(beyond, min(beyond // 2, 8))


# -- the whole sheet --------------------------------------------------------------------------------


def score_hero(hero: Plain, solitaire: bool) -> Plain:
    """The stars of one hero, line by line, and how the goals stand."""
    lines = {
        "goals": goal_stars(hero),
        "class_color": class_color_stars(hero),
        "alignment": alignment_stars(hero),
        "backstory": backstory_stars(hero),
        "armor": armor_stars(hero),
        "traits": trait_stars(hero),
        # L6: in solitaire 1 star for each 8 Gold.
        "gold": hero["gold"] // 8 if solitaire else 0,
    }
    goals = {
        row: {
            "score": row_score(hero, row),
            "goal": CLASSES[hero["class"]]["goals"][row],
            "met": goal_met(hero, row),
            "stars": CLASSES[hero["class"]]["stars"][row],
        }
        for row in ROWS
    }
    return {"name": hero["name"], "total": sum(lines.values()), "lines": lines, "goals": goals}


def winners(heroes: list[Plain], scores: list[Plain]) -> list[int]:
    """E8: most stars; then most Gold; then fewest dice of the own Class color; then shared."""
    left = list(range(len(heroes)))
    most = max(scores[seat]["total"] for seat in left)
    left = [seat for seat in left if scores[seat]["total"] == most]
    richest = max(heroes[seat]["gold"] for seat in left)
    left = [seat for seat in left if heroes[seat]["gold"] == richest]
    own = {seat: count_color(heroes[seat], own_color(heroes[seat])) for seat in left}
    return [seat for seat in left if own[seat] == min(own.values())]


def rank(stars: int) -> str:
    """L7."""
    if stars >= 38:
        return "true-hero"
    if stars >= 34:
        return "clan-leader"
    if stars >= 30:
        return "luminary"
    if stars >= 26:
        return "adventurer"
    if stars >= 22:
        return "hireling"
    return "npc"


def monster_rank(stars: int) -> str:
    """Y6."""
    if stars >= 44:
        return "monster-slayer"
    return rank(stars - 2) if stars >= 24 else "npc"


def score(table: Plain) -> Plain:
    """A whole score file: each hero, the seats that win, and the rank in solitaire."""
    scores = [score_hero(hero, table["solitaire"]) for hero in table["heroes"]]
    if "monster" in table:
        for hero, scored in zip(table["heroes"], scores, strict=True):
            scored["lines"]["monster"] = monster_stars(table, hero)
            scored["total"] += scored["lines"]["monster"]
        if table["solitaire"] and table["heroes"][0]["combat"] < strength(table):
            # Y5: the hero is dead.
            return {"heroes": scores, "winners": [], "rank": "dead"}
        title = monster_rank(scores[0]["total"]) if table["solitaire"] else None
        won = winners(table["heroes"], scores)
        return {"heroes": scores, "winners": won, "rank": title}
    return {
        "heroes": scores,
        "winners": winners(table["heroes"], scores),
        "rank": rank(scores[0]["total"]) if table["solitaire"] else None,
    }
