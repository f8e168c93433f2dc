"""The Dice turn of somebody who may own a Backpack (N13, N20 to N23)."""

from rollplayer.engine.answers import PLACE, code, first_of, second_of
from rollplayer.engine.game import Game, Placement
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import STORE, STORED, STORED_DICE
from rollplayer.rules.phases import is_last_turn, place
from rollplayer.words.shared import open_rows, places_of


class Store(Placement):
    """N20: store the drafted die; in the last turn none stays there (N22)."""

    def __init__(self) -> None:
        super().__init__(STORE)

    def question(self, game: Game, seat: int) -> str:
        return "place-or-store" if game.heroes[seat].numbers[STORED_DICE] else ""

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        room = hero.numbers[STORED_DICE]
        if room and hero.hand and len(hero.piles[STORED]) < room and not is_last_turn(game, hero):
            options.append(code(STORE))

    def place(self, game: Game, seat: int, answer: int) -> int:
        changes.die_stored(game, seat)
        return 0


class Unpack(Placement):
    """N20: stored dice into rows, as many as one likes."""

    def __init__(self) -> None:
        super().__init__(PLACE)

    def waiting(self, game: Game, seat: int) -> int:
        return len(game.heroes[seat].piles[STORED])

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        hero = game.heroes[seat]
        stored = hero.piles[STORED]
        if not stored:
            return
        rows = open_rows(hero)
        different: list[int] = []
        for die in stored:
            if die not in different:
                different.append(die)
                options += places_of(die, rows)

    def place(self, game: Game, seat: int, answer: int) -> int:
        die = first_of(answer)
        changes.die_unpacked(game, seat, die)
        return place(game, seat, die, second_of(answer))
