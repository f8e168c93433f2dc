"""A bot of your own: it takes whatever makes its hero look best at once.

rollplayer play --bot examples/own_bot.py:Grabber
rollplayer simulate --bot examples/own_bot.py:Grabber --games 100
python examples/own_bot.py 20
"""

import sys

import rollplayer as rp


class Grabber(rp.Bot):
    """Sees a star, takes a star."""

    def choose(self, view: rp.View, options: list[rp.Option]) -> str:
        best = max(self.worth(view.after(option)) for option in options)
        return self.random.choice([o for o in options if self.worth(view.after(o)) == best])

    def worth(self, view: rp.View) -> float:
        """Stars and Gold, and for each row how near it will come to its goal."""
        hero, worth = view.me, view.me.stars + view.me.gold / 4
        for row, goal in hero.goals.items():
            wanted = int(goal["goal"].rstrip("+").split("-")[0])
            expected = goal["score"] + 3.5 * (3 - len(hero.sheet[row]))
            worth += 0 if goal["met"] else goal["stars"] * max(0, 1 - abs(wanted - expected) / 8)
        return worth


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    won = [rp.play(Grabber, "squire", seed=seed).score().winners for seed in range(games)]
    print(f"Grabber beats the squire in {won.count((0,))} of {games} games.")
