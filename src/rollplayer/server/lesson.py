"""Lessons: real solitaire matches whose chance is fixed, told step by step.

A reader gives the answers of the script; everything they see is what the engine made of them.
Where a script ends before its game does, a bot plays the hero to its end, so that there is
something to score. The first lesson is here; expansions add theirs (``server/expansions``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.engine.answers import PASS_CODE
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import CHANCE_NAME, Entry, read_answer
from rollplayer.match import Match, play_out
from rollplayer.rules.options import Options
from rollplayer.server.pages import entry_part, open_view
from rollplayer.server.telling import outlook, seen
from rollplayer.server.why_not import why_not
from rollplayer.text import Argument, Texts

PACKAGE: Final = "rollplayer.server.expansions"
SEAT: Final = 0


def nothing_more(_game: Game, _texts: Texts) -> dict[str, Argument]:
    return {}


@dataclass(frozen=True)
class Lesson:
    """What is taught; its texts are those of the catalogue below ``lesson.<id>``."""

    id: str
    icon: str
    """The client's picture of it."""
    hero: str
    seed: str
    script: tuple[tuple[str, str], ...]
    """What is explained, and the answer that goes with it.

    Without an answer one reads and goes on; without an explanation the answers, parted by
    semicolons, are given while nobody looks.
    """
    last: str
    """What is explained when the game is over."""
    places: Mapping[str, str] = field(default_factory=dict)
    """By what is explained: the part of the table that it is about, where nothing there glows."""
    pauses: tuple[str, ...] = ()
    """Events after which chance waits while one reads what has come of an answer."""
    options: Options = field(default_factory=lambda: Options(players=1))
    numbers: Callable[[Game, Texts], dict[str, Argument]] = nothing_more
    """What its explanations say besides the name of the card of an answer, from the game itself."""


SETUP: Final = """
    race dwarf female; class sorcerer; place blue4 con; place white6 cha; place green4 con;
    place red1 int; place green1 int; place white3 int
"""
FIRST: Final = Lesson(
    id="first",
    icon="learn",
    hero="Hilda",
    seed="lesson 1062",
    script=(
        ("", SETUP),
        ("welcome", ""),
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
        ("rest", ""),
    ),
    last="scoring",
)


@cache
def lessons() -> dict[str, Lesson]:
    """All there are, by id, in the order in which they are best taken."""
    found = [FIRST]
    for expansion in EXPANSIONS.values():
        name = f"{PACKAGE}.{expansion.folder}"
        if find_spec(name) is not None:
            found += import_module(name).LESSONS
    return {lesson.id: lesson for lesson in found}


@dataclass
class Telling:
    """The match so far, the steps told, and what has happened since the last of them."""

    lesson: Lesson
    match: Match
    texts: Texts
    steps: list[Plain] = field(default_factory=list)
    told: list[Plain] = field(default_factory=list)

    def happen(self, who: int, answer: int) -> None:
        names = self.match.game.rules.names
        before = entry_part(self.match.game, self.texts, Entry(who, names.write(answer)))
        entry = self.match.act(who, answer)
        events = [{**event, "text": self.texts.event(event, SEAT)} for event in entry.events]
        self.told.append({**before, "n": len(self.match.entries), "events": events})

    def go_on(self, pauses: tuple[str, ...] = ()) -> None:
        """Chance answers until the hero is asked, or until one should look; openings are passed."""
        match = self.match
        while not match.game.over:
            game = match.game
            if game.seat() == CHANCE:
                self.happen(CHANCE, match.chance.choose(game.options(), game.weights()))
            elif game.question() == "opening":
                self.happen(SEAT, PASS_CODE)
            else:
                return
            if any(event["event"] in pauses for event in self.told[-1]["events"]):
                return

    def answer(self, texts: str, pauses: tuple[str, ...]) -> None:
        """The hero answers, once or more often."""
        for text in texts.split(";"):
            self.happen(SEAT, read_answer(self.match.game, SEAT, text.strip()))
            self.go_on(pauses)

    def tell(self, caption: str, wanted: str = "") -> None:
        """A step: where the game stands, what is explained, and the answer that is waited for."""
        game = self.match.game
        names, options, pending = game.rules.names, [], None
        if wanted:
            answer = read_answer(game, SEAT, wanted)
            text = self.texts.answer(names, answer, game.question())
            options = [{"id": answer, "notation": wanted, "text": text}]
        if not game.over:
            question, asked = game.question(), game.seat()
            pending = {
                "seat": CHANCE_NAME if asked == CHANCE else asked,
                "question": question,
                "text": self.texts.question(question),
            }
        self.steps.append(
            {
                "caption": caption,
                "text": self.explained(caption, wanted),
                "place": self.lesson.places.get(caption, ""),
                "view": open_view(game),
                "pending": pending,
                "options": options,
                "why_not": why_not(game, SEAT),
                "seen": seen(game, SEAT),
                "outlook": outlook(game, self.lesson.options.expansions, SEAT),
                "entries": self.told,
            }
        )
        self.told = []

    def explained(self, caption: str, wanted: str) -> str:
        arguments = self.lesson.numbers(self.match.game, self.texts)
        verb, _, rest = wanted.partition(" ")
        if verb in ("buy", "use", "refresh"):
            arguments["card"] = self.texts.name("card", rest.partition(" ")[0])
        return self.texts.t(f"lesson.{self.lesson.id}.{caption}", **arguments)


@cache
def taught(id: str, language: str) -> Plain:
    """All steps of a lesson in one language."""
    lesson = lessons()[id]
    match = Match.new(lesson.options, [{"name": lesson.hero}], Chance.from_text(lesson.seed))
    telling = Telling(lesson, match, Texts(language, match.library, [lesson.hero]))
    for caption, answer in lesson.script:
        if answer:
            telling.go_on()
        if caption:
            telling.tell(caption, answer)
        if answer:
            telling.answer(answer, lesson.pauses if caption else ())
    play_out(match, [make_bot("squire", lesson.seed)])
    telling.tell(lesson.last)
    following = list(lessons())[list(lessons()).index(id) + 1 :][:1]
    return {
        "language": language,
        "id": id,
        "title": telling.texts.t(f"lesson.{id}.title"),
        "expansions": list(lesson.options.expansions),
        "seats": [lesson.hero],
        "steps": telling.steps,
        "end": match.end(),
        "next": next((each for each in offered(telling.texts) if each["id"] in following), None),
    }


def offered(texts: Texts) -> list[dict[str, Any]]:
    """The lessons in few words, for a start page."""
    return [
        {
            "id": lesson.id,
            "icon": lesson.icon,
            "title": texts.t(f"lesson.{lesson.id}.title"),
            "text": texts.t(f"lesson.{lesson.id}.text"),
        }
        for lesson in lessons().values()
    ]
