"""The Dice turn of somebody who may own a Backpack (N13, N20 to N23)."""

from rollplayer.engine.answers import PASS_CODE, code, first_of, second_of, verb_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import EMPTY
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import STORE, STORED, STORED_DICE
from rollplayer.rules.phases import TURN_ACTION, place
from rollplayer.words.actions import ActionFrame
from rollplayer.words.shared import open_rows, places_of


class PlaceOrStoreFrame(Frame):
    """A mask of the rows whose action the turn has brought."""

    def __init__(self, step: Step, seat: int, rows: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.rows = rows

    def fields(self) -> Fields:
        return {"rows": self.rows}


class PlaceOrStore(Step):
    """D2, N20: place or store the drafted die, place stored dice; then one action of a row of these."""

    def __init__(self) -> None:
        super().__init__("place", interruptible=True)

    def new_frame(self, seat: int, about: int = 0) -> PlaceOrStoreFrame:
        return PlaceOrStoreFrame(self, seat)

    def question(self, game: Game, frame: PlaceOrStoreFrame) -> str:
        return "place-or-store" if game.heroes[frame.seat].numbers[STORED_DICE] else "place"

    def advance(self, game: Game, frame: PlaceOrStoreFrame) -> bool:
        hero = game.heroes[frame.seat]
        if hero.hand or hero.piles[STORED]:
            return True
        self.finish(game, frame.seat, frame.rows)
        return False

    def finish(self, game: Game, seat: int, rows: int) -> None:
        if rows:
            game.replace(ActionFrame(TURN_ACTION, seat, rows))
        else:
            game.pop()

    def is_last_turn(self, hero: Hero) -> bool:
        """N22: all dice there will ever be fill the sheet."""
        return hero.open_spaces() <= len(hero.hand) + len(hero.piles[STORED])

    def options(self, game: Game, frame: PlaceOrStoreFrame) -> list[int]:
        hero = game.heroes[frame.seat]
        rows = open_rows(hero)
        room = hero.numbers[STORED_DICE]
        stored = hero.piles[STORED]
        if not room and not stored:
            return places_of(EMPTY, rows)
        options: list[int] = []
        last = self.is_last_turn(hero)
        if hero.hand:
            options += places_of(EMPTY, rows)
            if len(stored) < room and not last:
                options.append(code(STORE))
        different: list[int] = []
        for die in stored:
            if die not in different:
                different.append(die)
                options += places_of(die, rows)
        if not hero.hand and not last:
            options.append(PASS_CODE)
        return options

    def resolve(self, game: Game, frame: PlaceOrStoreFrame, answer: int) -> None:
        seat = frame.seat
        hero = game.heroes[seat]
        rows = frame.rows
        if answer == PASS_CODE:
            self.finish(game, seat, rows)
            return
        if verb_of(answer) == STORE:
            changes.die_stored(game, seat)
        else:
            die = first_of(answer)
            if die == EMPTY:
                die = hero.hand[0]
            else:
                changes.die_unpacked(game, seat, die)
            rows |= place(game, seat, die, second_of(answer))
        game.replace(PlaceOrStoreFrame(self, seat, rows))


PLACE_OR_STORE = PlaceOrStore()
