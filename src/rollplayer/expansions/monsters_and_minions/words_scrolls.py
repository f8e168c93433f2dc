"""Words for Scrolls: what has no "may" or "up to" is carried out as far as possible (M15)."""

from rollplayer.engine import card_changes
from rollplayer.engine import changes as base
from rollplayer.engine.answers import REFRESH, code, first_of, second_of
from rollplayer.engine.game import Fields, Frame, Game, Step
from rollplayer.engine.table import (
    COLORS_OF,
    HIGHEST,
    LOWEST,
    SPOT_COUNT,
    TRAIT,
    WEAPON,
    face_of,
    has_color,
    kind_of,
    turned,
)
from rollplayer.expansions.monsters_and_minions import changes
from rollplayer.expansions.monsters_and_minions.registrations import (
    COPY,
    FOR_SCROLL,
    INJURIES,
    NAME_KIND,
    RAISE,
    SHED,
    XP,
)
from rollplayer.words.buying import can_drop
from rollplayer.words.choice import AtOnce, Choice, Possible, Repeated, RepeatedFrame
from rollplayer.words.shared import spots_or_pass


class DiscardInjuries(AtOnce):
    """Discard all your Injury tokens."""

    def __init__(self) -> None:
        super().__init__("discard-injuries")

    def carry_out(self, game: Game, seat: int) -> None:
        changes.injury_discarded(game, seat, game.heroes[seat].counts[INJURIES])


class GainHonor(AtOnce):
    """Gain Honor tokens."""

    def __init__(self, honor: int = 1) -> None:
        super().__init__("gain-honor")
        self.honor = honor

    def carry_out(self, game: Game, seat: int) -> None:
        changes.honor_gained(game, seat, self.honor)


class EnergyField(AtOnce):
    """Take XP from each opponent who has enough, then from the supply (M25)."""

    def __init__(self, xp: int = 1, at_least: int = 2) -> None:
        super().__init__("energy-field")
        self.xp = xp
        self.at_least = at_least

    def carry_out(self, game: Game, seat: int) -> None:
        for hero in game.heroes:
            if hero.seat != seat and hero.counts[XP] >= self.at_least:
                taken = min(self.xp, hero.counts[XP])
                changes.xp_spent(game, hero.seat, taken, FOR_SCROLL)
                changes.xp_gained(game, seat, taken, FOR_SCROLL)
        changes.xp_gained(game, seat, self.xp, FOR_SCROLL)


class Dispel(Possible):
    """Discard any number of your Trait and Weapon cards; gain Gold and XP for each (M28)."""

    def __init__(self, gold: int = 2, xp: int = 1) -> None:
        super().__init__("dispel", SHED)
        self.gold = gold
        self.xp = xp

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        for card in hero.cards:
            kind = game.rules.cards[card].kind
            if kind == TRAIT or (kind == WEAPON and can_drop(game, hero, card)):
                choices.append(code(SHED, card))
        return choices

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        changes.card_shed(game, frame.seat, first_of(answer))
        base.gold_gained(game, frame.seat, self.gold, FOR_SCROLL)
        changes.xp_gained(game, frame.seat, self.xp, FOR_SCROLL)


class LevitateFrame(Frame):
    """The kind of dice that was named, and a mask of the spots whose dice have gone up."""

    def __init__(self, step: Step, seat: int, kind_named: int = -1, spots_raised: int = 0) -> None:
        self.step = step
        self.seat = seat
        self.kind_named = kind_named
        """-1 until one is named."""
        self.spots_raised = spots_raised

    def fields(self) -> Fields:
        return {"kind_named": self.kind_named, "spots_raised": self.spots_raised}

    def numbers(self) -> list[int]:
        return [self.kind_named + 1, self.spots_raised, 0]


class Levitate(Choice):
    """Name a kind of dice; any number of them on your sheet go up by 1 (N16, M27)."""

    def __init__(self) -> None:
        super().__init__("raise", RAISE)

    def new_frame(self, seat: int, about: int = 0) -> LevitateFrame:
        return LevitateFrame(self, seat)

    def question(self, game: Game, frame: LevitateFrame) -> str:
        return "raise" if frame.kind_named >= 0 else "name-kind"

    def advance(self, game: Game, frame: LevitateFrame) -> bool:
        if frame.kind_named < 0 or self.spots(game, frame):
            return True
        game.pop()
        return False

    def spots(self, game: Game, frame: LevitateFrame) -> int:
        hero = game.heroes[frame.seat]
        kind = frame.kind_named
        spots = 0
        for spot in hero.filled():
            die = hero.sheet[spot]
            if has_color(die, kind) and face_of(die) < HIGHEST[kind_of(die)]:
                spots |= 1 << spot
        return spots & ~frame.spots_raised

    def choices(self, game: Game, frame: LevitateFrame) -> list[int]:
        return (
            self.options(game, frame)[:-1] if frame.kind_named >= 0 else self.options(game, frame)
        )

    def options(self, game: Game, frame: LevitateFrame) -> list[int]:
        if frame.kind_named >= 0:
            return spots_or_pass(RAISE, self.spots(game, frame))
        # Dice of two colors have no name of their own: they go up with either.
        kinds = game.rules.vocabulary.dice
        return [code(NAME_KIND, kind) for kind in kinds if COLORS_OF[kind] == 1 << kind]

    def chosen(self, game: Game, frame: LevitateFrame, answer: int) -> None:
        seat = frame.seat
        if frame.kind_named < 0:
            game.replace(LevitateFrame(self, seat, kind_named=first_of(answer)))
            return
        spot = first_of(answer)
        base.die_turned(game, seat, spot, game.heroes[seat].sheet[spot] + 1)
        game.replace(LevitateFrame(self, seat, frame.kind_named, frame.spots_raised | 1 << spot))


class Mirage(Possible):
    """A die takes the value of another in its row, if it has that face."""

    def __init__(self) -> None:
        super().__init__("mirage", COPY)

    def choices(self, game: Game, frame: Frame) -> list[int]:
        hero = game.heroes[frame.seat]
        choices: list[int] = []
        # What lies beside the sheet is in no row.
        filled = [spot for spot in hero.filled() if spot < SPOT_COUNT]
        for spot in filled:
            kind = kind_of(hero.sheet[spot])
            for other in filled:
                if other != spot and other // 3 == spot // 3:
                    face = face_of(hero.sheet[other])
                    if LOWEST[kind] <= face <= HIGHEST[kind]:
                        choices.append(code(COPY, spot, other))
        return choices

    def options(self, game: Game, frame: Frame) -> list[int]:
        return self.choices(game, frame)

    def chosen(self, game: Game, frame: Frame, answer: int) -> None:
        game.pop()
        sheet = game.heroes[frame.seat].sheet
        spot = first_of(answer)
        die = turned(sheet[spot], face_of(sheet[second_of(answer)]))
        if die != sheet[spot]:
            base.die_turned(game, frame.seat, spot, die)


class Revive(Repeated):
    """Refresh some of your exhausted Skill cards (U2)."""

    def __init__(self, times: int = 2) -> None:
        super().__init__("revive", REFRESH, times, -1)

    def advance(self, game: Game, frame: RepeatedFrame) -> bool:
        if game.heroes[frame.seat].exhausted:
            return True
        game.pop()
        return False

    def choices(self, game: Game, frame: RepeatedFrame) -> list[int]:
        return [code(REFRESH, card) for card in game.heroes[frame.seat].exhausted]

    def chosen(self, game: Game, frame: RepeatedFrame, answer: int) -> None:
        card_changes.skill_refreshed(game, frame.seat, first_of(answer))
        self.done(game, frame, 0)
