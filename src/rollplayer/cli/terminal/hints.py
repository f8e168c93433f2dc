"""``hint``: the best answers to the current question, with reasons."""

from rich.text import Text

from rollplayer.analysis.hints import best_hints, coach
from rollplayer.cli.terminal.paint import Screen, wrapped
from rollplayer.coach import number, reason, way_in_words
from rollplayer.engine.game import Game
from rollplayer.engine.view import View
from rollplayer.text import Texts


def hint_lines(texts: Texts, game: Game, seat: int | None, screen: Screen) -> list[Text]:
    """Hints for the seat that is asked; None for a seat that may only interrupt."""
    if seat is None:
        return wrapped(texts.t("hint.call"), screen.width)
    # Only what the seat can know.
    world = View(game, seat).world
    if len(world.options()) == 1:
        return wrapped(texts.t("hint.alone"), screen.width)
    lines: list[Text] = []
    for place, hint in enumerate(best_hints(coach(world.rules), world, seat), 1):
        title = texts.t(
            "hint.line",
            place=place,
            stars=number(texts, hint.stars),
            behind=number(texts, -hint.behind) if place > 1 else "",
            way=way_in_words(texts, world, hint),
        )
        lines += wrapped(title, screen.width, style="bold", hang=3)
        lines += wrapped(reason(texts, hint), screen.width, 3)
    return lines
