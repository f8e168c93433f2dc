"""What the server uses of msgspec, in Python alone: for browsers, where no compiled package runs.

Reads as strictly and writes the same bytes; tests/offline compares it with the real one. What is not
used is not here: whoever needs more gets an AttributeError, in the tests at the latest.
"""

from . import json, structs
from ._marks import UNSET, DecodeError, Meta, MsgspecError, Raw, UnsetType, ValidationError
from ._plain import to_builtins
from ._reading import convert
from ._records import Struct, field

__all__ = [
    "UNSET",
    "DecodeError",
    "Meta",
    "MsgspecError",
    "Raw",
    "Struct",
    "UnsetType",
    "ValidationError",
    "convert",
    "field",
    "json",
    "structs",
    "to_builtins",
]
