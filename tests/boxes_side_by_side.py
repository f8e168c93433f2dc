"""Pieces belong to the game that its boxes make: games with other boxes never see them.

A box is defined here that no printed game has, and games with it, with the expansion and of the
base game alone are played side by side in one process.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.paint import Screen
from rollplayer.content import ContentError, Library, library_for, load
from rollplayer.content.files import LANGUAGES
from rollplayer.engine import changes, table
from rollplayer.engine.answers import IllegalAnswer
from rollplayer.engine.components import Components, Part
from rollplayer.engine.events import FROM_MARKET, describe
from rollplayer.engine.game import Extension, Game, Ruleset, TurnOption
from rollplayer.engine.pieces import MOST, Pieces
from rollplayer.engine.plain import plain_game, plain_hero, state_hash
from rollplayer.engine.scoring import is_lost
from rollplayer.engine.table import EMPTY, TRAIT, die, die_name
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.monsters_and_minions import registrations as mm
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.expansion import Expansion, Plan, vocabulary_of
from rollplayer.rules.options import Options, RefusedOptions
from rollplayer.rules.versions import CURRENT_RULES, RULES
from rollplayer.scenario.notations import notations
from rollplayer.text import Texts
from rollplayer.words.buying import price
from rollplayer.words.choice import AtOnce
from rollplayer.words.registry import Word

MONSTERS = "monsters-and-minions"
TINY = "frost"

PIECES = Pieces(TINY)
# Four faces, so that it is also no die like the others.
ICE = PIECES.dice("ice", 1, 4)
THAW = PIECES.verb("thaw", "season")
CHILL = PIECES.count("chill")
STIFF = PIECES.count("stiff")
ICICLES = PIECES.pile("icicles", "die")
WARMTH = PIECES.number("warmth", 7, "degrees")
ON_THAW = PIECES.hook("on_thaw")
WINTER = PIECES.phase("winter")
FOR_WARMTH = PIECES.reason("warmth")
THAWED = PIECES.event("thawed", ("season", "season"), ("why", "reason"))
FROZEN = PIECES.event("frozen", ("chill", "count"), secret=True)
CHARM_CARD = PIECES.card_kind("amulet")
PIECES.fixed("season", ["spring", "summer"])
PIECES.named_kind("snowflake")
PIECES.discount(TRAIT, WARMTH)


class Freeze(AtOnce):
    """Feel the cold."""

    def __init__(self) -> None:
        super().__init__("freeze")

    def carry_out(self, game: Game, seat: int) -> None:
        changes.set_count(game.heroes[seat], CHILL, game.heroes[seat].counts[CHILL] + 1)


PIECES.content_words("effects", {"freeze": Word(Freeze)})


class Thaw(TurnOption):
    """A Market turn may be spent on thawing."""

    def add_options(self, game: Game, seat: int, options: list[int]) -> None:
        options += [THAW << 16, THAW << 16 | 1 << 8]

    def resolve(self, game: Game, seat: int, answer: int) -> None:
        chill = game.heroes[seat].counts[CHILL]
        changes.set_count(game.heroes[seat], CHILL, chill + 1)
        changes.record(game, THAWED, seat, answer >> 8 & 255, FOR_WARMTH)


class WarmUp(AtOnce):
    """After each Dice turn, once its action is over."""

    def carry_out(self, game: Game, seat: int) -> None:
        changes.record(game, THAWED, seat, 0, FOR_WARMTH)


WARM_UP = WarmUp("warm-up")


class Snow(Extension):
    def plain(self, names: Any) -> dict[str, object]:
        return {"snow": "deep"}


class Frost(Expansion):
    def __init__(self) -> None:
        super().__init__(TINY, "Frost & Thaw", PIECES)
        self.variants = ["long-winter"]

    def read(self, entries: dict[str, list[Any]], components: Components) -> Part:
        return Part()

    def amend(self, plan: Plan, components: Components) -> None:
        plan.add_dice(ICE, 9)
        plan.turn_options.append(Thaw(THAW))
        plan.turn_discounts.append(CHILL)
        plan.lost.append(STIFF)
        plan.dice_turn.append(WARM_UP)

    def lay_out(self, rules: Ruleset, variants: tuple[str, ...]) -> Extension:
        return Snow()


@pytest.fixture
def frost() -> Iterator[Frost]:
    box = Frost()
    EXPANSIONS.add(box)
    yield box
    EXPANSIONS.remove(TINY)


GAMES: list[tuple[str, ...]] = [(), (MONSTERS,), (TINY,), (TINY, MONSTERS)]


def library(*boxes: str) -> Library:
    """Not from the cache, so that nothing of the tiny box stays behind."""
    facts = load(expansions=tuple(name for name in boxes if name != TINY))
    return Library(facts.facts, facts.texts, (), boxes)


def begun(*boxes: str) -> Game:
    options = Options(2, expansions=boxes)
    return new_game(options, compose(options, library(*boxes).components))


def step(game: Game, rng: random.Random, events: list[dict[str, str | int]]) -> None:
    game.events = []
    weights = game.weights()
    (answer,) = rng.choices(game.options(), weights)
    names = game.rules.names
    assert names.read(names.write(answer), game.options()) == answer
    game.apply(answer)
    events += [describe(names, event) for event in game.events]


@pytest.mark.usefixtures("frost")
def test_games_with_different_boxes_are_played_side_by_side() -> None:
    """In turns, answer by answer, they go as each goes alone, and tell of their own pieces only."""
    alone: dict[tuple[str, ...], str] = {}
    for boxes in GAMES:
        game, rng = begun(*boxes), random.Random("frost")
        while not game.over:
            step(game, rng, [])
        alone[boxes] = state_hash(game)
    games = {boxes: (begun(*boxes), random.Random("frost")) for boxes in GAMES}
    log: dict[tuple[str, ...], list[dict[str, str | int]]] = {boxes: [] for boxes in GAMES}
    while any(not game.over for game, _ in games.values()):
        for boxes, (game, rng) in games.items():
            if not game.over:
                step(game, rng, log[boxes])
                assert_own_pieces(game, boxes)
    assert {boxes: state_hash(game) for boxes, (game, _) in games.items()} == alone
    for boxes in GAMES:
        events = {str(event["event"]) for event in log[boxes]}
        assert events <= {name for name, *_ in games[boxes][0].rules.vocabulary.events}
        assert ("thawed" in events) == (TINY in boxes)
        assert ("monster-chosen" in events) == (MONSTERS in boxes)
        dice = {str(event["die"])[:-1] for event in log[boxes] if "die" in event}
        assert ("ice" in dice, "boost" in dice) == (TINY in boxes, MONSTERS in boxes)


def assert_own_pieces(game: Game, boxes: tuple[str, ...]) -> None:
    plain = plain_game(game)
    assert ("snow" in plain, "monster" in plain) == (TINY in boxes, MONSTERS in boxes)
    assert ("ice" in plain["bag"], "boost" in plain["bag"]) == (TINY in boxes, MONSTERS in boxes)
    for hero in plain["heroes"]:
        assert ("chill" in hero, "icicles" in hero) == (TINY in boxes, TINY in boxes)
        assert ("xp" in hero, "trophies" in hero) == (MONSTERS in boxes, MONSTERS in boxes)
    if not boxes:
        assert [hero.counts for hero in game.heroes] == [(), ()]
        assert [hero.piles for hero in game.heroes] == [(), ()]


@pytest.mark.usefixtures("frost")
@pytest.mark.parametrize("boxes", GAMES, ids="+".join)
def test_a_vocabulary_holds_the_pieces_of_its_boxes(boxes: tuple[str, ...]) -> None:
    known = begun(*boxes).rules.vocabulary
    tiny, monsters = TINY in boxes, MONSTERS in boxes
    verbs = [verb.word for verb in known.verbs]
    assert known.boxes == ["base", *boxes]
    assert ("thaw" in verbs, "hunt" in verbs) == (tiny, monsters)
    assert ("ice" in known.colors, "boost" in known.colors) == (tiny, monsters)
    assert ("amulet" in known.card_kinds.values(), "scroll" in known.card_kinds.values()) == (
        tiny,
        monsters,
    )
    assert ("warmth" in known.number_names(), "hunt-dice" in known.number_names()) == (
        tiny,
        monsters,
    )
    assert (known.number_index("warmth") >= 0, known.number_index("hunt-dice") >= 0) == (
        tiny,
        monsters,
    )
    for names, own, other in (
        (known.hooks, "on_thaw", "on_wis_action"),
        (known.counts, "chill", "xp"),
        (known.piles, "icicles", "trophies"),
        (known.phases, "winter", "monster-combat"),
        (known.reasons, "warmth", "hunt"),
    ):
        assert (own in names.values(), other in names.values()) == (tiny, monsters)
    assert ("frozen" in known.secret_events, "adventure-seen" in known.secret_events) == (
        tiny,
        monsters,
    )
    assert ("freeze" in known.words["effects"], "haggle" in known.words["effects"]) == (
        tiny,
        monsters,
    )
    assert (known.has_words_for("season"), known.has_words_for("payment")) == (tiny, monsters)
    assert (known.has_words_for("snowflake"), known.has_words_for("minion")) == (tiny, monsters)
    assert (known.lowest, known.highest) == (1, 8 if monsters else 6)
    assert (bool(known.discounts[TRAIT]), bool(known.after_action[table.WIS])) == (tiny, monsters)


@pytest.mark.usefixtures("frost")
@pytest.mark.parametrize("boxes", GAMES, ids="+".join)
def test_dice_and_answers_are_those_of_the_game(boxes: tuple[str, ...]) -> None:
    rules = begun(*boxes).rules
    known, names = rules.vocabulary, rules.names
    for box, kind, face, verb, word in (
        (TINY, ICE, 3, THAW, "thaw spring"),
        (MONSTERS, mm.BOOST, 7, mm.HUNT, "hunt"),
    ):
        a_die = die(kind, face)
        assert known.read_die(die_name(a_die)) == (a_die if box in boxes else EMPTY)
        written = notations(names)
        assert (word in written) == (box in boxes)
        assert (f"lay {die_name(a_die)}" in written) == (box in boxes)
        if box in boxes:
            assert names.write(verb << 16) == word
        else:
            with pytest.raises(ValueError, match="no verb"):
                names.write(verb << 16)
    # Faces of dice that are not in the game are none that chance could roll.
    assert ("roll 8" in notations(names)) == (MONSTERS in boxes)


@pytest.mark.usefixtures("frost")
def test_an_answer_of_another_game_is_refused_without_a_name() -> None:
    game = begun()
    with pytest.raises(IllegalAnswer, match=f"'answer {mm.HUNT << 16}' is not possible"):
        game.apply(mm.HUNT << 16)


@pytest.mark.usefixtures("frost")
def test_numbers_and_discounts_are_those_of_the_game() -> None:
    for boxes, warmth in (((), None), ((MONSTERS,), None), ((TINY,), 7), ((TINY, MONSTERS), 7)):
        game = begun(*boxes)
        hero = game.heroes[0]
        changes.derive(game, hero)
        assert game.rules.more_discounts == bool(boxes)
        assert game.rules.discounts[TRAIT] == ([WARMTH] if warmth else [])
        assert (hero.numbers[WARMTH] if warmth else None) == warmth
        assert len(hero.numbers) == (WARMTH + 1 if warmth else 27 if boxes else 16)
        assert plain_hero(game, hero).get("chill") == (0 if warmth else None)


@pytest.mark.usefixtures("frost")
def test_a_die_of_four_faces_shows_each_more_often() -> None:
    """Which kind is drawn depends on how many there are, not on how many faces they have."""
    game, rng = begun(TINY), random.Random("four faces")
    while game.question() != "draw-starting-dice":
        step(game, rng, [])
    weights = game.weights()
    assert weights is not None
    by_kind: dict[int, int] = {}
    for answer, weight in zip(game.options(), weights, strict=True):
        kind = answer >> 8 & 255
        by_kind[kind] = by_kind.get(kind, 0) + weight
    assert len([answer for answer in game.options() if answer >> 8 & 255 == ICE]) == 4
    whole = sum(by_kind.values())
    dice = sum(game.bag)
    assert {kind: weight * dice for kind, weight in by_kind.items()} == {
        kind: count * whole for kind, count in enumerate(game.bag) if count
    }


# -- what two boxes change ------------------------------------------------------------------------


@pytest.mark.usefixtures("frost")
def test_discounts_of_two_boxes_add_up_and_end_together() -> None:
    game = begun(TINY, MONSTERS)
    hero = game.heroes[0]
    dear = next(card for card in game.rules.cards if card.cost == 5 and card.kind != TRAIT).index
    assert price(game, hero, dear, FROM_MARKET) == 5
    changes.set_count(hero, CHILL, 1)
    changes.set_count(hero, mm.HAGGLE, 2)
    assert price(game, hero, dear, FROM_MARKET) == 2
    game.events = []
    changes.turn_discount_ended(game, 0)
    assert [describe(game.rules.names, event)["gold"] for event in game.events] == [1, 2]
    assert price(game, hero, dear, FROM_MARKET) == 5


@pytest.mark.usefixtures("frost")
@pytest.mark.parametrize("count", [STIFF, mm.DEAD])
def test_a_lone_hero_may_lose_by_any_box(count: int) -> None:
    options = Options(1, expansions=(TINY, MONSTERS))
    game = new_game(options, compose(options, library(TINY, MONSTERS).components))
    assert not is_lost(game)
    changes.set_count(game.heroes[0], count, 1)
    assert is_lost(game)


@pytest.mark.usefixtures("frost")
def test_a_box_adds_to_the_dice_turn_that_another_has_changed() -> None:
    game, rng = begun(TINY, MONSTERS), random.Random("turn")
    assert [step.name for step in game.rules.dice_turn] == ["place", "warm-up"]
    log: list[dict[str, str | int]] = []
    while game.round < 2:
        step(game, rng, log)
    events = [event["event"] for event in log if event.get("why") == "warmth" or "row" in event]
    # Each of the two has placed a die, and taken its action or none, before warming up.
    placed = [at for at, event in enumerate(log) if event["event"] == "initiative-taken"]
    warmed = [at for at, event in enumerate(log) if event.get("why") == "warmth"]
    assert len(placed) == 2 <= len(warmed)
    assert placed[0] < warmed[0] < placed[1] < warmed[1]
    assert events.count("thawed") == len(warmed)


def test_two_boxes_cannot_replace_the_same_step() -> None:
    plan = Plan(2, (), [], RULES[CURRENT_RULES])
    plan.dice_turn = [Freeze()]
    plan.replace_step(plan.dice_turn, Freeze(), TINY)
    with pytest.raises(ValueError, match="slush and frost both replace the step 'freeze'"):
        plan.replace_step(plan.dice_turn, Freeze(), "slush")


@pytest.mark.parametrize("names", [(TINY, MONSTERS), (MONSTERS, TINY)])
def test_boxes_amend_a_game_in_the_order_of_their_places(
    frost: Frost, names: tuple[str, ...]
) -> None:
    """Neither their names nor the order in which they were asked for matters."""
    for order, expected in ((50, [mm.HAGGLE, CHILL]), (5, [CHILL, mm.HAGGLE])):
        frost.order = order
        assert EXPANSIONS[MONSTERS].order == 10
        rules = compose(Options(2, expansions=names), load(expansions=names).components)
        assert rules.turn_discounts == expected


# -- content --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("frost")
@pytest.mark.parametrize(
    ("lines", "box"),
    [
        ('on_buy = [{ do = "haggle" }]', "Monsters & Minions"),
        ('on_buy = [{ do = "freeze" }]', "Frost & Thaw"),
        ('on_buy = [{ do = "flip", number = "hunt-dice" }]', "Monsters & Minions"),
        ('modify = [{ number = "hunt-dice", add = 1 }]', "Monsters & Minions"),
        ('modify = [{ number = "warmth", add = 1 }]', "Frost & Thaw"),
        ('on_wis_action = [{ do = "flip" }]', "Monsters & Minions"),
        ('holds = "stored"', "Monsters & Minions"),
        ('kind = "scroll"', "Monsters & Minions"),
        ('kind = "amulet"', "Frost & Thaw"),
        ('goals = [{ for = "per-die-of-color", color = "boost", add = 1 }]', "Monsters & Minions"),
    ],
)
def test_content_of_the_base_game_cannot_use_pieces_of_a_box(
    lines: str, box: str, tmp_path: Path
) -> None:
    """The error says which box brings them."""
    (tmp_path / "cards.toml").write_text(f"[card.chain-helm]\n{lines}\n", encoding="utf-8")
    with pytest.raises(ContentError, match=box) as refused:
        load(packs=(str(tmp_path),))
    assert "chain-helm" in str(refused.value)
    assert "which is not part of this game" in str(refused.value)


def test_content_may_use_the_pieces_of_its_own_box(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(
        '[card.chain-helm]\nmodify = [{ number = "hunt-dice", add = 1 }]\n'
        'on_buy = [{ do = "flip", number = "hunt-rerolls" }]\n',
        encoding="utf-8",
    )
    components = load(packs=(str(tmp_path),), expansions=(MONSTERS,)).components
    (helm,) = [card for card in components.cards if card.id == "chain-helm"]
    assert helm.modifies == [(mm.HUNT_DICE, 1)]


# -- the terminal ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("frost")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_lists_what_a_box_without_a_screen_lays_on_the_table(language: str) -> None:
    options = Options(2, expansions=(TINY, MONSTERS))
    library = library_for(options)
    game = new_game(options, compose(options, library.components))
    changes.set_count(game.heroes[0], CHILL, 3)
    changes.set_pile(game.heroes[0], ICICLES, (die(ICE, 2),))
    look = TerminalLook(Texts(language, library), Screen(color=False), game)
    _, frosty = look.additions
    assert [part.plain for part in frosty.purse(look, game.heroes[0])] == ["chill 3", "icicles 1"]
    assert frosty.purse(look, game.heroes[1]) == []
    assert [line.plain for line in frosty.middle(look, 0, 80, 0)] == [" snow: deep"]
    assert "chill 3" in look.title(game.heroes[0]).plain


# -- the catalogue --------------------------------------------------------------------------------


def test_a_box_that_is_not_in_the_catalogue_cannot_be_asked_for() -> None:
    with pytest.raises(RefusedOptions, match=f"'{TINY}' is not one of: {MONSTERS}; .*--box FOLDER"):
        Options(expansions=(TINY,))


def test_a_catalogue_lists_a_box_once(frost: Frost) -> None:
    assert list(EXPANSIONS) == [MONSTERS, TINY]
    assert EXPANSIONS[TINY] is frost
    assert EXPANSIONS.folder(TINY) == ""
    assert Path(EXPANSIONS.folder(MONSTERS)).name == "monsters_and_minions"
    with pytest.raises(ValueError, match="two boxes called 'frost'"):
        EXPANSIONS.add(Frost())


@pytest.mark.usefixtures("frost")
def test_options_and_components_must_be_of_the_same_boxes() -> None:
    with pytest.raises(ValueError, match=r"components of \('monsters-and-minions',\)"):
        compose(Options(), library_for(Options(expansions=(MONSTERS,))).components)


# -- widths and names -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("declare", "sort"),
    [
        (lambda pieces: pieces.verb("one-more"), "verb"),
        (lambda pieces: pieces.event("one-more"), "event"),
        (lambda pieces: pieces.hook("one-more"), "hook"),
        (lambda pieces: pieces.count("one-more"), "count"),
    ],
    ids=["verb", "event", "hook", "count"],
)
def test_a_piece_too_many_is_refused(
    declare: Any, sort: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(MOST, sort, 1)
    with pytest.raises(ValueError, match=f"one-more: there is room for 1 pieces .* '{sort}'"):
        declare(Pieces("crowded"))


def test_a_parameter_is_one_byte() -> None:
    pieces = Pieces("wordy")
    pieces.fixed("word", ["x"] * 256)
    with pytest.raises(ValueError, match="256 words at most"):
        pieces.fixed("word", ["x"] * 257)
    names = begun().rules.names
    names.give("card", ["x"] * 255)
    with pytest.raises(ValueError, match="room for 255, not for 256"):
        names.give("card", ["x"] * 256)
    with pytest.raises(ValueError, match="no box of this game names 'minion'"):
        names.give("minion", ["goblin"])


def test_an_event_has_three_parts_at_most() -> None:
    part = ("n", "count")
    with pytest.raises(ValueError, match="three parts at most, not 4"):
        Pieces("talkative").event("chatted", part, part, part, part)


def test_a_parameter_that_nobody_can_write_is_refused() -> None:
    pieces = Pieces("silent")
    pieces.verbs = [*PIECES.verbs]
    with pytest.raises(ValueError, match="'thaw': nobody can write a parameter 'season'"):
        Vocabulary([pieces])


def test_two_boxes_of_a_game_cannot_call_two_things_the_same() -> None:
    twin = Frost()
    twin.pieces = Pieces("slush")
    twin.pieces.counts = PIECES.counts
    with pytest.raises(
        ValueError, match="slush and frost both bring a count, pile or space called 'ch"
    ):
        vocabulary_of([Frost(), twin])
    with pytest.raises(
        ValueError, match="slush brings a count, pile or space called 'chill' twice"
    ):
        vocabulary_of([twin, twin])
