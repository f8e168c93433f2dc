"""The only functions that alter a game. Each is an event: it changes the state and is recorded.

Rules and words decide; these carry out. Recording is off in copies made for search.
"""

from rollplayer.engine import events as ev
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import EMPTY, KINDS_SHOWN, NOBODY, SKILL, WEAPON, kind_of, turned


def record(game: Game, kind: int, seat: int, x: int = 0, y: int = 0, z: int = 0) -> None:
    if game.events is not None:
        game.events.append((kind, seat, x, y, z))


def without(things: list[int], thing: int) -> list[int]:
    """A new list that lacks one thing."""
    left = things.copy()
    left.remove(thing)
    return left


# -- the course of the game -----------------------------------------------------------------------


def phase_began(game: Game, phase: int) -> None:
    game.phase = phase
    record(game, ev.PHASE_BEGAN, NOBODY, phase, game.round)


def round_began(game: Game) -> None:
    """K10: what may be done once per round may be done again."""
    game.round += 1
    for count in game.rules.round_counts:
        for hero in game.heroes:
            if hero.counts[count]:
                set_count(hero, count, 0)


def start_player_set(game: Game, seat: int) -> None:
    game.start_player = seat
    record(game, ev.START_PLAYER_SET, seat)


def game_ended(game: Game, phase: int) -> None:
    game.phase = phase
    record(game, ev.GAME_ENDED, NOBODY)


# -- becoming a hero --------------------------------------------------------------------------------


def race_chosen(game: Game, seat: int, race: int, side: int) -> None:
    hero = game.heroes[seat]
    hero.race = race
    hero.side = side
    record(game, ev.RACE_CHOSEN, seat, race, side)


def class_color_drawn(game: Game, seat: int, color: int, free: bool) -> None:
    """S4: the die is set aside until the last player has a class."""
    set_aside(game, color)
    record(game, ev.CLASS_COLOR_DRAWN, seat, color, 1 if free else 0)


def set_aside(game: Game, color: int) -> None:
    aside = game.aside.copy()
    aside[color] += 1
    game.aside = aside
    game.bag[color] -= 1


def dice_returned(game: Game) -> None:
    for color in range(len(game.bag)):
        game.bag[color] += game.aside[color]
    game.aside = [0] * len(game.bag)
    record(game, ev.DICE_RETURNED, NOBODY)


def class_chosen(game: Game, seat: int, character_class: int) -> None:
    hero = game.heroes[seat]
    hero.character_class = character_class
    hero.color = game.rules.classes[character_class].color
    derive(game, hero)
    record(game, ev.CLASS_CHOSEN, seat, character_class)


def backstory_dealt(game: Game, seat: int, backstory: int) -> None:
    game.heroes[seat].backstory = backstory
    record(game, ev.BACKSTORY_DEALT, seat, backstory)


def alignment_dealt(game: Game, seat: int, alignment: int) -> None:
    game.heroes[seat].alignment = alignment
    record(game, ev.ALIGNMENT_DEALT, seat, alignment)


def derive(game: Game, hero: Hero) -> None:
    """Recompute what follows from all a hero owns: numbers, Skills, Weapons, hooks."""
    rules = game.rules
    numbers = rules.vocabulary.number_defaults.copy()
    skills: list[int] = []
    weapons: list[int] = []
    hooked = 0
    if hero.character_class >= 0:
        character_class = rules.classes[hero.character_class]
        for number, change in character_class.modifies:
            numbers[number] += change
        hooked = character_class.hooked
    for index in hero.cards:
        card = rules.cards[index]
        for number, change in card.modifies:
            numbers[number] += change
        hooked |= card.hooked
        if card.kind == SKILL:
            skills.append(index)
        elif card.kind == WEAPON:
            weapons.append(index)
    for pile, components in rules.owned_piles:
        for index in hero.piles[pile]:
            owned = components[index]
            for number, change in owned.modifies:
                numbers[number] += change
            hooked |= owned.hooked
    hero.numbers = tuple(numbers)
    hero.skills = tuple(skills)
    hero.weapons = tuple(weapons)
    hero.hooked = hooked
    derive_may_interrupt(game, hero)


def derive_may_interrupt(game: Game, hero: Hero) -> None:
    """Whether there is anything the hero might do at any time."""
    hero.may_interrupt = len(hero.skills) > 0 or len(hero.weapons) > 0
    for count in game.rules.spendable:
        if hero.counts[count] > 0:
            hero.may_interrupt = True


def set_count(hero: Hero, count: int, value: int) -> None:
    """One of the counts that expansions add."""
    counts = hero.counts
    hero.counts = (*counts[:count], value, *counts[count + 1 :])


def set_pile(hero: Hero, pile: int, things: tuple[int, ...]) -> None:
    """One of the piles that expansions add. Where its things modify, ``derive`` follows."""
    piles = hero.piles
    hero.piles = (*piles[:pile], things, *piles[pile + 1 :])


# -- gold and tokens --------------------------------------------------------------------------------


def gold_gained(game: Game, seat: int, gold: int, why: int) -> None:
    if gold > 0:
        game.heroes[seat].gold += gold
        record(game, ev.GOLD_GAINED, seat, gold, why)


def gold_paid(game: Game, seat: int, gold: int, why: int) -> None:
    if gold > 0:
        game.heroes[seat].gold -= gold
        record(game, ev.GOLD_PAID, seat, gold, why)


def charisma_gained(game: Game, seat: int) -> None:
    """D10; D22: taken after U1 it lapses at once."""
    record(game, ev.CHARISMA_GAINED, seat, 1)
    if game.rules.before_cleanup >> game.phase & 1:
        game.heroes[seat].charisma += 1
    else:
        record(game, ev.CHARISMA_LAPSED, seat, 1)


def charisma_spent(game: Game, seat: int, tokens: int) -> None:
    if tokens > 0:
        game.heroes[seat].charisma -= tokens
        record(game, ev.CHARISMA_SPENT, seat, tokens)


def charisma_lapsed(game: Game, seat: int) -> None:
    hero = game.heroes[seat]
    if hero.charisma > 0:
        record(game, ev.CHARISMA_LAPSED, seat, hero.charisma)
        hero.charisma = 0


def turn_discount_ended(game: Game, seat: int) -> None:
    """M19: it was used, or the Market turn is over."""
    hero = game.heroes[seat]
    for count in game.rules.turn_discounts:
        if hero.counts[count]:
            record(game, ev.DISCOUNT_ENDED, seat, hero.counts[count])
            set_count(hero, count, 0)


def token_moved(game: Game, seat: int, space: int) -> None:
    hero = game.heroes[seat]
    record(game, ev.TOKEN_MOVED, seat, space, hero.token)
    hero.token = space


# -- dice -------------------------------------------------------------------------------------------


def rolled_for_start(game: Game, seat: int, face: int) -> None:
    record(game, ev.ROLLED_FOR_START, seat, face)


def die_drawn(game: Game, seat: int, die: int) -> None:
    """From the bag into a player's hand, rolled."""
    game.bag[KINDS_SHOWN[die]] -= 1
    hero = game.heroes[seat]
    hero.hand = (*hero.hand, die)
    record(game, ev.DIE_DRAWN, seat, die)


def die_rolled(game: Game, die: int) -> None:
    """From the bag into the pool that is laid on the Initiative cards (R1)."""
    game.bag[KINDS_SHOWN[die]] -= 1
    game.pool = [*game.pool, die]
    record(game, ev.DIE_ROLLED, NOBODY, die)


def die_laid(game: Game, number: int, die: int) -> None:
    game.pool = without(game.pool, die)
    game.dice[number - 1] = die
    record(game, ev.DIE_LAID, NOBODY, number, die)


def free_dice_lifted(game: Game) -> None:
    """Dice on free Initiative cards are picked up to be sorted again (N3)."""
    pool = game.pool.copy()
    for number in game.free_cards():
        pool.append(game.dice[number - 1])
        game.dice[number - 1] = EMPTY
    pool.sort()
    game.pool = pool
    record(game, ev.FREE_DICE_LIFTED, NOBODY)


def free_die_turned(game: Game, number: int, die: int) -> None:
    record(game, ev.FREE_DIE_TURNED, NOBODY, number, die, game.dice[number - 1])
    game.dice[number - 1] = die


def initiative_taken(game: Game, seat: int, number: int) -> None:
    hero = game.heroes[seat]
    die = game.dice[number - 1]
    game.taken[number - 1] = seat
    game.dice[number - 1] = EMPTY
    hero.hand = (*hero.hand, die)
    record(game, ev.INITIATIVE_TAKEN, seat, number, die)


def initiative_gold_taken(game: Game, seat: int, number: int) -> None:
    gold = game.card_gold[number - 1]
    game.card_gold[number - 1] = 0
    gold_gained(game, seat, gold, ev.FOR_INITIATIVE)


def initiative_returned(game: Game, seat: int, number: int) -> None:
    game.taken[number - 1] = NOBODY
    record(game, ev.INITIATIVE_RETURNED, seat, number)


def gold_laid(game: Game, number: int) -> None:
    game.card_gold[number - 1] = 1
    record(game, ev.GOLD_LAID, NOBODY, number)


def leftover_die_returned(game: Game, number: int) -> None:
    die = game.dice[number - 1]
    game.dice[number - 1] = EMPTY
    game.bag[kind_of(die)] += 1
    record(game, ev.LEFTOVER_DIE_RETURNED, NOBODY, die, number)


def die_placed(game: Game, seat: int, die: int, spot: int) -> None:
    hero = game.heroes[seat]
    hand = hero.hand
    if len(hand) == 1:
        hero.hand = ()
    else:
        at = hand.index(die)
        hero.hand = hand[:at] + hand[at + 1 :]
    hero.sheet[spot] = die
    record(game, ev.DIE_PLACED, seat, spot, die)


def die_turned(game: Game, seat: int, spot: int, die: int) -> None:
    sheet = game.heroes[seat].sheet
    record(game, ev.DIE_TURNED, seat, spot, die, sheet[spot])
    sheet[spot] = die


def die_rerolled(game: Game, seat: int, spot: int, face: int) -> None:
    """What the reroll shows; the die is turned only if its owner keeps it (D8)."""
    die = game.heroes[seat].sheet[spot]
    record(game, ev.DIE_REROLLED, seat, spot, turned(die, face), die)


def dice_swapped(game: Game, seat: int, one: int, other: int) -> None:
    sheet = game.heroes[seat].sheet
    sheet[one], sheet[other] = sheet[other], sheet[one]
    record(game, ev.DICE_SWAPPED, seat, one, other)


def die_replaced(game: Game, seat: int, spot: int, die: int) -> None:
    """D18: the new die leaves the bag before the old one enters."""
    sheet = game.heroes[seat].sheet
    old = sheet[spot]
    game.bag[kind_of(die)] -= 1
    game.bag[kind_of(old)] += 1
    sheet[spot] = die
    record(game, ev.DIE_REPLACED, seat, spot, die, old)


def dice_exchanged(game: Game, seat: int, spot: int, number: int) -> None:
    sheet = game.heroes[seat].sheet
    die = game.dice[number - 1]
    game.dice[number - 1] = sheet[spot]
    sheet[spot] = die
    record(game, ev.DICE_EXCHANGED, seat, spot, number, die)


def die_slid(game: Game, seat: int, spot: int, to: int) -> None:
    """N10: dice slide left to close the gap."""
    sheet = game.heroes[seat].sheet
    die = sheet[spot]
    last = spot // 3 * 3 + 2
    sheet[to] = die
    for place in range(spot, last):
        sheet[place] = sheet[place + 1]
    sheet[last] = EMPTY
    record(game, ev.DIE_SLID, seat, spot, to, die)


def action_taken(game: Game, seat: int, row: int) -> None:
    record(game, ev.ACTION_TAKEN, seat, row)


# -- solitaire --------------------------------------------------------------------------------------


def enemy_die_set_aside(game: Game, color: int) -> None:
    set_aside(game, color)
    record(game, ev.ENEMY_DIE_SET_ASIDE, NOBODY, color)


def enemy_rolled(game: Game, face: int) -> None:
    record(game, ev.ENEMY_ROLLED, NOBODY, face)
