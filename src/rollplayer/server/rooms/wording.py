"""Who gets to know what: entries, options and events in a language, for the seats that listen.

Everything is built up from what is open and what the listening seats have seen.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from rollplayer import questions
from rollplayer.content import Library
from rollplayer.engine.answers import code, first_of, second_of, verb_of
from rollplayer.engine.events import FROM_DISCARD_PILE, FROM_MARKET
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.plain import Parts, Plain, plain_seat, plain_table
from rollplayer.engine.table import CHANCE, EMPTY, read_die
from rollplayer.engine.view import SPECTATOR, possible_world
from rollplayer.engine.view import interruptions as open_interruptions
from rollplayer.log import CHANCE_NAME
from rollplayer.rules.expansion import expansions_of
from rollplayer.server.protocol.messages import encode
from rollplayer.server.rooms.recorded_match import Record, RecordedMatch
from rollplayer.server.rooms.why_not import reasons
from rollplayer.text import SOMEBODY, Texts
from rollplayer.undo_rules import taken_along
from rollplayer.words.buying import price

MOST_QUESTIONS: Final = 1000
"""Of which options are kept in words: those of all languages, with and without the expansion."""
MOST_EVENTS: Final = 10_000
SOMEBODY_ENCODED: Final = encode(SOMEBODY)[1:-1]
BY_CONSENT: Final = ("chance", "other", "reveal", "played-for")
"""The reasons against an undo that no longer count once everyone has agreed."""
UNDO_REASONS: Final = (*BY_CONSENT, "nothing", "over", "log-full", "stand-in")


class Pieces(Parts):
    """The same of heroes, the deck and prices, each with a mark of what it was made from."""

    def __init__(self) -> None:
        super().__init__()
        self._deck: tuple[list[list[int]], list[list[str]]] = ([], [])
        self._heroes: dict[int, tuple[tuple[Any, ...], Plain]] = {}
        self._prices: dict[int, tuple[tuple[Any, ...], dict[str, int]]] = {}

    def deck_of(self, world: Game) -> list[list[str]]:
        """The deck from the cache if its mark is unchanged; otherwise built again."""
        if self._deck[0] != world.deck:
            self._deck = [pile.copy() for pile in world.deck], deck(world)
        return self._deck[1]

    def hero_of(self, world: Game, hero: Hero) -> Plain:
        """The same of a hero."""
        mark = mark_of(hero)
        kept = self._heroes.get(hero.seat)
        if kept is None or kept[0] != mark:
            kept = self._heroes[hero.seat] = mark, plain_seat(world, hero)
        return kept[1]

    def prices_of(self, game: Game, seat: int) -> dict[str, int]:
        """The same of what cards cost a seat."""
        hero = game.heroes[seat]
        offered = game.discard_pile if game.discard_pile_open else ()
        mark = (tuple(game.market), tuple(offered), hero.numbers, hero.counts)
        kept = self._prices.get(seat)
        if kept is None or kept[0] != mark:
            kept = self._prices[seat] = mark, prices(game, seat)
        return kept[1]


def public_view(table: RecordedMatch, pieces: Pieces | None = None) -> Plain:
    """The table as a spectator sees it, without questions, which are sent per seat.

    It is ``plain_view`` without these; what has not changed since the last one is the same object.
    """
    game = table.game
    # Where nothing is hidden the game is its own world, and nobody changes it here.
    has_secrets = game.top_card >= 0 or len(game.extensions) > 0
    world = possible_world(game, SPECTATOR) if has_secrets else game
    if pieces is None:
        pieces = Pieces()
    view = plain_table(world, pieces)
    view["deck"] = pieces.deck_of(world)
    view["heroes"] = [pieces.hero_of(world, hero) for hero in world.heroes]
    return view


def deck(world: Game) -> list[list[str]]:
    names = world.rules.names
    return [[names.word("card", card) for card in pile] for pile in world.deck]


def mark_of(hero: Hero) -> tuple[Any, ...]:
    """Everything a hero's data is made from. Only the sheet is ever changed, so it is copied."""
    return (
        tuple(hero.sheet),
        hero.gold,
        hero.token,
        hero.hand,
        hero.charisma,
        hero.cards,
        hero.exhausted,
        hero.numbers,
        hero.race,
        hero.side,
        hero.character_class,
        hero.color,
        hero.alignment,
        hero.backstory,
        hero.counts,
        hero.piles,
    )


def pending(table: RecordedMatch, texts: Texts) -> Plain | None:
    """The question the game waits on; its options are for the seat alone."""
    game = table.game
    if game.over:
        return None
    asked = game.seat()
    return {
        "seat": CHANCE_NAME if asked == CHANCE else asked,
        "question": game.question(),
        "text": questions.asked(texts, game),
        "explain": questions.explained(texts, game),
    }


def seat_part(
    table: RecordedMatch, texts: Texts, seat: int, bar: str = "", pieces: Pieces | None = None
) -> Plain:
    """What only this seat may know; ``bar`` is why it may not undo at all."""
    game = table.game
    if pieces is None:
        pieces = Pieces()
    asked = not game.over and game.seat() == seat
    offered = game.options() if asked else open_interruptions(game, seat)
    return {
        "options": options(table, texts, offered, game.question()) if asked else [],
        "interruptions": [] if asked else options(table, texts, offered, ""),
        "undo": undo_part(table, texts, seat, bar),
        "top_card": known_top_card(table, seat),
        "prices": pieces.prices_of(game, seat),
        "why_not": {} if game.over else reasons(game, seat, offered),
        "seen": seen(game, seat),
        "forecast": forecast(game, table.match.header.options.expansions, seat),
    }


def undo_part(table: RecordedMatch, texts: Texts, seat: int, bar: str) -> Plain:
    """What a seat would undo, or why it may not undo anything."""
    reason = bar or table.match.why_not_undo(seat)
    if reason:
        alone = bool(taken_along(table.match.header.seats, seat))
        return _refused_undo(texts, reason, alone=alone or len(table.game.heroes) == 1)
    taken = table.match.since_own(seat)
    record = table.undoable(seat)
    assert record is not None
    return {
        "can": True,
        "reason": "",
        "text": "",
        "what": answer_given(table, texts, record),
        "others": len([entry for entry in taken if entry.who != seat]),
    }


def _refused_undo(texts: Texts, reason: str, *, alone: bool) -> Plain:
    known = _undos(texts.language)
    part = known.get((reason, alone))
    if part is None:
        sentences = [texts.t(f"server.undo.{reason}")]
        if reason in BY_CONSENT and not alone:
            sentences.append(texts.t("server.undo.consent"))
        text = " ".join(sentences)
        part = known[reason, alone] = {
            "can": False,
            "reason": reason,
            "text": text,
            "what": "",
            "others": 0,
        }
    return part


@lru_cache(maxsize=8)
def _undos(language: str) -> dict[tuple[str, bool], Plain]:
    """Cache of reasons against an undo at any table, and whether others could agree to it."""
    return {}


def answer_given(table: RecordedMatch, texts: Texts, record: Record) -> str:
    """An answer that was given, in words: with the die it was about where there was only one."""
    names, answer = table.game.rules.names, record.code
    verb = names.vocabulary.verb(verb_of(answer))
    if verb.first == "die?" and first_of(answer) == EMPTY:
        dice = (event.get("die") for event in table.plain_of(record)["events"])
        die = read_die(next((die for die in dice if die), ""), names.vocabulary.dice)
        answer = code(verb_of(answer), die, second_of(answer))
    return texts.answer(names, answer, record.question)


def prices(game: Game, seat: int) -> dict[str, int]:
    """What each card this seat can buy now or later costs it in Gold, before tokens (M12, N6)."""
    hero, names = game.heroes[seat], game.rules.names
    costs = {
        names.word("card", card): price(game, hero, card, FROM_MARKET)
        for card in game.market
        if card >= 0
    }
    if game.discard_pile_open:
        for card in game.discard_pile:
            costs[names.word("card", card)] = price(game, hero, card, FROM_DISCARD_PILE)
    return costs


def known_top_card(table: RecordedMatch, seat: int) -> str | None:
    """The deck's top card, if this seat has looked at it (M17)."""
    if table.game.top_card < 0:
        return None
    top = possible_world(table.game, seat).top_card
    return table.game.rules.names.word("card", top) if top >= 0 else None


def seen(game: Game, seat: int) -> Plain:
    """What this seat knows of an expansion's table beyond what lies open (X9)."""
    names = game.rules.names
    own_parts: Plain = {}
    for extension in game.extensions:
        open_to_all = extension.seen_by(SPECTATOR).plain(names)
        own = extension.seen_by(seat).plain(names)
        own_parts |= {key: value for key, value in own.items() if value != open_to_all[key]}
    return own_parts


def forecast(game: Game, expansions: Sequence[str], seat: int) -> Plain:
    """What this seat can expect: odds and prices of the expansions, from what it knows."""
    odds: Plain = {}
    if game.extensions and not game.over:
        world = possible_world(game, seat)
        boxes = {box.name: box for box in expansions_of(game.rules.boxes)}
        for name in expansions:
            odds |= boxes[name].forecast(world, seat)
    return odds


def options(
    table: RecordedMatch, texts: Texts, answers: list[int], question: str
) -> list[msgspec.Raw]:
    if not answers:
        return []
    known = _options(texts.library, texts.language, question)
    return [(known.get(each) or option(table, texts, each, question))[1] for each in answers]


def option(
    table: RecordedMatch, texts: Texts, answer: int, question: str
) -> tuple[str, msgspec.Raw]:
    """An option in words, and all of it encoded."""
    known = _options(texts.library, texts.language, question)
    found = known.get(answer)
    if found is None:
        names = table.game.rules.names
        text = texts.answer(names, answer, question)
        payload = {"id": answer, "notation": names.write(answer), "text": text}
        if questions.is_aside(texts.library.expansions, answer, question):
            payload["aside"] = True
        found = known[answer] = text, msgspec.Raw(encode(payload))
    return found


@lru_cache(maxsize=MOST_QUESTIONS)
def _options(library: Library, language: str, question: str) -> dict[int, tuple[str, msgspec.Raw]]:
    """Cache of the options of questions at any table, since they name no hero."""
    return {}


def entry(table: RecordedMatch, texts: Texts, record: Record, listening: Collection[int]) -> Plain:
    """One entry of the log for those who listen."""
    plain = table.plain_of(record)
    payload: dict[str, Any] = {"n": record.n, "at": record.at, "who": plain["who"]}
    if "undo" in plain:
        hero = texts.hero(record.who)
        agreed = len(plain.get("agreed", ()))
        return {
            **payload,
            "undo": plain["undo"],
            "agreed": plain.get("agreed", []),
            "text": texts.t("server.undone", hero=hero, n=plain["undo"], agreed=agreed),
        }
    hidden = any(seat not in listening for seat in record.secret_to)
    if not (hidden and record.who == CHANCE):
        # What chance dealt secretly is the secret; what a seat said is open.
        payload["answer"] = plain["answer"]
        payload["text"] = option(table, texts, record.code, record.question)[0]
    if plain.get("auto"):
        payload["auto"] = True
    payload["events"] = [event(texts, each, listening) for each in plain["events"]]
    return payload


def event(texts: Texts, plain: Plain, listening: Collection[int]) -> msgspec.Raw:
    """An event for those who listen; of a secret one others learn only that it happened."""
    seat: int | None = plain.get("seat")
    hero = "" if seat is None else texts.hero(seat)
    hidden = texts.is_secret(plain["event"]) and seat not in listening
    known = _events(texts.library, texts.language, hidden, bool(hero))
    key = tuple(plain.items())
    encoded = known.get(key)
    if encoded is None:
        visible = {"event": plain["event"], "seat": seat} if hidden else plain
        text = texts.sentence(plain, SPECTATOR if hidden else None, SOMEBODY if hero else "")
        if len(known) >= MOST_EVENTS:
            known.clear()
        encoded = known[key] = encode({**visible, "text": text})
    return msgspec.Raw(encoded.replace(SOMEBODY_ENCODED, encode(hero)[1:-1]) if hero else encoded)


@lru_cache(maxsize=256)
def _events(
    library: Library, language: str, hidden: bool, named: bool
) -> dict[tuple[tuple[str, Any], ...], bytes]:
    """Cache of encoded events with their sentences, shared by all tables.

    Where a hero is named, a mark stands for the name.
    """
    return {}
