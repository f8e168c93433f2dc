"""Every possible notation of an answer, to detect misspelled ones."""

from rollplayer.engine.answers import CHANGE_ZERO, Names, code
from rollplayer.engine.table import (
    ARROWS,
    HIGHEST,
    LOWEST,
    ROWS,
    SIDES,
    die,
)
from rollplayer.scenario.readers import Mistake

MOST_TOKENS = 12
MOST_CARDS = 6
"""The Initiative cards at the largest table."""

_written: dict[tuple[str, ...], dict[str, list[int]]] = {}


def notations(names: Names) -> dict[str, list[int]]:
    """All notations with this content, and the answers each may mean."""
    key = (*names.vocabulary.boxes, *(id for ids in names.by_kind.values() for id in ids))
    if key not in _written:
        answers: dict[str, list[int]] = {}
        for verb in names.vocabulary.verbs:
            for a in values(names, verb.first):
                for b in values(names, verb.second):
                    answer = code(verb.number, a, b)
                    answers.setdefault(names.write(answer), []).append(answer)
        _written[key] = answers
    return _written[key]


def values(names: Names, kind: str) -> list[int]:
    """All possible values of a parameter of this kind."""
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
        "spot": known.spots,
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
    """The notation in its normal form; Mistake if no answer in any game has it."""
    wanted = " ".join(text.lower().split())
    known = notations(names)
    if wanted not in known:
        word = wanted.partition(" ")[0]
        like = [notation for notation in known if notation.partition(" ")[0] == word][:6]
        verbs = sorted({notation.partition(" ")[0] for notation in known})
        hint = f"such as {', '.join(like)}" if like else f"verbs are {', '.join(verbs)}"
        raise Mistake(f"{where}: {text!r} can never be an answer; {hint}")
    return wanted
