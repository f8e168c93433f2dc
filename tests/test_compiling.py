"""What is compiled again after an edit: `tools/compiling.py` with a compiler that only notes its work."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.compiling import use_all_cores


class NotingCompiler:
    """As much of a compiler of setuptools as is asked for, and what it compiled."""

    compiler_type = "unix"
    compiler_so = ("cc",)
    compile: Any = None

    def __init__(self) -> None:
        self.compiled: list[str] = []
        self.flags: dict[str, list[str]] = {}
        self.of_one: dict[str, list[str]] = {}
        use_all_cores(self, lambda source: self.of_one.get(Path(source).stem, []))

    def _setup_compile(
        self,
        output_dir: object,
        macros: object,
        include_dirs: object,
        sources: Sequence[str],
        depends: object,
        extra: object,
    ) -> tuple[object, list[str], object, list[str], dict[str, tuple[str, str]]]:
        objects = {f"{each}.o": (each, ".c") for each in sources}
        return macros, list(objects), extra, [], objects

    def _get_cc_args(self, options: object, debug: bool, before: object) -> list[str]:
        return ["-c"]

    def _compile(
        self, object_file: str, source: str, _: str, before: object, after: list[str], *__: object
    ) -> None:
        self.compiled.append(Path(source).stem)
        self.flags[Path(source).stem] = after
        Path(object_file).touch()

    def build(self, folder: Path, depends: Sequence[Path]) -> list[str]:
        """Compile the C files of a folder; the names of those that were compiled again."""
        self.compiled = []
        sources = [str(path) for path in sorted(folder.glob("*.c"))]
        self.compile(sources, include_dirs=[str(folder)], depends=[str(path) for path in depends])
        return sorted(self.compiled)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one.c", "two.c", "all.h", "copied.h"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_an_edit_compiles_one_file_again(folder: Path) -> None:
    compiler = NotingCompiler()
    assert compiler.build(folder, [folder / "all.h"]) == ["one", "two"]
    assert compiler.build(folder, [folder / "all.h"]) == []
    (folder / "two.c").write_text("edited")
    assert compiler.build(folder, [folder / "all.h"]) == ["two"]


def test_flags_of_one_file_are_its_own(folder: Path) -> None:
    compiler = NotingCompiler()
    compiler.of_one = {"two": ["-Os"]}
    assert compiler.build(folder, []) == ["one", "two"]
    assert compiler.flags == {"one": [], "two": ["-Os"]}
    # Others are a reason to compile it again.
    compiler.of_one = {"two": ["-O1"]}
    assert compiler.build(folder, []) == ["two"]
    assert compiler.flags["two"] == ["-O1"]


def test_a_changed_header_compiles_everything_again(folder: Path) -> None:
    compiler = NotingCompiler()
    compiler.build(folder, [folder / "all.h"])
    (folder / "all.h").write_text("edited")
    assert compiler.build(folder, [folder / "all.h"]) == ["one", "two"]


def test_a_longer_list_of_the_same_headers_compiles_nothing(folder: Path) -> None:
    compiler = NotingCompiler()
    compiler.build(folder, [folder / "all.h"])
    assert compiler.build(folder, [folder / "all.h", folder / "copied.h"]) == []
