"""What makes two installations play the same games bit for bit."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Final

from rollplayer import __version__
from rollplayer.analysis.network import network_file
from rollplayer.build import kind

PACKAGE: Final = Path(__file__).parents[1]
KINDS: Final = {"code": (".py",), "content": (".toml", ".json"), "network": (".npz",)}
"""The files of the package that decide how games go."""
DECIDES_NOTHING: Final = frozenset({"__pycache__", "locale", "site", "web"})
"""Folders of what only people read."""
MISSING: Final = "missing"


@cache
def network_hash(expansions: tuple[str, ...]) -> str:
    """The version of the learned evaluation; a different one is a different player."""
    return sha256(network_file(expansions).read_bytes()).hexdigest()[:16]


def identity(files: Iterable[str] = (), package: Path = PACKAGE) -> dict[str, str]:
    """The version, the build, and hashes of code, content, networks and files of the user's."""
    inside = [path for path in package.rglob("*") if not DECIDES_NOTHING & set(path.parts)]
    return {
        "version": __version__,
        "build": kind(),
        **{
            name: hash_of([path for path in inside if path.suffix in endings], package)
            for name, endings in KINDS.items()
        },
        "numpy": installed("numpy"),
        **{file: file_hash(Path(file)) for file in files},
    }


def installed(package: str) -> str:
    try:
        return version_of(package)
    except PackageNotFoundError:
        return MISSING


def file_hash(path: Path) -> str:
    """The hash of a file, or of all files in a folder."""
    if not path.exists():
        return MISSING
    if path.is_file():
        return hash_of([path], path.parent)
    inside = [each for each in path.rglob("*") if "__pycache__" not in each.parts]
    return hash_of([each for each in inside if each.is_file()], path)


def hash_of(paths: Iterable[Path], root: Path) -> str:
    whole = sha256()
    for path in sorted(paths):
        name = path.relative_to(root).as_posix()
        whole.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
