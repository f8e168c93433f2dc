"""Compile the engine with mypyc where that is possible; install the plain source elsewhere.

All the rest of the project's description is in pyproject.toml. A missing or failing compiler never
stops an installation: one line says why the build is interpreted.
"""

import os
import runpy
import shutil
import sys
import sysconfig
import time
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

PACKAGE = os.path.join("src", "rollplayer")
# The library with all the code; the compiled module beside each source only points into it. A name of
# our own, because mypyc's default changes with the list of modules and leaves old libraries behind.
LIBRARY = "rollplayer.compiled"
C_FOLDER = "build"
# gcc's second level without what makes it slow: half the time to compile, and the engine is as fast
# (benchmarks/RESULTS.md). Other compilers have levels of their own.
QUICK_TO_COMPILE = (
    "-finline-small-functions",
    "-finline-functions",
    "-foptimize-sibling-calls",
    "-fcaller-saves",
    "-freorder-functions",
    "-fschedule-insns2",
    "-fpeephole2",
)
# A tenth of the library: how to leave each function with an exception, which C has none of, and what
# the linker needs to leave out functions one by one.
SMALL = (
    "-fno-asynchronous-unwind-tables",
    "-fno-unwind-tables",
    "-ffunction-sections",
    "-fdata-sections",
)
# The server's modules, a third of the library, mostly call what is compiled elsewhere: they are as fast
# when they are small (benchmarks/RESULTS.md).
OF_THE_SERVER = "__native_rollplayer___server"

# By its path: importing the package could import what is about to be compiled.
build: dict[str, Any] = runpy.run_path(os.path.join(PACKAGE, "build.py"))
compiling: dict[str, Any] = runpy.run_path(os.path.join("tools", "compiling.py"))


def obstacle() -> str | None:
    """Why nothing can be compiled here, or None."""
    if build["pure_wanted"]():
        return "ROLLPLAYER_PURE is set"
    if find_spec("mypyc") is None:
        return "mypyc is not installed"
    if not build["sources"](PACKAGE):
        return "there is nothing to compile"
    if os.name == "posix":
        compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
        if shutil.which(compiler.split()[0]) is None:
            return f"no C compiler ({compiler.split()[0]})"
        if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
            return "Python's header files are not installed"
    return None


# mypyc, setuptools and distutils each declare an Extension of their own; they are one class.
Extensions = list[Any]


def translate() -> Extensions:
    """Turn the modules into C, a file for each."""
    # Imported here because it takes a second and most runs of this file compile nothing.
    from mypyc.build import mypycify

    options = ["--config-file=pyproject.toml", "--no-warn-unused-configs"]
    extensions: Extensions = mypycify(
        [*options, *build["sources"](PACKAGE)],
        opt_level="1" if sys.platform == "linux" else "2",
        debug_level="0",
        # So that all cores have work, and an edit compiles one file again.
        multi_file=True,
        group_name=LIBRARY,
        target_dir=C_FOLDER,
    )
    # mypyc looks for the library's headers in one folder and writes them to another.
    headers = os.path.join(C_FOLDER, *LIBRARY.split(".")[:-1])
    # mypyc turns warnings into errors; a newer compiler has newer warnings. Functions that nobody
    # outside the library sees are called directly: a tenth of the time of a game.
    flags = ["-w", "-fvisibility=hidden"] if os.name == "posix" else ["/WX-"]
    for extension in extensions:
        extension.include_dirs.append(headers)
        # A new list: mypyc gives all extensions the same one.
        extension.extra_compile_args = extension.extra_compile_args + flags
        # setuptools would not see that the flags are others.
        extension.depends = [*extension.depends, "setup.py"]
        if sys.platform == "linux":
            extension.extra_compile_args += [*QUICK_TO_COMPILE, *SMALL]
            # Names that only a debugger reads, and functions that nothing calls.
            extension.extra_link_args += ["-Wl,--strip-all", "-Wl,--gc-sections"]
            if extension.name != f"{LIBRARY}__mypyc":
                # One that only points into the library: a third of the size without what C begins with.
                extension.extra_link_args += ["-nostartfiles", "-Wl,-z,noseparate-code"]
    return extensions


def flags_of(source: str) -> list[str]:
    """What is said about one C file only."""
    is_small = sys.platform == "linux" and OF_THE_SERVER in source
    return ["-Os"] if is_small else []


def compiled_files() -> list[str]:
    """The compiled files beside the sources."""
    return [
        os.path.join(folder, name)
        for folder in sorted({PACKAGE, *build["folders"](PACKAGE)})
        for name in os.listdir(folder)
        if name.endswith(tuple(EXTENSION_SUFFIXES))
    ]


def remove_compiled() -> None:
    """Remove what earlier builds left: Python would prefer it to the source."""
    for path in compiled_files():
        os.remove(path)


class BuildCompiled(build_ext):
    """Compile everything or nothing: a part of the group cannot be imported without the rest."""

    def run(self) -> None:
        # Here and not at the top of the file, since pip runs this file several times to ask for
        # names and requirements, and translating takes long.
        self.take([])
        why_not = obstacle()
        if why_not is None:
            # Files are dated by the moment the source was read, so that a source edited while the
            # compiler runs counts as newer.
            started = time.time()
            why_not = self.attempt()
        if why_not is None:
            if self.inplace:
                for path in compiled_files():
                    os.utime(path, (started, started))
        else:
            self.take([])
            if self.inplace:
                remove_compiled()
            print(f"rollplayer: interpreted build, because {why_not}.", file=sys.stderr)

    def attempt(self) -> str | None:
        """Compile; what went wrong, or None."""
        try:
            self.take(translate())
        except SystemExit:
            # mypyc has printed what it could not translate. That is a fault in the source or a
            # Python newer than mypyc; a developer wants to see the first, not play on slowly.
            if os.environ.get("ROLLPLAYER_STRICT_BUILD"):
                raise
            return "mypyc could not translate the source"
        if self.inplace:
            # Also those of modules that exist no more.
            remove_compiled()
        try:
            super().run()
        except (CCompilerError, BaseError, OSError):
            return "the C compiler failed"
        return None

    def build_extensions(self) -> None:
        compiling["use_all_cores"](self.compiler, flags_of)
        super().build_extensions()

    def take(self, extensions: Extensions) -> None:
        """Work on these extensions instead of the ones named when the command was set up."""
        self.distribution.ext_modules = extensions
        self.parallel = True
        # The one option that cannot be finalized twice.
        self.swig_opts = None  # type: ignore[assignment]
        self.finalize_options()


setup(
    # A stand-in until BuildCompiled.run knows the modules: it makes setuptools run that command. Without
    # it the wheel is for every platform.
    ext_modules=[] if obstacle() else [Extension(f"{LIBRARY}__mypyc", sources=[])],
    cmdclass={"build_ext": BuildCompiled},
)
