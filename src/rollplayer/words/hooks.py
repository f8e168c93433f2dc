"""Moments at which classes and cards act."""

from rollplayer.engine.game import Frame, Game


def fire(game: Game, seat: int, hook: int, a: int = 0) -> None:
    """Put on the agenda what class and cards do at this moment, the class first.

    ``a`` tells them what it is about: a card, an Initiative card.
    """
    hero = game.heroes[seat]
    if not hero.hooked >> hook & 1:
        return
    for index in reversed(hero.cards):
        for step in reversed(game.rules.cards[index].hooks[hook]):
            game.push(Frame(step, seat, a))
    if hero.character_class >= 0:
        for step in reversed(game.rules.classes[hero.character_class].hooks[hook]):
            game.push(Frame(step, seat, a))
