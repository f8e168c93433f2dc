"""Glassworks in the terminal: glow and Cracks. Spaces beside the sheet are shown with every sheet."""

from rich.text import Text

from rollplayer.cli.terminal.additions import Addition
from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.paint import line
from rollplayer.engine.answers import first_of, verb_of
from rollplayer.engine.hero import Hero

from .pieces import CRACKS, FIRE, GLOW, KINDLE, MEND, MENDING


class GlassworksAddition(Addition):
    def purse(self, look: TerminalLook, hero: Hero) -> list[Text]:
        told = [line((look.t.t("count.glow", n=hero.counts[GLOW]), "yellow"))]
        if hero.piles[CRACKS]:
            told.append(line((look.t.t("count.cracks", n=len(hero.piles[CRACKS])), "red")))
        return told

    def own(self, look: TerminalLook, hero: Hero) -> list[Text]:
        if not hero.piles[CRACKS]:
            return []
        names = [
            look.t.name("crack", look.rules.names.word("crack", each))
            for each in hero.piles[CRACKS]
        ]
        return [line(" ", (look.t.t("table.cracks"), "bold"), " ", look.t.all_of(names))]

    def about(self, look: TerminalLook, seat: int, answer: int) -> Text:
        hero = look.game.heroes[seat]
        if verb_of(answer) == MEND:
            return line((look.t.t("count.gold", n=hero.numbers[MENDING]), "yellow"))
        if verb_of(answer) == FIRE:
            return look.die(hero.sheet[first_of(answer)])
        return look.dice(hero.hand) if verb_of(answer) == KINDLE else line()


ADDITION = GlassworksAddition()
