"""Monsters & Minions in the terminal: the Monster, the Hunt with its odds, the last combat."""

from collections.abc import Sequence

from rich.text import Text

from rollplayer.cli.terminal.additions import Addition
from rollplayer.cli.terminal.look import TerminalLook, signed
from rollplayer.cli.terminal.paint import flowed, line, rule, wrapped
from rollplayer.engine.answers import first_of, second_of, verb_of
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import COLORS
from rollplayer.expansions.monsters_and_minions.chances import (
    Chances,
    better_row,
    expected_stars,
)
from rollplayer.expansions.monsters_and_minions.combat import combat_bonus
from rollplayer.expansions.monsters_and_minions.components import Minion, Reward
from rollplayer.expansions.monsters_and_minions.hunt import hunt_dice, reveal_price
from rollplayer.expansions.monsters_and_minions.mercenaries import price_in_gold
from rollplayer.expansions.monsters_and_minions.monster_table import MonsterTable, monsters_of
from rollplayer.expansions.monsters_and_minions.registrations import (
    ADVENTURE_KINDS,
    COMBAT,
    COMBAT_DICE,
    COMBAT_ROLL,
    HIRE,
    HONOR,
    HUNT,
    INJURIES,
    MERCENARY_XP,
    MONSTER_STARS,
    PAID_IN_XP,
    REROLL_COMBAT,
    REVEAL,
    STORED,
    TOKENS,
    TROPHIES,
    XP,
)

LEANEST = 3
LABEL_WIDTH = 12
HUNTING = ("hunt-reveal", "hunt-hire", "hunt-reroll")
FIGHTING = ("monster-hire", "monster-reroll")


class MonstersAndMinions(Addition):
    untold = frozenset(
        {"combat-die-rolled", "minion-turned-up", "adventure-turned-up", "die-unpacked"}
    )
    command = "monster"

    # -- the table ----------------------------------------------------------------------------------

    def purse(self, look: TerminalLook, hero: Hero) -> list[Text]:
        parts: list[Text] = []
        for key, count, style in (
            ("xp", hero.counts[XP], "cyan"),
            ("honor", hero.counts[HONOR], "green"),
            ("injuries", hero.counts[INJURIES], "red"),
            ("trophies", len(hero.piles[TROPHIES]), ""),
        ):
            if count or key == "xp":
                parts.append(line((look.t.t(f"count.{key}", n=count), style)))
        if hero.piles[TOKENS]:
            kinds = [kind_name(look, kind) for kind in hero.piles[TOKENS]]
            parts.append(line(look.t.t("table.tokens", kinds=look.t.all_of(kinds))))
        return parts

    def middle(self, look: TerminalLook, seat: int, width: int, detail: int) -> list[Text]:
        now = monsters_of(look.game)
        lines: list[Text] = []
        if now.monster >= 0:
            lines += labelled(look, "table.monster", monster_parts(look, now, seat), width)
            if detail == 0:
                ability = look.t.content("monster", now.the_monster().id, "text")
                lines += wrapped(ability, width - 1, LABEL_WIDTH + 3, "dim")
        if now.minion >= 0:
            lines += labelled(look, "table.minion", minion_parts(look, now, seat), width)
            if detail < LEANEST:
                text = look.t.content("minion", now.top_minion().id, "text")
                lines += wrapped(text, width - 1, LABEL_WIDTH + 3, "dim")
        return lines

    def own(self, look: TerminalLook, hero: Hero) -> list[Text]:
        if not hero.piles[STORED]:
            return []
        return [line(" ", (look.t.t("table.stored"), "bold"), " ", look.dice(hero.piles[STORED]))]

    def changes(self, look: TerminalLook, old: Hero, new: Hero) -> list[Text]:
        parts: list[Text] = []
        for key, count in (("xp", XP), ("honor", HONOR), ("injuries", INJURIES)):
            change = new.counts[count] - old.counts[count]
            if change:
                what = look.t.t(f"count.{key}", n=abs(change))
                parts.append(line((f"{signed(change)[0]}{what}", "cyan")))
        return parts

    # -- Hunt and combat ----------------------------------------------------------------------------

    def asked(self, look: TerminalLook, seat: int, question: str, width: int) -> list[Text]:
        if question in HUNTING:
            return hunt_lines(look, seat, question, width)
        if question in FIGHTING:
            return combat_lines(look, seat, question, width)
        if question == "place-or-store":
            hero = look.game.heroes[seat]
            return [line("  ", look.dice(hero.hand)), *self.own(look, hero)]
        return []

    def about(self, look: TerminalLook, seat: int, answer: int) -> Text:
        verb, first, tokens = verb_of(answer), first_of(answer), second_of(answer)
        hero = look.game.heroes[seat]
        now = monsters_of(look.game)
        if verb == HUNT:
            dice = hunt_dice(look.rules, hero, now.top_minion())
            name = look.t.name("minion", now.top_minion().id)
            return line(f"{name}, ", look.t.t("count.combat-dice", n=dice))
        if verb == REVEAL:
            return line((look.t.t("count.gold", n=reveal_price(look.game)), "yellow"))
        if verb == HIRE:
            extra = 0 if look.game.question() == "hunt-hire" else now.the_monster().mercenary
            if first == PAID_IN_XP:
                return line(look.t.t("count.xp", n=hero.numbers[MERCENARY_XP] + extra))
            gold = price_in_gold(look.game, seat, extra) - tokens
            return line((look.t.t("count.gold", n=gold), "yellow"))
        if verb == REROLL_COMBAT and look.game.question() == "hunt-reroll":
            rewards = now.top_minion().rewards
            chance = better_row(hero.piles[COMBAT_ROLL], first, [each.least for each in rewards])
            return line(look.t.t("hunt.better", percent=chance))
        return line()

    # -- the command --------------------------------------------------------------------------------

    def has_secrets(self, look: TerminalLook, seat: int) -> bool:
        now = monsters_of(look.game)
        return any(kind >= now.turned_up and now.knows(seat, kind) for kind in range(3))

    def everything(self, look: TerminalLook, seat: int, width: int) -> list[Text]:
        """The Monster, the Adventure cards this seat knows, and all Minions it can know."""
        now = monsters_of(look.game)
        lines = self.middle(look, seat, width, 0)
        for kind, card in enumerate(now.adventure):
            if card >= 0 and now.knows(seat, kind):
                id = now.box.adventures[card].id
                heading = f"{kind_name(look, kind)}, {look.t.name('adventure', id)}: "
                lines += wrapped(heading + look.t.content("adventure", id, "text"), width, 2)
        if now.minion >= 0:
            hero = look.game.heroes[seat]
            chances = [Chances(hunt_dice(look.rules, hero, now.top_minion()))]
            lines += reward_lines(look, now.top_minion(), chances)
        if now.bottom:
            names = [
                line(f"{look.t.name('minion', now.box.minions[each].id)};") for each in now.bottom
            ]
            lines.append(line((look.t.t("monster.bottom"), "bold")))
            lines += flowed(names, width, "  ", " ")
        return lines


def labelled(look: TerminalLook, key: str, parts: list[Text], width: int) -> list[Text]:
    """A section of the table: its name, then its parts."""
    label = look.t.t(key)
    first = line(" ", (f"{label:<{LABEL_WIDTH}}", "bold"))
    rows = flowed(parts, width - LABEL_WIDTH - 1, gap=" · ")
    return [
        line(first if not at else " " * (LABEL_WIDTH + 1), each) for at, each in enumerate(rows)
    ]


def kind_name(look: TerminalLook, kind: int) -> str:
    return look.t.name("adventure-kind", ADVENTURE_KINDS[kind])


def monster_parts(look: TerminalLook, now: MonsterTable, seat: int) -> list[Text]:
    monster = now.the_monster()
    color = look.t.name("color", COLORS[monster.color])
    parts = [
        line((look.t.name("monster", monster.id), "bold"), f" ({color})"),
        line(look.t.t("table.strength", n=now.strength())),
    ]
    for kind, card in enumerate(now.adventure):
        name = kind_name(look, kind)
        if card >= 0 and (kind < now.turned_up or (now.knows(seat, kind) and not look.shared)):
            card_name = look.t.name("adventure", now.box.adventures[card].id)
            parts.append(line(look.t.t("table.adventure-known", kind=name, name=card_name)))
        elif now.knows(seat, kind):
            parts.append(line(look.t.t("table.adventure-seen", kind=name)))
        else:
            parts.append(line((look.t.t("table.adventure-hidden", kind=name), "dim")))
    return parts


def minion_parts(look: TerminalLook, now: MonsterTable, seat: int) -> list[Text]:
    """The Minion on top, and for somebody at the table what its weakness would bring."""
    minion = now.top_minion()
    parts = [line((look.t.name("minion", minion.id), "bold"), f" {'•' * minion.dots}")]
    if seat >= 0:
        dice = hunt_dice(look.rules, look.game.heroes[seat], minion)
        parts.append(line(look.t.t("hunt.weakness", dice=dice)))
    left = len(now.bottom) + sum(len(pile) for pile in now.unseen)
    return [*parts, line((look.t.t("table.minions-left", n=left), "dim"))]


def rewards_of(look: TerminalLook, row: Reward) -> str:
    rewards = [
        look.t.t(f"reward.{key}", n=n)
        for key, n in (
            ("xp", row.xp),
            ("gold", row.gold),
            ("injury", row.injuries),
            ("honor", row.honor),
            ("trophy", int(row.trophy)),
        )
        if n
    ]
    return ", ".join(rewards) or look.t.t("reward.nothing")


def reward_lines(
    look: TerminalLook, minion: Minion, chances: Sequence[Chances], at: int = -1
) -> list[Text]:
    """The rows of a Minion, each with how likely it is, and the one that is reached."""
    lines = []
    rows = [each.rows([row.least for row in minion.rewards]) for each in chances]
    for place, row in enumerate(minion.rewards):
        above = minion.rewards[place + 1].least if place + 1 < len(minion.rewards) else None
        odds = [look.t.t("hunt.odds", percent=each[place]) for each in rows]
        reached = row.least <= at and (above is None or at < above)
        shown = line(
            ("▶ " if reached else "  ", "bold cyan"),
            (f"{row.least:>2}+ ", "bold"),
            *(f"{each:>7}" for each in odds),
            f"   {rewards_of(look, row)}",
        )
        lines.append(line("  ", shown))
    return lines


def hunt_lines(look: TerminalLook, seat: int, question: str, width: int) -> list[Text]:
    """The Minion, the dice, and the odds of each row: as it is, and with one mercenary more."""
    now = monsters_of(look.game)
    minion, hero = now.top_minion(), look.game.heroes[seat]
    title = line((look.t.name("minion", minion.id), "bold"))
    lines = [rule(title, width), *wrapped(look.t.content("minion", minion.id, "text"), width, 2)]
    if question == "hunt-reroll":
        roll = hero.piles[COMBAT_ROLL]
        total = sum(roll)
        rolled = look.t.t("hunt.rolled", dice=" ".join(map(str, roll)), total=total)
        return [*lines, line("  ", (rolled, "bold")), *reward_lines(look, minion, [], total)]
    dice = (
        hunt_dice(look.rules, hero, minion)
        if question == "hunt-reveal"
        else hero.counts[COMBAT_DICE]
    )
    lines.append(line("  ", (look.t.t("hunt.weakness", dice=dice), "bold")))
    heads = f"{look.t.t('hunt.now'):>7} {look.t.t('hunt.with-one-more'):>7}"
    lines.append(line(("       " + heads, "dim")))
    return [*lines, *reward_lines(look, minion, [Chances(dice), Chances(dice + 1)])]


def combat_lines(look: TerminalLook, seat: int, question: str, width: int) -> list[Text]:
    """All players' pools and results, and the odds of this seat's pool."""
    now = monsters_of(look.game)
    monster = now.the_monster()
    lines = labelled(look, "table.monster", monster_parts(look, now, seat), width)
    lines += wrapped(look.t.content("monster", monster.id, "text"), width, LABEL_WIDTH + 3, "dim")
    for hero in look.game.heroes:
        name, roll = look.hero_name(hero.seat), hero.piles[COMBAT_ROLL]
        if hero.counts[COMBAT] or hero.counts[MONSTER_STARS]:
            stars = hero.counts[MONSTER_STARS]
            standing = look.t.t("combat.result", hero=name, total=hero.counts[COMBAT], stars=stars)
        elif roll:
            dice = " ".join(map(str, roll))
            standing = look.t.t("combat.roll", hero=name, dice=dice, total=sum(roll))
        else:
            standing = look.t.t("combat.pool", hero=name, n=hero.counts[COMBAT_DICE])
        lines.append(line("  ", (standing, "bold" if hero.seat == seat else "")))
    hero = look.game.heroes[seat]
    more = combat_bonus(monster, hero)
    if question == "monster-hire":
        pool = hero.counts[COMBAT_DICE]
        first, second = (expected_stars(now, each, more) for each in (pool, pool + 1))
        lines.append(line("  ", look.t.t("combat.expected", now=first, then=second)))
    return lines


ADDITION = MonstersAndMinions()
