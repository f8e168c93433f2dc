"""The Cleanup Phase (section U) and the end (K6)."""

from rollplayer.engine import card_changes, changes
from rollplayer.engine.answers import PASS_CODE, REFRESH
from rollplayer.engine.game import CLEANUP_PHASE, END, LAST_CHANCE, Frame, Game, Step
from rollplayer.engine.numbers import REFRESHES
from rollplayer.engine.table import NOBODY


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

    def __init__(self) -> None:
        super().__init__("refresh", interruptible=True)

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
        options = [REFRESH << 16 | card << 8 for card in exhausted]
        options.append(PASS_CODE)
        return options

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        if answer == PASS_CODE:
            game.replace(Frame(self, NOBODY, frame.a + 1))
        else:
            card_changes.skill_refreshed(game, self.asked(game, frame), answer >> 8 & 255)
            game.replace(Frame(self, NOBODY, frame.a, frame.b + 1))


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


class LastChance(Step):
    """K6: clockwise from the last Start Player until all pass in a row.

    Frame: seat = who is asked, a = passes in a row.
    """

    def __init__(self) -> None:
        super().__init__("last-chance", interruptible=True)

    def begin(self, game: Game, frame: Frame) -> bool:
        if game.phase != LAST_CHANCE:
            changes.phase_began(game, LAST_CHANCE)
            game.replace(Frame(self, game.start_player))
            return False
        if frame.a == game.rules.players:
            game.pop()
            return False
        # Who can do nothing has passed.
        if game.interjections(frame.seat):
            return True
        self.next(game, frame)
        return False

    def next(self, game: Game, frame: Frame) -> None:
        game.replace(Frame(self, (frame.seat + 1) % game.rules.players, frame.a + 1))

    def options(self, game: Game, frame: Frame) -> list[int]:
        return [PASS_CODE]

    def answer(self, game: Game, frame: Frame, answer: int) -> None:
        self.next(game, frame)


class EndGame(Step):
    """The game is over; what is left is counting stars."""

    def __init__(self) -> None:
        super().__init__("end")

    def begin(self, game: Game, frame: Frame) -> bool:
        changes.game_ended(game, END)
        game.pop()
        return False
