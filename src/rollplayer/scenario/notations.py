"""Every answer that could ever be written, so that a misspelt one is no proof of anything."""

from rollplayer.engine.answers import CHANGE_ZERO, Names, code
from rollplayer.engine.table import (
    ARROWS,
    HIGHEST,
    LOWEST,
    ROWS,
    SIDES,
    SPOT_COUNT,
    die,
)
from rollplayer.scenario.reading import Mistake

MOST_TOKENS = 12
MOST_CARDS = 6
"""Initiative cards at the largest table."""

_written: dict[tuple[str, ...], dict[str, list[int]]] = {}


def notations(names: Names) -> dict[str, list[int]]:
    """All notations of this content with the answers they may stand for."""
    key = (*names.vocabulary.boxes, *(id for ids in names.by_kind.values() for id in ids))
    if key not in _written:
        found: dict[str, list[int]] = {}
        for verb in names.vocabulary.verbs:
            for a in values(names, verb.first):
                for b in values(names, verb.second):
                    answer = code(verb.number, a, b)
                    found.setdefault(names.write(answer), []).append(answer)
        _written[key] = found
    return _written[key]


def values(names: Names, kind: str) -> list[int]:
    """All values a parameter of this kind can have."""
    if kind in names.by_kind:
        return list(range(len(names.by_kind[kind])))
    known = names.vocabulary
    dice = [
        die(color, face)
        for color in known.dice
        for face in range(LOWEST[color], HIGHEST[color] + 1)
    ]
    faces = list(range(known.lowest, known.highest + 1))
    by_kind = {
        "": [0],
        "face": faces,
        "face?": [0, *faces],
        "number": list(range(1, MOST_CARDS + 1)),
        "place": list(range(1, MOST_CARDS + 1)),
        "places": list(range(2, 2 << MOST_CARDS, 2)),
        "color": known.dice,
        "die": dice,
        "die?": [0, *dice],
        "row": list(range(len(ROWS))),
        "spot": list(range(SPOT_COUNT)),
        "side": list(range(len(SIDES))),
        "arrow": list(range(len(ARROWS))),
        "tokens": list(range(MOST_TOKENS + 1)),
        "change": [CHANGE_ZERO + by for by in range(-5, 6) if by],
        "target": list(range(len(names.by_kind["card"]) + 1)),
        "for-card": list(range(len(names.by_kind["card"]))),
        **{sort: list(range(len(words))) for sort, words in known.fixed_words.items()},
    }
    return by_kind[kind]


def a_notation(names: Names, text: str, where: str) -> str:
    """The text as it is written; a Mistake if no answer of any game is written so."""
    wanted = " ".join(text.lower().split())
    known = notations(names)
    if wanted not in known:
        word = wanted.partition(" ")[0]
        like = [each for each in known if each.partition(" ")[0] == word][:6]
        verbs = sorted({each.partition(" ")[0] for each in known})
        hint = f"such as {', '.join(like)}" if like else f"verbs are {', '.join(verbs)}"
        raise Mistake(f"{where}: {text!r} can never be an answer; {hint}")
    return wanted
