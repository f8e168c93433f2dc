"""Every text exists in every language, with the same arguments, and can be filled in."""

import ast
import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rollplayer
from rollplayer.bots import make_bot
from rollplayer.content import load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import CHANGE_ZERO, Names
from rollplayer.engine.events import PLACES
from rollplayer.engine.table import ROWS, SIDES
from rollplayer.engine.view import View
from rollplayer.expansions import EXPANSIONS
from rollplayer.match import Match
from rollplayer.rules.options import VARIANTS, Options, most_players, variants_with
from rollplayer.text import (
    PSEUDO,
    TextError,
    Texts,
    answer_key,
    catalogue,
    homes,
    parse,
    placeholders,
    pseudo,
    render,
)

pytestmark = pytest.mark.once

SOURCE = Path(rollplayer.__file__).parent
SAMPLE = {
    "face": 3,
    "number": 2,
    "count": 1,
    "color": 2,
    "die": 2 << 4 | 5,
    "change": CHANGE_ZERO + 2,
    "places": 0b1010,
}


EVERYTHING = load(expansions=tuple(EXPANSIONS))
KNOWN = EVERYTHING.components.vocabulary


def texts(language: str) -> Texts:
    return Texts(language, EVERYTHING, ["Ann", "Bob"])


@pytest.fixture(params=[*LANGUAGES, PSEUDO])
def t(request: pytest.FixtureRequest) -> Texts:
    return texts(request.param)


# -- the catalogues ---------------------------------------------------------------------------------


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.parent.name)
def test_every_language_has_the_same_files_keys_and_arguments(home: Path) -> None:
    assert sorted((home / "en").glob("*.json"))
    for path in sorted((home / "en").glob("*.json")):
        english = json.loads(path.read_text(encoding="utf-8"))
        for language in LANGUAGES:
            other = json.loads((home / language / path.name).read_text(encoding="utf-8"))
            assert list(other) == list(english), f"{language}/{path.name}"
            for key, text in other.items():
                wanted = {name for name, _ in placeholders(parse(english[key]))}
                assert {name for name, _ in placeholders(parse(text))} == wanted, key
    assert [path.name for path in sorted((home / "de").iterdir())] == [
        path.name for path in sorted((home / "fr").iterdir())
    ]


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.parent.name)
def test_no_file_has_a_key_twice(home: Path) -> None:
    """Of two, JSON keeps the last, and the place of the first says something else."""

    def keys(pairs: list[tuple[str, object]]) -> list[str]:
        return [key for key, _ in pairs]

    for file in sorted(home.rglob("*.json")):
        found = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=keys)
        assert sorted(set(found)) == sorted(found), file


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_filled_in(language: str) -> None:
    for key, text in catalogue(language).items():
        assert text, key
        for number in (0, 1, 2):
            names = [name for name, _ in placeholders(parse(text))]
            filled = render(parse(text), dict.fromkeys(names, number), language)
            assert not set(filled) & set("{}#"), f"{key}: {filled}"
            assert "  " not in filled, f"{key}: {filled}"


def test_arguments_that_select_are_selected_in_every_language() -> None:
    for key, english in catalogue("en").items():
        wanted = {name for name, kind in placeholders(parse(english)) if kind == "select"}
        for language in LANGUAGES:
            message = parse(catalogue(language)[key])
            assert {name for name, kind in placeholders(message) if kind == "select"} == wanted, key


# -- the live registries ----------------------------------------------------------------------------


def asked_in_the_source() -> Iterator[str]:
    """The question keys that a Step of the source may return."""
    for folder in ("rules", "words", "expansions"):
        for path in (SOURCE / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for a_class in [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]:
                yield from asked_by(a_class)


def asked_by(a_class: ast.ClassDef) -> Iterator[str]:
    functions = {node.name: node for node in a_class.body if isinstance(node, ast.FunctionDef)}
    if "question" in functions:
        for node in ast.walk(functions["question"]):
            if isinstance(node, ast.Return):
                for part in ast.walk(node):
                    # An empty key leaves the question to others.
                    if (
                        isinstance(part, ast.Constant)
                        and isinstance(part.value, str)
                        and part.value
                    ):
                        yield part.value
    if "options" in functions or "choices" in functions:
        for node in ast.walk(functions.get("__init__", a_class)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "__init__"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield str(node.args[0].value)


OWN_QUESTION = {"draw-class", "buy-from-deck", "reroll-free", "reroll", "look"}
"""Names of steps that (also) ask by other keys."""
INHERITED = {"hunt-reroll", "monster-reroll", "refresh", "last-chance"}
"""Questions of steps whose options stand in the class that they inherit from."""


def test_every_question_has_its_texts() -> None:
    keys = set(asked_in_the_source())
    assert len(keys) > 30
    for language in LANGUAGES:
        for topic in ("question", "explain"):
            questions = {
                key.partition(".")[2] for key in catalogue(language) if key.startswith(f"{topic}.")
            }
            assert keys - questions <= OWN_QUESTION
            assert questions >= INHERITED
            assert questions <= keys | INHERITED, "a question that nobody asks"


def test_what_an_expansion_words_anew_exists_without_it() -> None:
    anew = [key.split(".", 2) for key in catalogue("en") if key.startswith("with.")]
    for _, name, key in anew:
        assert name in EXPANSIONS
        assert key in catalogue("en")
        if not key.startswith(("question.", "explain.")):
            continue  # Help tells it besides, not instead.
        assert Texts("en", load()).amended(key) == key
        assert Texts("en", EVERYTHING).amended(key) == f"with.{name}.{key}"


def test_verbs_share_no_text() -> None:
    keys = [answer_key(verb.word, verb.first) for verb in KNOWN.verbs]
    assert len(set(keys)) == len(keys)


def test_every_verb_has_a_text(t: Texts) -> None:
    names = Names(KNOWN)
    for kind in KNOWN.named_kinds:
        names.give(kind, list(EVERYTHING.facts[kind]))
    for verb in KNOWN.verbs:
        a = SAMPLE.get(verb.first.rstrip("?"), 1)
        b = SAMPLE.get(verb.second.rstrip("?"), 1)
        full = t.answer(names, verb.number << 16 | a << 8 | b)
        assert full
        if verb.first.endswith("?") or verb.second in ("face?", "tokens", "target"):
            bare_a = 0 if verb.first.endswith("?") else a
            bare = t.answer(names, verb.number << 16 | bare_a << 8)
            assert len(bare) < len(full), (bare, full)


def test_every_event_reason_and_place_has_a_text(t: Texts) -> None:
    for name, *_ in KNOWN.events:
        assert t.has(f"event.{name}")
    for reason in KNOWN.reasons.values():
        assert t.t(f"reason.{reason}")
    for place in PLACES:
        assert t.t(f"where.{place}")


def test_everything_on_the_table_has_a_name(t: Texts) -> None:
    for color in KNOWN.colors:
        assert "4" in t.die(f"{color}4")
    for side in SIDES:
        assert t.t(f"side.{side}")
    for phase in KNOWN.phases.values():
        assert t.name("phase", phase) != phase
    for row in ROWS:
        assert t.spot(f"{row}2").endswith("2") or t.language == PSEUDO


GAMES = [
    Options(players=1),
    Options(players=1, edition="first"),
    Options(players=2, variants=VARIANTS),
    Options(players=3, class_draft="reverse"),
    Options(players=4, class_draft="forward"),
    *(
        Options(players=players, variants=variants, expansions=(name,))
        for name in EXPANSIONS
        for players, variants in (
            (1, ()),
            (2, variants_with((name,))),
            (most_players((name,)), ()),
        )
    ),
]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_whole_games_can_be_told(options: Options) -> None:
    """Every option offered and every event of random games, in a language each."""
    match = Match.new(options)
    spoken = [texts(language) for language in LANGUAGES]
    bots = [make_bot("random", f"{seat}") for seat in range(options.players)]
    pick = random.Random(options.players)
    while not match.game.over:
        game = match.game
        t = pick.choice(spoken)
        assert t.question(game.question())
        assert t.explain(game.question())
        for answer in pick.sample(game.options(), min(8, len(game.options()))):
            assert t.answer(game.rules.names, answer, game.question())
        seat = game.seat()
        if seat < 0:
            entry = match.roll()
        else:
            entry = match.act(seat, bots[seat].choose(View(game, seat), game.options()))
        for event in entry.events:
            assert t.event(event).endswith(".")


# -- what the messages mean -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "notation", "wanted"),
    [
        ("en", "take 3", "Take Initiative card 3"),
        ("de", "take 3", "Initiativekarte 3 nehmen"),
        ("fr", "take 3", "Prendre la carte Initiative 3"),
        ("en", "flip con2", "Flip CON 2"),
        ("en", "swap str1 dex2", "Swap STR 1 and DEX 2"),
        ("en", "nudge con1 up", "Turn CON 1 up by 1"),
        ("en", "nudge con1 down 2", "Turn CON 1 down by 2"),
        ("fr", "nudge con1 down 2", "Diminuer CON 1 de 2"),
        ("en", "buy reckless", "Buy Reckless"),
        ("en", "buy reckless with 1 token", "Buy Reckless with 1 Charisma token"),
        ("de", "buy reckless with 2 tokens", "Rücksichtslos kaufen mit 2 Charismaplättchen"),
        ("en", "place str", "Place the die in Strength"),
        ("en", "place red5 str", "Place the red 5 in Strength"),
        ("de", "place red5 str", "Die rote 5 platzieren: Stärke"),
        ("fr", "place gold4 cha", "Placer le 4 Or en Charisme"),
        ("en", "use diplomacy on climb", "Use Diplomacy on Climb"),
        ("en", "reroll i1 i3", "Reroll Initiative 1 and 3"),
        ("en", "draw red5", "Draw red 5"),
        ("en", "draw red", "Draw red"),
        ("en", "pass", "Pass"),
    ],
)
def test_answers_read_as_sentences(language: str, notation: str, wanted: str) -> None:
    names = Match.new(Options()).game.rules.names
    answer = names.read(notation, every_answer(names))
    assert texts(language).answer(names, answer) == wanted


@cache
def every_answer(names: Names) -> list[int]:
    return [
        verb.number << 16 | a << 8 | b
        for verb in names.vocabulary.verbs
        for a in range(110)
        for b in (range(60) if verb.second else (0,))
        if writable(names, verb.number << 16 | a << 8 | b)
    ]


def writable(names: Names, answer: int) -> bool:
    try:
        names.write(answer)
    except IndexError:
        return False
    return True


def test_passing_says_what_is_left_undone() -> None:
    names = Match.new(Options()).game.rules.names
    passing = next(verb.number for verb in KNOWN.verbs if verb.word == "pass") << 16
    assert texts("en").answer(names, passing, "action") == "Go on without an action"


def test_a_secret_is_kept_from_other_seats() -> None:
    event = {"event": "card-seen", "seat": 0, "card": "climb"}
    t = texts("en")
    assert "Climb" in t.event(event)
    assert "Climb" in t.event(event, viewer=0)
    assert t.event(event, viewer=1) == "Ann looked at the top card of the deck."


@pytest.mark.parametrize(
    ("language", "number", "wanted"),
    [("en", 0, "stars"), ("en", 1, "star"), ("de", 2, "Sterne"), ("fr", 0, "étoile")],
)
def test_plural_rules(language: str, number: int, wanted: str) -> None:
    assert texts(language).stars(number) == f"{number} {wanted}"


@pytest.mark.parametrize(
    "text",
    ["{", "}", "a {b", "{n, plural, one {#}}", "{n, plural, other {#}", "{n, ordinal, other {#}}"],
)
def test_a_broken_message_is_an_error(text: str) -> None:
    with pytest.raises(TextError):
        parse(text)


def test_unknown_keys_arguments_and_languages_are_errors() -> None:
    with pytest.raises(TextError, match=r"no text .question\.nonsense."):
        texts("en").question("nonsense")
    with pytest.raises(TextError, match="lacks the argument 'number'"):
        texts("en").t("hero.name")
    with pytest.raises(TextError, match="is not one of: en, de, fr"):
        texts("eo")
    with pytest.raises(TextError, match="no event"):
        texts("en").event({"event": "nonsense"})


def test_the_pseudo_locale_is_longer_and_keeps_its_arguments() -> None:
    for key, text in catalogue("en").items():
        longer = pseudo(text)
        assert len(longer) >= len(text) * 1.4 or len(text) < 4, key
        assert list(placeholders(parse(longer))) == list(placeholders(parse(text)))


def test_a_sentence_that_is_kept_names_whoever_it_is_about() -> None:
    event = {"event": "card-discarded", "seat": 0, "card": "climb"}
    for _ in range(2):
        for name in ("Ada", "none", "{hero}"):
            sentence = Texts("en", load("second"), [name, "Bob"]).event(event)
            assert sentence == f"{name} discarded Climb."
        nobody = Texts("en", load("second"), [""]).event(event)
        assert nobody == "Climb went to the discard pile."
