"""Playing a game to its end at random, in one compiled loop: for benchmarks and search.

The numbers come from a small generator in the argument and the result, so nothing random is kept.
"""

from typing import Final

from rollplayer.engine.game import Game

# Below 2 ** 30, so that compiled products stay in a machine word.
MULTIPLIER: Final = 438293613
INCREMENT: Final = 12345
MASK: Final = 0x3FFFFFFF


def playout(game: Game, seed: int) -> int:
    """Answer every question at random until the game is over; how many there were."""
    number = seed & MASK
    decisions = 0
    while game.agenda:
        options = game.options()
        number = (number * MULTIPLIER + INCREMENT) & MASK
        weights = game.weights()
        if weights is None:
            # The low bits of such a generator are poor; take the high ones.
            answer = options[(number >> 7) * len(options) >> 23]
        else:
            total = 0
            for weight in weights:
                total += weight
            at = (number >> 7) * total >> 23
            index = 0
            while at >= weights[index]:
                at -= weights[index]
                index += 1
            answer = options[index]
        game.apply_legal(answer)
        decisions += 1
    return decisions
