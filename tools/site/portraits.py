"""The portraits of heroes, Monsters and Minions, drawn by the client's own code (web/tools/portraits.mjs)."""

import json
import shutil
import subprocess
from itertools import cycle
from typing import Any, Final

from rollplayer.content import Library
from tools.site.assemble import ROOT

DRAWS: Final = ROOT / "web" / "tools" / "portraits.mjs"
HEROES: Final = ("class", "race")
SIDES: Final = ("female", "male")


class NoNode(RuntimeError):
    """What draws the portraits is not installed."""


def sitters(library: Library) -> list[dict[str, Any]]:
    """Everybody who can be drawn. Classes are worn by one race after the other, side by side."""
    listed: list[dict[str, Any]] = []
    wearers = cycle([(race, side) for side in SIDES for race in library.facts["race"]])
    for id, facts in library.facts["class"].items():
        race, side = next(wearers)
        hero = {"race": race, "side": side, "class": id, "color": facts["color"]}
        listed.append({"name": f"class-{id}", **hero})
    for at, id in enumerate(library.facts["race"]):
        listed.append({"name": f"race-{id}", "race": id, "side": SIDES[at % 2], "class": None})
    listed += [
        {"name": f"{section}-{id}", "creature": f"{section}:{id}", "color": facts.get("color")}
        for section, entries in library.facts.items()
        if section not in HEROES
        for id, facts in entries.items()
        if isinstance(facts, dict)
    ]
    return listed


def draw_portraits(library: Library) -> dict[str, str]:
    """Pictures (SVG) by section and id, of those that somebody has drawn."""
    node = shutil.which("node")
    if node is None or not (ROOT / "web" / "node_modules" / "vite").is_dir():
        raise NoNode("the portraits need Node and web/node_modules; make web installs both")
    drawn = subprocess.run(  # noqa: S603  (our own script)
        [node, str(DRAWS)],
        input=json.dumps(sitters(library)),
        capture_output=True,
        text=True,
        check=False,
    )
    if drawn.returncode:
        raise RuntimeError(f"{DRAWS.name} has failed: {drawn.stderr}")
    pictures: dict[str, str] = json.loads(drawn.stdout)
    return pictures
