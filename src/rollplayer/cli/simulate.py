"""``rollplayer simulate``: play many games between bots; output as JSON or as a table."""

import secrets
import sys
from pathlib import Path
from typing import Final

from rollplayer.api.bots import BotError
from rollplayer.api.own import known_bot, seat_bots
from rollplayer.cli.common import OK, ChosenGame, Problem, Session, columns, to_json, whole
from rollplayer.cli.runs import MOST_GAMES, SEED_BYTES, open_results, progress, read_jobs
from rollplayer.content import library_for
from rollplayer.engine.plain import Plain
from rollplayer.simulation import SimulationPlan, Summary, play_games, taken_files
from rollplayer.text import Texts

DEFAULT_BOTS: Final = "random,random,random"
OPPONENT: Final = "squire"
"""The default opponent of a user's own bot."""


def simulate_games(
    session: Session,
    *,
    bots: str,
    own: list[str],
    games: str,
    seed: str,
    jobs: str,
    ray: str,
    out: str,
    log: str,
    json: bool,
    chosen: ChosenGame,
) -> int:
    levels = read_bots(bots, with_own(own, alone=bots == DEFAULT_BOTS))
    options = chosen.options_for(len(levels))
    shared_by = read_jobs(jobs, ray)
    many = whole("--games", games, 1, MOST_GAMES)
    # A random seed is printed, so that the games can be repeated.
    chosen_seed = seed or secrets.token_hex(SEED_BYTES)
    packs = tuple(chosen.packs or ())
    plan = SimulationPlan(levels, options.plain(), many, chosen_seed, packs, log)
    library = library_for(options, plan.packs)
    texts = session.texts(library)
    file = open_results(out, seed, plan.head(library.hash), Summary(plan, library.hash).known_by)
    done = [game for game in file.games if game["game"] <= many] if file is not None else []
    make_folder(plan, fresh=not done)
    summary = Summary(plan, library.hash)
    with progress(texts, plan.games) as step:
        for game in play_games(plan, shared_by, done):
            if file is not None and len(done) <= summary.games:
                file.write(game)
            summary.add(game)
            if json:
                # One write, so that Ctrl-C leaves complete lines.
                sys.stdout.write(to_json(game) + "\n")
            step.one_more()
    if json:
        print(to_json(summary.plain()))
    else:
        print("\n".join(table(session, texts, summary.plain()["summary"])))
    return OK


def with_own(specs: list[str], *, alone: bool) -> tuple[str, ...]:
    """Register the bots of ``--bot``. They play by default; a single one against a squire."""
    named = seat_bots(specs)
    if not alone or not named:
        return ()
    return tuple(named) if len(named) > 1 else (*named, OPPONENT)


def read_bots(text: str, instead: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The bots of ``--players``: ours, those of ``--bot``, and those of installed packages."""
    if instead:
        return instead
    try:
        return tuple(known_bot(level.strip()) for level in text.split(","))
    except BotError as error:
        if error.problem != "bot-unknown":
            raise
        raise Problem("choice", option="--players", **error.arguments) from error


def make_folder(plan: SimulationPlan, *, fresh: bool) -> None:
    """Create the folder for game files; what others have left there must not be overwritten."""
    if plan.log:
        Path(plan.log).mkdir(parents=True, exist_ok=True)
        for path in taken_files(plan) if fresh else ():
            raise Problem("file-exists", path=str(path))


# -- the table --------------------------------------------------------------------------------------


def table(session: Session, texts: Texts, summary: Plain) -> list[str]:
    heading = texts.t("simulate.title", n=summary["games"], seed=summary["seed"])
    lines = [session.style(heading, "bold"), ""]
    rows = [
        [
            texts.t("simulate.seat"),
            texts.t("simulate.bot"),
            texts.t("simulate.stars"),
            "±",
            texts.t("simulate.wins"),
            texts.t("simulate.interval"),
        ]
    ]
    for seat in summary["seats"]:
        low, high = seat["win_share_95"]
        half = (seat["stars_95"][1] - seat["stars_95"][0]) / 2
        rows.append(
            [
                str(seat["seat"] + 1),
                seat["bot"],
                number(texts, seat["stars"]),
                number(texts, half),
                percent(texts, seat["win_share"]),
                f"{percent(texts, low)} – {percent(texts, high)}",
            ]
        )
    lines += columns(rows, right=(2, 3, 4))
    lines += ["", session.style(texts.t("simulate.lines"), "bold")]
    names = list(summary["seats"][0]["lines"])
    line_rows = [
        [
            texts.t(f"score.line.{name}"),
            *(number(texts, seat["lines"][name]) for seat in summary["seats"]),
        ]
        for name in names
    ]
    seats = [texts.t("simulate.seat-number", number=seat["seat"] + 1) for seat in summary["seats"]]
    lines += columns([["", *seats], *line_rows], right=range(1, len(seats) + 1))
    if summary["ranks"]:
        lines += ["", session.style(texts.t("simulate.ranks"), "bold")]
        ranks = [
            [texts.name("rank", title), percent(texts, count / summary["games"])]
            for title, count in sorted(summary["ranks"].items(), key=lambda rank: -rank[1])
        ]
        lines += columns(ranks, right=(1,))
    lines += ["", texts.t("simulate.decisions", number=number(texts, summary["decisions"]))]
    return lines


def number(texts: Texts, value: float) -> str:
    """Two decimals, with the decimal separator of the language."""
    return f"{value:.2f}".replace(".", texts.t("simulate.point"))


def percent(texts: Texts, share: float) -> str:
    return f"{share * 100:.1f} %".replace(".", texts.t("simulate.point"))
