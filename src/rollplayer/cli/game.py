"""``rollplayer play`` and ``resume``: from what was typed to the game in the terminal."""

from rollplayer.bots import DEFAULT_LEVEL
from rollplayer.cli.common import Problem, Session, whole
from rollplayer.rules.options import Options

HUMAN = "human"
MOST_PLAYERS = 4


def start(
    session: Session,
    *,
    players: str,
    seats: str,
    edition: str,
    draft: str,
    variants: list[str],
    packs: list[str],
    seed: str,
    save: str,
    yes: bool,
) -> int:
    kinds = read_seats(players, seats)
    options = Options(len(kinds), edition, draft, tuple(variants))
    from rollplayer.cli.play import play

    return play(
        seats=kinds,
        options=options,
        language=session.language,
        packs=tuple(packs),
        seed=seed or None,
        save=save or None,
        color=session.color,
        yes_forced=yes,
    )


def read_seats(players: str, seats: str) -> list[str]:
    """Who sits at the table: as listed, or one person against bots."""
    if not seats:
        number = whole("--players", players, 1, MOST_PLAYERS) if players else 2
        return [HUMAN, *[DEFAULT_LEVEL] * (number - 1)]
    kinds = [seat.strip() for seat in seats.split(",")]
    if players and whole("--players", players, 1, MOST_PLAYERS) != len(kinds):
        raise Problem("seats", players=players, n=len(kinds))
    return kinds


def go_on(session: Session, path: str) -> int:
    from rollplayer.cli.play import resume

    return resume(path, language=session.language, color=session.color)
