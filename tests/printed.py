"""The boxes as they are printed: for tests that rest on a seed or on how many cards there are.

A card that is added later lies in no deck of theirs, so it changes no game that they play.
"""

import json
from collections.abc import Sequence
from functools import cache

from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.content.kept import KEPT
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.log import Header
from rollplayer.match import Match
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options

BOXES = {
    ("second", ()): "891a888102d3e2f1.json",
    ("first", ()): "b08ee77b40586176.json",
    ("second", ("monsters-and-minions",)): "feda47d594a09d2b.json",
}
"""By edition and expansions: the kept content that has what is printed, and nothing else."""


def printed(options: Options) -> Library:
    """The content that was kept when the box had what is printed."""
    return _printed(options.edition, options.expansions)


@cache
def _printed(edition: str, expansions: tuple[str, ...]) -> Library:
    kept = json.loads((KEPT / BOXES[edition, expansions]).read_text(encoding="utf-8"))
    return Library(kept["facts"], kept["texts"], (), expansions)


def printed_game(options: Options) -> Game:
    return new_game(options, compose(options, printed(options).components))


def printed_match(options: Options, seed: str, seats: Sequence[Plain] = ()) -> Match:
    """A fresh game of what is printed, its chance from a seed."""
    library, chance = printed(options), Chance.from_text(seed)
    named = tuple(seats) or tuple({"name": f"Hero {n + 1}"} for n in range(options.players))
    return Match(Header(options, named, library.hash, (), chance.commitment), library, chance)
