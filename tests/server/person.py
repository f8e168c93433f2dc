"""Somebody with devices, as the tests of persons need them."""

import secrets
from typing import Any, Self

from tests.server.harness import Game, Server, bearer

PERSON = "/api/v1/person"


def new_secret() -> str:
    return secrets.token_urlsafe(32)


class Somebody:
    """One device of a person, and the sentence if it was the first."""

    def __init__(self, server: Server, secret: str, sentence: str = "") -> None:
        self.server = server
        self.secret = secret
        self.sentence = sentence

    @classmethod
    def new(cls, server: Server, name: str = "Ada", **fields: Any) -> Self:
        secret = new_secret()
        made = server.post(PERSON, {"secret": secret, "name": name, **fields})
        return cls(server, secret, " ".join(made["sentence"]))

    def ask(self, path: str = "") -> Any:
        return self.server.get(PERSON + path, self.secret)

    def do(self, path: str, **body: Any) -> Any:
        return self.server.post(PERSON + path, body, self.secret)

    def refusal(self, path: str, **body: Any) -> tuple[int, str]:
        return refusal(self.server, path, body, self.secret)

    def is_in(self) -> bool:
        status, _, _ = self.server.request("GET", PERSON, headers=bearer(self.secret))
        return status == 200

    def claim(self, game: Game, *tokens: str) -> Any:
        return self.do("/claim", games=[{"id": game.id, "tokens": list(tokens)}])

    def games(self) -> list[str]:
        return [own["game"]["id"] for own in self.ask("/games")["games"]]

    def recovered(self) -> "Somebody":
        """Another device, by the sentence."""
        secret = new_secret()
        self.server.post(PERSON + "/recover", {"sentence": self.sentence, "secret": secret})
        return Somebody(self.server, secret)


def refusal(server: Server, path: str, body: Any, *tokens: str) -> tuple[int, str]:
    status, reply, _ = server.request("POST", PERSON + path, body, bearer(*tokens))
    return status, reply.get("code", "")
