"""``rollplayer cards compare``: which facts differ from lists that somebody else has written."""

from collections import Counter
from pathlib import Path
from typing import Any

from rollplayer.cli.common import (
    DIFFERENT,
    OK,
    ChosenContent,
    Problem,
    Session,
    to_json,
    wrapped,
)
from rollplayer.content.compare import Comparison, Difference, compared, lists_in, lists_of
from rollplayer.content.export import written
from rollplayer.engine.plain import Plain
from rollplayer.text import Texts


def compare_facts(session: Session, folder: str, box: ChosenContent, *, json: bool) -> int:
    """Without ``--expansion`` every box that fits the edition is compared, too."""
    chosen = box if box.expansions is not None else box.with_everything()
    library = chosen.library()
    here, there = lists_of(library, chosen.edition), lists_in(Path(folder))
    if not here.keys() & there.keys():
        raise Problem("no-lists", path=folder, known=", ".join(here), found=", ".join(there))
    found = compared(here, there)
    if json:
        print(to_json({"content": library.hash, **plain(found)}, indent=2))
    else:
        report(session.texts(library), found)
    return DIFFERENT if found.differences else OK


def plain(found: Comparison) -> Plain:
    return {
        "facts": found.facts,
        "differences": [
            {
                "list": each.name,
                "id": each.id,
                "key": each.key,
                "here": each.here,
                "there": each.there,
            }
            for each in found.differences
        ],
        "counts": dict(found.counts),
        "only_here": dict(found.only_here),
        "only_there": dict(found.only_there),
    }


def report(texts: Texts, found: Comparison) -> None:
    for difference in found.differences:
        print("\n".join(lines(texts, difference)))
    counted = texts.t("cards.compared", n=found.facts, different=len(found.differences))
    print(f"{counted} {listed(found.counts)}".rstrip())
    for key, only in (("only-here", found.only_here), ("only-there", found.only_there)):
        if only:
            print(wrapped(f"{texts.t(f'cards.{key}')} {listed(only)}"))


def lines(texts: Texts, difference: Difference) -> list[str]:
    sides = [texts.t("cards.here"), texts.t("cards.there")]
    wide = max(map(len, sides))
    values = [difference.here, difference.there]
    told = [
        f"  {side:{wide}}  {value_text(texts, value)}"
        for side, value in zip(sides, values, strict=True)
    ]
    return [f"{difference.name} {difference.id}: {difference.key}", *told]


def value_text(texts: Texts, value: Any) -> str:
    return texts.t("cards.not-given") if value is None else written(value)


def listed(counts: Counter[str]) -> str:
    return ", ".join(f"{key} {n}" for key, n in counts.most_common())
