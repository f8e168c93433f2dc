"""Bytes in letters that need no escaping, as the web writes them: base64url without its padding."""

import base64


def to_text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Raises ValueError if it is nothing of the kind."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
