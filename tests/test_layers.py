"""Layers import downward only, and what lies below the match is a pure function.

The source is read, not imported, so an import inside a function or under TYPE_CHECKING counts too,
and so does one that is carried out by a call.
"""

import ast
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

# From the bottom up. A part may import itself, the others in its row and every row listed before
# its own. A new module or folder of the package takes its place here.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("engine",),
    ("words",),
    ("rules",),
    ("expansions",),
    ("search",),
    ("__init__", "build"),
    ("content",),
    (
        "names",
        "chance",
        "log",
        "last_calls",
        "match",
        "openings",
        "undo_rules",
        "bots",
        "analysis",
    ),
    ("text",),
    ("api",),
    ("runs",),
    (
        "scenario",
        "score_fields",
        "scorer",
        "simulation",
        "ratings",
        "tournament",
        "lab",
        "coach",
        "questions",
    ),
    ("cli", "server"),
    ("__main__",),
)
ROW_OF = {part: row for row, parts in enumerate(LAYERS) for part in parts}

# The package's own module is the face of the API, which it imports when a name is first used. All
# others ask it for the version only.
LOOKS_UP = {"__init__": "api"}

# Compiled, and everything a game needs: the standard library and nothing else.
PURE = frozenset({"engine", "words", "rules", "expansions", "search"})
# "build" is below the match for its imports only: it looks at the environment and at file dates.
BELOW_MATCH = PURE | {"content"}

# Answers of chance and dates come from outside, as answers.
CHANCE_CLOCK_SYSTEM = frozenset({"datetime", "os", "random", "secrets", "socket", "time", "uuid"})
# Content is read from files; what is pure does not even do that.
FILES = frozenset({"glob", "io", "pathlib", "shutil", "sqlite3", "subprocess", "tempfile"})
FILE_CALLS = frozenset({"open", "input", "print", "__import__"})

# They look for boxes wherever these may lie, and are not compiled.
CATALOGUE = frozenset({"expansions.catalogue", "expansions.places"})

# What imports by a call, or finds the module that would be imported.
IMPORTERS = frozenset(
    {
        "__import__",
        "builtins.__import__",
        "importlib.__import__",
        "importlib.import_module",
        "importlib.reload",
        "importlib.util.find_spec",
        "importlib.util.module_from_spec",
        "importlib.util.spec_from_file_location",
        "importlib.util.spec_from_loader",
        "pkgutil.resolve_name",
        "pkgutil.walk_packages",
        "runpy.run_module",
        "runpy.run_path",
    }
)
# Modules that may import what they cannot name: each lies in a row that may use whatever it finds,
# namely boxes, with their parts on the screen and in lessons, and bots of somebody else's.
MAY_COMPUTE = frozenset({"api.own", "expansions.places"})

# The wings of the server, from the bottom up.
WINGS = (
    "common",
    "protocol",
    "storage",
    "rooms",
    "notices",
    "reference",
    "in_browser",
    "transport",
    "operation",
)

# What a box brings to a face belongs there, though it lies in the folder of the box: by name of
# the module, the part it counts as and, in the server, its wing.
FACES = {
    "terminal": ("cli", ""),
    "server": ("server", "protocol"),
    "lessons": ("server", "reference"),
    "docs": ("cli", ""),
    "questions": ("questions", ""),
}

SOURCE = Path(__file__).parent.parent / "src" / "rollplayer"
MARK_FOR_THE_COMPILER = ("engine.open_classes", "mypy_extensions")
"""Imported while types are checked, never when the game runs (tests/api hides it)."""


def violations(source: str, module: str) -> list[str]:
    """What a module with this source, such as "engine.game", does that its layer may not."""
    part = part_of(module)
    if part not in ROW_OF:
        return [f"{module}: {part!r} has no place in LAYERS of {Path(__file__).name}"]
    tree = ast.parse(source)
    complaints = [
        f"{module}, line {line}: imports {name}, {fault}"
        for line, name in chain(imported(tree, module), imported_by_calls(tree))
        if (fault := fault_of_import(module, name) or fault_of_wing(module, name))
    ]
    if module not in MAY_COMPUTE:
        complaints += [
            f"{module}, line {line}: imports what its source does not name"
            for line in computed_imports(tree)
        ]
    if part in PURE and module not in CATALOGUE:
        complaints += [
            f"{module}, line {node.lineno}: calls {node.func.id}(), but {part} is pure"
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in FILE_CALLS
        ]
    return complaints


def face_of(module: str) -> tuple[str, str] | None:
    """The part and the wing that a module of a box belongs to if it is of no use to the rules."""
    folder, _, inside = module.partition(".")
    names = inside.split(".")
    return FACES.get(names[1]) if folder == "expansions" and len(names) > 1 else None


def part_of(module: str) -> str:
    face = face_of(module)
    return module.partition(".")[0] if face is None else face[0]


def wing_of(module: str) -> str | None:
    """The wing of the server that a module lies in: empty if in none, None if not in the server."""
    face = face_of(module)
    if face is not None:
        return face[1] or None
    names = module.split(".")
    if names[0] != "server":
        return None
    return names[1] if len(names) > 1 and names[1] in WINGS else ""


def imported(tree: ast.Module, module: str) -> Iterator[tuple[int, str]]:
    """Every import in the source: its line and the whole dotted name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                # The last names of "rollplayer.engine.game" make way for what the dots stand for.
                around = ["rollplayer", *module.split(".")][: -node.level]
                origin = ".".join([*around, *filter(None, [origin])])
            if origin == "rollplayer":
                # "from rollplayer import engine" imports a part, not the package's own names.
                for alias in node.names:
                    within = alias.name if alias.name in ROW_OF else "__init__"
                    yield node.lineno, f"rollplayer.{within}"
            else:
                yield node.lineno, origin


def importers(tree: ast.Module) -> Iterator[ast.expr]:
    """Every mention of something in IMPORTERS, under whatever name it goes here."""
    names = {"__import__": "__import__"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                top = alias.name.partition(".")[0]
                names[alias.asname or top] = alias.name if alias.asname else top
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            first, *others = ast.unparse(node).split(".")
            if ".".join([names.get(first, ""), *others]) in IMPORTERS:
                yield node


def named_calls(tree: ast.Module) -> dict[ast.expr, tuple[int, str]]:
    """By what is called: the line and the name of a module that a call imports, as it stands there."""
    calls = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
            (name,) = node.args
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                calls[node.func] = (node.lineno, name.value)
    return calls


def imported_by_calls(tree: ast.Module) -> Iterator[tuple[int, str]]:
    named = named_calls(tree)
    yield from (named[call] for call in importers(tree) if call in named)


def computed_imports(tree: ast.Module) -> Iterator[int]:
    """Lines where something imports without naming it: by a variable, an f-string, another's hand."""
    named = named_calls(tree)
    yield from (call.lineno for call in importers(tree) if call not in named)


def fault_of_import(module: str, name: str) -> str | None:
    """Why this module may not import that, or None."""
    part = part_of(module)
    top, _, inside = name.partition(".")
    if top == "rollplayer":
        other = part_of(inside) or "__init__"
        if other not in ROW_OF:
            return f"but {other!r} has no place in LAYERS"
        if LOOKS_UP.get(part) == other:
            return None
        return f"which is above {part}" if ROW_OF[other] > ROW_OF[part] else None
    if (module, top) == MARK_FOR_THE_COMPILER:
        return None
    if part in PURE and top not in sys.stdlib_module_names:
        return f"but {part} uses the standard library only"
    if module in CATALOGUE:
        return None
    if part in BELOW_MATCH and top in CHANCE_CLOCK_SYSTEM:
        return "but chance, clock and system stay above the match"
    if part in PURE and top in FILES:
        return f"but {part} is pure"
    return None


def fault_of_wing(module: str, name: str) -> str | None:
    """Why this module of the server may not import that, or None."""
    own = wing_of(module)
    other = wing_of(name.removeprefix("rollplayer."))
    if own is None or other is None or module == "server.__init__":
        return None
    if not own:
        return f"but {module} lies in no wing of the server"
    if not other:
        return "which lies in no wing of the server"
    if WINGS.index(other) > WINGS.index(own):
        return f"which lies in a wing above {own}"
    return None


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_keeps_to_its_layer(path: Path) -> None:
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    assert violations(path.read_text(encoding="utf-8"), name) == []


def test_modules_that_may_compute_their_imports_exist_and_do() -> None:
    for name in MAY_COMPUTE:
        path = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
        assert list(computed_imports(ast.parse(path.read_text(encoding="utf-8")))), name


def test_the_modules_are_found() -> None:
    names = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in modules()}
    assert {"__init__", "build", "engine"} <= names


@pytest.mark.parametrize(
    ("module", "source", "complaint"),
    [
        ("engine.game", "from rollplayer.rules.market import buy", "above engine"),
        ("engine.game", "import rollplayer.cli", "above engine"),
        ("engine.game", "from rollplayer import match", "above engine"),
        ("engine.game", "from rollplayer import __version__", "above engine"),
        ("engine.game", "from ..words import flip", "above engine"),
        ("engine.__init__", "from .. import rules", "above engine"),
        ("engine.game", "def f():\n    import random\n", "line 2: imports random"),
        (
            "engine.game",
            "if TYPE_CHECKING:\n    from rollplayer.match import Match",
            "above engine",
        ),
        ("words.dice", "from rollplayer.rules import market", "above words"),
        ("words.dice", "import rich", "standard library only"),
        ("words.dice", "from os import path", "clock and system"),
        ("rules.setup", "import time", "clock and system"),
        ("rules.setup", "import pathlib", "is pure"),
        ("rules.setup", "text = open('cards.toml').read()", "calls open()"),
        ("expansions.monsters.hunt", "import secrets", "clock and system"),
        ("content.loader", "from random import choice", "clock and system"),
        ("content.loader", "import rollplayer.bots.random", "above content"),
        ("bots.squire", "from rollplayer.cli import play", "above bots"),
        # By a call, under any name.
        (
            "rules.setup",
            "import importlib\nimportlib.import_module('rollplayer.cli')",
            "above rules",
        ),
        (
            "rules.__init__",
            "from importlib import import_module as load\nload('rollplayer.expansions')",
            "line 2: imports rollplayer.expansions, which is above rules",
        ),
        (
            "engine.game",
            "import importlib.util as u\nu.find_spec('rollplayer.match')",
            "above engine",
        ),
        ("content.files", "__import__('rollplayer.text')", "above content"),
        (
            "match",
            "import runpy\nrunpy.run_module('rollplayer.server.operation.run')",
            "above match",
        ),
        # What cannot be read off the source.
        ("rules.setup", "import importlib as i\ni.import_module(f'rollplayer.{name}')", "not name"),
        ("rules.setup", "from importlib import import_module\nimport_module(NAME)", "not name"),
        ("content.files", "__import__('rollplayer.' + part)", "line 1: imports what"),
        (
            "content.files",
            "__import__('rollplayer', fromlist=['text'])",
            "not name",
        ),
        (
            "match",
            "from importlib import import_module\nlist(map(import_module, names))",
            "not name",
        ),
        ("match", "from importlib import import_module\nload = import_module", "line 2"),
        (
            "bots.squire",
            "import importlib.util\nimportlib.util.spec_from_file_location(a, b)",
            "not name",
        ),
        ("cli.play", "import pkgutil\npkgutil.resolve_name(name)", "not name"),
        ("__init__", "from rollplayer import match", "above __init__"),
        ("match", "from rollplayer import api", "above match"),
        # Within the server.
        (
            "server.rooms.play",
            "from rollplayer.server.transport.responses import reply",
            "in a wing above rooms",
        ),
        (
            "server.storage.store",
            "from rollplayer.server.rooms import room",
            "in a wing above storage",
        ),
        (
            "server.common.tokens",
            "import rollplayer.server.protocol.messages",
            "in a wing above common",
        ),
        (
            "server.desk",
            "from rollplayer.server.rooms.room import Room",
            "server.desk lies in no wing",
        ),
        # Within the folder of a box.
        (
            "expansions.monsters.hunt",
            "from rollplayer.expansions.monsters.terminal import ADDITION",
            "above expansions",
        ),
        ("expansions.monsters.hunt", "from rollplayer.cli.terminal import look", "above"),
        ("expansions.monsters.terminal", "import rollplayer.__main__", "above cli"),
        (
            "expansions.monsters.server",
            "from rollplayer.server.rooms.room import Room",
            "in a wing above protocol",
        ),
        (
            "expansions.monsters.lessons",
            "from rollplayer.server.transport.responses import reply",
            "in a wing above reference",
        ),
        (
            "expansions.monsters.server.views",
            "from rollplayer.server.rooms.room import Room",
            "in a wing above protocol",
        ),
        ("expansions.monsters.setup", "import importlib\nimportlib.import_module(n)", "not name"),
        ("wizardry", "", "no place in LAYERS"),
        ("match", "from rollplayer.wizardry import spell", "no place in LAYERS"),
    ],
)
def test_a_seeded_violation_is_reported(module: str, source: str, complaint: str) -> None:
    (reported,) = violations(source, module)
    assert complaint in reported


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("engine.game", "from typing import Final\nfrom rollplayer.engine.table import EMPTY"),
        ("engine.game", "from . import table\nfrom .table import EMPTY"),
        ("rules.setup", "from rollplayer.words import dice\nfrom rollplayer import engine"),
        ("content.loader", "import tomllib\nfrom pathlib import Path\nopen('cards.toml')"),
        ("match", "import random\nfrom rollplayer.bots import registry"),
        ("match", "from importlib import import_module\nimport_module('rollplayer.content')"),
        ("build", "from importlib.util import find_spec\nfind_spec('rollplayer.engine.game')"),
        ("content.files", "from importlib import resources\nresources.files('rollplayer')"),
        (
            "expansions.places",
            "import os\nfrom importlib import import_module\nimport_module(name)",
        ),
        ("expansions.monsters.terminal", "import rich\nfrom rollplayer.cli.terminal import look"),
        ("expansions.monsters.lessons", "from rollplayer.server.rooms.wording import seen"),
        ("__init__", "from rollplayer.api import Game\nfrom rollplayer import api"),
        ("cli.play", "import os, rich\nfrom rollplayer import __version__, match\nprint()"),
    ],
)
def test_an_allowed_import_is_not(module: str, source: str) -> None:
    assert violations(source, module) == []
