"""The browser's scorer counts heroes of the toy box as the engine does, knowing nothing of it."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rollplayer.content import Library, load
from rollplayer.engine.table import COLORS
from rollplayer.scorer import ScoreError
from rollplayer.server.protocol.score_form import score_form
from tests.browser.test_score_program import engine_score, random_hero, random_table, some
from tests.client_scoring import assert_client_agrees

pytestmark = pytest.mark.once

GAMES = [("glassworks",), ("glassworks", "monsters-and-minions")]
HEROES = 80


def case(chance: random.Random, library: Library) -> dict[str, Any]:
    dice = [
        f"{COLORS[kind]}{face}" for kind in library.components.vocabulary.dice for face in (3, 4)
    ]
    while True:
        hero, table = random_hero(chance, library), random_table(chance, library)
        hero["kiln"] = [chance.choice([*dice, None]) for _ in range(2)]
        hero["glow"] = chance.randint(0, 9)
        hero["cracks"] = some(chance, list(library.facts["crack"]), 4)
        try:
            return {
                "hero": hero,
                "table": table,
                "score": engine_score(hero, table, library, "second"),
            }
        except ScoreError:
            # There are fewer dice of two colors than such a hero may have drawn.
            continue


def test_the_client_counts_as_the_engine_does(tmp_path: Path) -> None:
    chance = random.Random("toy")
    games: dict[str, Any] = {}
    for boxes in GAMES:
        library = load(expansions=boxes)
        cases = [case(chance, library) for _ in range(HEROES)]
        form = msgspec.to_builtins(score_form(library, "en", "second"))
        games["+".join(boxes)] = {"form": form, "cases": cases}
        assert len({each["score"]["lines"]["glass"] for each in cases}) > 4
        assert "kiln" in [field["name"] for field in form["hero"]]
    assert_client_agrees(games, tmp_path)
