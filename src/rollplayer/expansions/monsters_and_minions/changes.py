"""The expansion's changes. Like those of the engine they are events and alone alter a game."""

from typing import Any

from rollplayer.engine.card_changes import discard
from rollplayer.engine.changes import (
    derive,
    derive_may_interrupt,
    record,
    set_count,
    set_pile,
    without,
)
from rollplayer.engine.events import FROM_DISCARD_PILE, FROM_MARKET
from rollplayer.engine.game import Extension, Game
from rollplayer.engine.table import NOBODY
from rollplayer.expansions.monsters_and_minions import registrations as mm
from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable, monsters_of


def edit_monster_table(game: Game) -> MonsterTable:
    """The expansion's part of the table, to be edit_monster_table: copies of the game share the old one."""
    fresh = monsters_of(game).copy()
    extensions: list[Extension] = []
    for extension in game.extensions:
        extensions.append(fresh if isinstance(extension, MonsterTable) else extension)
    game.extensions = tuple(extensions)
    return fresh


# -- Monster, Minions, Adventure cards --------------------------------------------------------------


def monster_chosen(game: Game, monster: int) -> None:
    edit_monster_table(game).monster = monster
    record(game, mm.MONSTER_CHOSEN, NOBODY, monster)


def minion_turned_up(game: Game, minion: int) -> None:
    """From the unseen Minions, or from the known bottom when there is none."""
    fresh = edit_monster_table(game)
    fresh.minion = minion
    for at, pile in enumerate(fresh.unseen):
        if pile:
            unseen = fresh.unseen.copy()
            unseen[at] = without(pile, minion)
            fresh.unseen = unseen
            break
    else:
        fresh.bottom = fresh.bottom[1:]
    record(game, mm.MINION_TURNED_UP, NOBODY, minion)


def minion_to_bottom(game: Game) -> None:
    """X14: where everybody knows it."""
    fresh = edit_monster_table(game)
    record(game, mm.MINION_TO_BOTTOM, NOBODY, fresh.minion)
    fresh.bottom = (*fresh.bottom, fresh.minion)
    fresh.minion = NOBODY


def trophy_taken(game: Game, seat: int) -> None:
    fresh = edit_monster_table(game)
    hero = game.heroes[seat]
    record(game, mm.TROPHY_TAKEN, seat, fresh.minion)
    set_pile(hero, mm.TROPHIES, (*hero.piles[mm.TROPHIES], fresh.minion))
    fresh.minion = NOBODY


def adventure_token_taken(game: Game, seat: int, kind: int) -> None:
    hero = game.heroes[seat]
    set_pile(hero, mm.TOKENS, (*hero.piles[mm.TOKENS], kind))
    record(game, mm.ADVENTURE_TOKEN_TAKEN, seat, kind)


def adventure_seen(game: Game, seat: int, kind: int, card: int) -> None:
    """X6: by this player alone."""
    fresh = edit_monster_table(game)
    decide(fresh, kind, card)
    known = list(fresh.known)
    known[kind] |= 1 << seat
    fresh.known = tuple(known)
    record(game, mm.ADVENTURE_SEEN, seat, card)


def adventure_turned_up(game: Game, kind: int, card: int) -> None:
    fresh = edit_monster_table(game)
    decide(fresh, kind, card)
    fresh.turned_up = kind + 1
    record(game, mm.ADVENTURE_TURNED_UP, NOBODY, card)


def decide(fresh: MonsterTable, kind: int, card: int) -> None:
    cards = list(fresh.adventure)
    cards[kind] = card
    fresh.adventure = tuple(cards)


# -- tokens -----------------------------------------------------------------------------------------


def xp_gained(game: Game, seat: int, xp: int, why: int) -> None:
    if xp > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.XP, hero.counts[mm.XP] + xp)
        derive_may_interrupt(game, hero)
        record(game, mm.XP_GAINED, seat, xp, why)


def xp_spent(game: Game, seat: int, xp: int, why: int) -> None:
    if xp > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.XP, hero.counts[mm.XP] - xp)
        derive_may_interrupt(game, hero)
        record(game, mm.XP_SPENT, seat, xp, why)


def honor_gained(game: Game, seat: int, honor: int) -> None:
    if honor > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.HONOR, hero.counts[mm.HONOR] + honor)
        record(game, mm.HONOR_GAINED, seat, honor)


def injury_gained(game: Game, seat: int, injuries: int) -> None:
    if injuries > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.INJURIES, hero.counts[mm.INJURIES] + injuries)
        record(game, mm.INJURY_GAINED, seat, injuries)


def injury_discarded(game: Game, seat: int, injuries: int) -> None:
    if injuries > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.INJURIES, hero.counts[mm.INJURIES] - injuries)
        record(game, mm.INJURY_DISCARDED, seat, injuries)


def ability_used(game: Game, seat: int) -> None:
    """Until the next round (K10)."""
    set_count(game.heroes[seat], mm.ABILITY_USED, 1)
    record(game, mm.ABILITY_TAKEN, seat)


def haggled(game: Game, seat: int, gold: int) -> None:
    hero = game.heroes[seat]
    set_count(hero, mm.HAGGLE, hero.counts[mm.HAGGLE] + gold)
    record(game, mm.HAGGLED, seat, gold)


# -- combat -----------------------------------------------------------------------------------------


def hunt_begun(game: Game, seat: int) -> None:
    record(game, mm.HUNT_BEGUN, seat, monsters_of(game).minion)


def combat_dice_taken(game: Game, seat: int, dice: int, weakness: int) -> None:
    set_count(game.heroes[seat], mm.COMBAT_DICE, dice)
    record(game, mm.COMBAT_DICE_TAKEN, seat, dice, weakness)


def combat_dice_gained(game: Game, seat: int, dice: int, adventure: int) -> None:
    if dice > 0:
        hero = game.heroes[seat]
        set_count(hero, mm.COMBAT_DICE, hero.counts[mm.COMBAT_DICE] + dice)
        record(game, mm.COMBAT_DICE_GAINED, seat, dice, adventure)


def mercenary_hired(game: Game, seat: int, payment: int, price: int) -> None:
    hero = game.heroes[seat]
    set_count(hero, mm.COMBAT_DICE, hero.counts[mm.COMBAT_DICE] + 1)
    record(game, mm.MERCENARY_HIRED, seat, payment, price)


def combat_die_rolled(game: Game, seat: int, face: int) -> None:
    hero = game.heroes[seat]
    set_pile(hero, mm.COMBAT_ROLL, (*hero.piles[mm.COMBAT_ROLL], face))
    record(game, mm.COMBAT_DIE_ROLLED, seat, face)


def combat_die_rerolled(game: Game, seat: int, shown: int, face: int) -> None:
    """The new value counts, in the place of the old."""
    hero = game.heroes[seat]
    roll = hero.piles[mm.COMBAT_ROLL]
    at = roll.index(shown)
    set_pile(hero, mm.COMBAT_ROLL, (*roll[:at], face, *roll[at + 1 :]))
    record(game, mm.COMBAT_DIE_REROLLED, seat, shown, face)


def combat_roll_assumed(game: Game, seat: int, total: int) -> None:
    """For those who weigh a Hunt before it is over. Not an event: it never happens."""
    hero = game.heroes[seat]
    set_count(hero, mm.COMBAT_DICE, 1)
    set_pile(hero, mm.COMBAT_ROLL, (total,))


def hunt_ended(game: Game, seat: int, total: int, row: int) -> None:
    """The Combat Dice go back to the supply."""
    hero = game.heroes[seat]
    set_count(hero, mm.COMBAT_DICE, 0)
    set_pile(hero, mm.COMBAT_ROLL, ())
    record(game, mm.HUNT_ENDED, seat, monsters_of(game).minion, total, row)


def monster_fought(game: Game, seat: int, total: int, stars: int) -> None:
    hero = game.heroes[seat]
    set_count(hero, mm.COMBAT, total)
    set_count(hero, mm.MONSTER_STARS, stars)
    record(game, mm.MONSTER_FOUGHT, seat, total, stars)


def score_laid(game: Game, seat: int, fields: dict[str, Any], table: dict[str, Any]) -> None:
    """The hero of a score file. Not an event: it happened on a table of wood."""
    fresh = edit_monster_table(game)
    # All fight the same Monster; a hero who is scored alone may name it, too.
    fresh.monster = fields.get("monster", table.get("monster", NOBODY))
    fresh.is_hard = fresh.is_hard or table.get("difficult_monsters", False) is True
    hero = game.heroes[seat]
    set_count(hero, mm.XP, fields.get("xp", 0))
    set_count(hero, mm.HONOR, fields.get("honor", 0))
    set_count(hero, mm.INJURIES, fields.get("injuries", 0))
    set_pile(hero, mm.TROPHIES, tuple(fields.get("trophies", ())))
    if fresh.monster >= 0 and "combat" in fields:
        total: int = fields["combat"]
        set_count(hero, mm.COMBAT, total)
        set_count(hero, mm.MONSTER_STARS, fresh.the_monster().stars(total, fresh.strength()))
        if game.rules.solitaire and total < fresh.strength():
            set_count(hero, mm.DEAD, 1)


def hero_died(game: Game, seat: int) -> None:
    set_count(game.heroes[seat], mm.DEAD, 1)
    record(game, mm.HERO_DIED, seat)


# -- dice and cards -----------------------------------------------------------------------------------


def die_stored(game: Game, seat: int) -> None:
    """N13: the drafted die goes on the Backpack."""
    hero = game.heroes[seat]
    die = hero.hand[0]
    hero.hand = hero.hand[1:]
    set_pile(hero, mm.STORED, (*hero.piles[mm.STORED], die))
    record(game, mm.DIE_STORED, seat, die)


def die_unpacked(game: Game, seat: int, die: int) -> None:
    """A stored die is taken in hand, to be placed."""
    hero = game.heroes[seat]
    set_pile(hero, mm.STORED, tuple(without(list(hero.piles[mm.STORED]), die)))
    hero.hand = (*hero.hand, die)
    record(game, mm.DIE_UNPACKED, seat, die)


def skill_kept(game: Game, seat: int, card: int) -> None:
    record(game, mm.SKILL_KEPT, seat, card)


def card_shed(game: Game, seat: int, card: int) -> None:
    hero = game.heroes[seat]
    hero.cards = tuple([own for own in hero.cards if own != card])
    discard(game, card)
    derive(game, hero)
    record(game, mm.CARD_SHED, seat, card)


def traits_exchanged(game: Game, seat: int, own: int, other: int) -> None:
    """M24: the hero's Trait takes the place of the other."""
    hero = game.heroes[seat]
    source = FROM_MARKET
    if other in game.market:
        game.market[game.market.index(other)] = own
    else:
        source = FROM_DISCARD_PILE
        game.discard_pile = [own if card == other else card for card in game.discard_pile]
    hero.cards = tuple([other if card == own else card for card in hero.cards])
    derive(game, hero)
    record(game, mm.TRAITS_EXCHANGED, seat, own, other, source)
