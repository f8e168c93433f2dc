"""Everything a person reads, in English, German and French.

The catalogues are the JSON files in ``locale/<language>``, here and in each expansion; names and
card texts come from the content. A message may contain ``{name}``,
``{n, plural, one {# die} other {# dice}}`` and ``{x, select, yes {...} other {...}}``. An unknown
key or a missing argument is an error.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from rollplayer.bots import own_level
from rollplayer.build import PACKAGE
from rollplayer.content import Library
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import CHANGE_ZERO, Names, first_of, second_of, verb_of
from rollplayer.engine.table import ROWS
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.places import BoxError

# Not from __file__, which a compiled module may not have.
HOME: Final = Path(PACKAGE) / "locale"
PSEUDO: Final = "en-XA"
"""Pseudo-language: English with accents and 40 % longer, to test layouts."""
SIGNS: Final = ("letter", "short")
"""Texts of the content that are abbreviations and are shown unchanged."""
SOMEBODY: Final = "\0"
"""Placeholder for the hero's name in cached sentences."""
MOST_SENTENCES: Final = 10_000
NONE: Final = "none"
"""The case that an empty argument selects."""

Part = str | tuple[str, str, dict[str, "Message"]]
Message = list[Part]
Catalogue = dict[str, str]
Argument = str | int


class TextError(LookupError):
    """A text is missing or cannot be filled in; the message says which."""

    def __str__(self) -> str:
        return str(self.args[0])


# -- messages ---------------------------------------------------------------------------------------


def parse(text: str) -> Message:
    """Parse a message into plain parts and (argument, kind, cases).

    >>> render(parse("{n, plural, one {# die} other {# dice}}"), {"n": 3}, "en")
    '3 dice'
    """
    message, at = _parse(text, 0, nested=False)
    if at != len(text):
        raise TextError(f"unbalanced braces in {text!r}")
    return message


def _parse(text: str, at: int, *, nested: bool) -> tuple[Message, int]:
    message: Message = []
    plain = ""
    while at < len(text) and not (nested and text[at] == "}"):
        if text[at] == "}":
            return message, at
        if text[at] != "{":
            plain += text[at]
            at += 1
            continue
        message, plain = [*message, *([plain] if plain else [])], ""
        opened = re.compile(r"\{\s*(\w+)\s*(?:\}|,\s*(plural|select)\s*,)").match(text, at)
        if opened is None:
            raise TextError(f"no argument after '{{' in {text!r}")
        at = opened.end()
        cases: dict[str, Message] = {}
        while opened[2] and (case := re.compile(r"\s*([=\w-]+)\s*\{").match(text, at)):
            cases[case[1]], at = _parse(text, case.end(), nested=True)
            at += 1
        if opened[2]:
            closed = re.compile(r"\s*\}").match(text, at)
            if closed is None or "other" not in cases:
                raise TextError(f"{opened[1]} needs closed cases and an 'other' in {text!r}")
            at = closed.end()
        message.append((opened[1], opened[2] or "", cases))
    if nested and at == len(text):
        raise TextError(f"unbalanced braces in {text!r}")
    return [*message, *([plain] if plain else [])], at


def plural_case(language: str, number: int) -> str:
    """French counts 0 and 1 as one, English and German only 1."""
    return "one" if number == 1 or (number == 0 and language == "fr") else "other"


def render(message: Message, arguments: Mapping[str, Argument], language: str) -> str:
    text = ""
    for part in message:
        if isinstance(part, str):
            text += part
            continue
        name, kind, cases = part
        if name not in arguments:
            raise TextError(f"lacks the argument {name!r}; given: {', '.join(arguments) or 'none'}")
        value = arguments[name]
        if not kind:
            text += str(value)
            continue
        case = str(value) or NONE
        if kind == "plural":
            case = f"={value}" if f"={value}" in cases else plural_case(language, int(value))
        inner = cases.get(case, cases["other"])
        if kind == "plural":
            inner = [p.replace("#", str(value)) if isinstance(p, str) else p for p in inner]
        text += render(inner, arguments, language)
    return text


def template(message: Message) -> str | None:
    """The message for ``str.format_map``, which is faster; None if it has cases."""
    if any(not isinstance(part, str) and part[1] for part in message):
        return None
    return "".join(
        part.replace("{", "{{").replace("}", "}}") if isinstance(part, str) else f"{{{part[0]}}}"
        for part in message
    )


def placeholders(message: Message) -> Iterator[tuple[str, str]]:
    """The arguments of a message, each with its kind."""
    for part in message:
        if not isinstance(part, str):
            yield part[0], part[1]
            for inner in part[2].values():
                yield from placeholders(inner)


# -- catalogues -------------------------------------------------------------------------------------


def homes() -> list[Path]:
    """The folders with catalogues: the base game's, then the boxes'."""
    boxes = [Path(folder) / "locale" for folder in EXPANSIONS.folders()]
    return [HOME, *[home for home in boxes if home.is_dir()]]


def catalogue(language: str) -> Catalogue:
    """All files of a language, merged; no key may appear in two of them."""
    return _catalogue(language, EXPANSIONS.folders())


@cache
def _catalogue(language: str, boxes: tuple[str, ...]) -> Catalogue:
    merged = dict(_texts_in(HOME / language, {}))
    for folder in boxes:
        try:
            merged |= _texts_in(Path(folder, "locale", language), merged)
        except (TextError, OSError, ValueError) as error:
            if EXPANSIONS.is_ours(folder):
                raise
            raise BoxError(
                f"{folder}: its texts cannot be used: {error}",
                "box-texts",
                path=folder,
                why=str(error),
            ) from error
    return merged


def _texts_in(folder: Path, known: Catalogue) -> Catalogue:
    merged: Catalogue = {}
    for path in sorted(folder.glob("*.json")):
        texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        for key, text in texts.items():
            if key in merged or key in known or not isinstance(text, str):
                raise TextError(f"{path.name}: {key} appears twice or is not text")
            merged[key] = text
    return merged


_ACCENTS: Final = str.maketrans("aeiouyncAEIOUYNC", "áéíóúýñçÁÉÍÓÚÝÑÇ")


def pseudo(text: str) -> str:
    """The text with accents and 40 % longer; text in braces stays unchanged."""
    accented = ""
    depth = 0
    for char in text:
        depth += (char == "{") - (char == "}")
        accented += char if depth else char.translate(_ACCENTS)
    return accented + " ~" + "~" * round(len(text) * 0.4 - 1) if text.strip() else accented


@cache
def _parsed(language: str, boxes: tuple[str, ...]) -> dict[str, tuple[Message, str | None]]:
    """Cache of a language's messages by key, with their templates."""
    return {}


@lru_cache(maxsize=64)
def _things(language: str, library: Library) -> dict[tuple[str, Argument], Argument]:
    """Cache of dice, cards, spaces and so on in words."""
    return {}


@lru_cache(maxsize=64)
def _events(library: Library) -> dict[str, tuple[str, bool, list[tuple[str, str]]]]:
    """By event name: the key of its text, whether it is secret, its parts with their sorts."""
    known = library.components.vocabulary
    return {
        name: (
            f"event.{name}",
            name in known.secret_events,
            [(part, sort.rstrip("?")) for part, sort in parts if part],
        )
        for name, *parts in known.events
    }


@lru_cache(maxsize=64)
def _sentences(language: str, library: Library) -> dict[tuple[Any, ...], str]:
    """Cache of events in words, shared by all tables."""
    return {}


class Texts:
    """The texts of one language for one game's content and seats."""

    def __init__(self, language: str, library: Library, seats: Sequence[str] = ()) -> None:
        if language != PSEUDO and language not in LANGUAGES:
            raise TextError(f"{language!r} is not one of: {', '.join(LANGUAGES)}")
        self.language = language
        self.spoken = "en" if language == PSEUDO else language
        self.library = library
        self.seats = list(seats)
        self.catalogue = catalogue(self.spoken)
        self._parsed = _parsed(language, EXPANSIONS.folders())
        self._things = _things(language, library)
        self._sentences = _sentences(language, library)
        self._events = _events(library)

    def has(self, key: str) -> bool:
        return key in self.catalogue

    def t(self, key: str, **arguments: Argument) -> str:
        """The text of a key, filled in."""
        return self._filled(key, arguments)

    def _filled(self, key: str, arguments: Mapping[str, Argument]) -> str:
        known = self._parsed.get(key)
        if known is None:
            if key not in self.catalogue:
                raise TextError(f"no text {key!r} in {self.language}")
            message = parse(self._shown(self.catalogue[key]))
            known = self._parsed[key] = message, template(message)
        message, plain = known
        try:
            if plain is not None:
                return plain.format_map(arguments)
            return render(message, arguments, self.spoken)
        except TextError as error:
            raise TextError(f"{key}: {error}") from error
        except KeyError as missing:
            given = ", ".join(arguments) or "none"
            raise TextError(f"{key}: lacks the argument {missing}; given: {given}") from missing

    def _shown(self, text: str) -> str:
        return pseudo(text) if self.language == PSEUDO else text

    # -- things -------------------------------------------------------------------------------------

    def name(self, section: str, id: str) -> str:
        """The name of something in the content: ``name("card", "climb")``."""
        return self.content(section, id, "name")

    def named(self, section: str) -> bool:
        """Whether the content names the things of a section; if not, messages select by their id."""
        return section in self.library.texts["en"]

    def content(self, section: str, id: str, key: str) -> str:
        """Any text of the content; empty if there is none."""
        text = self.library.text(section, id, key, self.spoken)
        return text if key in SIGNS else self._shown(text)

    def hero(self, seat: int) -> str:
        return self.seats[seat] if seat < len(self.seats) else self.t("hero.name", number=seat + 1)

    def die(self, notation: str) -> str:
        """``red5`` in words."""
        return self.t(f"die.{notation[:-1]}", face=int(notation[-1]))

    def spot(self, notation: str) -> str:
        """``con2`` as it is printed: CON 2. What boxes lay beside the sheet has a name of its own."""
        name, place = notation[:-1], notation[-1]
        return f"{self.content('row' if name in ROWS else 'spaces', name, 'short')} {place}"

    def bot(self, level: str) -> str:
        """The name of a bot's level; a user's own bot brings its own title."""
        own = own_level(level)
        return own.title if own is not None else self.t(f"bot.{level}")

    def bot_character(self, level: str) -> str:
        own = own_level(level)
        return own.character if own is not None else self.t(f"bot.{level}.character")

    def all_of(self, things: Sequence[str]) -> str:
        """Join as in "one, two and three"."""
        if len(things) < 2:
            return "".join(things)
        return self.t("list.last", some=", ".join(things[:-1]), last=things[-1])

    def stars(self, stars: int) -> str:
        return self.t("count.stars", n=stars)

    # -- questions and answers ----------------------------------------------------------------------

    def question(self, key: str) -> str:
        """The question as a sentence."""
        return self.t(self.amended(f"question.{key}"))

    def explain(self, key: str) -> str:
        """An explanation of the question."""
        return self.t(self.amended(f"explain.{key}"))

    def amended(self, key: str) -> str:
        """The key of an expansion's own version of a text, or else the key itself."""
        for name in self.library.expansions:
            if self.has(f"with.{name}.{key}"):
                return f"with.{name}.{key}"
        return key

    def answer(self, names: Names, answer: int, question: str = "") -> str:
        """An option as a sentence. Some answers have a special text for a question."""
        verb = names.vocabulary.verb(verb_of(answer))
        values = (first_of(answer), second_of(answer))
        arguments: dict[str, Argument] = {}
        for sort, value in zip((verb.first, verb.second), values, strict=True):
            kind = sort.rstrip("?")
            if kind:
                argument = _worded(kind)(self, names.word(sort, value), value)
                key = kind.replace("-", "_")
                arguments["other" if key in arguments else key] = argument
        if verb.second == "change":
            change = values[1] - CHANGE_ZERO
            arguments |= {"change": "up" if change > 0 else "down", "by": abs(change)}
        special = f"{answer_key(verb.word, verb.first)}.{question}"
        key = special if self.has(special) else answer_key(verb.word, verb.first)
        return self.t(key, **arguments)

    # -- events -------------------------------------------------------------------------------------

    def event(self, event: Mapping[str, Any], viewer: int | None = None) -> str:
        """An event as a sentence; what only another seat may know is hidden from the viewer."""
        seat = event.get("seat")
        hero = "" if seat is None else self.hero(seat)
        key = (viewer, bool(hero), *event.items())
        sentence = self._sentences.get(key)
        if sentence is None:
            sentence = self.sentence(event, viewer, SOMEBODY if hero else "")
            if len(self._sentences) >= MOST_SENTENCES:
                self._sentences.clear()
            self._sentences[key] = sentence
        return sentence.replace(SOMEBODY, hero)

    def is_secret(self, name: str) -> bool:
        """Whether only the seat named in an event may know its parts."""
        return self._events[name][1]

    def sentence(self, event: Mapping[str, Any], viewer: int | None, hero: str) -> str:
        """The same for a hero of this name, or for a mark that stands for it."""
        name = event["event"]
        known = self._events.get(name)
        if known is None:
            raise TextError(f"no event {name!r}")
        key, is_secret, parts = known
        seat = event.get("seat")
        arguments: dict[str, Argument] = {"hero": hero}
        for part, sort in parts:
            value = event.get(part, "")
            arguments[part] = value if value == "" else self._part(sort, value)
        if is_secret and viewer is not None and viewer != seat:
            arguments |= {part: "" for part, _ in parts}
        return self._filled(key, arguments)

    def _part(self, sort: str, value: Argument) -> Argument:
        if sort in ("count", "flag"):
            return value
        if sort in ("reason", "where"):
            return self.t(f"{sort}.{value}")
        known = self._things.get((sort, value))
        if known is None:
            if sort == "space":
                known = self.name("alignment_space", str(value))
            else:
                known = _worded(sort)(self, str(value), 0)
            self._things[sort, value] = known
        return known


def answer_key(word: str, first: str) -> str:
    """The key of a verb's text. Several verbs may share a word, such as ``deal``."""
    return f"answer.{word}-{first.rstrip('?')}" if first else f"answer.{word}"


def _named(section: str) -> Callable[[Texts, str, int], Argument]:
    return lambda texts, word, _value: texts.name(section, word) if texts.named(section) else word


def _worded(sort: str) -> Callable[[Texts, str, int], Argument]:
    """How to word a sort of parameter: by its name, or as an id that messages select by."""
    return _PARAMETERS.get(sort) or _named(sort)


_PARAMETERS: Final[dict[str, Callable[[Texts, str, int], Argument]]] = {
    "face": lambda _texts, word, _value: word,
    "number": lambda _texts, word, _value: word,
    "die": lambda texts, word, _value: texts.die(word) if word else "",
    "spot": lambda texts, word, _value: texts.spot(word),
    "side": lambda texts, word, _value: texts.t(f"side.{word}"),
    "place": lambda _texts, word, _value: word.removeprefix("i"),
    "places": lambda texts, word, _value: texts.all_of(word.replace("i", "").split()),
    "tokens": lambda _texts, _word, value: value,
    "change": lambda _texts, word, _value: word,
    "target": lambda texts, word, _value: texts.name("card", word[3:]) if word else "",
    "for-card": lambda texts, word, _value: texts.name("card", word.removeprefix("for ")),
}
"""By sort of parameter that has no name in the content: how to word its notation."""
