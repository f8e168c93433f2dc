"""A game goes on under the rules and the card values it was begun with."""

from dataclasses import replace
from pathlib import Path

import pytest

from rollplayer.content import Library, kept, library_for, load
from rollplayer.content.files import Table
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import CHANCE
from rollplayer.log import (
    GameFile,
    Header,
    LogError,
    open_library,
    read_lines,
    set_up,
    to_line,
    write_lines,
)
from rollplayer.match import Match
from rollplayer.rules.options import Options, RefusedOptions, read_options
from rollplayer.rules.versions import CURRENT_RULES, RULES
from tests.properties.matches import random_match

CARD = "leather-gloves"


def doctored(cost: int) -> Library:
    """Content of an earlier version, in which a card had another price."""
    true = load()
    card = {**true.facts["card"][CARD], "cost": cost}
    facts: dict[str, Table] = {**true.facts, "card": {**true.facts["card"], CARD: card}}
    return Library(facts, true.texts, (), ())


def cost_in(library: Library) -> int:
    return next(card.cost for card in library.components.cards if card.id == CARD)


def header_with(library: Library) -> Header:
    return Header(Options(), ({"name": "Ada"}, {"name": "Bo"}), library.hash)


def test_games_share_their_rules_only_where_they_agree_on_them() -> None:
    ours, theirs = Match.new(Options()), Match.new(Options())
    assert ours.game.rules is theirs.game.rules
    assert Match.new(Options(players=3)).game.rules is not ours.game.rules
    earlier = doctored(cost_in(load()) + 1)
    rules = set_up(header_with(earlier), earlier).rules
    assert rules is not ours.game.rules
    assert next(card.cost for card in rules.cards if card.id == CARD) == cost_in(earlier)
    # What a game does, it does to itself.
    before = state_hash(theirs.game)
    while not ours.game.over and len(ours.entries) < 60:
        if ours.game.seat() == CHANCE:
            ours.roll()
        else:
            ours.act(ours.game.seat(), ours.game.options()[-1])
    assert state_hash(theirs.game) == before == state_hash(Match.new(Options()).game)


def test_content_of_an_earlier_version_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = cost_in(load())
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    for cost in (now + 1, now + 2):
        old = doctored(cost)
        kept.write_kept(old.hash, "second", (), old.facts, old.texts)
    for cost in (now, now + 1, now + 2):
        header = header_with(doctored(cost))
        again = read_lines(write_lines(GameFile(header, []))).header
        assert again == header
        assert cost_in(open_library(again)) == cost
    # Control: what nobody kept is refused in words, and so is the content of another edition.
    with pytest.raises(LogError, match=r"played with other cards: content .* neither"):
        open_library(header_with(doctored(now + 3)))
    first = replace(header_with(doctored(now + 1)), options=Options(edition="first"))
    with pytest.raises(LogError, match="played with other cards"):
        open_library(first)


def test_what_is_kept_is_whole() -> None:
    """Every file names the hash of its facts, builds, and has all languages."""
    paths = kept.kept_paths()
    assert len(paths) >= 3
    for path in paths:
        content = kept.read_kept(path)
        options = Options(edition=content["edition"], expansions=tuple(content["expansions"]))
        library = Library(content["facts"], content["texts"], (), options.expansions)
        assert path == kept.kept_path(library.hash)
        assert library.text("card", CARD, "name", "fr") == "Gants de Cuir"
        header = Header(options, ({"name": "Ada"}, {"name": "Bo"}), library.hash)
        assert open_library(header).hash == library.hash


def test_what_is_the_same_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT", tmp_path)
    now = cost_in(load())
    for cost in (now, now + 1, now + 2):
        old = doctored(cost)
        kept.write_kept(old.hash, "second", (), old.facts, old.texts)
    sizes = sorted(path.stat().st_size for path in kept.kept_paths())
    assert len(sizes) == 3
    assert 15 * sizes[1] < sizes[2], "one file is whole, the others are like it"
    for cost in (now, now + 1, now + 2):
        old = doctored(cost)
        again = kept.read_kept(kept.kept_path(old.hash))
        assert (again["facts"], again["texts"]) == (old.facts, old.texts)
        # Cards have numbers by their place.
        assert list(again["facts"]["card"]) == list(old.facts["card"])


PACK = """
[card.{card}]
cost = {cost}
source = {{ cost = "house" }}
"""


def pack(folder: Path, cost: int) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "market.toml").write_text(PACK.format(card=CARD, cost=cost), "utf-8")
    return str(folder)


def test_a_pack_may_change_while_a_game_runs(tmp_path: Path) -> None:
    folder = pack(tmp_path / "mine", 7)
    match = Match.new(Options(), packs=(folder,))
    lines = list(write_lines(match.file()))
    pack(tmp_path / "mine", 9)
    assert cost_in(library_for(Options(), (folder,))) == 9
    assert cost_in(Match.resume(read_lines(lines)).library) == 7
    (tmp_path / "mine" / "market.toml").unlink()
    (tmp_path / "mine").rmdir()
    resumed = Match.resume(read_lines(lines))
    assert cost_in(resumed.library) == 7
    assert list(write_lines(resumed.file())) == lines


def test_a_pack_lies_on_the_content_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have changed since: the base game's card and the pack's."""
    monkeypatch.setattr(kept, "KEPT", tmp_path / "kept")
    old = doctored(8)
    facts = {**old.facts["card"], "longbow": {**old.facts["card"]["longbow"], "cost": 1}}
    before = Library({**old.facts, "card": facts}, old.texts, (), ())
    (tmp_path / "kept").mkdir()
    kept.write_kept(old.hash, "second", (), old.facts, old.texts)
    embedded = {
        "name": "mine",
        "facts": {"card": {"longbow": {"cost": 1}}},
        "texts": {},
    }
    header = replace(header_with(before), pack_contents=(embedded,))
    assert cost_in(open_library(header)) == 8


@pytest.mark.parametrize(
    "packs",
    [
        {"name": "x"},
        [1],
        [{"name": "x", "facts": {}}],
        [{"name": "x", "facts": {"card": 1}, "texts": {}}],
        [{"name": "x", "facts": {"dragon": {}}, "texts": {}}],
        [{"name": "x", "facts": {}, "texts": {"xx": {}}}],
        [{"name": "x", "facts": {}, "texts": {"en": {"card": 1}}}],
        [{"name": "x", "facts": {"card": {CARD: {"cost": "much"}}}, "texts": {}}],
    ],
)
def test_packs_in_a_file_are_not_trusted(packs: object) -> None:
    plain = {**header_with(load()).plain(), "pack_contents": packs}
    with pytest.raises(LogError, match="line 1"):
        open_library(read_lines([to_line(plain)]).header)


def test_rules_are_those_a_game_was_begun_with() -> None:
    for rules in RULES:
        match = random_match(f"rules {rules}", Options(rules=rules))
        read = read_lines(write_lines(match.file()))
        assert read.header.rules == rules
        assert Match.resume(read).game.over
    assert Match.new(Options()).header.rules == CURRENT_RULES


def test_nobody_chooses_the_rules_of_a_new_game() -> None:
    with pytest.raises(RefusedOptions, match="unknown option 'rules'"):
        read_options({"rules": "base/1"})
    with pytest.raises(RefusedOptions, match="base/1, base/2"):
        Options(rules="base/0")
    plain = {**header_with(load()).plain(), "rules": "base/99"}
    with pytest.raises(LogError, match="rules 'base/99'; this program knows base/1, base/2"):
        read_lines([to_line(plain)])
