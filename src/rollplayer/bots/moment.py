"""Chance for one decision, from the bot's seed and view only, independent of earlier decisions."""

from rollplayer.chance import Chance
from rollplayer.engine.view import View


def own_chance(seed: str, view: View, options: list[int]) -> Chance:
    """A stream that depends only on seed, view and options, in any process."""
    world = view.world
    seen = [
        (hero.sheet, hero.hand, hero.gold, hero.charisma, hero.token, hero.cards, hero.exhausted)
        for hero in world.heroes
    ]
    table = (world.round, world.phase, world.bag, world.dice, world.taken, world.market)
    return Chance.from_text(f"{seed} {view.seat} {options} {table} {seen}")
