"""The boxes as they are printed: for tests that rest on a seed or on how many cards there are.

A card that is added later lies in no deck of theirs, so it changes no game that they play.
"""

from collections.abc import Sequence
from functools import cache

from rollplayer.chance import Chance
from rollplayer.content import Library
from rollplayer.content.kept import kept_path, read_kept
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.log import Header
from rollplayer.match import Match
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options

BOXES = {
    ("second", ()): "891a888102d3e2f1",
    ("first", ()): "b08ee77b40586176",
    ("second", ("monsters-and-minions",)): "feda47d594a09d2b",
}
"""By edition and expansions: the kept content that has what is printed, and nothing else."""


def printed(options: Options) -> Library:
    """The content that was kept when the box had what is printed."""
    return _printed(options.edition, options.expansions)


@cache
def _printed(edition: str, expansions: tuple[str, ...]) -> Library:
    kept = read_kept(kept_path(BOXES[edition, expansions]))
    return Library(kept["facts"], kept["texts"], (), expansions)


def printed_game(options: Options) -> Game:
    return new_game(options, compose(options, printed(options).components))


def printed_match(options: Options, seed: str, seats: Sequence[Plain] = ()) -> Match:
    """A fresh game of what is printed, its chance from a seed."""
    library, chance = printed(options), Chance.from_text(seed)
    named = tuple(seats) or tuple({"name": f"Hero {n + 1}"} for n in range(options.players))
    return Match(Header(options, named, library.hash, (), chance.commitment), library, chance)
