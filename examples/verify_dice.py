"""Checks every roll and draw of a finished game, by docs/fair-dice.md and nothing else.

    rollplayer replay game.jsonl --json | python examples/verify_dice.py game.jsonl

Only the standard library is used, and no line of rollplayer: what it finds does not depend on it.
"""

import hashlib
import hmac
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

COLORS = ("green", "blue", "red", "purple", "black", "white", "gold", "boost")


class NotFair(Exception):
    """The file does not hold; says where and why."""


def key_of(seed: bytes, entropy: list[str]) -> bytes:
    added = "".join(f"{seat}:{text}\n" for seat, text in enumerate(entropy) if text)
    return hmac.new(seed, added.encode(), hashlib.sha256).digest() if added else seed


def words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        bytes_of_block = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(bytes_of_block[at : at + 4], "big")
        block += 1


def below(limit: int, stream: Iterator[int]) -> int:
    fair = 2**32 // limit * limit
    while True:
        word = next(stream)
        if word < fair:
            return word % limit


def chosen(options: list[str], weights: list[int] | None, stream: Iterator[int]) -> str:
    number = below(sum(weights) if weights else len(options), stream)
    if not weights:
        return options[number]
    for option, weight in zip(options, weights, strict=True):
        if number < weight:
            return option
        number -= weight
    raise NotFair("the weights do not reach so far")


def of_the_bag(options: list[str], bag: dict[str, int]) -> tuple[list[str], list[int]] | None:
    """What can be drawn from a bag, if that is what chance is asked for."""
    if not options[0].startswith("draw "):
        return None
    rolled = options[0][-1].isdigit()
    expected: list[str] = []
    weights: list[int] = []
    for color in COLORS:
        faces = range(3, 9) if color == "boost" else range(1, 7)
        for face in faces if rolled else ("",):
            if bag.get(color, 0):
                expected.append(f"draw {color}{face}")
                weights.append(bag[color])
    return expected, weights


class Bag:
    """The dice by the places in which they lie."""

    def __init__(self) -> None:
        self.places: list[str | None] = []
        self.empty: list[int] = []

    def fill(self, counts: dict[str, int]) -> None:
        if not self.places:
            self.places = [color for color in COLORS for _ in range(counts.get(color, 0))]
        for color in COLORS:
            held = [at for at, lies in enumerate(self.places) if lies == color]
            for _ in range(counts.get(color, 0) - len(held)):
                if self.empty:
                    self.places[self.empty.pop(0)] = color
                else:
                    self.places.append(color)
            for at in reversed(held[counts.get(color, 0) :]):
                self.places[at] = None
                self.empty.append(at)

    def draw(self, stream: Iterator[int]) -> str:
        while True:
            at = below(len(self.places), stream)
            color = self.places[at]
            if color is not None:
                self.places[at] = None
                self.empty.append(at)
                return color


class OneStream:
    """Dealing 1: one stream for the whole game."""

    def __init__(self, key: bytes) -> None:
        self.stream = words(key)

    def answer(self, told: dict[str, Any]) -> str:
        return chosen(told["options"], told["weights"], self.stream)


class StreamsByName:
    """Dealing 2: a stream for each draw, and a bag with places."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.drawn: dict[str, int] = {}
        self.bag = Bag()

    def answer(self, told: dict[str, Any]) -> str:
        name = told["draw"]
        times = self.drawn.get(name, 0)
        self.drawn[name] = times + 1
        message = f"{name}/{times}".encode()
        stream = words(hmac.new(self.key, message, hashlib.sha256).digest())
        options: list[str] = told["options"]
        if options[0].startswith("draw "):
            self.bag.fill(counts_of(options, told["weights"]))
            color = self.bag.draw(stream)
            faces = [option for option in options if option[5:].rstrip("0123456789") == color]
            return faces[below(len(faces), stream)] if len(faces) > 1 else faces[0]
        while True:
            answer = chosen(told["stock"], None, stream)
            if answer in options:
                return answer


def counts_of(options: list[str], weights: list[int]) -> dict[str, int]:
    """The dice in the bag, by color."""
    return {
        option[5:].rstrip("0123456789"): weight
        for option, weight in zip(options, weights, strict=True)
    }


def verify(game: Iterable[str], replayed: Iterable[str]) -> int:
    """How many answers of chance were checked."""
    lines = [json.loads(line) for line in game]
    header, *entries, end = lines
    seed = bytes.fromhex(end["end"]["seed"])
    if hashlib.sha256(seed).hexdigest() != header["commitment"]:
        raise NotFair("the seed is not the one that was committed to")
    dealing = StreamsByName if header.get("dealing", 1) == 2 else OneStream
    chance = dealing(key_of(seed, header.get("entropy", [])))
    bag: dict[str, int] | None = None
    checked = 0
    for number, (entry, told) in enumerate(zip(entries, map(json.loads, replayed), strict=True), 2):
        if entry["who"] == "chance" and "answer" in entry:
            options, weights = told["options"], told["weights"]
            drawn = of_the_bag(options, bag) if bag is not None else None
            if drawn is not None and drawn != (options, weights):
                raise NotFair(f"line {number}: this is not what is in the bag")
            answer = chance.answer(told)
            if answer != entry["answer"]:
                raise NotFair(f"line {number}: {entry['answer']!r}, but the seed gives {answer!r}")
            checked += 1
        state: dict[str, Any] = told["state"]
        bag = state["bag"]
    return checked


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(f"{verify(file, sys.stdin)} answers of chance are those of the seed.")
