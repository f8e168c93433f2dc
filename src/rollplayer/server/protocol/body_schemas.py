"""Bodies as OpenAPI describes them, where their types say less than the rules do.

Made from the content and the tables of the program, so that they cannot say anything else.
"""

import copy
from typing import Any, Final

from rollplayer.bots import all_names
from rollplayer.chance import Chance
from rollplayer.content import load
from rollplayer.engine.table import ROWS, SPACES
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import Header, to_line
from rollplayer.rules.compose import compose
from rollplayer.rules.options import Options, most_players, variants_with
from rollplayer.scorer import LONGEST_NAME, MOST_GOLD

Schema = dict[str, Any]
USUAL_PLAYERS: Final = 2


def create_game(components: dict[str, Any]) -> Schema:
    """As many seats as players, known levels, each variant once."""
    boxes: list[tuple[str, ...]] = [(), *[(name,) for name in EXPANSIONS]]
    return {
        "anyOf": [
            game_for(players, box, components)
            for box in boxes
            for players in range(1, most_players(box) + 1)
        ]
    }


def game_for(players: int, box: tuple[str, ...], components: dict[str, Any]) -> Schema:
    game = copy.deepcopy(components["CreateGame"])
    options = copy.deepcopy(components["GameOptions"])
    usual = players == USUAL_PLAYERS
    options["properties"]["players"] = {"type": "integer", "enum": [players]}
    options["required"] = [] if usual else ["players"]
    options["properties"]["expansions"] = {"enum": [list(box)]}
    for name in box:
        options["required"].append("expansions")
        options["properties"]["edition"] = {"enum": list(EXPANSIONS[name].editions)}
    options["properties"]["variants"] |= {
        "items": {"type": "string", "enum": list(variants_with(box))},
        "maxItems": len(variants_with(box)),
        "uniqueItems": True,
    }
    seats = {
        "type": "array",
        "items": seat_wish(components),
        "minItems": players,
        "maxItems": players,
    }
    game["title"] = f"CreateGame, {players} players" + "".join(f", {name}" for name in box)
    game["required"] = [] if usual and not box else ["options"]
    game["properties"]["options"] = options
    game["properties"]["seats"] = {"anyOf": [{"type": "null"}, seats], "default": None}
    return dict(game)


def seat_wish(components: dict[str, Any]) -> Schema:
    person, bot = (copy.deepcopy(components["SeatWish"]) for _ in range(2))
    person["properties"]["kind"] = {"enum": ["open", "human"]}
    bot["properties"]["kind"] = {"enum": ["bot"]}
    bot["properties"]["level"] = {"type": "string", "enum": list(all_names())}
    bot["required"] = ["kind", "level"]
    return {"anyOf": [person, bot]}


def score() -> Schema:
    """Heroes as they lie on a table. What only all of it together shows, no schema can say."""
    rules = compose(Options(), load().components)
    names, known = rules.names.by_kind, rules.vocabulary
    colors = "|".join(known.colors)
    die = {"type": "string", "pattern": f"^({colors})[{known.lowest}-{known.highest}]$"}
    space = {"anyOf": [die, {"type": "null"}]}
    row = {"type": "array", "items": space, "maxItems": 3}
    hero: Schema = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
            **{
                what: {"anyOf": [{"type": "null"}, {"type": "string", "enum": list(names[what])}]}
                for what in ("race", "class", "alignment", "backstory")
            },
            "token": {"anyOf": [{"type": "null"}, {"type": "string", "enum": list(SPACES)}]},
            "gold": {"type": "integer", "minimum": 0, "maximum": MOST_GOLD},
            "sheet": {
                "type": "object",
                "properties": dict.fromkeys(ROWS, row),
                "additionalProperties": False,
            },
            "cards": {
                "type": "array",
                "items": {"type": "string", "enum": list(names["card"])},
                "uniqueItems": True,
            },
        },
        "additionalProperties": False,
    }

    def table(most: int, *, solitaire: bool) -> Schema:
        heroes = {"type": "array", "items": hero, "minItems": 1, "maxItems": most}
        return {
            "type": "object",
            "properties": {"solitaire": {"enum": [solitaire]}, "heroes": heroes},
            "required": ["heroes", "solitaire"] if solitaire else ["heroes"],
            "additionalProperties": False,
        }

    return {
        "description": "With an expansion in the query, the table, heroes and dice may have more fields: "
        "those that `GET /api/v1/content` lists for it under `score`.",
        "anyOf": [table(most_players(()), solitaire=False), table(1, solitaire=True)],
        "examples": [{"heroes": [{"name": "Ada", "class": "bard", "gold": 3}]}],
    }


def game_file() -> Schema:
    """Lines of JSON, whose first is enough: a game that has just been set up."""
    chance = Chance.from_text("example")
    header = Header(Options(players=1), ({"name": "Ada"},), load().hash, (), chance.commitment)
    return {
        "type": "string",
        "description": "A game file: a line of JSON for its header, one for each answer, and one for its end.",
        "examples": [to_line(header.plain()) + "\n"],
    }
