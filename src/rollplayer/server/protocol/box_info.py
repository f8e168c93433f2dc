"""What a client needs to know of a box: where its browser parts are, and what to show without them."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from rollplayer.content import Library
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.expansion import expansions_of
from rollplayer.rules.options import Options
from rollplayer.text import Texts

MODULE: Final = "index.js"


class BoxInfo(Struct, kw_only=True):
    """A box that a table is played with.

    ``module`` is the address of its browser parts, if the server has them. ``table`` and ``hero``
    are the fields it adds to the view and to each hero, ``verbs`` the words its answers begin with.
    """

    id: str
    name: str
    module: str | None
    table: list[str]
    hero: list[str]
    verbs: list[str]


def web_folder(name: str) -> Path | None:
    """The folder with the browser parts of a box, if they are ready to be handed out."""
    folder = Path(EXPANSIONS.folder(name) or "/", "web")
    return folder if (folder / MODULE).is_file() else None


def box_infos(library: Library, language: str, edition: str) -> list[BoxInfo]:
    """The boxes that content was read with, in their order."""
    texts = Texts(language, library)
    options = Options(edition=edition, expansions=library.expansions)
    game = new_game(options, compose(options, library.components))
    laid = [extension.plain(game.rules.names) for extension in game.extensions]
    return [
        BoxInfo(
            id=box.name,
            name=texts.name("expansion", box.name),
            module=f"/boxes/{box.name}/{MODULE}" if web_folder(box.name) else None,
            table=list(part),
            hero=[
                *[name for _, name in box.pieces.counts],
                *[name for _, name, _ in box.pieces.piles],
                *[name for name, _, _ in box.pieces.dice_spaces],
            ],
            verbs=[verb.word for verb in box.pieces.verbs],
        )
        for box, part in zip(expansions_of(library.components.boxes), laid, strict=True)
    ]
