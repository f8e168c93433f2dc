"""``rollplayer lab``: what cards do in games of bots and what they are worth as gifts."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Final

from rollplayer.api.own import seat_bots
from rollplayer.cli.common import OK, ChosenGame, Problem, Session, to_json, whole
from rollplayer.cli.entries import find_named, near_names
from rollplayer.cli.lab_report import report
from rollplayer.cli.runs import MOST_GAMES, SEED_BYTES, open_results, progress, read_jobs
from rollplayer.cli.simulate import read_bots
from rollplayer.lab.picture import MARK, picture_of
from rollplayer.lab.plan import AT_SETUP, Gift, LabPlan
from rollplayer.lab.play import work
from rollplayer.lab.results import LabResults
from rollplayer.rules.options import most_players
from rollplayer.runs.spread import Jobs

MOST_GIFTS: Final = 100_000
MOST_PAIRS: Final = 1_000
DEFAULT_LEVEL: Final = "adventurer"


def look_at_cards(
    session: Session,
    *,
    level: str,
    players: str,
    own: list[str],
    games: str,
    gifts: str,
    pairs: str,
    cards: list[str],
    seed: str,
    jobs: str,
    ray: str,
    out: str,
    picture: str,
    json: bool,
    chosen: ChosenGame,
) -> int:
    named = seat_bots(own)
    seats = whole("--players", players, 1, most_players(tuple(chosen.expansions or ())))
    options = chosen.options_for(seats)
    plan = LabPlan(
        read_level(named[0] if named and level == DEFAULT_LEVEL else level),
        options.plain(),
        whole("--games", games, 0, MOST_GAMES),
        whole("--gifts", gifts, 0, MOST_GIFTS),
        whole("--pairs", pairs, 0, MOST_PAIRS),
        # A random seed is printed, so that the run can be repeated.
        seed or secrets.token_hex(SEED_BYTES),
        tuple(chosen.packs or ()),
    )
    plan = with_cards(plan, cards)
    check(plan, picture)
    shared_by = read_jobs(jobs, ray)
    results = carry_out(session, plan, shared_by, out, seed)
    outcome = results.plain()["lab"]
    texts = session.texts(plan.library)
    if picture:
        Path(picture).write_text(picture_of(texts, outcome), encoding="utf-8", newline="\n")
    print(to_json({"lab": outcome}) if json else "\n".join(report(session, texts, outcome)))
    return OK


def read_level(level: str) -> str:
    try:
        (only,) = read_bots(level)
    except ValueError as error:
        raise Problem("one-level", value=level) from error
    except Problem as problem:
        problem.arguments["option"] = "--level"
        raise
    return only


def with_cards(plan: LabPlan, named: list[str]) -> LabPlan:
    """The plan with gifts of these only."""
    if not named:
        return plan
    library, able = plan.library, []
    for name in named:
        found = find_named(library, name)
        if not found:
            raise Problem("no-such-card", value=name, near=near_names(library, name))
        kinds = [entry for entry in found if entry.section in ("card", *AT_SETUP)]
        gifts = [Gift(entry.section, entry.id) for entry in kinds]
        given = [
            gift.name for gift in gifts if any(gift in plan.gifts_at(at) for at in plan.moments)
        ]
        if not given:
            raise Problem("no-gift", value=name)
        able += given
    return replace(plan, only=tuple(sorted(set(able))))


def check(plan: LabPlan, picture: str) -> None:
    """Refuse before hours of play what could not be done afterwards."""
    if not plan.games and not plan.gifts:
        raise Problem("nothing-to-do")
    if plan.pairs and not (plan.games and plan.gifts):
        raise Problem("pairs-need")
    if picture and Path(picture).exists():
        there = Path(picture).read_bytes()
        if there and MARK.encode() not in there:
            raise Problem("no-picture", path=picture)


def carry_out(session: Session, plan: LabPlan, jobs: Jobs, out: str, seed: str) -> LabResults:
    results = LabResults(plan)
    file = open_results(out, seed, plan.head(), results.known_by)
    done = file.games if file is not None else []
    many = len(plan.tasks()) + plan.pairs * plan.gifts
    with progress(session.texts(plan.library), many, "lab.progress") as step:
        for _ in done:
            step.one_more()
        for line in work(plan, results, jobs, done):
            if file is not None:
                file.write(line)
            results.add(line)
            step.one_more()
    return results
