"""Why not: whatever a seat cannot choose has a true reason, and whatever it can has none."""

import random

import pytest

from rollplayer.chance import Chance
from rollplayer.engine.answers import BUY, USE
from rollplayer.engine.game import DICE_PHASE, Game
from rollplayer.engine.table import CHANCE, EMPTY, ROWS
from rollplayer.match import Match
from rollplayer.rules.options import Options
from rollplayer.server.why_not import why_not


def offered(game: Game, seat: int, verb: int) -> set[str]:
    options = game.options() if game.seat() == seat else game.interjections(seat)
    names = game.rules.names
    return {names.word("card", each >> 8 & 255) for each in options if each >> 16 == verb}


def check(game: Game, seat: int, found: set[str]) -> None:
    told = why_not(game, seat)
    hero, names = game.heroes[seat], game.rules.names
    skills = {names.word("card", card) for card in hero.skills}
    market = {names.word("card", card) for card in game.market if card >= 0}
    silent = {card for card in skills | market if f"card:{card}" not in told}
    assert silent == (skills & offered(game, seat, USE)) | (market & offered(game, seat, BUY))
    for place, reason in told.items():
        why = reason["why"]
        found.add(why)
        if why == "gold":
            assert reason["short"] == reason["n"] - hero.gold - hero.charisma > 0
        elif why == "hands":
            assert reason["n"] > reason["free"]
        elif why == "dice-phase":
            assert game.phase != DICE_PHASE
        elif why == "full":
            row = ROWS.index(place.removeprefix("row:"))
            assert EMPTY not in hero.sheet[row * 3 : row * 3 + 3]


@pytest.mark.parametrize("players", [1, 3])
def test_everything_greyed_out_has_its_reason(players: int) -> None:
    found: set[str] = set()
    for seed in range(12):
        chance = random.Random(seed)
        match = Match.new(Options(players=players), chance=Chance.from_text(f"why {seed}"))
        while not match.game.over:
            game = match.game
            for seat in range(players):
                check(game, seat, found)
            if game.seat() == CHANCE:
                match.roll()
            else:
                match.act(game.seat(), chance.choice(game.options()))
    wanted = {"exhausted", "moment", "dice-phase", "market-turn", "arrow", "gold", "hands", "full"}
    assert wanted <= found
    assert "now" not in found or players > 1
