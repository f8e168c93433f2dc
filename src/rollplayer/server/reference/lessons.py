"""Lessons: real solitaire games, explained step by step.

A script holds every answer of the game, including chance's: each die drawn, each card dealt, each
roll. The reader gives some of them, and everything shown is what the engine made of them. The first
lesson is here; a box adds those in the ``lessons`` of its folder.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from rollplayer import questions
from rollplayer.content import Library, library_for
from rollplayer.engine.answers import PASS_CODE, IllegalAnswer
from rollplayer.engine.carrying_out import carry_out
from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import CHANCE_NAME, Entry, read_answer
from rollplayer.match import result
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.server.reference.reference import entry_part, open_view
from rollplayer.server.rooms.why_not import why_not
from rollplayer.server.rooms.wording import forecast, prices, seen
from rollplayer.text import Argument, Texts

SEAT: Final = 0


def nothing_more(_game: Game, _texts: Texts) -> dict[str, Argument]:
    return {}


@dataclass(frozen=True)
class Lesson:
    """A lesson; its texts are in the catalogue below ``lesson.<id>``."""

    id: str
    icon: str
    """The icon that the client shows for it."""
    hero: str
    script: tuple[tuple[str, str], ...]
    """What is explained, and the answer that the reader gives.

    Without an answer, the reader only reads. Without an explanation, the answers, separated by
    semicolons, are given unseen, each by whoever is asked: chance or the hero. Openings are passed
    and do not appear in scripts.
    """
    last: str
    """What is explained when the game is over."""
    places: Mapping[str, str] = field(default_factory=dict)
    """By explanation: the part of the table it is about, if no option there is highlighted."""
    options: Options = field(default_factory=lambda: Options(players=1))
    numbers: Callable[[Game, Texts], dict[str, Argument]] = nothing_more
    """Further arguments of its explanations, taken from the game."""

    def answers(self) -> Iterator[str]:
        """Every answer of the script, in order."""
        for _, answers in self.script:
            yield from (answer.strip() for answer in answers.split(";") if answer.strip())

    def library(self) -> Library:
        """Today's content, with only those Market cards that the script deals.

        Otherwise a card added later would be in the deck, too, and change what the script deals.
        """
        whole = library_for(self.options)
        dealt = {answer.removeprefix("deal ") for answer in self.answers()}
        cards = {id: facts for id, facts in whole.facts["card"].items() if id in dealt}
        return Library({**whole.facts, "card": cards}, whole.texts, (), whole.expansions)


SETUP: Final = """
    race dwarf female; draw blue; class sorcerer; deal brawler; deal lunatic;
    deal chain-leggings; deal loyal; deal intimidate; deal honest; deal chain-helm;
    deal leather-boots; deal leather-gloves;
    deal tower-shield; deal steadfast; deal clumsy; deal greedy; deal chain-vambraces; deal proud;
    deal leather-pauldron;
    deal quarterstaff; deal acrobatics; deal reckless; deal jeweled-dagger;
    draw green1; draw white3; draw green4; draw white6; draw red1; draw blue4;
    place blue4 con; place white6 cha; place green4 con; place red1 int; place green1 int;
    place white3 int;
    draw purple3; draw red1; draw purple6
"""
ROUND_2: Final = """
    deal cunning; deal longsword; deal ancient-spear; draw blue1; draw white3; draw gold4
"""
ROUND_3: Final = """
    deal heavy-crossbow; deal blessed-mace; deal pickpocket; draw black4; draw green3; draw white1
"""
REST: Final = """
    take 1; place cha; charm;
    discard heavy-crossbow; deal climb; deal obnoxious; deal sleight-of-hand;
    draw white6; draw red2; draw gold6; lay gold6; take 3; place wis; pass; roll 2;
    discard sleight-of-hand; deal foolish; deal cure-wounds; deal mystic-cloak;
    draw purple3; draw purple2; draw purple5; take 2; place cha; charm; roll 3;
    discard cure-wounds; deal courageous; deal dedicated; deal weak;
    draw black1; draw red1; draw black4; lay black1; take 2; place str; flip cha2; roll 3;
    buy courageous; deal search; deal nimble; deal open-lock;
    draw black6; draw red5; draw green6; lay black6; take 3; place wis; pass; roll 5;
    discard search; deal chain-gorget; deal obsessed; deal leather-greaves;
    draw red4; draw gold2; draw blue4; lay blue4; take 2; place con; nudge str1 up; roll 1;
    buy leather-greaves; deal longbow; deal honorable; deal negotiate;
    draw blue1; draw black3; draw black2; take 2; place str; flip cha3; roll 4;
    discard longbow; deal famous; deal move-silently; deal concentrate;
    draw green2; draw gold3; draw purple2; lay green2; take 2; place dex; swap con2 int2; roll 5;
    discard move-silently; deal focused; deal envious; deal chain-tunic;
    draw green1; draw red4; draw red3; take 2; place dex; swap con2 con3; roll 2;
    discard focused; deal compassionate; deal mystic-cowl; deal mystic-robes;
    draw blue1; draw green5; draw white3; take 2; place dex; swap dex2 dex3; roll 4;
    buy mystic-cowl; pass
"""
FIRST: Final = Lesson(
    id="first",
    icon="learn",
    hero="Hilda",
    script=(
        ("", SETUP),
        ("welcome", ""),
        ("take", "take 2"),
        ("place", "place str"),
        ("action", "flip int2"),
        ("", "roll 6"),
        ("market", "buy acrobatics"),
        ("", ROUND_2),
        ("skill", "use acrobatics"),
        ("swap", "swap str1 int3"),
        ("last", "take 3"),
        ("wisdom", "place wis"),
        ("alignment", "move evil"),
        ("", "roll 6"),
        ("weapon", "buy longsword"),
        ("refresh", "refresh acrobatics"),
        ("", ROUND_3),
        ("rest", ""),
        ("", REST),
    ),
    last="scoring",
    places={"welcome": "rows", "rest": "rows", "scoring": "stars"},
)


def lessons() -> dict[str, Lesson]:
    """All lessons by id, in the order in which they are best taken."""
    return _lessons_with(EXPANSIONS.in_order(EXPANSIONS))


@cache
def _lessons_with(boxes: tuple[str, ...]) -> dict[str, Lesson]:
    all_lessons = [FIRST]
    for name in boxes:
        module = EXPANSIONS.part(name, "lessons")
        if module is not None:
            all_lessons += module.LESSONS
    return {lesson.id: lesson for lesson in all_lessons}


@dataclass
class Walkthrough:
    """The game so far, the steps shown, and what has happened since the last of them."""

    lesson: Lesson
    game: Game
    texts: Texts
    answered: int = 0
    steps: list[Plain] = field(default_factory=list)
    entries: list[Plain] = field(default_factory=list)

    def apply(self, who: int, answer: int) -> None:
        written = self.game.rules.names.write(answer)
        before = entry_part(self.game, self.texts, Entry(who, written))
        events = [
            {**event, "text": self.texts.event(event, SEAT)}
            for event in carry_out(self.game, who, answer)
        ]
        self.answered += 1
        self.entries.append({**before, "n": self.answered, "events": events})

    def answer(self, answers: str) -> None:
        """Give one or more answers, each for whoever is asked."""
        for text in answers.split(";"):
            self.apply(self.game.seat(), self.read(text.strip()))
            while not self.game.over and self.game.question() == "opening":
                self.apply(self.game.seat(), PASS_CODE)

    def read(self, text: str) -> int:
        try:
            return read_answer(self.game, self.game.seat(), text)
        except IllegalAnswer as error:
            raise IllegalAnswer(f"lesson {self.lesson.id!r}: {error}") from error

    def add_step(self, caption: str, wanted: str = "") -> None:
        """Add a step: the state of the game, an explanation, and the answer expected."""
        game = self.game
        names, options, pending = game.rules.names, [], None
        if wanted:
            answer = self.read(wanted)
            text = self.texts.answer(names, answer, game.question())
            options = [{"id": answer, "notation": wanted, "text": text}]
        if not game.over:
            question, asked = game.question(), game.seat()
            pending = {
                "seat": CHANCE_NAME if asked == CHANCE else asked,
                "question": question,
                "text": questions.asked(self.texts, game),
            }
        self.steps.append(
            {
                "caption": caption,
                "text": self.explained(caption, wanted),
                "place": self.lesson.places.get(caption, ""),
                "view": open_view(game),
                "pending": pending,
                "options": options,
                "prices": prices(game, SEAT),
                "why_not": why_not(game, SEAT),
                "seen": seen(game, SEAT),
                "forecast": forecast(game, self.lesson.options.expansions, SEAT),
                "entries": self.entries,
            }
        )
        self.entries = []

    def explained(self, caption: str, wanted: str) -> str:
        arguments = self.lesson.numbers(self.game, self.texts)
        verb, _, rest = wanted.partition(" ")
        if verb in ("buy", "use", "refresh"):
            arguments["card"] = self.texts.name("card", rest.partition(" ")[0])
        return self.texts.t(f"lesson.{self.lesson.id}.{caption}", **arguments)


@cache
def taught(id: str, language: str) -> Plain:
    """All steps of a lesson in one language."""
    lesson = lessons()[id]
    library = lesson.library()
    game = new_game(lesson.options, compose(lesson.options, library.components))
    walkthrough = Walkthrough(lesson, game, Texts(language, library, [lesson.hero]))
    for caption, answers in lesson.script:
        if caption:
            walkthrough.add_step(caption, answers)
        if answers:
            walkthrough.answer(answers)
    walkthrough.add_step(lesson.last)
    following = list(lessons())[list(lessons()).index(id) + 1 :][:1]
    return {
        "language": language,
        "id": id,
        "title": walkthrough.texts.t(f"lesson.{id}.title"),
        "expansions": list(lesson.options.expansions),
        "seats": [lesson.hero],
        "steps": walkthrough.steps,
        "end": result(game),
        "next": next(
            (other for other in offered(walkthrough.texts) if other["id"] in following), None
        ),
    }


def offered(texts: Texts) -> list[dict[str, Any]]:
    """A summary of all lessons, for a start page."""
    return [
        {
            "id": lesson.id,
            "icon": lesson.icon,
            "title": texts.t(f"lesson.{lesson.id}.title"),
            "text": texts.t(f"lesson.{lesson.id}.text"),
        }
        for lesson in lessons().values()
    ]
