"""Pieces that content may name: which box would bring one that a game lacks."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rollplayer.content.errors import ContentError
from rollplayer.engine.table import COLORS, KINDS
from rollplayer.engine.vocabulary import Pieces, Vocabulary
from rollplayer.expansions import EXPANSIONS

BROUGHT: dict[str, Callable[[Pieces], Iterable[str]]] = {
    "color": lambda pieces: [COLORS[kind] for kind in pieces.dice_kinds],
    "kind": lambda pieces: [KINDS[kind] for kind in pieces.card_kinds],
    "number": lambda pieces: [number.name for number in pieces.numbers],
    "hook": lambda pieces: [name for _, name in pieces.hooks],
    "pile": lambda pieces: [name for _, name, _ in pieces.piles],
    "word": lambda pieces: [name for words in pieces.words.values() for name in words],
}
"""By sort of piece that content may name: what a box brings of it."""


def elsewhere(sort: str, name: Any, known: Vocabulary) -> str:
    """Which box would bring a piece that this game lacks; empty if none does."""
    if sort not in BROUGHT:
        return ""
    for box in EXPANSIONS.values():
        if box.name not in known.boxes and name in BROUGHT[sort](box.pieces):
            return f"; it belongs to {box.title} ({box.name!r}), which is not part of this game"
    return ""


def unknown(
    where: str, value: Any, names: Sequence[str], sort: str, known: Vocabulary
) -> ContentError:
    """No piece of this game is called so; says what is, and which box would bring it."""
    listed = ", ".join(names) or "nothing, because this game has none"
    text = f"{value!r} is not one of: {listed}"
    return ContentError(where, text + elsewhere(sort, value, known))
