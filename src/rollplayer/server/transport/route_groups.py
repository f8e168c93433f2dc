"""Routes that belong together: below one path, for the same people, refusing alike."""

from dataclasses import dataclass
from typing import Any

from rollplayer.server.transport.http import Handler, Route


@dataclass(frozen=True)
class Routes:
    """Makes the routes below one path, which ask for the same and refuse alike."""

    path: str
    refuses: tuple[str, ...]
    tokens: bool = True

    def get(
        self, path: str, about: str, handler: Handler, returns: Any, *refuses: str, **more: Any
    ) -> Route:
        return self.route("GET", path, about, handler, returns, refuses, more)

    def post(
        self,
        path: str,
        about: str,
        handler: Handler,
        body: type[Any],
        returns: Any,
        *refuses: str,
        **more: Any,
    ) -> Route:
        return self.route("POST", path, about, handler, returns, refuses, {"body": body, **more})

    def route(
        self,
        method: str,
        path: str,
        about: str,
        handler: Handler,
        returns: Any,
        refuses: tuple[str, ...],
        more: dict[str, Any],
    ) -> Route:
        return Route(
            method,
            self.path + path,
            about,
            handler,
            returns=returns,
            refuses=(*self.refuses, *refuses),
            tokens=self.tokens,
            **more,
        )
