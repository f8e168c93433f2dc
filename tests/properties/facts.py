"""What the rules and the content's TOML files say, read without the engine's loader.

The checks in this folder compare the engine with these facts.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import rollplayer
from rollplayer.rules.options import Options

CONTENT = Path(rollplayer.__file__).parent / "content"
BOX = CONTENT.parent / "expansions" / "monsters_and_minions" / "content"
CLASS_COLORS = ("green", "blue", "red", "purple", "black", "white")
COLORS = (*CLASS_COLORS, "gold", "boost")
"""Kinds of dice; Boost Dice are in the bag with the expansion only."""
ROWS = ("str", "dex", "con", "int", "wis", "cha")
SPOTS = tuple(row + place for row in ROWS for place in "123")
SPACES = ("lg", "ng", "cg", "ln", "nn", "cn", "le", "ne", "ce")
PHASES = ("setup", "roll", "dice", "market", "cleanup", "last-chance", "end", "monster-combat")
BASE_DICE = {color: 13 if color == "gold" else 10 for color in COLORS[:7]}
"""C1."""
EXPANSION = "monsters-and-minions"
ADVENTURE_KINDS = ("location", "obstacle", "attack")


def faces(color: str) -> range:
    """C1, C2."""
    return range(3, 9) if color == "boost" else range(1, 7)


# What a hero has without class and cards: M4, D3, D5 to D9, M1, U2.
NUMBERS = {
    "hands": 2,
    "gold-for-gold-die": 2,
    "gold-for-full-row": 1,
    "gold-for-bare-initiative-card": 0,
    "flips": 1,
    "con-step": 1,
    "rerolls": 1,
    "wis-steps": 1,
    "any-row-after-class-color": 0,
    "buys": 1,
    "discount": 0,
    "discard-pile-discount": 0,
    "free-arrows": 0,
    "refreshes": 1,
    "armor-jokers": 0,
    "odd-round-buys": 0,
    # X4, X8, X19, N13 and the abilities of the expansion's classes and cards.
    "hunt-dice": 0,
    "combat-dice": 0,
    "hunt-rerolls": 0,
    "free-reveals": 0,
    "mercenary-xp": 3,
    "mercenary-gold": 5,
    "scroll-discount": 0,
    "stored-dice": 0,
    "xp-for-others-tokens": 0,
    "int-action-for-xp": 0,
    "boost-class-color": 0,
}

Table = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Facts:
    """Everything in one edition's box, by id and in the order of the files."""

    cards: Table
    classes: Table
    races: Table
    alignments: Table
    backstories: tuple[str, ...]
    monsters: Table
    minions: Table
    adventures: Table

    def cards_of(self, kind: str) -> set[str]:
        return {card for card, facts in self.cards.items() if facts["kind"] == kind}


def read(path: str, folder: Path = CONTENT) -> dict[str, Any]:
    return tomllib.loads((folder / path).read_text(encoding="utf-8"))


@cache
def facts_of(edition: str, expansion: bool = False) -> Facts:
    kinds = {
        "card": read("base/market.toml")["card"],
        "class": read("base/classes.toml")["class"],
        "race": read("base/races.toml")["race"],
        "alignment": read("base/alignments.toml")["alignment"],
        "backstory": read("base/backstories.toml")["backstory"],
    }
    if edition == "first":
        # V7: fewer of each, and the Heavy Crossbow does less.
        smaller = read("first_edition/edition.toml")
        for kind, kept in smaller.pop("only").items():
            kinds[kind] = {id: facts for id, facts in kinds[kind].items() if id in kept}
        for kind, changed in smaller.items():
            for id, facts in changed.items():
                kinds[kind][id] = {**kinds[kind][id], **facts}
    box: dict[str, Table] = {"monster": {}, "minion": {}, "adventure": {}}
    if expansion:
        for name, kind in (("market", "card"), ("classes", "class"), ("races", "race")):
            kinds[kind] = {**kinds[kind], **read(f"{name}.toml", BOX)[kind]}
        box = {kind: read(f"{kind}s.toml", BOX)[kind] for kind in box}
    return Facts(
        cards=kinds["card"],
        classes=kinds["class"],
        races=kinds["race"],
        alignments=kinds["alignment"],
        backstories=tuple(kinds["backstory"]),
        monsters=box["monster"],
        minions=box["minion"],
        adventures=box["adventure"],
    )


@dataclass(frozen=True)
class Terms:
    """What options mean in numbers: S3, S7 to S11, V1 to V9, L1, L2."""

    facts: Facts
    players: int
    solitaire: bool
    table: int
    """Solitaire is set up as for two."""
    fixed_dice: tuple[str, ...]
    starting_dice: int
    mixed_deck: bool
    to_discard_pile: tuple[int, ...]
    """Cards that leave each pile before the game."""
    not_in_play: frozenset[str]
    friendly_market: bool
    dice_draft: bool
    expansion: bool
    dice: dict[str, int]
    """C1, C2: what the bag begins with."""
    market_size: int
    open_adventure: bool
    hard_monster: bool
    enemy_dice: int

    @property
    def rounds(self) -> int:
        return 18 - self.starting_dice


def terms_of(options: Options) -> Terms:
    solitaire = options.players == 1
    table = 2 if solitaire else options.players
    short = "short-game" in options.variants
    fixed: tuple[str, ...] = ()
    starting = {2: 6, 3: 7, 4: 8, 5: 8}[table] + (2 if short else 0)
    if "less-random-setup" in options.variants:
        fixed = CLASS_COLORS + ("gold",) * {2: 0, 3: 1, 4: 2, 5: 2}[table]
    mixed = "random-market-deck" in options.variants or (options.edition == "first" and solitaire)
    expansion = EXPANSION in options.expansions
    removed = {2: 14, 3: 10, 4: 8, 5: 3} if expansion else {2: 7, 3: 3, 4: 0}
    per_pile = 0 if options.edition == "first" else removed[table]
    in_box = facts_of(options.edition, expansion)
    dice = dict(BASE_DICE)
    if expansion:
        dice = {**{color: count + 1 for color, count in dice.items()}, "boost": 11}
    # L1, Y1, V5.
    out = {"diplomacy", "spellbook", "energy-field"} if solitaire else set()
    if "open-adventure" in options.variants:
        out |= {"spellbook", "gather-power"}
    return Terms(
        facts=in_box,
        players=options.players,
        solitaire=solitaire,
        table=table,
        fixed_dice=fixed,
        starting_dice=starting,
        mixed_deck=mixed,
        to_discard_pile=(2 * per_pile,) if mixed else (per_pile, per_pile),
        not_in_play=frozenset(out & set(in_box.cards)),
        friendly_market="friendly-market" in options.variants,
        dice_draft=options.class_draft == "dice",
        expansion=expansion,
        dice=dice,
        market_size=table + (2 if expansion else 1),
        open_adventure="open-adventure" in options.variants,
        hard_monster=solitaire or "difficult-monsters" in options.variants,
        enemy_dice=(2 if expansion else 1) if solitaire else 0,
    )


def numbers_of(facts: Facts, character_class: str | None, cards: list[str]) -> dict[str, int]:
    """What the rules ask a hero for, with the say of her class and cards."""
    numbers = dict(NUMBERS)
    owned = [facts.cards[card] for card in cards]
    if character_class is not None:
        owned.append(facts.classes[character_class])
    for thing in owned:
        for change in thing.get("modify", []):
            numbers[change["number"]] += change["add"]
    return numbers


def step(space: str, arrow: str) -> str | None:
    """C5: the next space in a direction, or None at the edge."""
    line, column = divmod(SPACES.index(space), 3)
    down, right = {"good": (-1, 0), "evil": (1, 0), "lawful": (0, -1), "chaotic": (0, 1)}[arrow]
    line, column = line + down, column + right
    return SPACES[3 * line + column] if 0 <= line <= 2 and 0 <= column <= 2 else None
