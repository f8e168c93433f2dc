"""Odds, hints and reviews in words."""

from typing import Final

from rollplayer.analysis.consequences import Consequence
from rollplayer.analysis.hints import Hint, HintStep
from rollplayer.engine.answers import PLACE, second_of, verb_of
from rollplayer.engine.game import Game
from rollplayer.engine.table import EMPTY, ROWS, die_name
from rollplayer.text import Texts

MOST_GOALS: Final = 3
MOST_LINES: Final = 3
ALIGNMENT: Final = "alignment"


def way_in_words(texts: Texts, game: Game, hint: Hint) -> str:
    """The answer and its best continuation: ``Take Initiative card 3; red 5 to DEX; Flip CON 2``."""
    return "; ".join(step_in_words(texts, game, step) for step in (hint.answer, *hint.way))


def step_in_words(texts: Texts, game: Game, step: HintStep) -> str:
    if verb_of(step.answer) == PLACE and step.die != EMPTY:
        row = texts.content("row", ROWS[second_of(step.answer)], "short")
        return texts.t("coach.die-to-row", die=texts.die(die_name(step.die)), row=row)
    return texts.answer(game.rules.names, step.answer, step.question)


def reason(texts: Texts, hint: Hint) -> str:
    """What it changes: ``meets the DEX goal, Backstory +0.3, loses the first Market pick``."""
    certain = hint.at_once
    reasons = causes(texts, certain)
    reasons += [
        texts.t(
            "coach.goal",
            row=texts.content("row", row, "short"),
            before=percents(before),
            after=percents(after),
        )
        for row, (before, after) in list(hint.goal_changes().items())[:MOST_GOALS]
        if row not in certain.goals
    ]
    reasons += [
        f"{texts.t(f'score.line.{line}')} {signed(texts, stars)}"
        for line, stars in list(hint.line_changes().items())[:MOST_LINES]
        if line != ALIGNMENT or not certain.token_stars
    ]
    if hint.gold:
        reasons.append(texts.t("coach.gold", n=hint.gold))
    if hint.market_pick:
        reasons.append(texts.t(f"coach.pick.{hint.market_pick}"))
    if hint.rolls:
        reasons.append(texts.t("coach.rolls"))
    return ", ".join(reasons) or texts.t("coach.little", behind="no" if hint.behind else "yes")


def causes(texts: Texts, certain: Consequence) -> list[str]:
    """What happens for certain, the cause before its odds: a goal that is met, a step onto stars."""
    told = [
        texts.t(f"coach.{'meets' if met else 'misses'}", row=texts.content("row", row, "short"))
        for row, met in certain.goals.items()
    ]
    if certain.token and certain.token_stars:
        told.append(
            texts.t(
                "coach.step",
                space=texts.name("alignment_space", certain.token),
                stars=f"{certain.token_stars:+}".replace("-", "−"),
                n=abs(certain.token_stars),
            )
        )
    return told


def percents(chance: float) -> int:
    return round(chance * 100)


def number(texts: Texts, stars: float, digits: int = 1) -> str:
    # Adding 0.0 turns "-0.0" into "0.0".
    return f"{round(stars, digits) + 0.0:.{digits}f}".replace(".", texts.t("simulate.point"))


def signed(texts: Texts, stars: float) -> str:
    return ("+" if round(stars, 1) >= 0 else "") + number(texts, stars)
