"""The server that an example plays on."""

from tests.server.conftest import server

__all__ = ["server"]
