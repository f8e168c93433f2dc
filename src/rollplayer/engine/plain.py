"""A game as plain data: for hashes, views, files and tests."""

import hashlib
import json
from typing import Any, Final

from rollplayer.engine.answers import Names
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
    standing = plain_standing(game, hero)
    for at, row in enumerate(ROWS):
        if row in standing["goals"]:
            standing["goals"][row] |= plain_reach(game, hero, at)
    return {**plain_hero(game, hero), "standing": standing}


def plain_reach(game: Game, hero: Hero, row: int) -> Plain:
    """The span of a goal, and what its open spaces must and can bring with the dice of this game.

    ``needs`` is null where nothing can bring it, or no space is open. An open end of the goal is null.
    """
    rules = game.rules
    wanted = rules.classes[hero.character_class]
    low, high = wanted.low[row], wanted.high[row]
    score = row_score(rules, hero, row)
    open_spaces = hero.sheet[row * ROW_SIZE : (row + 1) * ROW_SIZE].count(EMPTY)
    fewest = open_spaces * rules.vocabulary.lowest
    most = open_spaces * rules.vocabulary.highest
    least, last = max(low - score, fewest), min(high - score, most)
    return {
        "low": low,
        "high": high if high < NO_END else None,
        "needs": [least, last] if open_spaces and least <= last else None,
        "most": most,
    }


def goal_text(low: int, high: int) -> str:
    """``17`` exact, ``16-17`` a range, ``14+`` at least."""
    if high == low:
        return str(low)
    return f"{low}+" if high >= NO_END else f"{low}-{high}"


def plain_table(game: Game) -> Plain:
    """What lies in the middle, open to everyone."""
    names = game.rules.names
    more: Plain = {}
    for extension in game.extensions:
        more.update(extension.plain(names))
    return {
        "phase": names.vocabulary.phases[game.phase],
        "round": game.round,
        "rounds": game.rules.rounds,
        "start_player": game.start_player,
        "initiative": [
            {
                "number": at + 1,
                "die": die_name(game.dice[at]) if game.dice[at] != EMPTY else None,
                "gold": game.card_gold[at],
                "taken_by": game.taken[at] if game.taken[at] >= 0 else None,
            }
            for at in range(len(game.dice))
        ],
        "pool": [die_name(die) for die in game.pool],
        "market": [_named(names, "card", card) for card in game.market],
        "discard_pile": [names.word("card", card) for card in game.discard_pile],
        "discard_pile_open": game.discard_pile_open,
        "trash": [names.word("card", card) for card in game.trash],
        "removed": [names.word("card", card) for card in game.removed],
        "bag": {COLORS[kind]: game.bag[kind] for kind in names.vocabulary.dice},
        "aside": {COLORS[kind]: count for kind, count in enumerate(game.aside) if count},
        **more,
    }


def plain_game(game: Game) -> Plain:
    """The whole state, with what only some may know: for the log's hash, not for a player."""
    names = game.rules.names
    secrets: Plain = {}
    for extension in game.extensions:
        secrets.update(extension.plain_secrets(names))
    return {
        **plain_table(game),
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
