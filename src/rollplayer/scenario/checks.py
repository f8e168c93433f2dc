"""Check state, events, stars and questions against a scenario, up to the first difference."""

import json
from typing import Any, Final

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, plain_game, plain_standing
from rollplayer.engine.scoring import rank, winners
from rollplayer.engine.table import CHANCE
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.scenario.notations import a_notation
from rollplayer.scenario.readers import (
    NONE,
    Mistake,
    Table,
    a_list,
    a_seat,
    a_string,
    a_table,
    known_keys,
    strings,
)

ABOUT_OPTIONS: Final = ("options", "has", "lacks")
ABOUT_QUESTION: Final = ("asked", "question", "over")
ABOUT_THE_END: Final = ("score", "winners", "rank")
ABOUT_EVENTS: Final = ("events", "no_events")
ANY_ORDER: Final = ("deck", "pool", "removed")
"""Parts of the state without order, as are those whose name ends in ``_deck``."""


class Difference(Exception):
    """The game differs from the scenario."""

    def __init__(self, what: str, expected: Any, found: Any) -> None:
        super().__init__(f"{what}: expected {show(expected)}, found {show(found)}")


def show(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(NONE if value is None else value, ensure_ascii=False, default=str)


def check(game: Game, events: list[Plain], then: Table, where: str) -> None:
    """Raise Difference at the first thing that differs; Mistake if it can never hold."""
    state = plain_game(game)
    del state["agenda"]
    known = game.rules.vocabulary
    state["aside"] = {**dict.fromkeys(known.colors, 0), **state["aside"]}
    allowed = (
        *ABOUT_EVENTS,
        *ABOUT_THE_END,
        *ABOUT_QUESTION,
        *ABOUT_OPTIONS,
        "interruptions",
        "seat",
        *state,
    )
    known_keys(then, allowed, where)
    _question(game, then, where)
    _options(game, then, where)
    for key in state:
        if key in then:
            any_order = key in ANY_ORDER or key.endswith("_deck")
            _compare(then[key], state[key], f"{where}.{key}", any_order)
    _stars(game, then, where)
    _events(known, events, then, where)


# -- the question ---------------------------------------------------------------------------------


def who_is_asked(game: Game) -> int | str:
    if game.over:
        return "nobody"
    return "chance" if game.seat() == CHANCE else game.seat()


def _question(game: Game, then: Table, where: str) -> None:
    if "over" in then and then["over"] is not game.over:
        raise Difference(f"{where}.over", then["over"], game.over)
    if "asked" in then:
        if then["asked"] not in ("chance", "nobody"):
            a_seat(then["asked"], game.rules.players, f"{where}.asked")
        if then["asked"] != who_is_asked(game):
            raise Difference(f"{where}.asked", then["asked"], who_is_asked(game))
    if "question" in then:
        question = "none" if game.over else game.question()
        if a_string(then["question"], f"{where}.question") != question:
            raise Difference(f"{where}.question", then["question"], question)


def _options(game: Game, then: Table, where: str) -> None:
    names = game.rules.names
    seat: int | None = None
    if "seat" in then:
        seat = a_seat(then["seat"], game.rules.players, f"{where}.seat")
        if not any(key in then for key in (*ABOUT_OPTIONS, "interruptions")):
            raise Mistake(f"{where}.seat: goes with options, has, lacks or interruptions")
    elif "interruptions" in then:
        raise Mistake(f"{where}.interruptions: say whose they are with seat = ...")
    if game.over:
        answers: list[int] = []
    elif seat is None or seat == game.seat():
        answers = game.options()
    else:
        answers = game.interruptions(seat)
    written = [names.write(answer) for answer in answers]
    wanted = {
        key: [a_notation(names, text, f"{where}.{key}") for text in strings(then[key], key)]
        for key in (*ABOUT_OPTIONS, "interruptions")
        if key in then
    }
    if "options" in wanted:
        _same(wanted["options"], written, f"{where}.options")
    if "interruptions" in wanted and seat is not None:
        may = [names.write(answer) for answer in game.interruptions(seat)]
        _same(wanted["interruptions"], may, f"{where}.interruptions of seat {seat}")
    for text in wanted.get("has", []):
        if text not in written:
            raise Difference(f"{where}.has", text, written)
    for text in wanted.get("lacks", []):
        if text in written:
            raise Difference(f"{where}.lacks", f"no {text}", written)


def _same(wanted: list[str], found: list[str], where: str) -> None:
    if sorted(wanted) != sorted(found):
        missing = [text for text in wanted if text not in found]
        more = [text for text in found if text not in wanted]
        raise Difference(where, wanted, f"{show(found)} (missing {missing}, too many {more})")


# -- state and stars ------------------------------------------------------------------------------


def _compare(wanted: Any, found: Any, where: str, any_order: bool = False) -> None:
    if isinstance(wanted, dict) and isinstance(found, dict):
        known_keys(wanted, found, where)
        for key, value in wanted.items():
            _compare(value, found[key], f"{where}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list):
        if any(isinstance(item, dict | list) for item in wanted):
            # Tables are compared by position; those at the end may be omitted.
            if len(wanted) > len(found):
                raise Difference(where, f"{len(wanted)} of them", len(found))
            for at, value in enumerate(wanted):
                _compare(value, found[at], f"{where}[{at}]", any_order)
        else:
            plain = [NONE if item is None else item for item in found]
            if any_order:
                wanted, plain = sorted(wanted, key=str), sorted(plain, key=str)
            if wanted != plain:
                raise Difference(where, wanted, plain)
    elif wanted != (NONE if found is None else found) or type(wanted) is bool is not type(found):
        raise Difference(where, wanted, found)


def _stars(game: Game, then: Table, where: str) -> None:
    standings = [plain_standing(game, hero) for hero in game.heroes]
    if "score" in then:
        wanted = [a_table(item, f"{where}.score") for item in a_list(then["score"], "score")]
        _compare(wanted, standings, f"{where}.score")
    if "winners" in then:
        _compare(a_list(then["winners"], f"{where}.winners"), winners(game), f"{where}.winners")
    if "rank" in then:
        if not game.rules.solitaire:
            raise Mistake(f"{where}.rank: only a solitaire hero earns one (L7)")
        _compare(then["rank"], rank(game), f"{where}.rank")


# -- events ---------------------------------------------------------------------------------------


def _events(known: Vocabulary, events: list[Plain], then: Table, where: str) -> None:
    at = 0
    for number, item in enumerate(a_list(then.get("events", []), f"{where}.events")):
        wanted = _event(known, item, f"{where}.events[{number}]")
        while at < len(events) and not _is_part(wanted, events[at]):
            at += 1
        if at == len(events):
            alike = [event for event in events if event["event"] == wanted["event"]]
            rest = alike or sorted({event["event"] for event in events})
            what = f"{where}.events[{number}], in this order"
            raise Difference(what, wanted, f"none such among {show(rest)}")
        at += 1
    for number, item in enumerate(a_list(then.get("no_events", []), f"{where}.no_events")):
        unwanted = _event(known, item, f"{where}.no_events[{number}]")
        for event in events:
            if _is_part(unwanted, event):
                raise Difference(f"{where}.no_events[{number}]", f"no {show(unwanted)}", event)


def _event(vocabulary: Vocabulary, item: Any, where: str) -> Table:
    event = {"event": item} if isinstance(item, str) else a_table(item, where)
    parts = {name: tuple(parts) for name, *parts in vocabulary.events}
    if event.get("event") not in parts:
        raise Mistake(f"{where}: event {event.get('event')!r} is not one of: {', '.join(parts)}")
    known = ["event", "seat", *(part for part, _ in parts[event["event"]] if part)]
    known_keys(event, known, where)
    return event


def _is_part(wanted: Table, event: Plain) -> bool:
    return all(key in event and event[key] == value for key, value in wanted.items())
