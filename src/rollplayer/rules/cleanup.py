"""The Cleanup Phase (section U) and the end (K6)."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import PASS_CODE, REFRESH, code, first_of
from rollplayer.engine.game import CLEANUP_PHASE, END, LAST_CHANCE, Fields, Frame, Game, Step
from rollplayer.engine.numbers import REFRESHES
from rollplayer.engine.table import NOBODY
from rollplayer.rules.flow import InTurn, Opening, OpeningFrame


class DiscardCharisma(Step):
    """U1: unused Charisma tokens are discarded."""

    def __init__(self) -> None:
        super().__init__("discard-charisma")

    def advance(self, game: Game, frame: Frame) -> bool:
        changes.phase_began(game, CLEANUP_PHASE)
        for hero in game.heroes:
            changes.charisma_lapsed(game, hero.seat)
        game.pop()
        return False


class PlaceFrame(Frame):
    """Whose turn it is to refresh, as a distance from the Start Player."""

    def __init__(self, step: Step, seat: int, place: int) -> None:
        self.step = step
        self.seat = seat
        self.place = place


class Refreshing(InTurn):
    """Exhausted Skills may be turned upright, clockwise from the Start Player."""

    def __init__(self) -> None:
        super().__init__("refresh", interruptible=True)

    def asked(self, game: Game, frame: PlaceFrame) -> int:
        return (game.start_player + frame.place) % game.rules.players

    def options(self, game: Game, frame: PlaceFrame) -> list[int]:
        exhausted = game.heroes[self.asked(game, frame)].exhausted
        options = [code(REFRESH, card) for card in exhausted]
        options.append(PASS_CODE)
        return options


class RefreshFrame(PlaceFrame):
    """How many Skills the seat that is asked has refreshed."""

    def __init__(self, step: Step, seat: int, place: int = 0, refreshed: int = 0) -> None:
        super().__init__(step, seat, place)
        self.refreshed = refreshed

    def fields(self) -> Fields:
        return {"place": self.place, "refreshed": self.refreshed}


class RefreshSkills(Refreshing):
    """U2: each player may turn one exhausted Skill upright, clockwise from the Start Player."""

    def frame_after(self, done: int) -> RefreshFrame:
        return RefreshFrame(self, NOBODY, done)

    def advance(self, game: Game, frame: RefreshFrame) -> bool:
        players = game.rules.players
        for place in range(frame.place, players):
            hero = game.heroes[(game.start_player + place) % players]
            refreshed = frame.refreshed if place == frame.place else 0
            if hero.exhausted and refreshed < hero.numbers[REFRESHES]:
                game.replace(RefreshFrame(self, NOBODY, place, refreshed))
                return True
        game.pop()
        return False

    def resolve(self, game: Game, frame: RefreshFrame, answer: int) -> None:
        if answer == PASS_CODE:
            game.replace(RefreshFrame(self, NOBODY, frame.place + 1))
        else:
            card_changes.skill_refreshed(game, self.asked(game, frame), first_of(answer))
            game.replace(RefreshFrame(self, NOBODY, frame.place, frame.refreshed + 1))


PASSED = 15
"""Stands for more Skills than anyone refreshes: the seat has passed."""


class RefreshUntilDoneFrame(PlaceFrame):
    """How many Skills each seat has refreshed; empty while nobody has been asked."""

    def __init__(
        self, step: Step, seat: int, place: int = 0, refreshed: tuple[int, ...] = ()
    ) -> None:
        super().__init__(step, seat, place)
        self.refreshed = refreshed

    def fields(self) -> Fields:
        return {"place": self.place, "refreshed": self.refreshed}

    def numbers(self) -> list[int]:
        counts = 0
        for count in reversed(self.refreshed):
            counts = counts * 16 + count
        return [self.place, counts, 0]

    def refreshed_by(self, seat: int) -> int:
        return self.refreshed[seat] if self.refreshed else 0


class RefreshUntilDone(Refreshing):
    """U2: the same, and whoever exhausts a Skill after being passed over is asked then."""

    def frame_after(self, done: int) -> RefreshUntilDoneFrame:
        return RefreshUntilDoneFrame(self, NOBODY, done)

    def advance(self, game: Game, frame: RefreshUntilDoneFrame) -> bool:
        players = game.rules.players
        for place in range(frame.place, frame.place + players):
            hero = game.heroes[(game.start_player + place) % players]
            if hero.exhausted and frame.refreshed_by(hero.seat) < hero.numbers[REFRESHES]:
                game.replace(RefreshUntilDoneFrame(self, NOBODY, place % players, frame.refreshed))
                return True
        game.pop()
        return False

    def resolve(self, game: Game, frame: RefreshUntilDoneFrame, answer: int) -> None:
        seat = self.asked(game, frame)
        counts = list(frame.refreshed) if frame.refreshed else [0] * game.rules.players
        if answer == PASS_CODE:
            counts[seat] = PASSED
        else:
            card_changes.skill_refreshed(game, seat, first_of(answer))
            counts[seat] += 1
        game.replace(RefreshUntilDoneFrame(self, NOBODY, frame.place, tuple(counts)))


class ClearTable(Step):
    """U3: remaining dice into the bag, remaining Market cards to the discard pile."""

    def __init__(self) -> None:
        super().__init__("clear-table")

    def advance(self, game: Game, frame: Frame) -> bool:
        for number in game.free_cards():
            changes.leftover_die_returned(game, number)
        card_changes.market_cleared(game)
        game.pop()
        return False


class UnlessOver(Step):
    """U7: after the last round the new Market, its Gold and the next Start Player are left out."""

    def __init__(self, step: Step) -> None:
        super().__init__("unless-over")
        self.step = step

    def advance(self, game: Game, frame: Frame) -> bool:
        game.pop()
        if not game.sheets_full():
            game.push(self.step.frame(NOBODY))
        return False


class PassStartPlayer(Step):
    """U6: the player to the left becomes Start Player."""

    def __init__(self) -> None:
        super().__init__("pass-start-player")

    def advance(self, game: Game, frame: Frame) -> bool:
        game.pop()
        if game.rules.players > 1:
            changes.start_player_set(game, (game.start_player + 1) % game.rules.players)
        return False


class LastChance(Opening):
    """K6: the last chance to act, after the last round."""

    def __init__(self) -> None:
        super().__init__("last-chance")

    def open(self, game: Game) -> None:
        changes.phase_began(game, LAST_CHANCE)

    def question(self, game: Game, frame: OpeningFrame) -> str:
        return self.name


class EndGame(Step):
    """The game is over; what is left is counting stars."""

    def __init__(self) -> None:
        super().__init__("end")

    def advance(self, game: Game, frame: Frame) -> bool:
        changes.game_ended(game, END)
        game.pop()
        return False
