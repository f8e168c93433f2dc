"""The yardstick: how fast catanatron, a well-known Python engine, plays random games of four.

Needs the bench requirements (`make bench` installs them). Its decisions are the ticks of its own
driver: a player is asked, the answer is checked against the legal ones and carried out. Dice and
stolen cards are drawn inside such a tick, while we count chance's answers as decisions. The games of
one seed differ between processes (it iterates over sets), so only rates can be compared.
"""

import time
from typing import Any

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.player import Color, RandomPlayer

MIDDLE_OF_A_GAME = 300  # decisions; a random game takes several times as many


def new_game(seed: int) -> Any:
    """A game of four random players; the seed also sets the generator they all draw from."""
    return Game([RandomPlayer(color) for color in Color], seed=seed)


def play_out(game: Any) -> int:
    """Play to the end as `Game.play` does; how many decisions that took."""
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick()
        decisions += 1
    return decisions


def measure(seconds: float, first_seed: int = 1) -> tuple[int, float, int]:
    """Play whole games for about this long; returns decisions, seconds spent on them, games.

    Setting up a board is not counted: it is not a decision, and it would make us look good.
    """
    decisions, spent, games = 0, 0.0, 0
    while spent < seconds:
        game = new_game(first_seed + games)
        started = time.perf_counter()
        decisions += play_out(game)
        spent += time.perf_counter() - started
        games += 1
    return decisions, spent, games


def measure_copy(copies: int = 2000, seed: int = 1) -> float:
    """Seconds that one `copy()` of a game takes, in its middle."""
    game = new_game(seed)
    for _ in range(MIDDLE_OF_A_GAME):
        game.play_tick()
    started = time.perf_counter()
    for _ in range(copies):
        game.copy()
    return (time.perf_counter() - started) / copies


def main() -> None:
    """Print the figures."""
    decisions, spent, games = measure(5.0)
    print(
        f"catanatron: {games} games, {decisions} decisions, "
        f"{spent / decisions * 1e6:.1f} us a decision, {decisions / spent:,.0f} decisions a second; "
        f"a copy {measure_copy() * 1e6:.1f} us"
    )


if __name__ == "__main__":
    main()
