"""What must hold at every moment of every game. Read from the raw state, counted the slow way.

Each check is a function of the game and its shadow that yields complaints; none means all is well.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.expansions.monsters_and_minions import registrations as mm
from rollplayer.expansions.monsters_and_minions.monster_table import monsters_of
from tests.properties import oracle
from tests.properties.facts import (
    ADVENTURE_KINDS,
    COLORS,
    PHASES,
    SPACES,
    SPOTS,
    faces,
    numbers_of,
)
from tests.properties.shadow import Shadow

Complaints = Iterator[str]
CHANCE = -1
XP = mm.XP
BASE_NUMBERS = 16
"""The first of all; those of the expansion follow."""


# -- reading the raw state --------------------------------------------------------------------------


@cache
def die_text(die: int) -> str:
    """Color in the high bits, face in the low four."""
    color, face = divmod(die, 16)
    sound = color < len(COLORS) and face in faces(COLORS[color])
    return f"{COLORS[color]}{face}" if sound else f"broken {die}"


def count_of(hero: Hero, count: int) -> int:
    """One of the expansion's counts; heroes of the base game have none."""
    return hero.counts[count] if hero.counts else 0


def pile_of(hero: Hero, pile: int) -> list[int]:
    return list(hero.piles[pile]) if hero.piles else []


def sheet_of(hero: Hero) -> dict[str, str]:
    return {spot: die_text(die) for spot, die in zip(SPOTS[:18], hero.sheet, strict=True) if die}


def ids(game: Game, kind: str, indices: list[int]) -> list[str]:
    return [game.rules.names.by_kind[kind][index] for index in indices]


def id_of(game: Game, kind: str, index: int) -> str | None:
    return game.rules.names.by_kind[kind][index] if index >= 0 else None


# -- dice and cards ---------------------------------------------------------------------------------


def every_die_is_somewhere(game: Game, shadow: Shadow) -> Complaints:
    """C1, C2: 73 or 91 dice in bag, aside, pool, on Initiative cards, in hands and on sheets."""
    lying = [*game.pool, *[die for die in game.dice if die]]
    for hero in game.heroes:
        lying += [*hero.hand, *pile_of(hero, mm.STORED), *[die for die in hero.sheet if die]]
    count: Counter[str] = Counter(die_text(die)[:-1] for die in lying)
    for stock in (game.bag, game.aside):
        if len(stock) != len(shadow.terms.dice) or min(stock) < 0:
            yield f"a stock of dice is {stock}"
        count.update(dict(zip(COLORS, stock, strict=False)))
    if +count != Counter(shadow.terms.dice) or count.total() != all_dice(shadow):
        yield f"the dice are {dict(count)}, {count.total()} in all"


def all_dice(shadow: Shadow) -> int:
    return 91 if shadow.terms.expansion else 73


def every_card_is_in_one_place(game: Game, shadow: Shadow) -> Complaints:
    places = {
        "deck": [card for pile in game.deck for card in pile],
        "top": [game.top_card] if game.top_card >= 0 else [],
        "market": [card for card in game.market if card >= 0],
        "discard pile": list(game.discard_pile),
        "trash": list(game.trash),
        "removed": list(game.removed),
    }
    for hero in game.heroes:
        places[f"hero {hero.seat}"] = list(hero.cards)
    count = Counter(card for cards in places.values() for card in cards)
    names = game.rules.names.by_kind["card"]
    if names != list(shadow.facts.cards):
        yield "the cards in play are not those of the edition"
    for index, card in enumerate(names):
        if count[index] != 1:
            yield f"{card} is in {count[index]} places"
    if count.total() != len(names):
        yield f"{count.total()} cards instead of {len(names)}"
    if set(ids(game, "card", places["removed"])) != shadow.terms.not_in_play:
        yield f"out of the game are {ids(game, 'card', places['removed'])}"
    if game.trash and not shadow.terms.solitaire:
        yield "there is a trash pile, but this is no solitaire"
    # M22: the Druid brings one more.
    if len(places["market"]) > shadow.terms.market_size + 1:
        yield "the Market is too large"


def the_deck_hides_no_order(game: Game, shadow: Shadow) -> Complaints:
    """The piles are multisets: always sorted, whatever happened."""
    for pile in game.deck:
        if pile != sorted(pile):
            yield f"a pile has an order: {pile}"
    if len(game.deck) != (1 if shadow.mixed else 2):
        yield f"{len(game.deck)} piles"
    elif not shadow.mixed:
        for dots, pile in enumerate(game.deck, 1):
            if any(shadow.facts.cards[card]["dots"] != dots for card in ids(game, "card", pile)):
                yield f"pile {dots} holds cards of other dots"
    known = [seat for seat in range(8) if game.top_known >> seat & 1]
    if (game.top_card >= 0) != bool(known) or any(seat >= len(game.heroes) for seat in known):
        yield f"top card {game.top_card} is known to {known}"


# -- heroes -----------------------------------------------------------------------------------------


def rows_fill_from_the_left(game: Game, shadow: Shadow) -> Complaints:
    for hero in game.heroes:
        if len(hero.sheet) != 18:
            yield f"seat {hero.seat} has {len(hero.sheet)} spaces"
        for row in range(0, 18, 3):
            places = [die != 0 for die in hero.sheet[row : row + 3]]
            if places != sorted(places, reverse=True):
                yield f"seat {hero.seat} has a gap at {SPOTS[row]}"


def heroes_are_sound(game: Game, shadow: Shadow) -> Complaints:
    facts = shadow.facts
    for hero in game.heroes:
        who = f"seat {hero.seat}"
        if not 0 <= hero.token <= 8:
            yield f"{who}: the token is off the grid ({hero.token})"
        if hero.gold < 0 or hero.charisma < 0:
            yield f"{who}: {hero.gold} Gold, {hero.charisma} Charisma"
        if hero.charisma and PHASES[game.phase] not in ("setup", "roll", "dice", "market"):
            yield f"{who}: Charisma tokens after U1"
        cards = ids(game, "card", list(hero.cards))
        skills = [card for card in cards if facts.cards[card]["kind"] == "skill"]
        weapons = [card for card in cards if facts.cards[card]["kind"] == "weapon"]
        exhausted = ids(game, "card", list(hero.exhausted))
        if len(set(exhausted)) != len(exhausted) or not set(exhausted) <= set(skills):
            yield f"{who}: exhausted {exhausted}, Skills {skills}"
        numbers = numbers_of(facts, id_of(game, "class", hero.character_class), cards)
        hands = sum(facts.cards[card].get("hands", 0) for card in weapons)
        if hands > numbers["hands"]:
            yield f"{who}: Weapons fill {hands} of {numbers['hands']} hands"
        asked = {
            number.name: hero.numbers[number.index] for number in game.rules.vocabulary.numbers
        }
        of_this_game = None if shadow.terms.expansion else BASE_NUMBERS
        if asked != dict(list(numbers.items())[:of_this_game]):
            yield f"{who}: the numbers do not follow from class and cards"
        if (
            ids(game, "card", list(hero.skills)) != skills
            or ids(game, "card", list(hero.weapons)) != weapons
            or hero.may_interrupt != bool(skills or weapons or count_of(hero, XP))
        ):
            yield f"{who}: Skills and Weapons do not follow from the cards"
    for kind in ("race", "alignment", "backstory", "color"):
        has = [getattr(hero, kind) for hero in game.heroes if getattr(hero, kind) >= 0]
        if len(set(has)) != len(has):
            yield f"two heroes have the same {kind}"


# -- the course of the game -------------------------------------------------------------------------


def the_course_is_sound(game: Game, shadow: Shadow) -> Complaints:
    terms = shadow.terms
    if not 0 <= game.round <= terms.rounds or game.rules.rounds != terms.rounds:
        yield f"round {game.round} of {game.rules.rounds}, expected {terms.rounds}"
    if (game.round == 0) != (PHASES[game.phase] == "setup"):
        yield f"round {game.round} in {PHASES[game.phase]}"
    if not 0 <= game.start_player < len(game.heroes):
        yield f"Start Player {game.start_player}"
    if game.card_gold[0] or game.card_gold[-1] or max(game.card_gold) > 1:
        yield f"Gold on the Initiative cards: {game.card_gold}"
    if PHASES[game.phase] == "dice" and not game.pool:
        # R1, N3: sorted at the start and again after each change.
        free = [
            die % 16 for die, taken in zip(game.dice, game.taken, strict=True) if die and taken < 0
        ]
        inside = shadow.using is not None
        if free != sorted(free) and not inside:
            yield f"the free dice are not in order: {free}"
    if game.round:
        for hero in game.heroes:
            dice = len(sheet_of(hero)) + len(hero.hand) + len(pile_of(hero, mm.STORED))
            had_turn = hero.seat in game.taken or PHASES[game.phase] not in ("roll", "dice")
            if dice != terms.starting_dice + game.round - 1 + had_turn:
                yield f"seat {hero.seat} has {dice} dice in round {game.round}"
    if game.over != (not game.agenda) or game.over != (PHASES[game.phase] == "end"):
        yield f"over: {game.over} in {PHASES[game.phase]}"


def the_end_is_the_end(game: Game, shadow: Shadow) -> Complaints:
    """E1, U1 to U3, U7."""
    if not game.over:
        return
    for hero in game.heroes:
        if len(sheet_of(hero)) != 18 or hero.hand or pile_of(hero, mm.STORED):
            yield f"seat {hero.seat} ends with {len(sheet_of(hero))} dice on the sheet"
    if any(game.dice) or game.pool or any(card >= 0 for card in game.market):
        yield "something is left on the table"
    if game.round != shadow.terms.rounds or not shadow.over:
        yield f"the game ends in round {game.round}"
    if sum(game.bag) + sum(game.aside) != all_dice(shadow) - 18 * len(game.heroes):
        yield "dice are missing from the bag"


def events_tell_everything(game: Game, shadow: Shadow) -> Complaints:
    """Gold and everything else changes only by events: the shadow is made of nothing but them."""
    compared: list[tuple[str, object, object]] = [
        ("phase", PHASES[game.phase], shadow.phase),
        ("round", game.round, shadow.round),
        ("start player", game.start_player, shadow.start_player),
        ("bag", dict(zip(COLORS, game.bag, strict=False)), dict(shadow.bag)),
        ("aside", [color for color, n in zip(COLORS, game.aside, strict=False) for _ in range(n)],
         [color for color in COLORS for _ in range(shadow.aside[color])]),
        ("pool", sorted(map(die_text, game.pool)), sorted(shadow.pool)),
        ("dice", [die_text(die) if die else None for die in game.dice], shadow.initiative),
        ("gold on cards", list(game.card_gold), shadow.card_gold),
        ("taken", [seat if seat >= 0 else None for seat in game.taken], shadow.taken),
        ("market", [id_of(game, "card", card) for card in game.market if card >= 0],
         [card for card in shadow.market if card]),
        ("discard pile", ids(game, "card", game.discard_pile), shadow.discard_pile),
        ("discard pile open", game.discard_pile_open, shadow.discard_pile_open),
        ("trash", ids(game, "card", game.trash), shadow.trash),
        ("deck", {card for pile in game.deck for card in ids(game, "card", pile)}, shadow.deck),
        ("top card", id_of(game, "card", game.top_card), shadow.top),
        ("top known", {s for s in range(8) if game.top_known >> s & 1}, shadow.top_known),
    ]  # fmt: skip
    compared += monsters_as_plain(game, shadow)
    for hero, mirrored in zip(game.heroes, shadow.heroes, strict=True):
        compared += [
            *[(name, count_of(hero, at), getattr(mirrored, name)) for at, name in mm.PIECES.counts],
            ("trophies", ids(game, "minion", pile_of(hero, mm.TROPHIES)), mirrored.trophies),
            ("tokens", [ADVENTURE_KINDS[at] for at in pile_of(hero, mm.TOKENS)], mirrored.tokens),
            ("stored", [die_text(die) for die in pile_of(hero, mm.STORED)], mirrored.stored),
            ("combat roll", pile_of(hero, mm.COMBAT_ROLL), mirrored.combat_roll),
            ("gold", hero.gold, mirrored.gold),
            ("charisma", hero.charisma, mirrored.charisma),
            ("token", SPACES[hero.token] if 0 <= hero.token <= 8 else None, mirrored.token),
            ("sheet", sheet_of(hero), mirrored.sheet),
            ("hand", [die_text(die) for die in hero.hand], mirrored.hand),
            ("cards", ids(game, "card", list(hero.cards)), mirrored.cards),
            ("exhausted", ids(game, "card", list(hero.exhausted)), mirrored.exhausted),
            ("race", id_of(game, "race", hero.race), mirrored.race),
            ("class", id_of(game, "class", hero.character_class), mirrored.character_class),
            ("alignment", id_of(game, "alignment", hero.alignment), mirrored.alignment),
            ("backstory", id_of(game, "backstory", hero.backstory), mirrored.backstory),
        ]
    for what, actual, expected in compared:
        if actual != expected:
            yield f"{what} is {actual}, the events tell {expected}"


def monsters_as_plain(game: Game, shadow: Shadow) -> list[tuple[str, object, object]]:
    """The expansion's part of the table, if there is one."""
    if not shadow.terms.expansion:
        return [("extensions", game.extensions, ())]
    now = monsters_of(game)
    unseen = [ids(game, "minion", pile) for pile in now.unseen]
    dots = [[shadow.facts.minions[minion]["dots"] for minion in pile] for pile in unseen]
    return [
        ("monster", id_of(game, "monster", now.monster), shadow.monster),
        ("adventure", [id_of(game, "adventure", card) for card in now.adventure],
         [shadow.adventure.get(kind) for kind in ADVENTURE_KINDS]),
        ("known", [{seat for seat in range(8) if mask >> seat & 1} for mask in now.known],
         [shadow.known[kind] for kind in ADVENTURE_KINDS]),
        ("turned up", now.turned_up, shadow.turned_up),
        ("minion", id_of(game, "minion", now.minion), shadow.minion),
        ("unseen", {minion for pile in unseen for minion in pile}, shadow.unseen),
        ("piles", [set(pile) - {at} for at, pile in enumerate(dots, 1)], [set(), set()]),
        ("sorted", [sorted(pile) for pile in now.unseen], now.unseen),
        ("bottom", ids(game, "minion", list(now.bottom)), shadow.bottom),
    ]  # fmt: skip


# -- the question -----------------------------------------------------------------------------------


def the_question_is_sound(game: Game, shadow: Shadow) -> Complaints:
    if game.over:
        return
    options, names, seat, question = game.options(), game.rules.names, game.seat(), game.question()
    if not options:
        yield f"{question} has no options"
    if len(set(options)) != len(options):
        yield f"{question} has an option twice"
    notations = [names.write(option) for option in options]
    if len(set(notations)) != len(notations):
        yield f"{question} has a notation twice: {sorted(notations)}"
    legal = oracle.options(shadow, question, seat)
    if sorted(notations) != sorted(legal):
        missing, extra = set(legal) - set(notations), set(notations) - set(legal)
        yield f"{question} of seat {seat} lacks {sorted(missing)} and offers {sorted(extra)}"
    if question == "opening":
        if seat in shadow.passed:
            yield f"seat {seat} has passed, and nobody has done anything since (K5)"
        if notations == ["pass"]:
            yield f"seat {seat} is asked and can do nothing (K5)"
    wanted = oracle.expected_seat(shadow, question)
    if wanted is not None and wanted != seat:
        yield f"{question} is asked of {seat}, not of {wanted}"
    if not CHANCE <= seat < len(game.heroes):
        yield f"{question} is asked of {seat}"
    weights = game.weights()
    drawn = notations[:1] and notations[0].startswith("draw ")
    if weights is None and drawn:
        yield f"{question} draws from the bag without weights"
    elif weights is not None:
        expected = [shadow.bag[text.split()[1].rstrip("12345678")] for text in notations]
        if seat != CHANCE or weights != expected:
            yield f"{question} weighs {weights} instead of {expected}"


def interruptions_are_right(game: Game, shadow: Shadow) -> Complaints:
    """K3, K5: each seat may do what the rules let it do, and nothing else."""
    question, asked = (game.question(), game.seat()) if not game.over else ("", CHANCE)
    for seat in range(len(game.heroes)):
        offered = [game.rules.names.write(answer) for answer in game.interruptions(seat)]
        legal = oracle.interruptions(shadow, question, asked, seat)
        if sorted(offered) != sorted(legal):
            yield f"at {question} seat {seat} may {sorted(legal)}, is offered {sorted(offered)}"


CHECKS: tuple[Callable[[Game, Shadow], Complaints], ...] = (
    every_die_is_somewhere,
    every_card_is_in_one_place,
    the_deck_hides_no_order,
    rows_fill_from_the_left,
    heroes_are_sound,
    the_course_is_sound,
    the_end_is_the_end,
    events_tell_everything,
    the_question_is_sound,
    interruptions_are_right,
)


def complaints(game: Game, shadow: Shadow) -> list[str]:
    """Everything that is wrong now."""
    return [complaint for check in CHECKS for complaint in check(game, shadow)]
