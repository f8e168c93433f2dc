"""Scenario files: what may stand in one, and the list of what a folder of them shows."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rollplayer.scenario.reading import (
    Mistake,
    Table,
    a_list,
    a_string,
    a_table,
    known_keys,
    strings,
)

KEYS: Final = ("name", "rules", "cards", "not_cards", "given", "answers", "then")
RULE: Final = re.compile(r"[A-Z][0-9]{1,2}")


class ScenarioError(ValueError):
    """The file is wrong, not the game: names file and scenario, and what is allowed."""


@dataclass(frozen=True)
class Scenario:
    """One scenario as written; ``given`` and ``then`` are read when it is run."""

    path: Path
    name: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    not_cards: tuple[str, ...]
    given: Table
    answers: tuple[str | Table, ...]
    then: Table

    def mistake(self, what: Exception | str) -> ScenarioError:
        return ScenarioError(f"{self.path}: {self.name!r}: {what}")


@dataclass(frozen=True)
class Listed:
    """What one scenario of a folder shows."""

    file: str
    name: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    not_cards: tuple[str, ...]


def read_file(path: Path | str) -> list[Scenario]:
    """The scenarios of one file: an array ``[[scenario]]``, or the whole file is one."""
    path = Path(path)
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        raise ScenarioError(f"{path}: is not valid TOML: {error}") from error
    try:
        if "scenario" in told:
            known_keys(told, ("scenario",), "beside [[scenario]]")
            tables = a_list(told["scenario"], "scenario")
        else:
            tables = [told]
    except Mistake as mistake:
        raise ScenarioError(f"{path}: {mistake}") from None
    scenarios = [_scenario(path, number, each) for number, each in enumerate(tables, 1)]
    names = [each.name for each in scenarios]
    for each in scenarios:
        if names.count(each.name) > 1:
            raise each.mistake("two scenarios of this file have this name")
    return scenarios


def _scenario(path: Path, number: int, told: Any) -> Scenario:
    name = f"scenario {number}"
    try:
        table = a_table(told, name)
        if "name" not in table:
            raise Mistake('has no name; say in one sentence what it shows: name = "..."')
        name = a_string(table["name"], "name")
        known_keys(table, KEYS, "a scenario")
        if "rules" not in table:
            raise Mistake('has no rules; name those it shows, such as rules = ["D13"]')
        rules = strings(table["rules"], "rules")
        for rule in rules:
            if not RULE.fullmatch(rule):
                raise Mistake(f"rules: {rule!r} is not a rule number such as D13")
        answers = a_list(table.get("answers", []), "answers")
        for answer in answers:
            if not isinstance(answer, str | dict):
                raise Mistake(f"answers: {answer!r} is neither a notation nor a table")
        return Scenario(
            path,
            name,
            tuple(rules),
            tuple(strings(table.get("cards", []), "cards")),
            tuple(strings(table.get("not_cards", []), "not_cards")),
            a_table(table.get("given", {}), "given"),
            tuple(answers),
            a_table(table.get("then", {}), "then"),
        )
    except Mistake as mistake:
        raise ScenarioError(f"{path}: {name!r}: {mistake}") from None


def index(folder: Path | str) -> list[Listed]:
    """Every scenario under a folder with the rules and cards it shows."""
    folder = Path(folder)
    return [
        Listed(
            path.relative_to(folder).as_posix(),
            each.name,
            each.rules,
            each.cards,
            each.not_cards,
        )
        for path in sorted(folder.rglob("*.toml"))
        for each in read_file(path)
    ]
