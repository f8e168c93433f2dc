"""The boxes that can be added to the base game, found when somebody asks for them.

Every folder here is a box: its package holds one as ``BOX``. Removing a folder leaves the game
without it. Boxes that lie elsewhere are added by whoever knows where they are.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rollplayer.rules.expansion import Expansion


class Catalogue(Mapping[str, "Expansion"]):
    """All boxes that can be found, by name. That a box is listed makes it part of no game.

    Our own come first and in the order of their folders, so that their pieces have the same
    numbers in every process, whatever else is added.
    """

    def __init__(self, package: str, path: list[str]) -> None:
        self._package = package
        self._path = path
        self._own: dict[str, Expansion] | None = None
        self._added: dict[str, Expansion] = {}
        self._folders: dict[str, str] = {}

    def __getitem__(self, name: str) -> "Expansion":
        return self._boxes()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes())

    def __len__(self) -> int:
        return len(self._boxes())

    def folder(self, name: str) -> str:
        """The path of the folder that holds a box; empty if it has none."""
        return self._folders[self[name].name]

    def add(self, box: "Expansion", folder: str = "") -> None:
        """A box that lies elsewhere, with its folder if it has one; its name must be free."""
        if box.name in self:
            raise ValueError(f"there are two boxes called {box.name!r}")
        self._added[box.name] = box
        self._folders[box.name] = folder

    def remove(self, name: str) -> None:
        """Forget a box that was added."""
        del self._added[name], self._folders[name]

    def _boxes(self) -> "dict[str, Expansion]":
        if self._own is None:
            self._own = {}
            for found in iter_modules(self._path):
                if found.ispkg:
                    module = import_module(f"{self._package}.{found.name}")
                    box: Expansion = module.BOX
                    self._own[box.name] = box
                    self._folders[box.name] = module.__path__[0]
        return {**self._own, **self._added}


EXPANSIONS: Final = Catalogue(__name__, __path__)
