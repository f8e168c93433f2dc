"""What random players alone would hardly ever have, put into game and shadow alike."""

import random

from rollplayer.engine import changes
from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions.registrations import HAGGLE, INJURIES
from tests.properties.invariants import XP
from tests.properties.shadow import Shadow

RICHES = "cards and Gold out of thin air"
FREE_MERCENARY = "a mercenary for nothing, and a Charisma token"
DISCOUNT = "another discount and other Charisma tokens"


def endow(game: Game, shadow: Shadow, rng: random.Random) -> str:
    """Cards and Gold: random players alone stay too poor.

    Skills above all, since they are what seats interrupt each other with.
    """
    names = game.rules.names.by_kind["card"]
    for hero, mirrored in zip(game.heroes, shadow.heroes, strict=True):
        hero.gold = mirrored.gold = mirrored.gold + rng.randrange(12)
        if shadow.terms.expansion:
            mirrored.xp += rng.randrange(8)
            mirrored.injuries += rng.randrange(2)
            changes.set_count(hero, XP, mirrored.xp)
            changes.set_count(hero, INJURIES, mirrored.injuries)
        left = sorted(shadow.deck)
        skills = [card for card in left if shadow.facts.cards[card]["kind"] == "skill"]
        for card in rng.sample(skills, min(len(skills), 3)) + rng.sample(left, 2):
            hands = shadow.facts.cards[card].get("hands", 0)
            room = shadow.number(hero.seat, "hands") - shadow.hands_used(hero.seat)
            if card in shadow.deck and hands <= room:
                shadow.deck.remove(card)
                mirrored.cards.append(card)
        hero.cards = tuple([names.index(card) for card in mirrored.cards])
        changes.derive(game, hero)
    game.deck = [[card for card in pile if names[card] in shadow.deck] for pile in game.deck]
    game.listed = None
    return RICHES


def bargain(game: Game, shadow: Shadow, rng: random.Random) -> str:
    """X16: a discount for whoever may hire, up to more than a mercenary costs; no Haggle alone does."""
    seat = game.seat()
    hero, mirrored = game.heroes[seat], shadow.heroes[seat]
    mirrored.haggle = rng.randrange(7)
    mirrored.charisma = hero.charisma = rng.randrange(3)
    changes.set_count(hero, HAGGLE, mirrored.haggle)
    game.listed = None
    free = mirrored.charisma and not shadow.hire_price(seat, "gold")
    return FREE_MERCENARY if free else DISCOUNT
