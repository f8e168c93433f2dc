"""Run scenarios: set up the table, give the answers, check the outcome."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rollplayer.chance import Chance
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.events import describe
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain, state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import read_answer
from rollplayer.scenario.checks import Difference, check, who_is_asked
from rollplayer.scenario.file import Scenario, read_file
from rollplayer.scenario.given import build
from rollplayer.scenario.notations import a_notation, notations
from rollplayer.scenario.readers import Mistake, Table, a_seat, a_string, known_keys

PREFIX: Final = re.compile(r"(chance|[0-9]+)\s*:\s*(.*)")


@dataclass(frozen=True)
class ScenarioResult:
    """Whether a scenario holds, and if not, the first difference."""

    scenario: Scenario
    passed: bool
    message: str = ""
    answers: tuple[tuple[int, str], ...] = ()
    """The answers that were applied, each with its notation."""


def run_file(path: Path | str) -> list[ScenarioResult]:
    """Run every scenario of a file; ScenarioError if the file itself is wrong."""
    return [run(scenario) for scenario in read_file(path)]


def run(scenario: Scenario) -> ScenarioResult:
    game = build(scenario)
    given: list[tuple[int, str]] = []
    try:
        _play(game, scenario, given)
    except Difference as difference:
        return ScenarioResult(scenario, False, str(difference), tuple(given))
    except Mistake as mistake:
        raise scenario.mistake(mistake) from None
    return ScenarioResult(scenario, True, "", tuple(given))


def _play(game: Game, scenario: Scenario, given: list[tuple[int, str]]) -> None:
    game.events = []
    game.advance()
    events: list[Plain] = [describe(game.rules.names, event) for event in game.events]
    game.events = None
    for at, item in enumerate(scenario.answers):
        where = f"answers[{at}]"
        if isinstance(item, str):
            events += _answer(game, item, where, given)
        elif "refused" in item:
            _refuse(game, item, where)
        elif "auto_chance" in item:
            known_keys(item, ("auto_chance",), where)
            events += _let_chance_answer(game, a_string(item["auto_chance"], where))
        else:
            check(game, events, item, where)
    check(game, events, scenario.then, "then")


def _answer(game: Game, said: str, where: str, given: list[tuple[int, str]]) -> list[Plain]:
    who, text = _speaker(game, said, where)
    try:
        answer = read_answer(game, who, text)
        given.append((answer, game.rules.names.write(answer)))
        return carry_out(game, who, answer)
    except IllegalAnswer as illegal:
        asked = who_is_asked(game)
        question = "" if game.over else f" {game.question()!r}"
        raise Difference(where, said, f"{illegal} (asked is {asked}{question})") from None


def _speaker(game: Game, said: str, where: str) -> tuple[int, str]:
    """Who answers: the seat before the colon, or whoever is asked."""
    asked = CHANCE if game.over else game.seat()
    prefixed = PREFIX.fullmatch(said.strip())
    if not prefixed:
        return asked, said
    who, text = prefixed.groups()
    if who != "chance":
        return a_seat(int(who), game.rules.players, where), text
    if asked != CHANCE or game.over:
        raise Difference(f"{where}: asked", "chance", who_is_asked(game))
    return CHANCE, text


def _refuse(game: Game, item: Table, where: str) -> None:
    """Check that an answer is illegal by notation and by code, and changes nothing."""
    known_keys(item, ("refused", "says"), where)
    who, text = _speaker(game, a_string(item["refused"], where), where)
    wanted = a_notation(game.rules.names, text, where)
    before = state_hash(game)
    try:
        read_answer(game, who, wanted)
    except IllegalAnswer as refusal:
        said = str(refusal)
    else:
        raise Difference(f"{where}.refused", f"{item['refused']} to be refused", "it is allowed")
    for answer in notations(game.rules.names)[wanted]:
        _refuse_code(game, who, answer, where)
    if state_hash(game) != before:
        raise Difference(f"{where}.refused", "nothing to change", "a changed state")
    part = a_string(item.get("says", ""), f"{where}.says")
    if part not in said:
        raise Difference(f"{where}.says", part, said)


def _refuse_code(game: Game, who: int, answer: int, where: str) -> None:
    if game.over:
        return
    try:
        carry_out(game, who, answer)
    except IllegalAnswer:
        return
    raise Difference(f"{where}.refused", "the engine to refuse it", "it was carried out")


def _let_chance_answer(game: Game, seed: str) -> list[Plain]:
    """Let chance answer from its own stream until somebody else is asked."""
    chance = Chance.from_text(seed)
    events: list[Plain] = []
    while not game.over and game.seat() == CHANCE:
        answer = chance.choose(game.options(), game.weights())
        events += carry_out(game, CHANCE, answer)
    return events
