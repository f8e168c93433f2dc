"""Statistics of 10,000 games: how many stars each class ends with, and how often it wins.

python examples/many_games.py [GAMES]
"""

import sys
from collections import defaultdict
from multiprocessing import Pool
from statistics import mean, stdev

import rollplayer as rp


def classes_and_stars(seed: int) -> list[tuple[str, int, bool]]:
    """One game: the class, stars and victory of each hero."""
    game = rp.play("squire", "squire", seed=seed)
    score = game.score()
    return [
        (str(hero.class_), score.totals[hero.seat], hero.seat in score.winners)
        for hero in game.heroes
    ]


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    heroes: dict[str, list[tuple[int, bool]]] = defaultdict(list)
    with Pool() as pool:
        for game in pool.imap_unordered(classes_and_stars, range(games), chunksize=20):
            for name, stars, won in game:
                heroes[name].append((stars, won))
    print(f"{games} games\n{'class':12}{'heroes':>8}{'stars':>8}{'±':>6}{'won':>8}")
    for name, ends in sorted(heroes.items()):
        totals, wins = [stars for stars, _ in ends], mean(won for _, won in ends)
        spread = stdev(totals) if len(totals) > 1 else 0.0
        print(f"{name:12}{len(ends):8}{mean(totals):8.2f}{spread:6.1f}{wins:8.1%}")
