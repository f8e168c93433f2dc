"""Every key of the catalogue is used: by a name in the source, or by a pattern that leads to it.

A pattern is a string with parts to fill in, such as ``f"score-error.{code}"``. What fills them must
occur in the source as well, so that ``score-error.gone`` is unused once nothing says ``gone``.
"""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rollplayer
from rollplayer.cli.app import app
from rollplayer.text import homes

pytestmark = pytest.mark.once

SOURCE = Path(rollplayer.__file__).parent
CLIENT = SOURCE.parent.parent / "web" / "src"
FILLED = "(.+)"
WORD = re.compile(r"[\w-]+")
QUOTED = re.compile(r"'([^'\n]*)'|\"([^\"\n]*)\"")
TEMPLATE = re.compile(r"`([^`]*)`")
BY_FIELD_OF_AN_EVENT = (r"(reason)\.(.+)", r"(where)\.(.+)")
"""``Texts.event`` puts these together from the kind of a field and its value."""


class Uses:
    """What the source says: whole strings, strings with parts to fill in, and single words."""

    def __init__(self) -> None:
        self.strings: set[str] = set()
        self.words: set[str] = set()
        self.patterns = set(BY_FIELD_OF_AN_EVENT)
        for path in SOURCE.rglob("*.py"):
            self.read_python(ast.parse(path.read_text(encoding="utf-8")))
        for folder in (CLIENT, SOURCE / "expansions"):
            for path in (*folder.rglob("*.svelte"), *folder.rglob("*.ts")):
                self.read_client(path.read_text(encoding="utf-8"))
        for path in SOURCE.rglob("*.toml"):
            if "locale" not in path.parts:
                self.words |= set(WORD.findall(path.read_text(encoding="utf-8")))
        self.compiled = [
            re.compile(pattern) for pattern in self.patterns if r"\." in pattern.split(FILLED)[0]
        ]
        self.compiled += map(re.compile, BY_FIELD_OF_AN_EVENT)

    def read_python(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            match node:
                case ast.Constant(value=str(text)):
                    self.strings.add(text)
                    self.words |= set(WORD.findall(text))
                case ast.JoinedStr(values=values):
                    self.patterns.add("".join(map(self.part_of, values)))
                case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                    self.words.add(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    self.words.add(name)

    @staticmethod
    def part_of(node: ast.expr) -> str:
        return re.escape(str(node.value)) if isinstance(node, ast.Constant) else FILLED

    def read_client(self, text: str) -> None:
        self.words |= set(WORD.findall(text))
        for pair in QUOTED.findall(text):
            self.strings |= set(pair)
        for template in TEMPLATE.findall(text):
            parts = re.split(r"(\$\{[^}]*\})", template)
            self.patterns.add(
                "".join(FILLED if part.startswith("${") else re.escape(part) for part in parts)
            )

    def has(self, key: str) -> bool:
        return key in self.strings or any(
            self.says(match) for pattern in self.compiled if (match := pattern.fullmatch(key))
        )

    def says(self, match: "re.Match[str]") -> bool:
        filled = [word for group in match.groups() for word in group.split(".")]
        return all({word, word.replace("-", "_")} & self.words for word in filled)


def help_keys(command: Any, *path: str) -> Iterator[str]:
    """What a command and those below it look up for their help."""
    key = ".".join(("help", *path))
    yield from (key, f"{key}.more", f"{key}.examples")
    yield from (f"{key}.{parameter.name}" for parameter in command.params)
    for name, inner in getattr(command, "commands", {}).items():
        yield from help_keys(inner, *path, name)


@pytest.fixture(scope="module")
def uses() -> Uses:
    return Uses()


def test_every_key_of_the_catalogue_is_used(uses: Uses) -> None:
    helped = set(help_keys(app()))
    keys = {
        key: path
        for home in homes()
        for path in sorted((home / "en").glob("*.json"))
        for key in json.loads(path.read_text(encoding="utf-8"))
    }
    assert len(keys) > 1000
    unused = [
        f"{key} ({path.name})"
        for key, path in keys.items()
        if key not in helped and not uses.has(key)
    ]
    assert unused == []


@pytest.mark.parametrize(
    ("key", "is_used"),
    [
        ("admin.found", True),
        ("admin.lost", False),
        ("score-error.gap", True),
        ("score-error.moonlight", False),
        ("reason.scroll", True),
    ],
)
def test_what_nobody_asks_for_is_noticed(uses: Uses, key: str, is_used: bool) -> None:
    assert uses.has(key) == is_used
