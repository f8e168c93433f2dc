"""Where boxes lie: in our own folder, in installed packages, and in folders that somebody names."""

import os
import re
import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rollplayer.rules.expansion import Expansion

VARIABLE: Final = "ROLLPLAYER_BOXES"
"""The environment variable that names folders; every process that is started reads it, too."""
GROUP: Final = "rollplayer.boxes"
"""The entry points that installed packages list their boxes under."""
HOLDS: Final = "BOX"
FITTING_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}")


class BoxError(ValueError):
    """A box cannot be used; says which one, why, and what a box needs."""

    def __init__(self, message: str, problem: str, **arguments: str) -> None:
        super().__init__(message)
        self.problem = problem
        """The key of the same in other languages, for commands."""
        self.arguments = arguments


class Place:
    """Where a box lies: its package, and the folder of that package."""

    def __init__(self, module: str, folder: str, origin: str = "", holds: str = HOLDS) -> None:
        self.module = module
        self.folder = folder
        self.origin = origin
        """What a person knows it by: a folder or an entry point. Empty if it is ours."""
        self.holds = holds


def own_places(package: str, path: list[str]) -> list[Place]:
    return [
        Place(f"{package}.{module.name}", os.path.join(folder, module.name))
        for folder in path
        for module in iter_modules([folder])
        if module.ispkg
    ]


def installed_places() -> list[Place]:
    """In the order of their names, so that every process finds them in the same one."""
    if not _is_anything_installed():
        return []
    from importlib.metadata import entry_points

    places = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        origin = f"{entry.name} = {entry.value}"
        try:
            spec = find_spec(entry.module)
        except (ImportError, ValueError) as error:
            raise not_importable(origin, error) from error
        if spec is None or not spec.submodule_search_locations:
            raise BoxError(
                f"{origin}: {entry.module} is not an installed package; an entry point of "
                f"{GROUP} names the package of a box, such as my_box:BOX",
                "box-not-installed",
                origin=origin,
                module=entry.module,
            )
        folder = spec.submodule_search_locations[0]
        places.append(Place(entry.module, folder, origin, entry.attr or HOLDS))
    return places


def _is_anything_installed() -> bool:
    """Whether a package mentions our group. Asking importlib takes longer than a whole game."""
    for path in sys.path:
        if os.path.isfile(path):
            return True  # An archive, which importlib can read.
        try:
            names = [name for name in os.listdir(path or ".") if name.endswith("-info")]
        except OSError:
            continue
        for name in names:
            try:
                with open(os.path.join(path, name, "entry_points.txt"), encoding="utf-8") as file:
                    if f"[{GROUP}]" in file.read():
                        return True
            except OSError:
                continue
    return False


def named_places(named: str) -> list[Place]:
    """The folders of the environment variable."""
    return [named_place(folder) for folder in named.split(os.pathsep) if folder]


def named_place(folder: str) -> Place:
    path = os.path.abspath(folder)
    if not folder or not os.path.isdir(path):
        raise BoxError(
            f"{folder!r}: there is no such folder; a box is named by the folder that holds it",
            "box-no-folder",
            path=folder or "--box",
        )
    if not os.path.isfile(os.path.join(path, "__init__.py")):
        raise BoxError(
            f"{folder}: is not a box; a box is a folder whose __init__.py says BOX = ...",
            "box-no-package",
            path=folder,
        )
    return Place(os.path.basename(path), path, folder)


def load_box(place: Place) -> "Expansion":
    """The box that lies there. BoxError says why it cannot be used."""
    if not place.origin:
        ours: Expansion = import_module(place.module).BOX
        return ours
    try:
        module = _module_of(place)
    except BoxError:
        raise
    except Exception as error:
        raise not_importable(place.origin, error) from error
    from rollplayer.rules import expansion

    box = getattr(module, place.holds, None)
    if not isinstance(box, expansion.Expansion):
        raise BoxError(
            f"{place.origin}: holds no box; its package must say {place.holds} = ..., an object "
            "of a class that is derived from rollplayer.rules.expansion.Expansion",
            "box-no-box",
            origin=place.origin,
            holds=place.holds,
        )
    if not FITTING_NAME.fullmatch(box.name):
        raise BoxError(
            f"{place.origin}: the name {box.name!r} does not fit; a box is called by small "
            "letters, digits and hyphens, such as my-box",
            "box-name",
            origin=place.origin,
            name=box.name,
        )
    return box


def load_part(place: Place, part: str) -> ModuleType | None:
    """A module of a box that need not be there; None if it is not."""
    name = f"{place.module}.{part}"
    if find_spec(name) is None:
        return None
    if not place.origin:
        return import_module(name)
    try:
        return import_module(name)
    except Exception as error:
        raise not_importable(f"{place.origin}: {part}", error) from error


def _module_of(place: Place) -> ModuleType:
    """The package of a box, under the name of its folder."""
    name, folder = place.module, place.folder
    known = sys.modules.get(name)
    if known is None and name.isidentifier() and find_spec(name) is None:
        path = os.path.join(folder, "__init__.py")
        spec = spec_from_file_location(name, path, submodule_search_locations=[folder])
        assert spec is not None
        assert spec.loader is not None
        known = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(known)
        except BaseException:
            del sys.modules[name]
            raise
        return known
    module = import_module(name) if known is None and name.isidentifier() else known
    if module is None or folder not in map(os.path.abspath, getattr(module, "__path__", [])):
        raise BoxError(
            f"{place.origin}: cannot be imported as {name!r}, which is no name for a package or "
            "the name of another; rename the folder",
            "box-folder-name",
            origin=place.origin,
            name=name,
        )
    return module


def not_importable(origin: str, error: Exception) -> BoxError:
    why = f"{type(error).__name__}: {error}"
    return BoxError(f"{origin}: cannot be imported: {why}", "box-import", origin=origin, why=why)
