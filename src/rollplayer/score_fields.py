"""Read the fields of a score file, with errors that explain."""

import json
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from rollplayer.engine.game import Game
from rollplayer.engine.table import KINDS
from rollplayer.rules.expansion import ScoreField
from rollplayer.text import Argument, catalogue, parse, render

LONGEST_SHOWN: Final = 40


@dataclass(frozen=True)
class Remark:
    """A message about a table: a key of the catalogue and its arguments."""

    key: str
    arguments: dict[str, Argument] = field(default_factory=dict)

    def __str__(self) -> str:
        return render(parse(catalogue("en")[self.key]), self.arguments, "en")


class ScoreError(ValueError):
    """The input cannot be scored; names the hero, the field and what is allowed."""

    def __init__(self, problem: str, **arguments: Argument) -> None:
        self.remark = Remark(f"score-error.{problem}", arguments)
        super().__init__(str(self.remark))


def shown(value: Any) -> str:
    """A value as JSON, shortened if necessary."""
    try:
        text = json.dumps(value, default=str)
    except RecursionError:
        # Lists in lists that could just be read: writing them starts a few calls deeper.
        return "..."
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


class FieldReader:
    """Reads fields of the input; every error names the hero and the field."""

    def __init__(self, game: Game, name: str, plain: dict[str, Any]) -> None:
        self.game = game
        self.name = name
        self.plain = plain

    def fail(self, problem: str, name: str, value: Any, **arguments: Argument) -> ScoreError:
        arguments = {"hero": self.name, "field": name, "value": shown(value), **arguments}
        return ScoreError(problem, **arguments)

    def read(self, fields: list[ScoreField]) -> dict[str, Any]:
        """The values of the fields that expansions add, if given."""
        return {field.name: self.value(field) for field in fields if field.name in self.plain}

    def value(self, field: ScoreField) -> Any:
        given, names = self.plain[field.name], self.game.rules.names.by_kind
        match field.sort:
            case "flag":
                if type(given) is not bool:
                    raise ScoreError("no-flag", where=field.name, value=shown(given))
                return given
            case "id":
                return self.index_of(field.name, given, names[field.kind])
            case "ids":
                known = names[field.kind]
                if type(given) is int:
                    return list(range(self.number(field.name, 0, len(known))))
                return self.some(field.name, known, known)
            case "cards":
                kind = KINDS.index(field.kind)
                cards = [card.id for card in self.game.rules.cards if card.kind == kind]
                return self.some(field.name, cards, names["card"])
        return self.number(field.name, field.low, field.high)

    def pick(self, name: str, allowed: list[str] | tuple[str, ...]) -> int:
        """The index of a named thing, or -1 if the hero has none yet."""
        value = self.plain.get(name)
        return -1 if value is None else self.index_of(name, value, allowed)

    def index_of(self, name: str, value: Any, allowed: list[str] | tuple[str, ...]) -> int:
        if not isinstance(value, str) or value not in allowed:
            near = get_close_matches(value, allowed, 1) if isinstance(value, str) else []
            raise self.fail(
                "not-one-of",
                name,
                value,
                near=near[0] if near else "",
                allowed=", ".join(allowed),
            )
        return allowed.index(value)

    def number(self, name: str, low: int, high: int) -> int:
        value = self.plain[name]
        if type(value) is not int or not low <= value <= high:
            raise self.fail("no-number", name, value, low=low, high=high)
        return int(value)

    def some(self, name: str, allowed: list[str], known: list[str]) -> list[int]:
        """A list of different things, as their indexes in ``known``."""
        given = self.plain.get(name, [])
        if not isinstance(given, list):
            raise self.fail("no-cards", name, given)
        indexes = [known.index(allowed[self.index_of(name, id, allowed)]) for id in given]
        for at, index in enumerate(indexes):
            if index in indexes[:at]:
                raise self.fail("card-twice", name, known[index])
        return indexes
