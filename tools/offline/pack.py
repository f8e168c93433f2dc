"""Runs within Pyodide while the offline game is built: compiles what travels, with the Python it runs on.

Two archives without compression, since whoever serves them compresses better: ``stdlib.zip``, from which
Python imports, and ``game.zip``, the game with its content. Source and docstrings stay at home.
"""

import ast
import json
import marshal
import tomllib
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Final

START: Final = "rollplayer.server.in_browser.start"
STAND_INS: Final = "tools/offline/stand_ins"
READ_TOML: Final = "tools/offline/read_toml.py"
DATE: Final = (1980, 1, 1, 0, 0, 0)
UNCHECKED: Final = b"\1\0\0\0"
"""The flags of compiled code that nobody compares with its source."""
NOT_OF_A_GAME: Final = ("terminal.py", "docs.py")
"""What a box brings to the command line."""
CONTENT: Final = (".toml", ".json")
FOLDERS: Final = ("content", "expansions", "locale")
NOT_FOR_GAMES: Final = ("commands.json", "terminal.json")
NOT_HERE: Final = tuple(("locale", language, "web.json") for language in ("de", "en", "fr"))
"""The client has its sentences built in; those of boxes come with the content."""
FOR_PYTHON_ITSELF: Final = (
    "_pyodide", "pyodide", "site", "importlib", "zipimport", "_strptime", "copyreg", "io", "linecache",
    "stringprep", "traceback", "warnings", "weakref",
)  # fmt: skip
"""What Pyodide and the interpreter import by themselves."""
NOT_NEEDED: Final = frozenset(
    {
        "_pyrepl", "bdb", "cmd", "code", "ctypes", "doctest", "ftplib", "multiprocessing", "netrc", "pdb",
        "plistlib", "pydoc", "rlcompleter", "runpy", "ssl", "statistics", "tarfile", "tomllib", "unittest",
        "webbrowser", "xml", "xmlrpc",
    }
)  # fmt: skip
"""What is imported only by functions that nobody calls here: to debug, to test, to reach other computers.
``tomllib`` has a stand-in, since TOML travels as JSON: Python reads that ten times as quickly."""
ENCODINGS: Final = (
    "aliases",
    "ascii",
    "cp437",
    "idna",
    "latin_1",
    "punycode",
    "utf_8",
    "utf_8_sig",
    "utf_16",
)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        # Also those below constants and fields.
        kept = [each for each in node.body if not is_docstring(each)]
        node.body = kept or [ast.copy_location(ast.Pass(), node.body[0])] if node.body else []
    return tree


def is_docstring(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def as_file(code: CodeType) -> bytes:
    return MAGIC_NUMBER + UNCHECKED + bytes(8) + marshal.dumps(code)


def compiled(path: Path, name: str) -> bytes:
    return as_file(compile(without_docstrings(parsed(path)), name, "exec", dont_inherit=True))


def as_json(path: Path) -> bytes:
    """A file of content as it travels: whatever it was, JSON is in it."""
    content = path.read_bytes()
    if path.suffix == ".toml":
        plain = tomllib.loads(content.decode())
        content = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    return content


def put(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    archive.writestr(zipfile.ZipInfo(name, DATE), content)


def pack_stdlib(source: str, root: Path, target: str) -> None:
    """Those modules of the standard library that the game may come to import: a third of it."""
    with zipfile.ZipFile(source) as given, zipfile.ZipFile(target, "w") as archive:
        names = frozenset(given.namelist())
        waiting = [*FOR_PYTHON_ITSELF, *(f"encodings.{each}" for each in ENCODINGS)]
        waiting += [
            file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            for file in sorted(names)  # the same order, and so the same bytes, each time
            if file.startswith(("pyodide/", "_pyodide/")) and file.endswith(".py")
        ]
        for path in [*modules_of_game(root / "src").values(), *stand_ins(root).values()]:
            waiting += imported(parsed(path))
        seen: set[str] = set()
        while waiting:
            name = waiting.pop()
            if name in seen or name.partition(".")[0] in NOT_NEEDED:
                continue
            seen.add(name)
            waiting += [name.rpartition(".")[0]] * ("." in name)
            place = name.replace(".", "/")
            for file in (f"{place}/__init__.py", f"{place}.py"):
                if file in names:
                    text = given.read(file)
                    tree = ast.parse(text)
                    code = compile(tree, f"/lib/{file}", "exec", dont_inherit=True, optimize=2)
                    put(archive, file + "c", as_file(code))
                    is_package = file.endswith("__init__.py")
                    waiting += imported(tree, name if is_package else name.rpartition(".")[0])
        for file in sorted(names):
            if file.startswith(("pyodide/", "_pyodide/", "_sysconfigdata")) and not file.endswith(
                (".py", "/")
            ):
                put(archive, file, given.read(file))


def imported(tree: ast.Module, package: str = "") -> Iterator[str]:
    """All names that a module of a package may import, wherever it does."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            origin = ".".join([*(above if node.level else []), *filter(None, [node.module])])
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


@cache
def modules_of_game(source: Path) -> dict[str, Path]:
    """All modules that the start may come to import, with the boxes, whose names nobody writes down."""
    waiting = [START]
    for path in (source / "rollplayer" / "expansions").rglob("*.py"):
        if path.name not in NOT_OF_A_GAME:
            parts = path.relative_to(source).with_suffix("").parts
            waiting.append(".".join(part for part in parts if part != "__init__"))
    found: dict[str, Path] = {}
    while waiting:
        name = waiting.pop()
        if name in found or not name.startswith("rollplayer"):
            continue
        path = source.joinpath(*name.split("."))
        within = path / "__init__.py"
        path = within if within.exists() else path.with_suffix(".py")
        if not path.exists():
            continue  # Something within a module.
        found[name] = path
        waiting += imported(parsed(path))
        while "." in name:
            name = name.rpartition(".")[0]
            waiting.append(name)
    return found


def stand_ins(root: Path) -> dict[str, Path]:
    """By the name under which it travels; the folder itself is no package there."""
    folder = root / STAND_INS
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.py"))}
    del found["__init__.py"]
    return {**found, "tomllib.py": root / READ_TOML}


def pack_game(root: Path, target: str) -> None:
    source = root / "src"
    package = source / "rollplayer"
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(modules_of_game(source).values()):
            name = path.relative_to(source).as_posix()
            put(archive, name + "c", compiled(path, name))
        for path in sorted(path for path in package.rglob("*") if path.suffix in CONTENT):
            parts = path.relative_to(package).parts
            if parts[0] in FOLDERS and path.name not in NOT_FOR_GAMES and parts not in NOT_HERE:
                put(archive, path.relative_to(source).as_posix(), as_json(path))
        for name, path in stand_ins(root).items():
            put(archive, name + "c", compiled(path, name))
