"""What has no fields: errors, bounds, JSON that is there already, and what is not set."""

from typing import Final


class MsgspecError(Exception):
    """Whatever goes wrong here."""


class DecodeError(MsgspecError):
    """It is no JSON."""


class ValidationError(DecodeError):
    """It is JSON, but not what was wanted."""


class UnsetType:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Final = UnsetType()
MISSING: Final = object()


class Meta:
    """What a value must be beside its type."""

    def __init__(
        self,
        *,
        ge: float | None = None,
        lt: float | None = None,
        le: float | None = None,
        pattern: str | None = None,
        min_length: int | None = None,
        max_length: int | None = None,
    ) -> None:
        self.ge, self.lt, self.le = ge, lt, le
        self.pattern = pattern
        self.min_length, self.max_length = min_length, max_length


class Raw:
    """JSON that is there already."""

    def __init__(self, encoded: bytes) -> None:
        self.encoded = encoded

    def __bytes__(self) -> bytes:
        return self.encoded
