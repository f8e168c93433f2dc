"""The catalogue of boxes: where each lies, and what its folder holds."""

import os
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rollplayer.rules.expansion import Expansion


class Place:
    """Where a box lies: its package, and the folder of that package."""

    def __init__(self, module: str, folder: str) -> None:
        self.module = module
        self.folder = folder


class Catalogue(Mapping[str, "Expansion"]):
    """All boxes that can be found, by name. That a box is listed makes it part of no game.

    Our own come first and in the order of their folders, so that their pieces have the same
    numbers in every process, whatever else is added.
    """

    def __init__(self, package: str, path: list[str]) -> None:
        self._package = package
        self._path = path
        self._own: list[Place] | None = None
        self._loaded: dict[str, Expansion] | None = None
        self._added: dict[str, Expansion] = {}
        self._places: dict[str, Place] = {}

    def __getitem__(self, name: str) -> "Expansion":
        return self._boxes()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes())

    def __len__(self) -> int:
        return len(self._boxes())

    def folder(self, name: str) -> str:
        """The path of the folder that holds a box; empty if it has none."""
        return self._places[self[name].name].folder

    def folders(self) -> tuple[str, ...]:
        """The folders of all boxes. Asking for them imports none."""
        added = [self._places[name].folder for name in self._added]
        return tuple(
            folder for folder in [*[p.folder for p in self._own_places()], *added] if folder
        )

    def part(self, name: str, part: str) -> ModuleType | None:
        """A module of a box that need not be there, such as ``terminal``; None if it is not."""
        module = self._places[self[name].name].module
        if not module or find_spec(f"{module}.{part}") is None:
            return None
        return import_module(f"{module}.{part}")

    def add(self, box: "Expansion", module: str = "", folder: str = "") -> None:
        """A box that lies elsewhere, with its package and folder if it has them.

        Its name must be free.
        """
        if box.name in self:
            raise ValueError(f"there are two boxes called {box.name!r}")
        self._added[box.name] = box
        self._places[box.name] = Place(module, folder)

    def remove(self, name: str) -> None:
        """Forget a box that was added."""
        del self._added[name], self._places[name]

    def _own_places(self) -> list[Place]:
        if self._own is None:
            self._own = [
                Place(f"{self._package}.{package.name}", os.path.join(path, package.name))
                for path in self._path
                for package in iter_modules([path])
                if package.ispkg
            ]
        return self._own

    def _boxes(self) -> "dict[str, Expansion]":
        if self._loaded is None:
            self._loaded = {}
            for place in self._own_places():
                box: Expansion = import_module(place.module).BOX
                self._loaded[box.name] = box
                self._places[box.name] = place
        return {**self._loaded, **self._added}
