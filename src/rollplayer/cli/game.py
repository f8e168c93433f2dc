"""``rollplayer play`` and ``resume``: from the arguments to the game in the terminal."""

from rollplayer.api.own import seat_bots
from rollplayer.bots import DEFAULT_LEVEL
from rollplayer.cli.common import ChosenGame, Problem, Session, whole
from rollplayer.expansions import EXPANSIONS
from rollplayer.openings import WHENS
from rollplayer.rules.options import Options, most_players

HUMAN = "human"


def start(
    session: Session,
    *,
    players: str,
    seats: str,
    own: list[str],
    chosen: ChosenGame,
    seed: str,
    save: str,
    yes: bool,
    openings: str,
) -> int:
    asked_when(openings)
    # Refuse unknown expansions before counting seats.
    boxes = Options(expansions=tuple(chosen.expansions or ())).expansions
    kinds = read_seats(players, seats, boxes, seat_bots(own))
    options = chosen.options_for(len(kinds))
    from rollplayer.cli.play import play

    return play(
        seats=kinds,
        options=options,
        language=session.language,
        packs=tuple(chosen.packs or ()),
        seed=seed or None,
        save=save or None,
        color=session.color,
        yes_forced=yes,
        openings=openings,
    )


def asked_when(openings: str) -> None:
    """Check the value of ``--openings``."""
    if openings not in WHENS:
        raise Problem("choice", option="--openings", value=openings, known=", ".join(WHENS))


def read_seats(players: str, seats: str, expansions: tuple[str, ...], own: list[str]) -> list[str]:
    """The seats: as listed, or one person against bots, those of ``--bot`` first."""
    if not seats:
        number = number_of(players or str(len(own) + 1), expansions) if own else 0
        number = number or number_of(players, expansions)
        return [HUMAN, *own, *[DEFAULT_LEVEL] * number][:number]
    kinds = [seat.strip() for seat in seats.split(",")]
    if players and number_of(players, expansions) != len(kinds):
        raise Problem("seats", players=players, n=len(kinds))
    return kinds


def number_of(players: str, expansions: tuple[str, ...]) -> int:
    """The number of players."""
    if not players:
        return 2
    most = most_players(expansions)
    if players.strip() in map(str, range(most + 1, most_players(tuple(EXPANSIONS)) + 1)):
        Options(int(players), expansions=expansions)  # Refuses, and says which expansion is needed.
    return whole("--players", players, 1, most)


def go_on(session: Session, path: str, own: list[str], openings: str) -> int:
    asked_when(openings)
    seat_bots(own)
    from rollplayer.cli.play import resume

    return resume(path, language=session.language, color=session.color, openings=openings)
