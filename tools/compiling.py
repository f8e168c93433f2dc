"""Compile C files on all cores, and only those that changed.

setuptools compiles the files of a library one after the other, and every one of them again as soon
as one header is newer. `setup.py` reads this file by its path, so it imports nothing of the project.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

FlagsOf = Callable[[str], list[str]]


def use_all_cores(compiler: Any, flags_of: FlagsOf = lambda _: []) -> None:
    """Let a compiler of setuptools work on as many files at a time as there are cores.

    ``flags_of`` a C file come after all others. Microsoft's compiler has a way of its own and keeps it.
    """
    if compiler.compiler_type == "unix":
        compiler.compile = partial(_compile, compiler, flags_of)


# From `sources` on, the signature is that of setuptools, whose method this replaces.
def _compile(
    self: Any,
    flags_of: FlagsOf,
    sources: Sequence[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Sequence[str] | None = None,
    debug: bool = False,
    extra_preargs: list[str] | None = None,
    extra_postargs: list[str] | None = None,
    depends: Sequence[str] | None = None,
) -> list[str]:
    macros, objects, extra_postargs, options, source_of = self._setup_compile(
        output_dir, macros, include_dirs, list(sources), depends, extra_postargs
    )
    arguments = self._get_cc_args(options, debug, extra_preargs)
    # All that can be included, not `depends`: mypyc lists there what existed before it copied its own
    # headers, so that the second build would find a longer list and compile everything again.
    headers = _digest(
        sorted(path for each in include_dirs or () for path in Path(each).rglob("*.h"))
    )
    after = extra_postargs or []

    def compile_one(object_file: str) -> None:
        source, suffix = source_of[object_file]
        last = [*after, *flags_of(source)]
        flags = repr((self.compiler_so, arguments, last))
        mark = Path(f"{object_file}.made-from")
        made_from = f"{flags}\n{headers}\n{_digest([source])}"
        if mark.exists() and os.path.exists(object_file) and mark.read_text() == made_from:
            return
        mark.unlink(missing_ok=True)
        self._compile(object_file, source, suffix, arguments, last, options)
        mark.write_text(made_from)

    # The longest first, so that no core waits for one of them at the end.
    by_length = sorted(source_of, key=lambda each: -os.path.getsize(source_of[each][0]))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_one, by_length))
    return list(objects)


def _digest(paths: Sequence[str | Path]) -> str:
    """One line for the text of all these files."""
    texts = sha256()
    for path in paths:
        texts.update(Path(path).read_bytes())
    return texts.hexdigest()
