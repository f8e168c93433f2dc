"""The expansions: every folder here is one. What it brings is registered when it is imported.

Removing a folder leaves the game without it.
"""

from importlib import import_module
from pkgutil import iter_modules

for _found in iter_modules(__path__):
    if _found.ispkg:
        import_module(f"{__name__}.{_found.name}")
