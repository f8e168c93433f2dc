"""The lesson of Monsters & Minions: a Hunt, and what it is for."""

from typing import Any, Final

from rollplayer.engine.game import Game
from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable, monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    ADVENTURE_KINDS,
    COMBAT,
    COMBAT_DICE,
    COMBAT_ROLL,
    HONOR,
    MONSTER_STARS,
    NAME,
    XP,
)
from rollplayer.rules.options import Options
from rollplayer.server.reference.lessons import SEAT, Lesson
from rollplayer.server.rooms.wording import forecast
from rollplayer.text import Argument, Texts


def numbers(game: Game, texts: Texts) -> dict[str, Argument]:
    """What the explanations say of this moment: names, dice and odds as the table shows them."""
    hero, now = game.heroes[SEAT], monsters_of(game)
    roll, honor = sum(hero.piles[COMBAT_ROLL]), hero.counts[HONOR]
    arguments: dict[str, Argument] = {
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
        arguments["monster"] = texts.name("monster", now.the_monster().id)
        arguments["strength"] = now.strength()
    reckoned = forecast(game, (NAME,), SEAT)
    if "hunt" in reckoned:
        arguments |= odds(now, reckoned["hunt"], texts)
    arguments |= {f"mercenary_{key}": price for key, price in reckoned.get("mercenary", {}).items()}
    point = "." if texts.spoken == "en" else ","
    means = reckoned.get("monster", {})
    for key in ("now", "more"):
        if key in means:
            arguments[f"stars_{key}"] = means[key].replace(".", point)
    return arguments


def known_adventures(now: MonsterTable, texts: Texts) -> dict[str, Argument]:
    """The Adventure cards that the hero has seen, by kind."""
    return {
        name: texts.name("adventure", now.box.adventures[now.adventure[kind]].id)
        for kind, name in enumerate(ADVENTURE_KINDS)
        if now.knows(SEAT, kind)
    }


def odds(now: MonsterTable, reckoned: dict[str, Any], texts: Texts) -> dict[str, Argument]:
    """The dice against the Minion on top, and what they promise for its Trophy."""
    minion = now.top_minion()
    at = next(at for at, reward in enumerate(minion.rewards) if reward.trophy)
    rows = reckoned["rows"][at:]
    return {
        "minion": texts.name("minion", minion.id),
        "from": rows[0]["from"],
        "dice": reckoned["dice"],
        "weakness": reckoned["weakness"],
        "now": sum(row["now"] for row in rows),
        "more": sum(row["more"] for row in rows),
        "better": max(reckoned.get("better", {"": 0}).values()),
    }


BEFORE: Final = """
    race orc male; draw gold; draw white; class priest; deal savage; deal sociopath;
    deal chain-leggings; deal ancient-spear; deal loyal; deal gather-power; deal dedicated;
    deal obnoxious; deal disguise; deal mesmerize; deal quarterstaff; deal cure-wounds;
    deal intimidate; deal leather-boots; deal reckless; deal heavy-crossbow;
    deal leather-pauldron; deal enchant; deal nimble; deal mirage; deal negotiate; deal steadfast;
    deal chain-gorget; deal search; deal levitate; deal mystic-cowl; deal honorable; deal greedy;
    deal tremor; deal focused;
    deal haggle; deal leather-gloves; deal longsword; deal sleight-of-hand; deal trustworthy;
    draw red2; draw boost8; draw gold1; draw gold2; draw purple2; draw purple5;
    place boost8 wis; place purple5 str; place gold1 int; place gold2 int; place red2 int;
    place purple2 wis; deal kraken; deal satyr;
    draw white2; draw white1; draw black5; take 2; place wis; move chaotic; roll 1;
    buy leather-gloves; deal mystic-cloak; deal climb; deal blessed-mace; deal weak;
    draw gold4; draw gold2; draw purple5; take 1; place dex; swap str1 wis2;
    discard weak; deal courageous; deal malicious; deal spiked-club; deal humble;
    draw black1; draw boost4; draw black3
"""
AFTERWARDS: Final = """
    deal zombie; deal stoneskin; deal jeweled-dagger; deal tumble; deal honest;
    draw blue5; draw green5; draw green1; lay green5; take 3; place str; flip cha1;
    roll 6; roll 6; roll 6; roll 2; deal elemental; hunt; pass; hire gold;
    roll 2; roll 5; roll 6; roll 6; roll 6; roll 4; reroll 2; roll 3; reroll 3; roll 4;
    deal lost-at-sea; deal dire-wolf; deal foolish; deal pickpocket; deal backpack; deal wand;
    draw gold4; draw green4; draw gold1; lay green4; take 3; place str; flip str1; roll 2; roll 6;
    deal kobold; discard foolish; deal sling; deal cunning; deal chain-helm; deal acrobatics;
    draw black4; draw white4; draw boost7; lay black4; take 2; place dex; swap str2 str3; roll 5;
    deal gnoll; buy chain-helm; deal longbow; deal move-silently; deal proud; deal revive;
    draw gold1; draw purple5; draw white5; lay purple5; take 3; place dex; swap dex1 cha1;
    roll 4; roll 5; deal goblin;
    discard longbow; deal compassionate; deal chain-tunic; deal clumsy; deal protection;
    draw black4; draw red3; draw red2; take 3; place con; nudge dex2 up; roll 2; roll 3;
    buy protection; deal halberd; deal concentrate; deal envious; deal knowledge;
    draw purple6; draw red6; draw boost4; lay red6; take 3; place cha; charm; roll 2; roll 4;
    buy envious with 1 token; deal realign; deal leather-greaves; deal obsessed; deal dispel;
    draw green5; draw green5; draw purple3; take 2; place con; nudge cha1 up; roll 2;
    buy realign; move lawful; move lawful;
    deal famous; deal war-hammer; deal fearless; deal open-lock;
    draw white3; draw white6; draw boost7; take 2; place cha; charm; roll 1;
    discard war-hammer;
    deal disarm-trap; deal chain-vambraces; deal tower-shield; deal mystic-robes;
    draw green2; draw purple3; draw white6; take 3; place con; nudge str1 up; roll 1; roll 3;
    hunt; pass; hire gold; pass; roll 2; roll 1; roll 2; roll 5; pass;
    deal tentacle-attack; deal harpy; pass
"""
HUNT: Final = Lesson(
    id="hunt",
    icon="minion",
    hero="Brog",
    options=Options(players=1, expansions=(NAME,)),
    numbers=numbers,
    places={
        "welcome": "monster",
        **dict.fromkeys(("minion", "charm", "hunt", "stay", "hire", "roll"), "minion"),
        "trophy": "monsters",
        "rest": "monsters",
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
        ("", "roll 1; roll 1; roll 1"),
        ("reroll", "reroll 1"),
        ("", "roll 5; deal hidden-cove"),
        ("trophy", ""),
        ("rest", ""),
        ("", AFTERWARDS),
        ("monster", "hire xp"),
        ("", "roll 2; roll 3; roll 1; roll 5; roll 3; roll 1; roll 1"),
        ("fight", "reroll 1"),
        ("", "roll 4"),
        ("again", "reroll 1"),
        ("", "roll 6"),
    ),
    last="scoring",
)
LESSONS: Final = (HUNT,)
