"""Build the table a scenario begins with, from what is given and defaults."""

from typing import Any, Final

from rollplayer.content import library_for
from rollplayer.engine import changes
from rollplayer.engine.answers import Names
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import HANDS
from rollplayer.engine.table import (
    EMPTY,
    GOLD,
    NOBODY,
    ROW_SIZE,
    ROWS,
    SIDES,
    SPACES,
    kind_of,
)
from rollplayer.engine.vocabulary import Vocabulary, number_of
from rollplayer.rules.compose import compose, lay_out
from rollplayer.rules.expansion import expansions_of
from rollplayer.rules.options import Options, RefusedOptions, read_options
from rollplayer.scenario.file import Scenario
from rollplayer.scenario.initiative import lay_initiative
from rollplayer.scenario.moments import Moment, put_forward
from rollplayer.scenario.notations import values
from rollplayer.scenario.readers import (
    NONE,
    Mistake,
    Table,
    a_count,
    a_list,
    a_seat,
    a_string,
    a_table,
    known_keys,
    one_of,
    strings,
)
from rollplayer.words.buying import hands_used

KEYS: Final = (
    "options",
    "at",
    "turn",
    "row",
    "round",
    "start_player",
    "phase",
    "heroes",
    "initiative",
    "market",
    "discard_pile",
    "trash",
    "deck",
    "top_card",
    "top_known",
    "bag",
)
HERO_KEYS: Final = (
    "race",
    "side",
    "class",
    "alignment",
    "backstory",
    "token",
    "gold",
    "charisma",
    "sheet",
    "hand",
    "cards",
    "exhausted",
)


def build(scenario: Scenario) -> Game:
    """The given table, before its first question; ScenarioError if it is impossible."""
    try:
        game = _build(scenario.given)
        _check_shown(game, scenario)
    except (Mistake, RefusedOptions) as mistake:
        raise scenario.mistake(mistake) from None
    return game


def _build(given: Table) -> Game:
    heroes = a_list(given.get("heroes", []), "given.heroes")
    options = _options(a_table(given.get("options", {}), "given.options"), len(heroes))
    rules = compose(options, library_for(options).components)
    more = [key for box in expansions_of(rules.boxes) for key in box.given_keys]
    known_keys(given, [*KEYS, *more], "given")
    game = lay_out(options, rules)
    players = options.players
    if len(heroes) > players:
        raise Mistake(f"given.heroes: {len(heroes)} heroes, but {players} players")
    moment = Moment(game.rules, given.get("at", "setup"))
    game.start_player = a_seat(given.get("start_player", 0), players, "given.start_player")
    game.round = a_count(given.get("round", int(moment.in_round)), "given.round")
    if moment.in_round and not game.round:
        raise Mistake("given.round: rounds count from 1")
    if moment.step.name == "roll-phase":
        # The Roll Phase itself increments the round.
        game.round -= 1
    game.phase = moment.phase
    if "phase" in given:
        known = list(rules.vocabulary.phases.values())
        phase = one_of(given["phase"], known, "given.phase")
        game.phase = number_of(rules.vocabulary.phases, phase)
    for seat, hero in enumerate(heroes):
        _hero(game, game.heroes[seat], a_table(hero, f"given.heroes[{seat}]"))
    _different(game)
    turn = lay_initiative(game, moment, given)
    _cards(game, given)
    _extensions(game, given)
    _bag(game, given, moment.enemy_dice)
    if moment.at == "place" and len(game.heroes[turn].hand) != 1:
        raise Mistake(f'given.heroes[{turn}].hand: at = "place" needs one die in hand')
    if "row" in given and moment.at != "action":
        raise Mistake('given.row: belongs to at = "action" only')
    put_forward(game, moment, turn, a_string(given.get("row", ""), "given.row"))
    return game


def _options(given: Table, heroes: int) -> Options:
    return read_options({"players": max(2, heroes), **given})


# -- heroes -----------------------------------------------------------------------------------------


def _hero(game: Game, hero: Hero, given: Table) -> None:
    where = f"given.heroes[{hero.seat}]"
    known = game.rules.vocabulary
    known_keys(
        given, [*HERO_KEYS, *known.counts.values(), *known.piles.values(), *known.spaces], where
    )
    hero.race = _named(game, "race", given.get("race"), f"{where}.race")
    hero.alignment = _named(game, "alignment", given.get("alignment"), f"{where}.alignment")
    hero.backstory = _named(game, "backstory", given.get("backstory"), f"{where}.backstory")
    hero.character_class = _named(game, "class", given.get("class"), f"{where}.class")
    if hero.character_class >= 0:
        hero.color = game.rules.classes[hero.character_class].color
    hero.side = SIDES.index(one_of(given.get("side", SIDES[0]), SIDES, f"{where}.side"))
    hero.token = SPACES.index(one_of(given.get("token", "nn"), SPACES, f"{where}.token"))
    hero.gold = a_count(given.get("gold", 0), f"{where}.gold")
    hero.charisma = a_count(given.get("charisma", 0), f"{where}.charisma")
    sheet = a_table(given.get("sheet", {}), f"{where}.sheet")
    known_keys(sheet, ROWS, f"{where}.sheet")
    for row, dice in sheet.items():
        read = read_dice(known, dice, f"{where}.sheet.{row}")
        if len(read) > ROW_SIZE:
            raise Mistake(f"{where}.sheet.{row}: a row has three spaces, not {len(read)} (C3)")
        first = ROWS.index(row) * ROW_SIZE
        hero.sheet[first : first + len(read)] = read
    for name, spots in known.spaces.items():
        dice = strings(given.get(name, []), f"{where}.{name}")
        if len(dice) > len(spots):
            raise Mistake(f"{where}.{name}: there are {len(spots)} spaces, not {len(dice)}")
        for spot, word in zip(spots, dice, strict=False):
            hero.sheet[spot] = EMPTY if word == NONE else a_die(known, word, f"{where}.{name}")
    hero.hand = tuple(read_dice(known, given.get("hand", []), f"{where}.hand"))
    hero.cards = tuple(_card_list(game, given.get("cards", []), f"{where}.cards"))
    hero.exhausted = tuple(_card_list(game, given.get("exhausted", []), f"{where}.exhausted"))
    for count, name in known.counts.items():
        changes.set_count(hero, count, a_count(given.get(name, 0), f"{where}.{name}"))
    for pile, name in known.piles.items():
        sort = known.pile_sorts[pile]
        things = _things(game.rules.names, sort, given.get(name, []), f"{where}.{name}")
        changes.set_pile(hero, pile, tuple(things))
    changes.derive(game, hero)
    for card in hero.exhausted:
        if card not in hero.skills:
            raise Mistake(
                f"{where}.exhausted: {game.rules.cards[card].id!r} is not a Skill of this hero"
            )
    if hands_used(game, hero) > hero.numbers[HANDS]:
        raise Mistake(f"{where}.cards: the Weapons need more than {hero.numbers[HANDS]} hands (M4)")


def _different(game: Game) -> None:
    """C0, S2, S6: check that no two heroes share a race, class color, Alignment or Backstory."""
    owned = {
        "race": [hero.race for hero in game.heroes],
        "class color": [hero.color for hero in game.heroes],
        "alignment": [hero.alignment for hero in game.heroes],
        "backstory": [hero.backstory for hero in game.heroes],
    }
    for what, all_owned in owned.items():
        had = [value for value in all_owned if value >= 0]
        if len(set(had)) != len(had):
            raise Mistake(f"given.heroes: two heroes have the same {what}")


def _named(game: Game, kind: str, id: Any, where: str) -> int:
    if id is None:
        return NOBODY
    ids = game.rules.names.by_kind[kind]
    return ids.index(one_of(id, ids, where))


def _things(names: Names, sort: str, given: Any, where: str) -> list[int]:
    """Read the contents of an extra pile from their notations."""
    known = {names.word(sort, value): value for value in values(names, sort)}
    written = given.split() if isinstance(given, str) else a_list(given, where)
    return [known[one_of(str(word), known, where)] for word in written]


def read_dice(known: Vocabulary, given: Any, where: str) -> list[int]:
    """Read dice from a list of notations, or from one text with spaces."""
    words = given.split() if isinstance(given, str) else strings(given, where)
    return [a_die(known, word, where) for word in words]


def a_die(known: Vocabulary, word: str, where: str) -> int:
    die = known.read_die(word)
    if die == EMPTY:
        colors, faces = ", ".join(known.colors), f"{known.lowest} to {known.highest}"
        raise Mistake(f"{where}: {word!r} is not a die; write {colors} and a face {faces}")
    return die


# -- cards ------------------------------------------------------------------------------------------


def _cards(game: Game, given: Table) -> None:
    """Place the given cards; each card is in one place, so they leave the deck."""
    game.market = _card_list(game, given.get("market", []), "given.market", gaps=True)
    game.discard_pile = _card_list(game, given.get("discard_pile", []), "given.discard_pile")
    game.trash = _card_list(game, given.get("trash", []), "given.trash")
    game.top_card = _named(game, "card", given.get("top_card"), "given.top_card")
    for seat in a_list(given.get("top_known", []), "given.top_known"):
        game.top_known |= 1 << a_seat(seat, game.rules.players, "given.top_known")
    if game.top_known and game.top_card < 0:
        raise Mistake("given.top_known: needs a top_card")
    placed = [
        *(card for hero in game.heroes for card in hero.cards),
        *(card for card in game.market if card >= 0),
        *game.discard_pile,
        *game.trash,
        *([game.top_card] if game.top_card >= 0 else []),
    ]
    if "deck" in given:
        piles = a_list(given["deck"], "given.deck")
        if len(piles) not in (1, 2):
            raise Mistake(f"given.deck: one or two piles of cards, not {len(piles)}")
        game.deck = [sorted(_card_list(game, pile, "given.deck")) for pile in piles]
        placed += [card for pile in game.deck for card in pile]
        # Cards that are nowhere count as removed, so that their number stays right.
        game.removed = [card.index for card in game.rules.cards if card.index not in placed]
    else:
        game.deck = [[card for card in pile if card not in placed] for pile in game.deck]
    for card in placed:
        if placed.count(card) > 1:
            raise Mistake(f"given: the card {game.rules.cards[card].id!r} lies in two places")
        if not game.rules.in_deck[card]:
            raise Mistake(f"given: {game.rules.cards[card].id!r} is not part of such a game")


def _card_list(game: Game, ids: Any, where: str, gaps: bool = False) -> list[int]:
    return [
        NOBODY if gaps and id == NONE else _named(game, "card", id, where)
        for id in strings(ids, where)
    ]


def _extensions(game: Game, given: Table) -> None:
    """Let the expansions read what they add to the table."""
    laid = []
    for box in expansions_of(game.rules.boxes):
        given_to_box = {key: given[key] for key in box.given_keys if key in given}
        try:
            laid.append(box.lay(game, given_to_box))
        except ValueError as error:
            raise Mistake(f"given: {error}") from None
    game.extensions = tuple(laid)


def _check_shown(game: Game, scenario: Scenario) -> None:
    """Check that ``cards`` and ``not_cards`` name things that exist."""
    known = [id for ids in game.rules.names.by_kind.values() for id in ids]
    for key, ids in (("cards", scenario.cards), ("not_cards", scenario.not_cards)):
        for id in ids:
            one_of(id, known, key)


# -- dice -------------------------------------------------------------------------------------------


def _bag(game: Game, given: Table, enemy_dice: int) -> None:
    """C1: fill the bag with all dice not placed; with a given bag, the rest are set aside."""
    left = game.rules.dice.copy()
    left[GOLD] -= enemy_dice
    game.aside[GOLD] += enemy_dice
    for die in game.dice:
        if die != EMPTY:
            left[kind_of(die)] -= 1
    for hero in game.heroes:
        stored = [
            die
            for pile, sort in game.rules.vocabulary.pile_sorts.items()
            if sort == "die"
            for die in hero.piles[pile]
        ]
        for die in (*hero.sheet, *hero.hand, *stored):
            if die != EMPTY:
                left[kind_of(die)] -= 1
    bag = a_table(given.get("bag", {}), "given.bag")
    known = game.rules.vocabulary
    known_keys(bag, known.colors, "given.bag")
    for color, name in zip(known.dice, known.colors, strict=True):
        if left[color] < 0:
            raise Mistake(
                f"given: {-left[color]} {name} dice too many; the game has "
                f"{game.rules.dice[color]} (C1)"
            )
        if "bag" in given:
            wanted = a_count(bag.get(name, 0), f"given.bag.{name}")
            if wanted > left[color]:
                raise Mistake(f"given.bag: {wanted} {name} dice, but only {left[color]} are left")
            game.aside[color] += left[color] - wanted
            left[color] = wanted
    game.bag = left
