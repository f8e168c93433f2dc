"""Moments at which classes and cards act."""

from rollplayer.engine.game import Game, Step
from rollplayer.engine.hero import Hero


def fire(game: Game, seat: int, hook: int, about: int = 0) -> None:
    """Put on the agenda what class and cards do at this moment, the class first.

    ``about`` tells them what it is about: a card, an Initiative card.
    """
    hero = game.heroes[seat]
    if not hero.hooked >> hook & 1:
        return
    for step in reversed(hooked(game, hero, hook)):
        game.push(step.new_frame(seat, about) if about else step.frame(seat))


def hooked(game: Game, hero: Hero, hook: int) -> list[Step]:
    """What class, cards and whatever else she owns do at this moment, the class first."""
    steps: list[Step] = []
    if hero.character_class >= 0:
        steps += game.rules.classes[hero.character_class].hooks[hook]
    for index in hero.cards:
        steps += game.rules.cards[index].hooks[hook]
    for pile, components in game.rules.owned_piles:
        for index in hero.piles[pile]:
            steps += components[index].hooks[hook]
    return steps
