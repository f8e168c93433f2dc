"""No module of the package imports another that imports it, not even by a detour.

The source is read, not imported, so an import inside a function counts like one at the top. What
stands under TYPE_CHECKING never runs; such circles are allowed where they are listed, and the list
may only become shorter. The browser client has the same test in ``web/tools/circles.mjs``.
"""

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

SOURCE = Path(__file__).parent.parent / "src"

NAME_EACH_OTHERS_TYPES: frozenset[frozenset[str]] = frozenset(
    {
        # A card's effects are steps of a game, and a game's rules list cards.
        frozenset({"engine.components", "engine.game", "engine.tally"}),
        # Notation asks a vocabulary for names; a vocabulary is made of verbs and events.
        frozenset({"engine.answers", "engine.events", "engine.pieces", "engine.vocabulary"}),
        # A position draws itself.
        frozenset({"api.drawing", "api.position"}),
        # A host hands itself to what reads the keyboard, a look to what expansions draw.
        frozenset({"cli.terminal.commands", "cli.terminal.host", "cli.terminal.opening_settings"}),
        frozenset({"cli.terminal.additions", "cli.terminal.look"}),
    }
)

Graph = dict[str, set[str]]


def imports(source: str, known: Mapping[str, object], *, types: bool) -> set[str]:
    """The known modules that a source imports; with ``types`` also those under TYPE_CHECKING."""
    imported: set[str] = set()

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.If) and not types and "TYPE_CHECKING" in ast.unparse(node.test):
            for statement in node.orelse:
                look(statement)
            return
        if isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                imported.update([inner if inner in known else node.module])
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse(source))
    return imported & known.keys()


def circles(graph: Graph) -> set[frozenset[str]]:
    """The largest sets of modules that all lead to each other."""
    reached = {name: reachable(graph, name) for name in graph}
    return {
        frozenset(other for other in graph if other in reached[name] and name in reached[other])
        for name in graph
        if name in reached[name]
    }


def reachable(graph: Graph, start: str) -> set[str]:
    """Whatever is imported from here, by however many steps."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in graph[waiting.pop()] - seen:
            seen.add(name)
            waiting.append(name)
    return seen


@cache
def package(*, types: bool) -> Graph:
    files = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}
    return {
        name: imports(path.read_text(encoding="utf-8"), files, types=types) - {name}
        for name, path in files.items()
    }


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def short(circles_found: set[frozenset[str]]) -> set[frozenset[str]]:
    return {
        frozenset(name.removeprefix("rollplayer.") for name in circle) for circle in circles_found
    }


def test_no_module_imports_one_that_imports_it() -> None:
    assert short(circles(package(types=False))) == set()


def test_types_that_name_each_other_are_listed() -> None:
    # One that has gone is to be struck off the list, so that it does not come back.
    assert short(circles(package(types=True))) == NAME_EACH_OTHERS_TYPES


def test_the_modules_and_their_imports_are_found() -> None:
    graph = package(types=False)
    assert "rollplayer.engine.table" in graph["rollplayer.engine.game"]
    assert "rollplayer.cli.run" in graph["rollplayer.cli"]


@pytest.mark.parametrize(
    ("sources", "circle"),
    [
        ({"a": "import b", "b": "import a"}, {"a", "b"}),
        ({"a": "import b", "b": "def f():\n    from a import x"}, {"a", "b"}),
        ({"a": "from p import b", "p.b": "import c", "c": "import a", "p": ""}, {"a", "p.b", "c"}),
        ({"a": "import b", "b": "if TYPE_CHECKING:\n    import a"}, set()),
        ({"a": "import b", "b": "if TYPE_CHECKING:\n    pass\nelse:\n    import a"}, {"a", "b"}),
        ({"a": "import b, c", "b": "import c", "c": "import os"}, set()),
    ],
)
def test_a_seeded_circle_is_reported(sources: dict[str, str], circle: set[str]) -> None:
    graph = {name: imports(source, sources, types=False) for name, source in sources.items()}
    assert circles(graph) == ({frozenset(circle)} if circle else set())
