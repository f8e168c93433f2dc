"""What can be asked of a record."""

from typing import Any

from ._records import Struct


def asdict(value: Struct) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.struct_fields}
