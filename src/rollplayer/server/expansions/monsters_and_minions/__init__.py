"""Monsters & Minions on the server: a lesson about the Hunt and what it is for."""

from typing import Any, Final

from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions.chances import Chances
from rollplayer.expansions.monsters_and_minions.things import (
    ADVENTURE_KINDS,
    COMBAT,
    COMBAT_DICE,
    COMBAT_ROLL,
    HONOR,
    MONSTER_STARS,
    NAME,
    XP,
)
from rollplayer.expansions.monsters_and_minions.wilds import Wilds, wilds
from rollplayer.rules.options import Options
from rollplayer.server.lesson import SEAT, Lesson
from rollplayer.server.telling import outlook
from rollplayer.text import Argument, Texts


def numbers(game: Game, texts: Texts) -> dict[str, Argument]:
    """What the explanations say of this moment: names, dice and odds as the table shows them."""
    hero, now = game.heroes[SEAT], wilds(game)
    roll, honor = sum(hero.piles[COMBAT_ROLL]), hero.counts[HONOR]
    told: dict[str, Argument] = {
        "gold": hero.gold,
        "xp": hero.counts[XP],
        "honor": honor,
        "pool": hero.counts[COMBAT_DICE],
        "roll": roll,
        "total": hero.counts[COMBAT] or roll + honor,
        "stars": hero.counts[MONSTER_STARS],
        **known_adventures(now, texts),
    }
    if now.monster >= 0:
        told["monster"] = texts.name("monster", now.the_monster().id)
        told["strength"] = now.strength()
    reckoned = outlook(game, (NAME,), SEAT)
    if "hunt" in reckoned:
        told |= odds(now, reckoned["hunt"], texts)
    told |= {f"mercenary_{key}": price for key, price in reckoned.get("mercenary", {}).items()}
    point = "." if texts.spoken == "en" else ","
    for key, stars in reckoned.get("monster", {}).items():
        told[f"stars_{key}"] = stars.replace(".", point)
    return told


def known_adventures(now: Wilds, texts: Texts) -> dict[str, Argument]:
    """The Adventure cards that the hero has seen, by kind."""
    return {
        name: texts.name("adventure", now.box.adventures[now.adventure[kind]].id)
        for kind, name in enumerate(ADVENTURE_KINDS)
        if now.knows(SEAT, kind)
    }


def odds(now: Wilds, reckoned: dict[str, Any], texts: Texts) -> dict[str, Argument]:
    """The dice against the Minion on top, and what they promise for its Trophy."""
    minion, dice = now.top_minion(), int(reckoned["dice"])
    least = min(reward.least for reward in minion.rewards if reward.trophy)
    return {
        "minion": texts.name("minion", minion.id),
        "from": least,
        "dice": dice,
        "weakness": reckoned["weakness"],
        "now": Chances(dice).between(least, None),
        "more": Chances(dice + 1).between(least, None),
        "better": max(reckoned.get("better", {"": 0}).values()),
    }


BEFORE: Final = """
    race orc male; class priest; place boost8 wis; place purple5 str; place gold1 int;
    place gold2 int; place red2 int; place purple2 wis;
    take 2; place wis; move chaotic; buy leather-gloves;
    take 1; place dex; swap str1 wis2; discard weak
"""
AFTERWARDS: Final = """
    lay green5; take 3; place str; flip cha1; hunt; pass; hire gold; pass; reroll 2; reroll 3;
    lay green4; take 3; place str; flip str1; buy foolish;
    lay black4; take 2; place dex; swap str2 str3; buy chain-helm;
    lay purple5; take 3; place dex; swap dex1 cha1; discard longbow;
    take 3; place con; nudge dex2 up; discard compassionate;
    lay red6; take 3; place cha; charm; buy envious with 1 token;
    take 2; place con; nudge cha1 up; buy realign; move lawful; move lawful;
    take 2; place cha; charm; discard war-hammer;
    take 3; place con; nudge str1 up; hunt; pass; hire gold; pass; pass; pass
"""
HUNT: Final = Lesson(
    id="hunt",
    icon="minion",
    hero="Brog",
    seed="hunt 2113",
    options=Options(players=1, expansions=(NAME,)),
    numbers=numbers,
    pauses=("adventure-seen",),
    places={
        "welcome": "monster",
        **dict.fromkeys(("minion", "charm", "hunt", "stay", "hire", "roll"), "minion"),
        "trophy": "wilds",
        "rest": "wilds",
        "monster": "fight",
    },
    script=(
        ("", BEFORE),
        ("welcome", ""),
        ("minion", ""),
        ("take", "take 1"),
        ("place", "place cha"),
        ("charm", "charm"),
        ("hunt", "hunt"),
        ("stay", "pass"),
        ("hire", "hire gold with 1 token"),
        ("roll", "pass"),
        ("reroll", "reroll 1"),
        ("trophy", ""),
        ("rest", ""),
        ("", AFTERWARDS),
        ("monster", "hire xp"),
        ("fight", "reroll 1"),
        ("again", "reroll 1"),
    ),
    last="scoring",
)
LESSONS: Final = (HUNT,)
