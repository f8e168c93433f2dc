"""Draw a table as plain text in notation."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE

if TYPE_CHECKING:
    from rollplayer.api.position import Position
    from rollplayer.api.values import Hero

WIDTH = 78
MOST_OPTIONS = 12


def draw(position: "Position", table: Plain) -> str:
    """The table, hero by hero, and what is asked."""
    heroes = position.heroes
    names = [hero.name for hero in heroes]
    lines = [title(position, table)]
    if table["round"] and not position.over:
        lines += flowed("initiative", [initiative(names, card) for card in table["initiative"]])
    if table["pool"]:
        lines += flowed("rolled", table["pool"])
    market = [card for card in table["market"] if card is not None]
    if market:
        lines += flowed("market", market, ", ")
    for hero in heroes:
        lines += hero_lines(hero)
    return "\n".join([*lines, *asked_lines(position, names)])


def title(position: "Position", table: Plain) -> str:
    where = (
        "game over" if position.over else f"{table['phase']} phase".replace("setup phase", "setup")
    )
    if table["round"] and not position.over:
        where = f"round {table['round']} of {table['rounds']}, {where}"
    return f"-- {where} ".ljust(WIDTH, "-")


def initiative(names: list[str], card: Plain) -> str:
    text = f"{card['number']}: "
    if card["taken_by"] is not None:
        return text + names[card["taken_by"]]
    text += card["die"] or "-"
    return text + (f" +{card['gold']} gold" if card["gold"] else "")


def hero_lines(hero: "Hero") -> list[str]:
    what = " ".join(filter(None, [hero.race, hero.race and hero.side, hero.class_]))
    head = [hero.name + (f": {what}" if what else ""), f"{hero.gold} gold"]
    head += [f"{hero.charisma} charisma"] if hero.charisma else []
    head += [counted(hero.stars, "star")] if hero.class_ else []
    lines = [", ".join(head)]
    if hero.class_ and (hero.alignment or any(hero.sheet.values())):
        lines += [row_line(hero, row) for row in hero.sheet]
    if hero.alignment:
        lines.append(f"  alignment {hero.alignment} ({hero.token}), backstory {hero.backstory}")
    if hero.hand:
        lines += flowed("  hand", hero.hand)
    if hero.cards:
        owned = [f"({card})" if card in hero.exhausted else card for card in hero.cards]
        lines += flowed("  cards", owned, ", ")
    for name, value in hero.more.items():
        if isinstance(value, list | tuple):
            # Spaces beside the sheet may be empty.
            shown = ", ".join("-" if part is None else str(part) for part in value)
            lines += [f"  {name} {shown}"] if any(value) else []
        elif value:
            lines.append(f"  {name} {value}")
    return lines


def row_line(hero: "Hero", row: str) -> str:
    dice = " ".join(f"{die:8}" for die in hero.sheet[row])
    goal = hero.goals[row]
    met = f"goal {goal['goal']}" + (
        f", met: {counted(goal['stars'], 'star')}" if goal["met"] else ""
    )
    return f"  {row}  {dice:27} {goal['score']:3}  {met}"


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" + ("" if number == 1 else "s")


def asked_lines(position: "Position", names: list[str]) -> list[str]:
    if position.over:
        score = position.score()
        won = [names[seat] for seat in score.winners]
        return (
            [f"rank: {score.rank}"] if score.rank else [f"won by {' and '.join(won) or 'nobody'}"]
        )
    who = "chance" if position.asked == CHANCE else names[position.asked or 0]
    options = position.options
    shown = [str(option) for option in options[:MOST_OPTIONS]]
    if len(options) > MOST_OPTIONS:
        shown.append(f"... ({len(options)} options)")
    listed = flowed(" ", shown, ", ") if shown else []
    return [f"{who} is asked: {position.question}", *listed]


def flowed(label: str, parts: Iterable[str], gap: str = "  ") -> list[str]:
    """A label and its parts, wrapped to the width."""
    lines: list[str] = []
    line = f"{label} "
    indent = " " * (len(label) - len(label.lstrip()) + 2) if label.strip() else line
    started = False
    for part in parts:
        if started and len(line) + len(gap) + len(part) > WIDTH:
            lines.append((line + gap).rstrip())
            line, started = indent, False
        line += (gap if started else "") + part
        started = True
    return [*lines, line]
