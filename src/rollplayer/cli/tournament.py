"""``rollplayer tournament``: compare bots; output as JSON or as tables."""

import secrets
from typing import Final

from rollplayer.api.own import seat_bots
from rollplayer.cli.common import OK, ChosenGame, Problem, Session, columns, to_json, whole, wrapped
from rollplayer.cli.runs import MOST_GAMES, SEED_BYTES, open_results, progress, read_jobs
from rollplayer.cli.simulate import number, percent, read_bots
from rollplayer.engine.plain import Plain
from rollplayer.text import Texts
from rollplayer.tournament.play import PAIRS, SOLITAIRE, TABLE, Tournament, play_tournament
from rollplayer.tournament.results import Results

DEFAULT_FIELD: Final = "legend,champion,adventurer,squire,random"
"""The default field; users' own bots join it."""
FEWEST: Final = {PAIRS: 2, TABLE: 2, SOLITAIRE: 1}


def hold_tournament(
    session: Session,
    *,
    players: str,
    own: list[str],
    games: str,
    seed: str,
    jobs: str,
    ray: str,
    out: str,
    table: bool,
    solitaire: bool,
    adjusted: bool,
    json: bool,
    chosen: ChosenGame,
) -> int:
    if table and solitaire:
        raise Problem("table-or-solitaire")
    kind = TABLE if table else SOLITAIRE if solitaire else PAIRS
    named = seat_bots(own)
    if players == DEFAULT_FIELD:
        players = ",".join([players, *named])
    tournament = Tournament(
        read_levels(players, kind),
        kind,
        whole("--games", games, 1, MOST_GAMES),
        seed or secrets.token_hex(SEED_BYTES),
        chosen.edition,
        chosen.draft,
        tuple(chosen.variants or ()),
        tuple(chosen.expansions or ()),
        tuple(chosen.packs or ()),
        adjusted,
    )
    tournament.options()  # Refuse invalid options before creating a file.
    shared_by = read_jobs(jobs, ray)
    texts = session.texts(tournament.library())
    file = open_results(out, seed, tournament.head(), Results(tournament).known_by)
    results = Results(tournament)
    done = file.games if file is not None else []
    with progress(texts, len(tournament.all_games())) as step:
        for game in done:
            results.add(game)
            if game["game"] <= tournament.games:
                step.one_more()
        for game in play_tournament(tournament, shared_by, done):
            if file is not None:
                file.write(game)
            results.add(game)
            step.one_more()
    outcome = results.plain()
    print(to_json(outcome) if json else "\n".join(report(session, texts, outcome["tournament"])))
    return OK


def read_levels(players: str, kind: str) -> tuple[str, ...]:
    levels = read_bots(players)
    if len(levels) < FEWEST[kind]:
        raise Problem("too-few-levels", n=FEWEST[kind])
    if kind != TABLE:
        for level in levels:
            if levels.count(level) > 1:
                raise Problem("level-twice", level=level)
    return levels


# -- the tables -------------------------------------------------------------------------------------


def report(session: Session, texts: Texts, outcome: Plain) -> list[str]:
    heading = texts.t(
        f"tournament.title.{outcome['kind']}", n=outcome["games"], seed=outcome["seed"]
    )
    lines = [session.style(heading, "bold"), "", *level_table(texts, outcome)]
    if outcome["kind"] == PAIRS:
        lines += [
            "",
            session.style(texts.t("tournament.pairs"), "bold"),
            *pair_table(texts, outcome),
        ]
    if outcome["kind"] == SOLITAIRE:
        lines += ["", session.style(texts.t("simulate.ranks"), "bold"), *rank_table(texts, outcome)]
    lines += ["", session.style(texts.t("simulate.lines"), "bold"), *line_table(texts, outcome)]
    if outcome["peak_mib"] is not None:
        lines += ["", texts.t("tournament.memory", n=outcome["peak_mib"])]
    if "worth" in outcome:
        lines += ["", wrapped(texts.t("tournament.luck", name=outcome["worth"]))]
    return lines


def level_table(texts: Texts, outcome: Plain) -> list[str]:
    """The strength and time of each level."""
    alone = outcome["kind"] == SOLITAIRE
    names = ["simulate.bot", "simulate.stars"]
    names += [] if alone else ["tournament.elo", "simulate.wins", "simulate.interval"]
    rows = [[texts.t(name) for name in names]]
    rows[0] += [texts.t("tournament.ms"), texts.t("tournament.ms-p99")]
    rows[0].insert(2, "±")
    adjusted = "worth" in outcome
    if adjusted:
        told = ["tournament.adjusted", "tournament.kept", "tournament.saved"]
        rows[0] += [texts.t(told[0]), "±", *map(texts.t, told[1:])]
    for level in outcome["levels"]:
        half = (level["stars_95"][1] - level["stars_95"][0]) / 2
        row = [texts.bot(level["level"]), number(texts, level["stars"]), number(texts, half)]
        if not alone:
            row += [
                f"{level['elo']:.0f}",
                percent(texts, level["win_share"]),
                interval(texts, level["win_share_95"]),
            ]
        row += [number(texts, level["ms"]), number(texts, level["ms_p99"])]
        if adjusted:
            without = level["adjusted"]
            half = (without["stars_95"][1] - without["stars_95"][0]) / 2
            row += [number(texts, without["stars"]), number(texts, half)]
            row += [percent(texts, without["variance_kept"]), str(without["games_saved"])]
        rows.append(row)
    return columns(rows, right=range(1, len(rows[0])))


def pair_table(texts: Texts, outcome: Plain) -> list[str]:
    rows = []
    for pair in outcome["tables"]:
        one, other = pair["players"]
        result = pair["results"][one]
        rows.append(
            [
                f"{texts.bot(one)} – {texts.bot(other)}",
                percent(texts, result["win_share"]),
                interval(texts, result["win_share_95"]),
            ]
        )
    return columns(rows, right=(1, 2))


def rank_table(texts: Texts, outcome: Plain) -> list[str]:
    levels = outcome["levels"]
    titles = {title: 0.0 for level in levels for title in level["ranks"]}
    for title in titles:
        titles[title] = sum(level["ranks"].get(title, 0.0) for level in levels)
    rows = [["", *(texts.bot(level["level"]) for level in levels)]]
    rows += [
        [
            texts.name("rank", title),
            *(percent(texts, level["ranks"].get(title, 0.0)) for level in levels),
        ]
        for title in sorted(titles, key=lambda title: -titles[title])
    ]
    return columns(rows, right=range(1, len(levels) + 1))


def line_table(texts: Texts, outcome: Plain) -> list[str]:
    levels = outcome["levels"]
    rows = [["", *(texts.bot(level["level"]) for level in levels)]]
    rows += [
        [texts.t(f"score.line.{name}"), *(number(texts, level["lines"][name]) for level in levels)]
        for name in levels[0]["lines"]
    ]
    return columns(rows, right=range(1, len(levels) + 1))


def interval(texts: Texts, bounds: list[float]) -> str:
    low, high = bounds
    return f"{percent(texts, low)} – {percent(texts, high)}"
