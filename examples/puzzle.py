"""A puzzle and its solution: the best Dice Phase in the last round, by looking at every way.

python examples/puzzle.py [SEED]
"""

import random
import sys

import rollplayer as rp


def solve(view: rp.View) -> tuple[float, list[str]]:
    """The most stars that can be reached before somebody else is asked, and how."""
    if view.phase != "dice" or view.asked not in (view.seat, -1):
        return view.me.stars, []
    ways = [(solve(view.after(option)), option) for option in view.options]
    if view.asked == -1:  # Chance answers: what counts is the mean.
        weights = view.weights or [1] * len(ways)
        total = sum(w * stars for w, ((stars, _), _) in zip(weights, ways, strict=True))
        return total / sum(weights), ["(a roll)"]
    (stars, rest), option = max(ways, key=lambda way: way[0][0])
    return stars, [option, *rest]


def puzzle(seed: str) -> rp.Game:
    """A game of fools, up to somebody's choice of a card in its last round."""
    fool = random.Random(seed)
    game = rp.Game.new(players=2, seed=seed)
    while not (game.round == game.rounds and game.question == "take"):
        game.apply(fool.choice(game.options))
    return game


if __name__ == "__main__":
    game = puzzle(sys.argv[1] if len(sys.argv) > 1 else "cellar")
    stars, answers = solve(game.view(game.asked))
    print(f"{game}\n\nBest: {', '.join(answers)}: {stars:.2f} stars.")
