"""The catalogue of boxes: all that can be found, by name, with the folder of each."""

import os
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING

from rollplayer.expansions.places import (
    VARIABLE,
    BoxError,
    Place,
    installed_places,
    load_box,
    load_part,
    named_place,
    named_places,
    own_places,
)

if TYPE_CHECKING:
    from rollplayer.rules.expansion import Expansion


class Catalogue(Mapping[str, "Expansion"]):
    """All boxes that can be found, by name. That a box is listed makes it part of no game.

    Our own come first and in the order of their folders, then those of installed packages, then
    those that were named, so that their pieces have the same numbers in every process.
    """

    def __init__(self, package: str, path: list[str]) -> None:
        self._package = package
        self._path = path
        self._only_ours = False
        self._named: str | None = None
        """The environment variable when folders were last looked for."""
        self._found: list[Place] = []
        self._loaded: dict[str, Expansion] = {}
        """By folder: boxes of this process, which are imported once."""
        self._added: dict[str, tuple[Expansion, Place]] = {}
        self._listed: dict[str, tuple[Expansion, Place]] | None = None

    def __getitem__(self, name: str) -> "Expansion":
        return self._boxes()[name][0]

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxes())

    def __len__(self) -> int:
        return len(self._boxes())

    def folder(self, name: str) -> str:
        """The path of the folder that holds a box; empty if it has none."""
        return self._boxes()[name][1].folder

    def folders(self) -> tuple[str, ...]:
        """The folders of all boxes. Asking for them imports none."""
        places = [*self._places(), *[place for _, place in self._added.values()]]
        return tuple(place.folder for place in places if place.folder)

    def is_ours(self, folder: str) -> bool:
        return os.path.dirname(folder) in self._path

    def part(self, name: str, part: str) -> ModuleType | None:
        """A module of a box that need not be there, such as ``terminal``; None if it is not."""
        place = self._boxes()[name][1]
        return load_part(place, part) if place.module else None

    def in_order(self, names: Iterable[str]) -> tuple[str, ...]:
        """These boxes in the order in which they amend a game, whatever order they came in."""
        return tuple(sorted(names, key=lambda name: (self[name].order, name)))

    def name_folders(self, folders: Iterable[str]) -> None:
        """Look for boxes in these folders, too, here and in every process that is started."""
        whole = [named_place(folder).folder for folder in folders]
        os.environ[VARIABLE] = os.pathsep.join(filter(None, [os.environ.get(VARIABLE), *whole]))

    def add(self, box: "Expansion", module: str = "", folder: str = "") -> None:
        """A box that was made in this process, with its package and folder if it has them."""
        if box.name in self:
            raise ValueError(f"there are two boxes called {box.name!r}")
        self._added[box.name] = box, Place(module, folder, box.name)
        self._listed = None

    def remove(self, name: str) -> None:
        """Forget a box that was added."""
        del self._added[name]
        self._listed = None

    def leave_out_others(self) -> None:
        """List our own boxes only, for somebody who has to say that another is of no use."""
        self._only_ours = True
        self._named = self._listed = None

    def _places(self) -> list[Place]:
        named = "" if self._only_ours else os.environ.get(VARIABLE, "")
        if named != self._named:
            places = own_places(self._package, self._path)
            if not self._only_ours:
                places += installed_places() + named_places(named)
            # A folder may be named twice, or belong to an installed package.
            unique: dict[str, Place] = {}
            for place in places:
                unique.setdefault(os.path.realpath(place.folder), place)
            self._found = list(unique.values())
            self._named, self._listed = named, None
        return self._found

    def _boxes(self) -> "dict[str, tuple[Expansion, Place]]":
        places = self._places()
        if self._listed is None:
            listed: dict[str, tuple[Expansion, Place]] = {}
            for place in places:
                box = self._loaded.get(place.folder) or load_box(place)
                self._loaded[place.folder] = box
                if box.name in listed:
                    other = listed[box.name][1].origin or listed[box.name][1].folder
                    raise BoxError(
                        f"{place.origin}: the name {box.name!r} is taken by the box in {other}",
                        "box-twice",
                        origin=place.origin,
                        name=box.name,
                        other=other,
                    )
                listed[box.name] = box, place
            self._listed = {**listed, **self._added}
        return self._listed
