"""Answers that are near to legal ones and yet not listed."""

import random
from collections.abc import Iterator

from rollplayer.engine.answers import Names

VERBS = 49
"""Of the base game and its expansion."""
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789 -'\"\\\n\t\0é🎲"


def unlisted_codes(rng: random.Random, options: list[int], count: int) -> list[int]:
    """Codes that are not among the options."""
    codes: list[int] = []
    while len(codes) < count:
        code = mutated_code(rng, rng.choice(options) if options else 0)
        if code not in options:
            codes.append(code)
    return codes


def mutated_code(rng: random.Random, code: int) -> int:
    match rng.randrange(6):
        case 0:
            return code ^ 1 << rng.randrange(22)
        case 1:
            return code + rng.choice([-1, 1]) * rng.choice([1, 2, 255, 256, 257, 65536])
        case 2:
            return rng.randrange(VERBS) << 16 | code & 65535
        case 3:
            return rng.randrange(VERBS + 2) << 16 | rng.randrange(65536)
        case 4:
            return -code - rng.randrange(2)
        case _:
            return code << rng.choice([1, 8, 16, 48])


def unlisted_texts(
    rng: random.Random, names: Names, options: list[int], count: int
) -> Iterator[str]:
    """Texts that no option is written as, however they are spaced or capitalized."""
    notations = [names.write(option) for option in options]
    vocabulary = sorted({word for text in notations for word in text.split()})
    vocabulary += [verb.word for verb in names.vocabulary.verbs] + [
        "str1",
        "cha3",
        "red5",
        "i9",
        "with",
        "tokens",
    ]
    vocabulary += names.by_kind["card"]
    while count:
        text = mutated_text(rng, rng.choice(notations) if notations else "pass", vocabulary)
        if " ".join(text.lower().split()) not in notations:
            count -= 1
            yield text


def mutated_text(rng: random.Random, text: str, vocabulary: list[str]) -> str:
    words = text.split()
    at = rng.randrange(len(text))
    match rng.randrange(8):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            return text[:at] + rng.choice(LETTERS) + text[at:]
        case 2:
            return text[:at] + rng.choice(LETTERS) + text[at + 1 :]
        case 3:
            words[rng.randrange(len(words))] = rng.choice(vocabulary)
        case 4:
            words.insert(rng.randrange(len(words) + 1), rng.choice(vocabulary))
        case 5:
            rng.shuffle(words)
            words.append(rng.choice(vocabulary))
        case 6:
            del words[rng.randrange(len(words))]
        case _:
            words = [rng.choice(vocabulary) for _ in range(rng.randrange(4))]
    return " ".join(words)
