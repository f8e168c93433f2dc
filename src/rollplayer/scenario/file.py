"""Scenario files: their format, and an index of a folder of them."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rollplayer.scenario.readers import (
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
    """The file is wrong, not the game; names file and scenario, and what is allowed."""


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
class ListedScenario:
    """An entry in the index of a folder: the rules and cards a scenario shows."""

    file: str
    name: str
    rules: tuple[str, ...]
    cards: tuple[str, ...]
    not_cards: tuple[str, ...]


def read_file(path: Path | str) -> list[Scenario]:
    """Read the scenarios of a file: an array ``[[scenario]]``, or the whole file as one."""
    path = Path(path)
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:  # ValueError: also a number of 5,000 digits
        raise ScenarioError(f"{path}: is not valid TOML: {error}") from error
    try:
        if "scenario" in document:
            known_keys(document, ("scenario",), "beside [[scenario]]")
            tables = a_list(document["scenario"], "scenario")
        else:
            tables = [document]
    except Mistake as mistake:
        raise ScenarioError(f"{path}: {mistake}") from None
    scenarios = [_scenario(path, number, table) for number, table in enumerate(tables, 1)]
    names = [scenario.name for scenario in scenarios]
    for scenario in scenarios:
        if names.count(scenario.name) > 1:
            raise scenario.mistake("two scenarios of this file have this name")
    return scenarios


def _scenario(path: Path, number: int, item: Any) -> Scenario:
    name = f"scenario {number}"
    try:
        table = a_table(item, name)
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


def index(folder: Path | str) -> list[ListedScenario]:
    """Every scenario under a folder with the rules and cards it shows."""
    folder = Path(folder)
    return [
        ListedScenario(
            path.relative_to(folder).as_posix(),
            scenario.name,
            scenario.rules,
            scenario.cards,
            scenario.not_cards,
        )
        for path in sorted(folder.rglob("*.toml"))
        for scenario in read_file(path)
    ]
