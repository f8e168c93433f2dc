"""The first game: a real solitaire match whose chance is fixed, told step by step.

A reader gives the answers of the script; everything they see is what the engine made of them.
After the script a bot plays the hero to its end, so that there is something to score.
"""

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.log import Entry, read_answer
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from rollplayer.server.pages import entry_part, open_view
from rollplayer.server.why_not import why_not
from rollplayer.text import Texts

NAME: Final = "Hilda"
SEED: Final = "lesson 1062"
SETUP: Final = (
    "race dwarf female",
    "class sorcerer",
    "place blue4 con",
    "place white6 cha",
    "place green4 con",
    "place red1 int",
    "place green1 int",
    "place white3 int",
)
SCRIPT: Final = (
    ("take", "take 2"),
    ("place", "place str"),
    ("action", "flip int2"),
    ("market", "buy acrobatics"),
    ("skill", "use acrobatics"),
    ("swap", "swap str1 int3"),
    ("last", "take 3"),
    ("wisdom", "place wis"),
    ("alignment", "move evil"),
    ("weapon", "buy longsword"),
    ("refresh", "refresh acrobatics"),
)
"""What is explained, and the answer that goes with it."""


@dataclass
class Lesson:
    """The match so far, the steps told, and what has happened since the last of them."""

    match: Match
    texts: Texts
    steps: list[Plain] = field(default_factory=list)
    told: list[Plain] = field(default_factory=list)

    def happen(self, who: int, answer: int) -> None:
        names = self.match.game.rules.names
        before = entry_part(self.match.game, self.texts, Entry(who, names.write(answer)))
        entry = self.match.act(who, answer)
        events = [{**event, "text": self.texts.event(event)} for event in entry.events]
        self.told.append({**before, "n": len(self.match.entries), "events": events})

    def go_on(self) -> None:
        """Chance answers until the hero is asked."""
        match = self.match
        while not match.game.over and match.game.seat() == CHANCE:
            self.happen(CHANCE, match.chance.choose(match.game.options(), match.game.weights()))

    def tell(self, caption: str, wanted: str = "") -> None:
        """A step: where the game stands, what is explained, and the answer that is waited for."""
        game = self.match.game
        names, options, pending = game.rules.names, [], None
        if wanted:
            answer = read_answer(game, 0, wanted)
            text = self.texts.answer(names, answer, game.question())
            options = [{"id": answer, "notation": wanted, "text": text}]
        if not game.over:
            question = game.question()
            pending = {"seat": 0, "question": question, "text": self.texts.question(question)}
        self.steps.append(
            {
                "caption": caption,
                "view": open_view(game),
                "pending": pending,
                "options": options,
                "why_not": why_not(game, 0),
                "entries": self.told,
            }
        )
        self.told = []


@cache
def lesson(language: str) -> Plain:
    """All steps of the lesson in one language."""
    match = Match.new(Options(players=1), [{"name": NAME}], Chance.from_text(SEED))
    taught = Lesson(match, Texts(language, match.library, [NAME]))
    taught.go_on()
    for text in SETUP:
        taught.happen(0, read_answer(match.game, 0, text))
        taught.go_on()
    taught.tell("welcome")
    for caption, wanted in SCRIPT:
        taught.tell(caption, wanted)
        taught.happen(0, read_answer(match.game, 0, wanted))
        taught.go_on()
    taught.tell("rest")
    play_out(match, [make_bot("squire", SEED)])
    taught.tell("scoring")
    return {"language": language, "seats": [NAME], "steps": taught.steps, "end": match.end()}
