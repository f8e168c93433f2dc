"""Chance for a whole game: HMAC-SHA256 streams from one seed, committed to before the first roll.

The stream is kept outside the game, so no state can leak future draws. Publish ``commitment`` at
the start and the seed at the end, and anyone can check every draw. If players add entropy after the
commitment, it is mixed into the stream. docs/fair-dice.md explains it all.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import ClassVar, Final, Self

from rollplayer.engine.answers import DRAW, first_of, verb_of
from rollplayer.engine.game import Game
from rollplayer.engine.open_classes import mypyc_attr

BYTES_PER_DRAW = 4
RANGE = 1 << (8 * BYTES_PER_DRAW)
ENTROPY_LIMIT = 64
"""The most characters a player may add."""
NO_DIE: Final = -1


def key_of(seed: bytes, entropy: Sequence[str]) -> bytes:
    """The stream's key: the seed, mixed with the entropy of the seats that added some."""
    added = "".join(f"{seat}:{text}\n" for seat, text in enumerate(entropy) if text)
    return hmac.digest(seed, added.encode(), "sha256") if added else seed


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance:
    """Answers chance's questions from a seed; the same seed gives the same answers.

    One stream for everything, as games were dealt until ``Deal``.
    """

    dealing: ClassVar[int] = 1
    """How a game file says which way its chance was drawn."""

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        self.seed = seed
        self.key = key_of(seed, entropy) if entropy else seed
        self.counter = 0
        self._block = b""

    @classmethod
    def fresh(cls) -> Self:
        """A new stream from the system's generator."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The stream of a seed that a person typed."""
        return cls(hashlib.sha256(text.encode()).digest())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.seed).hexdigest()

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, unbiased: draws past the last full range are rejected."""
        fair = RANGE - RANGE % limit
        while True:
            if len(self._block) < BYTES_PER_DRAW:
                count = self.counter.to_bytes(8, "big")
                self._block = hmac.digest(self.key, count, "sha256")
                self.counter += 1
            value = int.from_bytes(self._block[:BYTES_PER_DRAW], "big")
            self._block = self._block[BYTES_PER_DRAW:]
            if value < fair:
                return value % limit

    def answer(self, game: Game) -> int:
        """Chance's answer to the question a game asks it."""
        return self.choose(game.options(), game.weights())

    def choose(self, options: Sequence[int], weights: Sequence[int] | None) -> int:
        """One of the options, with probability proportional to its weight."""
        if weights is None:
            return options[self.below(len(options))]
        at = self.below(sum(weights))
        for option, weight in zip(options, weights, strict=True):
            if at < weight:
                return option
            at -= weight
        raise ValueError("no option has any weight")


class Bag:
    """The bag as places: each die lies in one, and a die that comes back takes the longest empty one.

    Two games draw the same place, and so the same die, unless what lies there has come back and was
    another die in each.
    """

    def __init__(self) -> None:
        self.places: list[int] = []
        """The kind of die in each; NO_DIE where it is empty."""
        self.empty: list[int] = []
        """The empty places, the longest empty one first."""
        self.held: list[int] = []
        """How many dice of each kind lie in it: kept beside the places, because every draw asks for it."""

    def copy(self) -> "Bag":
        twin = Bag()
        twin.places, twin.empty, twin.held = self.places.copy(), self.empty.copy(), self.held.copy()
        return twin

    def fill(self, counts: Sequence[int]) -> None:
        """Put back what has come back, and take out what was taken by other ways than a draw."""
        if not self.places:
            self.places = [kind for kind, count in enumerate(counts) for _ in range(count)]
            self.held = list(counts)
        for kind, count in enumerate(counts):
            held = self.held[kind]
            for _ in range(held, count):
                if self.empty:
                    self.places[self.empty.pop(0)] = kind
                else:
                    self.places.append(kind)  # it was in no bag at the first draw
            self.held[kind] = max(held, count)
            for _ in range(count, held):
                self.take_out(len(self.places) - 1 - self.places[::-1].index(kind))

    def take_out(self, place: int) -> int:
        kind = self.places[place]
        self.places[place] = NO_DIE
        self.held[kind] -= 1
        self.empty.append(place)
        return kind

    def draw(self, stream: Chance, counts: Sequence[int]) -> int:
        """A die, each as likely as the others: its kind."""
        self.fill(counts)
        while True:
            place = stream.below(len(self.places))
            if self.places[place] != NO_DIE:
                return self.take_out(place)


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal(Chance):
    """Every draw has a stream of its own, keyed by its name: what it is for, its round and its place.

    So what is offered does not depend on what anybody did before, as far as bag and deck allow:
    a draw is made from everything the box holds, and made again while it gives what is not there.
    """

    dealing: ClassVar[int] = 2

    def __init__(self, seed: bytes, entropy: Sequence[str] = ()) -> None:
        super().__init__(seed, entropy)
        self.drawn: dict[str, int] = {}
        """How often each draw was made: an undone one, or a roll of a seat, is not made alike again."""
        self.bag = Bag()

    def copy(self) -> "Deal":
        """The same deal from the same point on."""
        twin = Deal(self.seed)
        twin.key, twin.drawn, twin.bag = self.key, self.drawn.copy(), self.bag.copy()
        return twin

    def answer(self, game: Game) -> int:
        name = game.draw()
        times = self.drawn.get(name, 0)
        self.drawn[name] = times + 1
        stream = Chance(hmac.digest(self.key, f"{name}/{times}".encode(), "sha256"))
        options = game.options()
        if verb_of(options[0]) == DRAW:
            kind = self.bag.draw(stream, game.bag)
            faces = [option for option in options if first_of(option) == kind]
            return faces[stream.below(len(faces))] if len(faces) > 1 else faces[0]
        stock = game.stock()
        if not set(options) <= set(stock):
            # A box whose step names another stock than it deals from: it could be drawn for ever.
            raise ValueError(f"the draw {name!r} has options that are not in its stock")
        while True:
            answer = stream.choose(stock, None)
            if answer in options:
                return answer


DEALINGS: Final[dict[int, type[Chance]]] = {kind.dealing: kind for kind in (Chance, Deal)}
"""The ways of drawing, by the number in a game file."""
