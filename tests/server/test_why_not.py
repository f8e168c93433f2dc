"""Why not: whatever a seat cannot choose has a true reason, and whatever it can has none."""

import random
import re
from pathlib import Path

import pytest

from rollplayer.build import PACKAGE
from rollplayer.chance import Chance
from rollplayer.content.files import LANGUAGES
from rollplayer.engine.answers import BUY, MOVE, TAKE, USE
from rollplayer.engine.game import DICE_PHASE, Game
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import ARROWS, CHANCE, EMPTY, NOBODY, ROWS, SPACES, SPOTS, STEP_TO
from rollplayer.expansions import EXPANSIONS
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.server.rooms.why_not import why_not
from rollplayer.text import catalogue
from rollplayer.words.actions import ActionFrame
from rollplayer.words.choice import RepeatedFrame

WORDS = re.compile(r'"([a-z-]+)"')
NUMBERS = ("n", "free", "short", "row")
"""What stands beside a reason's word for its sentence."""


def offered(game: Game, seat: int, verb: int) -> set[str]:
    options = game.options() if game.seat() == seat else game.interruptions(seat)
    names = game.rules.names
    return {names.word("card", option >> 8 & 255) for option in options if option >> 16 == verb}


def check(game: Game, seat: int, met: set[str]) -> None:
    reasons = why_not(game, seat)
    hero, names = game.heroes[seat], game.rules.names
    skills = {names.word("card", card) for card in hero.skills}
    market = {names.word("card", card) for card in game.market if card >= 0}
    silent = {card for card in skills | market if f"card:{card}" not in reasons}
    assert silent == (skills & offered(game, seat, USE)) | (market & offered(game, seat, BUY))
    for place, reason in reasons.items():
        why = reason["why"]
        met.add(why)
        if why == "gold":
            assert reason["short"] == reason["n"] - hero.gold - hero.charisma > 0
        elif why == "hands":
            assert reason["n"] > reason["free"]
        elif why == "dice-phase":
            assert game.phase != DICE_PHASE
        elif why in ("full", "open-space"):
            row = ROWS.index(place.removeprefix("row:"))
            assert (EMPTY in hero.sheet[row * 3 : row * 3 + 3]) == (why == "open-space")
        elif why == "taken":
            assert game.taken[int(place.removeprefix("init:")) - 1] not in (NOBODY, seat)
        elif why == "one-card":
            assert seat in game.taken
        elif why == "dice-turn":
            assert game.seat() != seat
            assert game.phase == DICE_PHASE
        elif why == "row-action":
            assert game.question() == "action"
            frame = game.agenda[-1]
            assert isinstance(frame, ActionFrame)
            assert frame.rows == 1 << ROWS.index(reason["row"])
        elif why in ("step", "here"):
            space = SPACES.index(place.removeprefix("space:"))
            assert (space == hero.token) == (why == "here")
            assert space not in [to[hero.token] for to in STEP_TO]
        elif why == "once":
            frame = game.agenda[-1]
            assert isinstance(frame, RepeatedFrame)
            assert frame.spots_done >> SPOTS.index(place.removeprefix("spot:")) & 1
        elif why == "low":
            assert hero.sheet[SPOTS.index(place.removeprefix("spot:"))] & 15 > 3
    check_places(game, seat, reasons)


def check_places(game: Game, seat: int, reasons: dict[str, Plain]) -> None:
    """Initiative cards always, own dice and the grid where one of them is asked for."""
    words = {
        word for option in game.options() for word in game.rules.names.write(option).split()[1:]
    }
    mine = words if game.seat() == seat else set()
    verbs = {each >> 16 for each in game.options()} if game.seat() == seat else set()
    for number in range(1, len(game.taken) + 1):
        named = f"i{number}" in mine or (TAKE in verbs and str(number) in mine)
        assert (f"init:{number}" in reasons) != named
    spots = {SPOTS[spot] for spot in game.heroes[seat].filled()}
    greyed = {place.removeprefix("spot:") for place in reasons if place.startswith("spot:")}
    if mine & spots:
        assert greyed == spots - mine
    else:
        assert greyed in (set(), spots)
    if mine & spots or MOVE in verbs or (mine and game.question() == "action"):
        ways = {ARROWS.index(word) for word in mine & set(ARROWS)} if MOVE in verbs else set()
        token = game.heroes[seat].token
        reached = {SPACES[STEP_TO[way][token]] for way in ways}
        assert {place for place in reasons if place.startswith("space:")} == {
            f"space:{name}" for name in SPACES if name not in reached
        }


@pytest.mark.parametrize(
    ("players", "expansions"), [(1, ()), (3, ()), (2, tuple(EXPANSIONS))], ids=["1", "3", "all"]
)
def test_everything_greyed_out_has_its_reason(players: int, expansions: tuple[str, ...]) -> None:
    met: set[str] = set()
    for seed in range(24):
        chance = random.Random(seed)
        options = Options(players=players, expansions=expansions)
        match = Match.new(options, chance=Chance.from_text(f"why {seed}"))
        while not match.game.over:
            game = match.game
            for seat in range(players):
                check(game, seat, met)
            if game.seat() == CHANCE:
                match.roll()
            else:
                match.act(game.seat(), chance.choice(game.options()))
    wanted = {"exhausted", "moment", "dice-phase", "market-turn", "arrow", "gold", "hands", "full"}
    wanted |= {"one-card", "row-action", "open-space", "step", "here", "once", "low"}
    assert wanted | ({"taken", "dice-turn"} if players > 1 else set()) <= met


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    source = (Path(PACKAGE) / "server" / "rooms" / "why_not.py").read_text(encoding="utf-8")
    said = {word for line in source.splitlines() if '"why"' in line for word in WORDS.findall(line)}
    explained = {key.removeprefix("web.why.") for key in catalogue(language) if ".why." in key}
    assert said - {"why", *NUMBERS} == explained
