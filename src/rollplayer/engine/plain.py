"""A game as plain data: for hashes, views, files and tests."""

import hashlib
import json
from functools import lru_cache
from typing import Any, Final

from rollplayer.engine.answers import Names
from rollplayer.engine.components import CharacterClass
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.scoring import goal_met, row_score, score_lines
from rollplayer.engine.table import COLORS, EMPTY, ROW_SIZE, ROWS, SIDES, SPACES, die_name

Plain = dict[str, Any]
NO_END: Final = 99
"""The upper end of a goal such as ``14+``."""


def plain_hero(game: Game, hero: Hero) -> Plain:
    """Everything that lies before one player; all of it is open."""
    names = game.rules.names
    return {
        "seat": hero.seat,
        "race": _named(names, "race", hero.race),
        "side": SIDES[hero.side],
        "class": _named(names, "class", hero.character_class),
        "alignment": _named(names, "alignment", hero.alignment),
        "backstory": _named(names, "backstory", hero.backstory),
        "token": SPACES[hero.token],
        "gold": hero.gold,
        "charisma": hero.charisma,
        "sheet": plain_sheet(hero),
        "hand": [die_name(die) for die in hero.hand],
        "cards": [names.word("card", card) for card in hero.cards],
        "exhausted": [names.word("card", card) for card in hero.exhausted],
        **plain_extras(game, hero),
    }


def plain_extras(game: Game, hero: Hero) -> Plain:
    """What the expansions of this game add to a hero."""
    names = game.rules.names
    known = names.vocabulary
    counts = {name: hero.counts[count] for count, name in known.counts.items()}
    piles = {
        name: [names.word(known.pile_sorts[pile], thing) for thing in hero.piles[pile]]
        for pile, name in known.piles.items()
    }
    spaces = {
        name: [die_name(hero.sheet[spot]) if hero.sheet[spot] else None for spot in spots]
        for name, spots in known.spaces.items()
    }
    return {**counts, **piles, **spaces}


def plain_sheet(hero: Hero) -> dict[str, list[str]]:
    """Dice by row, from the left."""
    return {
        row: [die_name(die) for die in hero.sheet[at * 3 : at * 3 + 3] if die != EMPTY]
        for at, row in enumerate(ROWS)
    }


def plain_standing(game: Game, hero: Hero) -> Plain:
    """What a hero would score now: stars by line and the state of each goal."""
    rules = game.rules
    lines = score_lines(rules, hero)
    goals: Plain = {}
    if hero.character_class >= 0:
        wanted = rules.classes[hero.character_class]
        for at, row in enumerate(ROWS):
            goals[row] = {
                "score": row_score(rules, hero, at),
                "goal": goal_text(wanted.low[at], wanted.high[at]),
                "met": goal_met(rules, hero, at),
                "stars": wanted.stars[at],
            }
    return {"total": sum(lines.values()), "lines": lines, "goals": goals}


def plain_seat(game: Game, hero: Hero) -> Plain:
    """A hero with its standing, and what each goal still needs."""
    lines = score_lines(game.rules, hero)
    standing = {"total": sum(lines.values()), "lines": lines, "goals": plain_goals(game, hero)}
    return {**plain_hero(game, hero), "standing": standing}


def plain_goals(game: Game, hero: Hero) -> Plain:
    """By row: its goal, how the row stands to it, and what its open spaces must and can bring.

    Goals that stand alike are the same object at all tables: nobody may change it.
    """
    if hero.character_class < 0:
        return {}
    rules = game.rules
    wanted = rules.classes[hero.character_class]
    known = rules.vocabulary
    goals: Plain = {}
    for at, row in enumerate(ROWS):
        spaces = hero.sheet[at * ROW_SIZE : (at + 1) * ROW_SIZE].count(EMPTY)
        fewest, most = spaces * known.lowest, spaces * known.highest
        goals[row] = plain_goal(wanted, at, row_score(rules, hero, at), fewest, most)
    return goals


@lru_cache(maxsize=10_000)
def plain_goal(wanted: CharacterClass, row: int, score: int, fewest: int, most: int) -> Plain:
    """One row. ``fewest`` and ``most`` is what dice of this game bring to its open spaces.

    ``needs`` is null where nothing can bring it, or no space is open. An open end of the goal is null.
    """
    low, high = wanted.low[row], wanted.high[row]
    least, last = max(low - score, fewest), min(high - score, most)
    return {
        "score": score,
        "goal": goal_text(low, high),
        "met": low <= score <= high,
        "stars": wanted.stars[row],
        "low": low,
        "high": high if high < NO_END else None,
        "needs": [least, last] if most and least <= last else None,
        "most": most,
    }


def goal_text(low: int, high: int) -> str:
    """``17`` exact, ``16-17`` a range, ``14+`` at least."""
    if high == low:
        return str(low)
    return f"{low}+" if high >= NO_END else f"{low}-{high}"


class Parts:
    """Parts of a table as plain data, each with what it was made from.

    A part that has not changed is the same object, so comparing it is quick. Nobody may change it.
    """

    def __init__(self) -> None:
        self._words: dict[str, tuple[list[int], list[str | None]]] = {}
        self._initiative: list[tuple[tuple[int, int, int], Plain]] = []

    def cards(self, names: Names, place: str, cards: list[int]) -> list[str | None]:
        """What lies at a place of the table, null where a card has gone."""
        kept = self._words.get(place)
        if kept is None or kept[0] != cards:
            words = [_named(names, "card", card) for card in cards]
            kept = self._words[place] = (cards.copy(), words)
        return kept[1]

    def dice(self, place: str, dice: list[int]) -> list[str | None]:
        kept = self._words.get(place)
        if kept is None or kept[0] != dice:
            kept = self._words[place] = (dice.copy(), [die_name(die) for die in dice])
        return kept[1]

    def initiative(self, game: Game) -> list[Plain]:
        """The Initiative cards, by place."""
        kept = self._initiative
        cards: list[Plain] = []
        for at in range(len(game.dice)):
            mark = (game.dice[at], game.card_gold[at], game.taken[at])
            if at == len(kept):
                kept.append((mark, plain_initiative(at + 1, *mark)))
            elif kept[at][0] != mark:
                kept[at] = (mark, plain_initiative(at + 1, *mark))
            cards.append(kept[at][1])
        return cards


def plain_initiative(number: int, die: int, gold: int, taken_by: int) -> Plain:
    return {
        "number": number,
        "die": die_name(die) if die != EMPTY else None,
        "gold": gold,
        "taken_by": taken_by if taken_by >= 0 else None,
    }


def plain_table(game: Game, parts: Parts | None = None) -> Plain:
    """What lies in the middle, open to everyone, and what follows from it."""
    table = plain_middle(game, Parts() if parts is None else parts)
    for extension in game.extensions:
        table.update(extension.plain_shown(game.rules.names))
    return table


def plain_middle(game: Game, parts: Parts) -> Plain:
    names = game.rules.names
    table: Plain = {
        "phase": names.vocabulary.phases[game.phase],
        "round": game.round,
        "rounds": game.rules.rounds,
        "start_player": game.start_player,
        "initiative": parts.initiative(game),
        "pool": parts.dice("pool", game.pool),
        "market": parts.cards(names, "market", game.market),
        "discard_pile": parts.cards(names, "discard_pile", game.discard_pile),
        "discard_pile_open": game.discard_pile_open,
        "trash": parts.cards(names, "trash", game.trash),
        "removed": parts.cards(names, "removed", game.removed),
        "bag": {COLORS[kind]: game.bag[kind] for kind in names.vocabulary.dice},
        "aside": {COLORS[kind]: count for kind, count in enumerate(game.aside) if count},
    }
    for extension in game.extensions:
        table.update(extension.plain(names))
    return table


def plain_game(game: Game) -> Plain:
    """The whole state, with what only some may know: for the log's hash, not for a player."""
    names = game.rules.names
    secrets: Plain = {}
    for extension in game.extensions:
        secrets.update(extension.plain_secrets(names))
    return {
        **plain_middle(game, Parts()),
        **secrets,
        "deck": [[names.word("card", card) for card in pile] for pile in game.deck],
        "top_card": _named(names, "card", game.top_card),
        "top_known": [seat for seat in range(game.rules.players) if game.top_known >> seat & 1],
        "heroes": [plain_hero(game, hero) for hero in game.heroes],
        "agenda": [[frame.step.name, frame.seat, *frame.numbers()] for frame in game.agenda],
    }


def fingerprint(plain: Any) -> str:
    """One hash for the same data in every process."""
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def state_hash(game: Game) -> str:
    return fingerprint(plain_game(game))


def _named(names: Names, kind: str, index: int) -> str | None:
    return names.word(kind, index) if index >= 0 else None
