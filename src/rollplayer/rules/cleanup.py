"""The Cleanup Phase (section U) and the end (K6)."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import PASS_CODE, REFRESH, code, first_of
from rollplayer.engine.game import CLEANUP_PHASE, END, LAST_CHANCE, Frame, Game, Step
from rollplayer.engine.numbers import REFRESHES
from rollplayer.engine.table import NOBODY
from rollplayer.rules.flow import Opening


class DiscardCharisma(Step):
    """U1: unused Charisma tokens are discarded."""

    def __init__(self) -> None:
        super().__init__("discard-charisma")

    def begin(self, game: Game, frame: Frame) -> bool:
        changes.phase_began(game, CLEANUP_PHASE)
        for hero in game.heroes:
            changes.charisma_lapsed(game, hero.seat)
        game.pop()
        return False


class RefreshSkills(Step):
    """U2: each player may turn one exhausted Skill upright, clockwise from the Start Player.

    Frame: a = seats done, b = Skills refreshed by the one that is asked.
    """

    def __init__(self, name: str = "refresh") -> None:
        super().__init__(name, interruptible=True)

    def asked(self, game: Game, frame: Frame) -> int:
        return (game.start_player + frame.a) % game.rules.players

    def begin(self, game: Game, frame: Frame) -> bool:
        players = game.rules.players
        for done in range(frame.a, players):
            hero = game.heroes[(game.start_player + done) % players]
            refreshed = frame.b if done == frame.a else 0
            if hero.exhausted and refreshed < hero.numbers[REFRESHES]:
                game.replace(Frame(self, NOBODY, done, refreshed))
                return True
        game.pop()
        return False

    def options(self, game: Game, frame: Frame) -> list[int]:
        exhausted = game.heroes[self.asked(game, frame)].exhausted
        options = [code(REFRESH, card) for card in exhausted]
        options.append(PASS_CODE)
        return options

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.replace(Frame(self, NOBODY, frame.a + 1))
        else:
            card_changes.skill_refreshed(game, self.asked(game, frame), first_of(answer))
            game.replace(Frame(self, NOBODY, frame.a, frame.b + 1))


DONE = 15
"""Four bits count the Skills that a seat has refreshed; so many: it has passed."""


class RefreshUntilDone(RefreshSkills):
    """U2: the same, and whoever exhausts a Skill after being passed over is asked then.

    Frame: a = places from the Start Player to the seat that is asked, b = Skills refreshed by each
    seat, four bits a seat.
    """

    def begin(self, game: Game, frame: Frame) -> bool:
        players = game.rules.players
        for place in range(frame.a, frame.a + players):
            hero = game.heroes[(game.start_player + place) % players]
            if hero.exhausted and refreshed(frame, hero.seat) < hero.numbers[REFRESHES]:
                game.replace(Frame(self, NOBODY, place % players, frame.b))
                return True
        game.pop()
        return False

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        seat = self.asked(game, frame)
        if answer == PASS_CODE:
            counts = frame.b | DONE << 4 * seat
        else:
            card_changes.skill_refreshed(game, seat, first_of(answer))
            counts = frame.b + (1 << 4 * seat)
        game.replace(Frame(self, NOBODY, frame.a, counts))


def refreshed(frame: Frame, seat: int) -> int:
    return frame.b >> 4 * seat & DONE


class ClearTable(Step):
    """U3: remaining dice into the bag, remaining Market cards to the discard pile."""

    def __init__(self) -> None:
        super().__init__("clear-table")

    def begin(self, game: Game, frame: Frame) -> bool:
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

    def begin(self, game: Game, frame: Frame) -> bool:
        game.pop()
        if not game.sheets_full():
            game.push(Frame(self.step, NOBODY))
        return False


class PassStartPlayer(Step):
    """U6: the player to the left becomes Start Player."""

    def __init__(self) -> None:
        super().__init__("pass-start-player")

    def begin(self, game: Game, frame: Frame) -> bool:
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

    def question(self, game: Game, frame: Frame) -> str:
        return self.name


class EndGame(Step):
    """The game is over; what is left is counting stars."""

    def __init__(self) -> None:
        super().__init__("end")

    def begin(self, game: Game, frame: Frame) -> bool:
        changes.game_ended(game, END)
        game.pop()
        return False
