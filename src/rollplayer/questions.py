"""The pending question in one line: the thing it is about, what it comes from, and its price.

Everybody at the table may read it, so it names nothing that does not lie open. Questions without an
``asked.`` text of their own are worded the same at every table (``Texts.question``).
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from rollplayer.engine.answers import (
    BUY,
    DISCARD,
    DROP,
    PASS_CODE,
    USE,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.components import Component
from rollplayer.engine.game import Frame, Game
from rollplayer.engine.table import ARROWS, CHANCE, ROWS, SPOTS, die_name, face_of
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.interruptions import ExhaustFrame
from rollplayer.text import Argument, Texts
from rollplayer.words.actions import ActionFrame
from rollplayer.words.choice import Repeated, RepeatedFrame

Arguments = dict[str, Argument]
About = Callable[[Game, Texts], Arguments | None]
"""What a question's text is filled in with; None where the general one says it better."""
MOST_NAMED: Final = 4
FREE_TO_GO_ON: Final = frozenset({"opening", "last-chance"})
"""Questions at which passing is what most people want: it goes on with the game."""
GIVES_UP: Final = frozenset({DISCARD, DROP})
"""Verbs that take something off the table for less than it could bring."""


def asked(texts: Texts, game: Game) -> str:
    """The question that the game waits on."""
    question = game.question()
    key = texts.amended(f"asked.{question}")
    if game.seat() == CHANCE or not texts.has(key):
        return texts.question(question)
    about = known_questions(texts.library.expansions).get(question)
    arguments = {} if about is None else about(game, texts)
    return texts.question(question) if arguments is None else texts.t(key, **arguments)


def explained(texts: Texts, game: Game) -> str:
    """More about it: of an Attribute Action what it does, otherwise what the rules say."""
    if game.question() == "action" and game.seat() != CHANCE:
        row = only_row(game)
        if row:
            return texts.content("row", row, "text")
    return texts.explain(game.question())


@cache
def known_questions(boxes: tuple[str, ...]) -> Mapping[str, About]:
    """By question: what its text is filled in with, here and in the boxes of a game."""
    known = dict(ABOUT)
    for module in parts_of(boxes):
        known |= module.ABOUT
    return known


@cache
def going_on(boxes: tuple[str, ...]) -> frozenset[str]:
    """The questions at which passing goes on with what one is doing, rather than declining it."""
    return FREE_TO_GO_ON.union(*(module.GOES_ON for module in parts_of(boxes)))


def is_aside(boxes: tuple[str, ...], answer: int, question: str) -> bool:
    """Whether an option declines, puts off or gives up, where another is what most people want."""
    if not question:
        return verb_of(answer) == DROP
    if question in going_on(boxes):
        return answer != PASS_CODE
    return answer == PASS_CODE or verb_of(answer) in GIVES_UP


def parts_of(boxes: tuple[str, ...]) -> list[Any]:
    parts = [EXPANSIONS.part(name, "questions") for name in boxes]
    return [part for part in parts if part is not None]


# -- what the texts are filled in with --------------------------------------------------------------


def top(game: Game) -> Any:
    """The frame that asks; which kind it is follows from the question."""
    return game.agenda[-1]


def source(game: Game, texts: Texts) -> str:
    """The Skill in use, or the card, class or Attribute that the pending word belongs to."""
    names = game.rules.names
    for frame in reversed(game.agenda):
        if isinstance(frame, ExhaustFrame):
            return texts.name("card", names.word("card", frame.card))
    frame = top(game)
    if frame.step in game.rules.actions:
        return texts.name("row", ROWS[game.rules.actions.index(frame.step)])
    for card in game.rules.cards:
        if acts(card, frame):
            return texts.name("card", card.id)
    for character_class in game.rules.classes:
        if acts(character_class, frame):
            return texts.name("class", character_class.id)
    return ""


def acts(component: Component, frame: Frame) -> bool:
    return any(frame.step is step for hook in component.hooks for step in hook)


def of_source(game: Game, texts: Texts) -> Arguments:
    """Where it comes from, and the how-manyth time of how many it is."""
    frame = top(game)
    step, count = frame.step, ""
    if isinstance(step, Repeated) and isinstance(frame, RepeatedFrame):
        most = step.limit(game, frame)
        count = f"{frame.times_done + 1}/{most}" if most > 1 else ""
    return {"source": source(game, texts), "count": count}


def possible(game: Game, texts: Texts) -> Arguments:
    """What the asked seat could do besides: its Skills by name, or else everything in words."""
    names = game.rules.names
    answers = game.interruptions(game.seat())
    skills: list[str] = []
    for answer in answers:
        if verb_of(answer) == USE:
            skill = texts.name("card", names.word("card", first_of(answer)))
            borrowed = second_of(answer)
            if borrowed:
                skill += f" ({texts.name('card', names.word('card', borrowed - 1))})"
            skills.append(skill)
    # A list that is longer is read on the table, not in a line.
    acts = [] if skills else [texts.answer(names, answer) for answer in answers]
    return {"what": ", ".join(skills[:MOST_NAMED]), "acts": ", ".join(acts[:MOST_NAMED])}


def starting_dice(game: Game, texts: Texts) -> Arguments:
    return {"n": len(game.heroes[game.seat()].hand)}


def classes(game: Game, texts: Texts) -> Arguments | None:
    named = [texts.name("class", game.rules.classes[first_of(o)].id) for o in game.options()]
    return {"classes": ", ".join(named)} if len(named) <= MOST_NAMED else None


def equal_dice(game: Game, texts: Texts) -> Arguments:
    return {"face": face_of(first_of(game.options()[0]))}


def drafted_die(game: Game, texts: Texts) -> Arguments:
    return {"die": texts.die(die_name(game.heroes[game.seat()].hand[0]))}


def only_row(game: Game) -> str:
    """The row whose Attribute Action is offered; empty where one may choose among several."""
    frame: ActionFrame = top(game)
    rows = [row for at, row in enumerate(ROWS) if frame.rows >> at & 1]
    return rows[0] if len(rows) == 1 else ""


def attribute(game: Game, texts: Texts) -> Arguments | None:
    row = only_row(game)
    if not row:
        return None
    nothing = game.options()[0] == PASS_CODE
    return {
        "row": texts.name("row", row),
        "action": texts.content("row", row, "action"),
        "nothing": "yes" if nothing else "no",
    }


def rerolled(game: Game, texts: Texts) -> Arguments:
    frame = top(game)
    old = face_of(game.heroes[frame.seat].sheet[frame.spot])
    return {"spot": texts.spot(SPOTS[frame.spot]), "new": frame.face_rolled, "old": old}


def purse(game: Game, texts: Texts) -> Arguments:
    hero = game.heroes[game.seat()]
    return {"gold": hero.gold, "tokens": hero.charisma}


def market_turn(game: Game, texts: Texts) -> Arguments:
    """What is left to do where nothing can be paid: discard a card, or only collect Gold (M10)."""
    verbs = {verb_of(option) for option in game.options()}
    left = "buy" if BUY in verbs else "discard" if DISCARD in verbs else "collect"
    return {**purse(game, texts), "left": left}


def arrow(game: Game, texts: Texts) -> Arguments:
    return {"arrow": texts.name("arrow", ARROWS[top(game).arrow])}


def end_of_phase(game: Game, texts: Texts) -> Arguments:
    phase = game.rules.names.vocabulary.phases[game.phase]
    return {**possible(game, texts), "phase": texts.name("phase", phase)}


def exhausted(game: Game, texts: Texts) -> Arguments:
    names = game.rules.names
    cards = game.heroes[game.seat()].exhausted
    return {"skills": texts.all_of([texts.name("card", names.word("card", c)) for c in cards])}


ABOUT: Final[dict[str, About]] = {
    "choose-class": classes,
    "arrange-dice": starting_dice,
    "lay": equal_dice,
    "place": drafted_die,
    "action": attribute,
    "keep": rerolled,
    "market-turn": market_turn,
    "buy-again": purse,
    "follow-arrow": arrow,
    "opening": end_of_phase,
    "last-chance": possible,
    "refresh": exhausted,
    **dict.fromkeys(
        (
            *("flip", "swap", "nudge", "reroll", "move", "charm", "pickpocket", "search", "slide"),
            *("nudge-free", "reroll-free", "exchange", "buy-from-deck", "buy-from-discard-pile"),
            "bring-back",
        ),
        of_source,
    ),
}
"""By question of the base game: what its text is filled in with."""
