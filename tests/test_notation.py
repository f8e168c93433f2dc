"""The page on the notation shows only answers that can be given."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import load
from rollplayer.expansions import EXPANSIONS

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
ROW = re.compile(
    r"^\| `(?P<verb>[a-z]+)` \| [^|]*\| [^|]*\| `(?P<example>[^`]+)` \|$", re.MULTILINE
)
PREFIX = re.compile(r"^(chance|[0-9]+)\s*:\s*")


def given() -> Iterator[str]:
    """Every answer that a scenario gives: tests/test_scenarios.py shows that each is carried out."""
    for path in (ROOT / "tests" / "scenarios").rglob("*.toml"):
        file: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        for scenario in file.get("scenario", [file]):
            for answer in scenario.get("answers", []):
                if isinstance(answer, str):
                    yield PREFIX.sub("", answer.strip())


def test_every_example_has_happened() -> None:
    known = load(expansions=tuple(EXPANSIONS)).components.vocabulary
    page = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    shown = [(row["verb"], row["example"]) for row in ROW.finditer(page)]
    assert [verb for verb, _ in shown] == [verb.word for verb in known.verbs]
    assert {example for _, example in shown} - set(given()) == set()
    assert all(example.split()[0] == verb for verb, example in shown)
