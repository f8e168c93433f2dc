"""What holds for every box holds for the toy box, alone and beside Monsters & Minions."""

import random
from typing import TYPE_CHECKING

import pytest

from rollplayer.engine.game import Game
from rollplayer.engine.plain import state_hash
from rollplayer.engine.table import SPOTS, die_name
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import read_lines, replay, write_lines
from rollplayer.rules.options import Options
from tests.properties.any_boxes import BoxWalk, Event
from tests.properties.matches import random_match

if TYPE_CHECKING:
    from collections.abc import Mapping

ALONE = ("glassworks",)
BESIDE = ("glassworks", "monsters-and-minions")
GAMES = [
    *[(ALONE, players, f"{seed}") for players in range(1, 5) for seed in range(2)],
    *[(BESIDE, players, f"{seed}") for players in range(1, 6) for seed in range(2)],
]


class ToyWalk(BoxWalk):
    """Kilns, glow and Cracks as the events tell them, and what may be done with them."""

    def __init__(self, options: Options, seed: str) -> None:
        super().__init__(options, seed)
        self.kilns: list[dict[str, str]] = [{} for _ in self.game.heroes]
        self.glow = [0] * len(self.game.heroes)
        self.cracks: list[list[str]] = [[] for _ in self.game.heroes]

    def follow(self, question: str, events: list[Event]) -> None:
        for event in events:
            self.hear(event)

    def hear(self, event: "Mapping[str, str | int]") -> None:
        name, seat, spot = event["event"], event.get("seat"), str(event.get("spot", ""))
        if not isinstance(seat, int):
            return
        kiln = self.kilns[seat]
        match name:
            case "glowed":
                self.glow[seat] += 1
                assert event["glow"] == self.glow[seat]
            case "cracked":
                self.cracks[seat].append(str(event["crack"]))
            case "crack-mended":
                self.cracks[seat].remove(str(event["crack"]))
            case "dice-swapped" if "kiln" in f"{spot} {event['other']}":
                # Which die comes from the sheet the event does not tell.
                for each in {spot, str(event["other"])} & {"kiln1", "kiln2"}:
                    kiln[each] = self.lying(seat, each)
            case "die-placed" | "die-turned" | "die-replaced" | "dice-exchanged" if "kiln" in spot:
                kiln[spot] = str(event["die"])

    def lying(self, seat: int, spot: str) -> str:
        die = self.game.heroes[seat].sheet[SPOTS.index(spot)]
        return die_name(die) if die else ""

    def more_complaints(self) -> list[str]:
        game, found = self.game, []
        names = game.rules.names
        known = game.rules.vocabulary
        (glow,) = [at for at, name in known.counts.items() if name == "glow"]
        (cracks,) = [at for at, name in known.piles.items() if name == "cracks"]
        for hero in game.heroes:
            kiln = {spot: self.lying(hero.seat, spot) for spot in ("kiln1", "kiln2")}
            has = [names.word("crack", each) for each in hero.piles[cracks]]
            if {spot: die for spot, die in kiln.items() if die} != self.kilns[hero.seat]:
                found.append(f"seat {hero.seat}: {kiln}, the events tell {self.kilns[hero.seat]}")
            if (hero.counts[glow], has) != (self.glow[hero.seat], self.cracks[hero.seat]):
                found.append(f"seat {hero.seat}: {hero.counts[glow]} glow, {has}")
        offered = {names.write(option) for option in ([] if game.over else game.options())}
        if not game.over and game.question() in ("place", "place-or-store"):
            seat = game.seat()
            room = {"kiln1", "kiln2"} - set(self.kilns[seat]) if game.heroes[seat].hand else set()
            if {each for each in offered if each.startswith("kindle")} != {
                f"kindle {spot}" for spot in room
            }:
                found.append(f"with {self.kilns[seat]} {offered} are offered")
        if not game.over and game.question() == "firing":
            seat = game.seat()
            tongs = "tongs" in [game.rules.cards[card].id for card in game.heroes[seat].cards]
            price = 2 - tongs + ("warped" in self.cracks[seat])
            expected = {"pass"} | {f"fire {spot}" for spot in self.kilns[seat]}
            if game.heroes[seat].gold >= price:
                expected |= {f"mend {crack}" for crack in self.cracks[seat]}
            others = {each for each in offered if each.split()[0] in ("fire", "mend", "pass")}
            if others != expected:
                found.append(f"firing offers {others}, not {expected}")
        return found


@pytest.mark.parametrize(("boxes", "players", "seed"), GAMES)
def test_random_games_are_sound(boxes: tuple[str, ...], players: int, seed: str) -> None:
    walk = ToyWalk(Options(players, expansions=boxes), f"toy {seed}")
    walk.to_the_end()
    assert walk.events["glowed"] + walk.events["cracked"] > 0
    assert (walk.events["monster-fought"] > 0) == (len(boxes) > 1)
    assert walk.verbs["fire"] > 0


def test_the_walks_come_across_everything_the_box_brings() -> None:
    seen: set[str] = set()
    for seed in range(8):
        walk = ToyWalk(Options(3, expansions=BESIDE), f"all {seed}")
        walk.to_the_end()
        seen |= {*walk.verbs, *walk.events}
    box = EXPANSIONS["glassworks"].pieces
    assert {verb.word for verb in box.verbs} <= seen
    assert {event[0] for _, event in box.events} <= seen


@pytest.mark.parametrize("boxes", [ALONE, BESIDE], ids="+".join)
def test_copies_are_independent(boxes: tuple[str, ...]) -> None:
    walk = ToyWalk(Options(2, expansions=boxes), "copies")
    kept: list[tuple[Game, str]] = []
    while not walk.game.over:
        if walk.rng.random() < 0.05:
            twin, before = walk.game.copy(), state_hash(walk.game)
            other = random.Random(len(kept))
            while not twin.over:
                twin.apply(other.choice(twin.options()))
            assert state_hash(walk.game) == before
            kept.append((walk.game.copy(), before))
        walk.step()
    assert len(kept) > 5
    assert [state_hash(game) for game, _ in kept] == [before for _, before in kept]


@pytest.mark.parametrize("boxes", [ALONE, BESIDE], ids="+".join)
def test_a_game_file_plays_again(boxes: tuple[str, ...]) -> None:
    hashes: list[str] = []
    match = random_match(
        "toy", Options(3, expansions=boxes), lambda each: hashes.append(state_hash(each.game))
    )
    file = read_lines([f"{line}\n" for line in write_lines(match.file())])
    assert [state_hash(game) for _, _, game in replay(file)] == hashes
