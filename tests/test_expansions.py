"""An expansion is an addition: its folder brings it, and without that the base game is whole."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rollplayer.content import library_for, load
from rollplayer.content.files import LANGUAGES
from rollplayer.expansions import EXPANSIONS
from rollplayer.expansions.monsters_and_minions.registrations import TROPHIES
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options, RefusedOptions, read_options, variants_with
from rollplayer.scorer import ScoreError, read_table, score

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "rollplayer"
FOLDER = "monsters_and_minions"
BUILT = ("web", "site")
"""What `make` puts into the package: the browser client and the documentation, of all boxes."""

SMOKE = """
import random
from rollplayer.content import load
from rollplayer.match import Match, play_out, result
from rollplayer.bots import make_bot
from rollplayer.chance import Chance
from rollplayer.log import read_lines, replay, write_lines
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.options import Options, RefusedOptions, VARIANTS, all_variants
from rollplayer.server.reference.lessons import lessons, taught

assert list(lessons()) == ["first"] and taught("first", "en")["next"] is None
assert EXPANSIONS == {} and all_variants() == VARIANTS
known = load().components.vocabulary
assert known.colors[-1] == "gold" and known.verbs[-1].word == "pass"
assert load().hash == HASH, "the base game's content has changed"
for players in range(1, 5):
    for edition in ("second", "first"):
        options = Options(players, edition, variants=tuple(VARIANTS[:players]))
        match = Match.new(options, chance=Chance.from_text(f"smoke {players} {edition}"))
        level = "greedy" if players == 1 else "random"
        play_out(match, [make_bot(level, str(seat)) for seat in range(players)])
        *_, (_, _, game) = replay(read_lines(write_lines(match.file())))
        assert game.over and result(game) == result(match.game)
for refused in ({"expansions": ("monsters-and-minions",)}, {"players": 5},
                {"variants": ("open-adventure",)}):
    try:
        Options(**refused)
    except RefusedOptions as error:
        print("refused:", error)
    else:
        raise AssertionError(refused)
"""


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is when the expansion's folder is gone."""
    root = tmp_path_factory.mktemp("base game")

    def left_out(folder: str, names: list[str]) -> set[str]:
        gone = {name for name in names if name == FOLDER}
        return gone | {name for name in names if name in ("__pycache__", *BUILT)}

    shutil.copytree(PACKAGE, root / "rollplayer", ignore=left_out)
    assert not list(root.rglob(f"{FOLDER}*"))
    found = [path.relative_to(PACKAGE) for path in PACKAGE.rglob(FOLDER)]
    assert [path for path in found if path.parts[0] not in BUILT] == [Path("expansions", FOLDER)]
    return root


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # The compiled library holds all modules together, so the source is what can be cut.
    environment = {**os.environ, "PYTHONPATH": str(root), "ROLLPLAYER_PURE": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.once
def test_the_base_game_is_whole_without_the_folder(without: Path) -> None:
    done = run(without, "-c", SMOKE.replace("HASH", repr(load().hash)))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("refused:") == 3
    assert "Monsters" not in done.stdout


@pytest.mark.once
@pytest.mark.parametrize("folder", ["rules", "cards"])
def test_the_base_scenarios_hold_without_the_folder(without: Path, folder: str) -> None:
    files = [str(path) for path in sorted((ROOT / "tests" / "scenarios" / folder).rglob("*.toml"))]
    assert files
    done = run(without, "-m", "rollplayer", "scenario", *files)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]


@pytest.mark.once
def test_nothing_outside_asks_for_the_expansion_by_its_name() -> None:
    """Its names stand in its own folder; elsewhere everything goes through what it registers."""
    written = re.compile(r"monsters[-_]and[-_]minions")
    elsewhere = []
    for suffix in ("*.py", "*.toml", "*.json", "*.sql"):
        for path in sorted(PACKAGE.rglob(suffix)):
            inside = path.relative_to(PACKAGE).as_posix()
            # What is kept of earlier versions says of which boxes it is.
            if FOLDER not in inside and not inside.startswith(("content/kept/", *BUILT)):
                if written.search(path.read_text(encoding="utf-8")):
                    elsewhere.append(inside)
    assert elsewhere == []


@pytest.mark.once
def test_the_browser_client_names_no_box() -> None:
    """What a box brings to the browser lies in its folder; the client knows one interface."""
    words = (
        r"monsters_of|hunt|minion|monster|adventure|boost|mercenar|trophies|honor\b|injur|\bxp\b"
    )
    written = re.compile(words, re.IGNORECASE)
    source = ROOT / "web" / "src"
    files = [
        path
        for path in sorted(source.rglob("*"))
        if path.is_file() and path.suffix not in (".svg", ".webp")
    ]
    assert len(files) > 50
    found = [
        f"{path.relative_to(source)}: {word[0]}"
        for path in files
        for word in written.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []
    assert written.search((PACKAGE / "expansions" / FOLDER / "web" / "index.ts").read_text())


@pytest.mark.once
def test_the_folder_is_found_by_itself() -> None:
    assert list(EXPANSIONS) == ["monsters-and-minions"]
    folder = Path(EXPANSIONS.folder("monsters-and-minions"))
    assert folder == PACKAGE / "expansions" / FOLDER
    assert (folder / "content").is_dir()


# -- options --------------------------------------------------------------------------------------

NAME = "monsters-and-minions"


@pytest.mark.rules("C0", "V5", "V6")
@pytest.mark.parametrize("players", range(1, 6))
def test_one_to_five_players_with_every_variant_make_a_game(players: int) -> None:
    options = Options(players, variants=variants_with((NAME,)), expansions=(NAME,))
    assert read_options(options.plain()) == Options(
        players, variants=tuple(sorted(options.variants)), expansions=(NAME,)
    )
    rules = compose(options, library_for(options).components)
    assert len(new_game(options, rules).heroes) == players
    assert sum(rules.dice) == 91


@pytest.mark.rules("C0", "V7")
@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"players": 6}, r"players is 6; this game seats 1 \(solitaire\) to 5"),
        ({"edition": "first"}, "'first' does not go with Monsters & Minions"),
        ({"expansions": [NAME, NAME]}, "expansions lists one twice"),
        ({"expansions": ["fiends"]}, f"'fiends' is not one of: {NAME}"),
        ({"expansions": NAME}, "expansions must be a list"),
        ({"variants": ["open"]}, "open-adventure, difficult-monsters"),
    ],
)
def test_what_does_not_go_together_is_refused_with_a_reason(
    options: dict[str, object], reason: str
) -> None:
    with pytest.raises(RefusedOptions, match=reason):
        read_options({"expansions": [NAME], **options})


def test_a_game_of_the_base_alone_names_no_expansions() -> None:
    """Files and hashes of base games are what they were."""
    assert "expansions" not in Options().plain()
    assert Options(expansions=(NAME,)).plain()["expansions"] == [NAME]
    assert load().hash != load(expansions=(NAME,)).hash


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.rules("D18")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("its_class", ["thief", "wizard"])
def test_notes_of_classes_name_tumble_where_there_is_one(its_class: str, language: str) -> None:
    base, box = load(), load(expansions=(NAME,))
    skills = [box.text("card", skill, "name", language) for skill in ("search", "negotiate")]
    tumble = box.text("card", "tumble", "name", language)
    for library, names in ((base, skills), (box, [*skills, tumble])):
        note = library.text("class", its_class, "note", language)
        assert all(name in note for name in names)
    assert tumble not in base.text("class", its_class, "note", language)


@pytest.mark.rules("M6", "M12", "X16")
@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_say_when_a_bought_skill_is_usable_and_that_haggle_stacks(language: str) -> None:
    box = load(expansions=(NAME,))
    assert "(M6)" in box.text("kind", "skill", "text", language)
    note = box.text("card", "haggle", "note", language)
    assert "(M12, X16)" in note
    assert box.text("class", "assassin", "name", language).rstrip("e") in note


# -- the scorer -----------------------------------------------------------------------------------


@pytest.mark.rules("X11", "X12", "Y5")
def test_the_scorer_reads_what_the_expansion_adds() -> None:
    library = load(expansions=(NAME,))
    scrolls = ("mirage", "dispel", "revive", "tremor", "enchant")
    heroes = [
        {"name": name, "combat": total, "scrolls": [scroll], "trophies": 2, "xp": 1}
        for name, total, scroll in zip("abcde", (5, 11, 11, 19, 10), scrolls, strict=True)
    ]
    scored = score(read_table({"monster": "giant-troll", "heroes": heroes}, library))
    assert [hero["lines"]["monster"] for hero in scored["heroes"]] == [0, 2, 2, 6, 1]
    assert scored["winners"] == ["d"]
    # The 1P Strength is 10: below it the hero is dead and nobody wins.
    for total, stars in ((9, 0), (10, 1)):
        hero = {"name": "a", "monster": "giant-troll", "combat": total}
        scored = score(read_table({"solitaire": True, "heroes": [hero]}, library))
        assert scored["heroes"][0]["lines"]["monster"] == stars
        assert scored["winners"] == (["a"] if stars else [])


@pytest.mark.parametrize(
    ("hero", "complaint"),
    [
        ({"monster": "troll"}, "giant-troll"),
        ({"honor": -1}, "from 0 to 99"),
        ({"trophies": 17}, "from 0 to 16"),
        ({"trophies": ["kobold", "kobold"]}, "kobold"),
        ({"scrolls": ["longsword"]}, "protection"),
        ({"sheet": {"str": ["boost9"]}}, "boost9"),
    ],
)
def test_the_scorer_says_what_the_expansion_allows(hero: dict[str, object], complaint: str) -> None:
    with pytest.raises(ScoreError, match=complaint):
        read_table({"heroes": [hero]}, load(expansions=(NAME,)))


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        (
            {"heroes": [{"trophies": ["goblin", "kobold"]}, {"trophies": ["kobold"]}]},
            'Hero 2, trophies: "kobold" already belongs to Hero 1',
        ),
        ({"heroes": [{"trophies": 9}, {"trophies": 8}]}, "together have 17, but there are only 16"),
        (
            {"heroes": [{"trophies": 16}, {"trophies": ["kobold"]}]},
            "trophies: all heroes together have 17",
        ),
        (
            {"monster": "chimera", "heroes": [{"monster": "kraken"}]},
            'Hero 1, monster: "kraken" is impossible, because chimera',
        ),
        (
            {"heroes": [{"monster": "chimera"}, {}, {"monster": "kraken"}]},
            'Hero 3, monster: "kraken" is impossible, because chimera',
        ),
        (
            {"heroes": [{"scrolls": ["mirage"]}, {"cards": ["mirage"]}]},
            "Hero 2, cards: mirage already belongs to Hero 1",
        ),
        (
            {
                "heroes": [
                    {"sheet": {row: ["boost8"] * 3 for row in ("str", "dex")}},
                    {"sheet": {row: ["boost8"] * 3 for row in ("str", "dex")}},
                ]
            },
            "12 boost dice, but there are only 11",
        ),
        (
            {
                "solitaire": True,
                "heroes": [
                    {
                        "sheet": {row: ["gold1"] * 3 for row in ("str", "dex", "con", "int")}
                        | {"wis": ["gold1"]}
                    }
                ],
            },
            "13 gold dice, but there are only 12",
        ),
    ],
)
@pytest.mark.rules("X1", "X2", "C2", "Y1")
def test_the_scorer_refuses_what_cannot_lie_on_one_table(
    table: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ScoreError, match=re.escape(complaint)):
        read_table(table, load(expansions=(NAME,)))


@pytest.mark.rules("X6")
def test_trophies_that_are_only_counted_belong_to_nobody_else() -> None:
    heroes = [{"trophies": 2}, {"trophies": 2}, {"trophies": ["kobold"]}]
    table = read_table({"heroes": heroes}, load(expansions=(NAME,)))
    assert [len(hero.piles[TROPHIES]) for hero in table.game.heroes] == [2, 2, 1]


@pytest.mark.rules("X2")
@pytest.mark.parametrize(
    ("monster", "warned"), [("kraken", ["b"]), ("chimera", []), ("dragon", ["a"])]
)
def test_the_scorer_warns_of_a_monster_of_a_class_color(monster: str, warned: list[str]) -> None:
    library = load(expansions=(NAME,))
    classes = {"a": "warrior", "b": "wizard", "c": "cleric"}
    heroes = [{"name": name, "class": own, "combat": 30} for name, own in classes.items()]
    color = library.facts["monster"][monster]["color"]
    colors = {name: library.facts["class"][own]["color"] for name, own in classes.items()}
    assert [name for name, own in colors.items() if own == color] == warned
    table = read_table({"monster": monster, "heroes": heroes}, library)
    assert [remark.arguments["hero"] for remark in table.warnings] == warned
    assert all("X2" in str(remark) and monster in str(remark) for remark in table.warnings)
    # Scored all the same, and the same when one hero tells what all fight.
    changed = [{**heroes[0], "monster": monster}, *heroes[1:]]
    again = read_table({"heroes": changed}, library)
    assert (score(again), again.warnings) == (score(table), table.warnings)
    assert all(hero["lines"]["monster"] for hero in score(again)["heroes"])


def test_the_base_scorer_knows_nothing_of_it() -> None:
    for hero in ({"xp": 1}, {"sheet": {"str": ["boost7"]}}, {"cards": ["mirage"]}):
        with pytest.raises(ScoreError):
            read_table({"heroes": [hero]}, load())
