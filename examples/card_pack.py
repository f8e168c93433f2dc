"""A new card, and what it is worth: a pack is a folder of TOML, and games are played with it.

    python examples/card_pack.py [GAMES]

docs/content.md says what a pack may hold.
"""

import sys
import tempfile
from pathlib import Path
from statistics import mean

import rollplayer as rp

CARD = """
[card.chain-mittens]
kind = "armor"
armor_set = "chain"
dots = 1
cost = 1
source = { cost = "house" }

[armor_set.chain]
stars = [1, 2, 4, 7, 10, 14]
"""

if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    heroes: dict[bool, list[rp.Hero]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as pack:
        (Path(pack) / "cards.toml").write_text(CARD, encoding="utf-8")
        for seed in range(games):
            for hero in rp.play("squire", "squire", seed=seed, packs=[pack]).heroes:
                heroes["chain-mittens" in hero.cards].append(hero)
    print(f"{len(heroes[True])} of {2 * games} heroes own Chain Mittens at the end.")
    for owns_it, group in heroes.items():
        if group:
            stars, gold = mean(h.stars for h in group), mean(h.gold for h in group)
            print(f"{'With' if owns_it else 'Without'} it: {stars:.2f} stars, {gold:.2f} Gold.")
