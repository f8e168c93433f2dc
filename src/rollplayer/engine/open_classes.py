"""The mark of classes that boxes may inherit from, also where the engine is compiled.

mypyc knows ``mypyc_attr`` by its name and closes every class that does not carry it to interpreted
ones. Nothing else needs mypy_extensions, so where the game is played the mark does nothing. This
file stays interpreted: compiled, it would lack what only runs.
"""

from typing import TYPE_CHECKING

__all__ = ["mypyc_attr"]

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**marks):
        """The class as it is."""
        return lambda marked: marked
