"""Which build runs: the compiled modules, or the same source interpreted.

Where a C compiler is available, mypyc compiles some folders and modules of this package and puts
the result next to the source. Python prefers the compiled file. Set `ROLLPLAYER_PURE=1` to run the
source instead; the tests use it to compare the two.

`setup.py` reads this file by its path, so it imports nothing of the package.
"""

import os
import sys
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    SourceFileLoader,
)
from importlib.util import find_spec

COMPILED_FOLDERS = ("engine", "words", "rules", "expansions", "search")
# Single modules, by path within the package: chance, and what every answer at a table of the server
# passes through between the socket and the disk.
COMPILED_MODULES = (
    "chance.py",
    "last_calls.py",
    "openings.py",
    "undo_rules.py",
    "text.py",
    "server/common/limits.py",
    "server/protocol/differences.py",
    "server/rooms/commands.py",
    "server/rooms/holds.py",
    "server/rooms/last_calls.py",
    "server/rooms/permissions.py",
    "server/rooms/picture.py",
    "server/rooms/planning.py",
    "server/rooms/play.py",
    "server/rooms/recorded_match.py",
    "server/rooms/room.py",
    "server/rooms/room_state.py",
    "server/rooms/silences.py",
    "server/rooms/updates.py",
    "server/rooms/views.py",
    "server/rooms/waits.py",
    "server/rooms/why_not.py",
    "server/rooms/wording.py",
    "server/storage/writer.py",
    "server/transport/sockets.py",
)
# Modules that stay interpreted, by path within the package. Options check their own types with
# helpful errors; a compiled class would raise its own first. Boxes are handed down at every start,
# which is faster without loading the compiled library. Marks for the compiler need no compiling.
# Files named __init__.py are never compiled: they are nearly empty, and mypyc is least predictable
# with packages.
LEFT_INTERPRETED: frozenset[str] = frozenset(
    [
        "engine/open_classes.py",
        "expansions/catalogue.py",
        "expansions/places.py",
        "rules/boxes.py",
        "rules/options.py",
    ]
)
# What a box brings to terminal, server and docs, such as ``expansions/BOX/terminal.py``, is not compiled.
FACES: frozenset[str] = frozenset(["terminal", "server", "lessons", "docs"])

# Spelled exactly as the import system does, because its cache of finders uses this key.
PACKAGE = os.path.dirname(__file__)


def pure_wanted() -> bool:
    """Whether the environment asks for the interpreted source."""
    return os.environ.get("ROLLPLAYER_PURE", "") not in ("", "0")


def choose() -> None:
    """Select the build to import. Call it before importing anything else of the package."""
    if pure_wanted():
        for folder in folders():
            finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
            sys.path_importer_cache[folder] = finder


def kind() -> str:
    """Say which build runs: "compiled", "interpreted", or that the compiled one is out of date."""
    spec = find_spec("rollplayer.engine.game")
    origin = (spec.origin if spec else None) or ""
    if not origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return "interpreted"
    return "compiled (older than its source)" if is_stale() else "compiled"


def is_stale(package: str = PACKAGE) -> bool:
    """Whether a module was edited, or added, after the last compilation."""
    # In an installed wheel, modification times only say when it was unpacked.
    if not os.path.exists(os.path.join(package, "..", "..", "setup.py")):
        return False
    return any(_is_newer_than_compiled(source) for source in sources(package))


def folders(package: str = PACKAGE) -> list[str]:
    """Every folder with modules to compile, including nested ones."""
    modules = sorted({os.path.dirname(path) for path in single_modules(package)})
    return [*modules, *whole_folders(package)]


def whole_folders(package: str) -> list[str]:
    """The folders of which all modules are compiled, including nested ones."""
    paths = []
    for name in COMPILED_FOLDERS:
        for folder, inside, _ in os.walk(os.path.join(package, name)):
            inside[:] = sorted(set(inside) - {"__pycache__"})
            paths.append(folder)
    return paths


def single_modules(package: str) -> list[str]:
    paths = [os.path.join(package, *name.split("/")) for name in COMPILED_MODULES]
    return [path for path in paths if os.path.exists(path)]


def sources(package: str = PACKAGE) -> list[str]:
    """Every module to compile, in the same order on every machine."""
    return single_modules(package) + [
        path
        for folder in whole_folders(package)
        for path in sorted(os.path.join(folder, name) for name in os.listdir(folder))
        if path.endswith(".py")
        and _is_compiled(os.path.relpath(path, package).replace(os.sep, "/"))
    ]


def _is_compiled(path: str) -> bool:
    """Whether a module is, by its path below the package."""
    parts = path.removesuffix(".py").split("/")
    is_face = parts[0] == "expansions" and len(parts) > 2 and parts[2] in FACES
    return parts[-1] != "__init__" and path not in LEFT_INTERPRETED and not is_face


def _is_newer_than_compiled(source: str) -> bool:
    stem = source.removesuffix(".py")
    compiled = (stem + suffix for suffix in EXTENSION_SUFFIXES)
    ages = [os.path.getmtime(path) for path in compiled if os.path.exists(path)]
    return not ages or os.path.getmtime(source) > max(ages)
