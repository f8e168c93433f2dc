"""The end of the game: the score sheet, the winner, the rank of a solitaire hero."""

from rollplayer.cli.common import Session
from rollplayer.cli.score import explained
from rollplayer.cli.terminal.paint import cut_name
from rollplayer.engine.scoring import LOWEST_RANK, score_lines
from rollplayer.match import Match
from rollplayer.scorer import ScoreTable, score
from rollplayer.text import Texts

NAME_WIDTH = 12


def score_sheet(session: Session, texts: Texts, match: Match) -> list[str]:
    """The score of every hero with reasons, followed by an overview."""
    table = ScoreTable(match.game, match.library, texts.seats, [])
    parts = explained(session, texts, table, score(table))
    lines = [row for part in parts for row in part.split("\n")]
    if match.game.rules.players > 1:
        last = lines.index("", -4) if "" in lines[-4:] else len(lines)
        lines[last:last] = ["", *overview(texts, match)]
    return lines


def overview(texts: Texts, match: Match) -> list[str]:
    """All heroes side by side."""
    game = match.game
    by_hero = [score_lines(game.rules, hero) for hero in game.heroes]
    names = [cut_name(texts.hero(seat), NAME_WIDTH) for seat in range(game.rules.players)]
    first = max(len(texts.t(f"stars.{line}")) for line in (*by_hero[0], "total")) + 4
    lines = [" " * first + "".join(f"{name:>{NAME_WIDTH + 2}}" for name in names)]
    for line in by_hero[0]:
        stars = "".join(f"{hero[line]:>{NAME_WIDTH + 2}}" for hero in by_hero)
        lines.append(f"  {texts.t(f'stars.{line}'):<{first - 2}}{stars}")
    totals = "".join(f"{sum(hero.values()):>{NAME_WIDTH + 2}}" for hero in by_hero)
    return [*lines, f"  {texts.t('stars.total'):<{first - 2}}{totals}"]


def final_lines(session: Session, texts: Texts, match: Match) -> list[str]:
    lines = [session.style(texts.t("end.title"), "bold"), "", *score_sheet(session, texts, match)]
    if match.game.rules.solitaire:
        lines += ["", *chart_lines(texts, match)]
    return lines


def chart_lines(texts: Texts, match: Match) -> list[str]:
    """L7: the chart of ranks."""
    lines = [
        f"  {least:>3}+  {texts.name('rank', title)}" for least, title in match.game.rules.ranks
    ]
    return [*lines, f"    –   {texts.name('rank', LOWEST_RANK)}"]
