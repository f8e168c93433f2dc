"""docs/balance.md and its pictures, from the recorded runs of ``rollplayer lab``."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from rollplayer.cli.common import Session
from rollplayer.cli.lab_report import goal_lines
from rollplayer.content import Library, load
from rollplayer.lab.goals import ENOUGH, goals_of
from rollplayer.lab.picture import FEW, MANY, picture_of
from rollplayer.text import Texts
from tools import balance_changes

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = "benchmarks/bots/results"
RUNS: Final = {
    "legend": (
        "The legend, base game",
        "--level legend --players 3 --games 480 --gifts 1 --seed lab",
    ),
    "adventurer": (
        "The adventurer, base game",
        "--level adventurer --games 600 --gifts 80 --pairs 20 --seed lab",
    ),
    "legend_mm": (
        "The legend, Monsters & Minions",
        "--mm --level legend --players 3 --games 360 --gifts 0 --seed lab",
    ),
    "adventurer_mm": (
        "The adventurer, Monsters & Minions, before the changes",
        "--mm --level adventurer --games 300 --gifts 20 --seed lab",
    ),
}
"""By name of the recorded file: a heading, and the options with which the run can be repeated."""
FEWEST: Final = 5
"""Of fewer gifts nothing is said: a handful that happen to agree would look certain."""
ALIKE: Final = 30
"""That all gifts brought the same is believed from this many on."""
NOT: Final = "–"
Plain = dict[str, Any]

INTRO: Final = """\
# Balance

What each card does in games of bots, and what it is worth: recorded runs of `rollplayer lab`. This page and its \
pictures are made from them by `python -m tools.docs`. The whole figures are in `benchmarks/bots/results/lab_*.json`; \
the same command with `--out FILE` goes on where it was stopped, and `rollplayer cards export FOLDER` writes the \
values that were played with.

- **shown**: rounds in which the card lay in the Market; **payable**: of those, the ones in which somebody could have \
bought it in a turn of theirs, with Gold and hands. **Bought** is the share of the payable. A card that is bought in \
less than 15 % seems dead, in more than 85 % a matter of course.
- **with**: the stars of heroes who own it in the end, less those of the others. They differ otherwise, too: a hero who \
can afford much has more of everything. What is dealt by chance (Alignment, Backstory, Monster) is free of that.
- **worth**: the same deal with and without the card as a gift, at the beginning of an early, a middle and a late round, \
played on by the same bots with the same chance. The cards to be given lie aside in both games. A gift is bought for \
Gold that is given with it, so a Trait's arrow and a Scroll's effect come along; a Weapon is only given to free hands. \
Classes, races, Alignments and Backstories are exchanged before the first die, for what the hero had otherwise.
- **profits most**: the class whose heroes gained most from the gift, if that is more than the card's worth to all of \
them by more than the best of all classes would gain by chance.
- All intervals are 95 %. Of fewer than five gifts nothing is said, and of few that all brought the same no interval is \
given. A gift of nothing is the control: it must change nothing.

What a bot does not see, it cannot use: a worth is the worth in the hands of this level.
"""


def told(run: str) -> Plain:
    text = (ROOT / RESULTS / f"lab_{run}.json").read_text(encoding="utf-8")
    found: Plain = json.loads(text)["lab"]
    return found


@cache
def library_of(expansions: tuple[str, ...]) -> Library:
    return load(expansions=expansions)


def texts_of(outcome: Plain) -> Texts:
    return Session("en").texts(library_of(tuple(outcome["options"].get("expansions", ()))))


def picture(run: str) -> str:
    outcome = told(run)
    return picture_of(texts_of(outcome), outcome)


def page() -> str:
    parts = [INTRO.rstrip(), balance_changes.section(), *(section(run) for run in RUNS)]
    return "\n\n".join(parts) + "\n"


def section(run: str) -> str:
    title, options = RUNS[run]
    outcome = told(run)
    texts = texts_of(outcome)
    heroes, nothing = outcome["heroes"], outcome["nothing"]
    today = outcome["content"] == texts.library.hash
    values = "today's" if today else "an earlier content's"
    played = (
        f"`rollplayer lab {options} --jobs 2 --json`, version {outcome['version']}, network "
        f"`{outcome['network']}`, with {values} values (`{outcome['content'][:16]}`): "
        f"{heroes['n']} heroes with {stars(heroes)} stars"
    )
    if nothing["n"]:
        played += f"; {nothing['n']} gifts of nothing changed {nothing['mean']:.2f} stars"
    parts = [
        f"## {title}",
        f"{played}.",
        f"![How often each Market card is bought, and its worth](pictures/balance_{run}.svg)",
        "\n".join(f"- {line}" for line in goal_lines(texts, goals_of(outcome))),
        *cards(texts, outcome),
        "**Kinds of cards**, with the stars and number of heroes by how many they own",
        kinds(texts, outcome),
        *others(texts, outcome),
        *pairs(texts, outcome["pairs"]),
        "**What is not known**",
        "\n".join(f"- {line}" for line in unknown(texts, outcome)),
    ]
    return "\n\n".join(parts)


def cards(texts: Texts, outcome: Plain) -> Iterator[str]:
    rounds = outcome["moments"][1:]
    head = ["card", "Gold", "shown", "payable", "bought", "95 %", "round", "price", "by", "with"]
    head += [*(f"worth, round {number}" for number in rounds), "worth", "per Gold", "profits most"]
    found: Plain = outcome["cards"]
    for kind in dict.fromkeys(card["kind"] for card in found.values()):
        rows = [
            row(texts, id, card, rounds)
            for id, card in sorted(found.items(), key=lambda each: -(each[1]["share"] or 0))
            if card["kind"] == kind
        ]
        yield f"**{texts.name('kind', kind)}**"
        yield table(*without_blanks(head, rows))


def row(texts: Texts, id: str, card: Plain, rounds: list[str]) -> list[str]:
    worth, low_high = card["worth"], card["share_95"]
    many = worth["all"]["n"] >= FEWEST
    best = [each for each in card["profit"][:1] if stands_out(each, worth["all"])]
    return [
        texts.name("card", id),
        str(card["cost"]),
        str(card["shown"]),
        str(card["payable"]),
        NOT if card["share"] is None else f"{card['share']:.0%}".replace("%", " %"),
        f"{100 * low_high[0]:.0f} – {100 * low_high[1]:.0f}",
        NOT if card["round"] is None else f"{card['round']:.1f}",
        NOT if card["price"] is None else f"{card['price']:.1f}",
        ", ".join(texts.name("class", name) for name in list(card["by"])[:2]) or NOT,
        signed(card["difference"]),
        *(signed(worth[number]) if number in worth else NOT for number in rounds),
        signed(worth["all"]),
        f"{card['per_gold']:.2f}".replace("-", "−")
        if many and card["per_gold"] is not None
        else NOT,
        "".join(f"{texts.name('class', each['class'])} {signed(each)}" for each in best) or NOT,
    ]


def stands_out(of_class: Plain, of_all: Plain) -> bool:
    """Whether the best of all classes gains more than heroes of any class, by more than the choice of the best explains."""
    return bool(of_class["95"]) and of_class["95"][0] > of_all["mean"]


def kinds(texts: Texts, outcome: Plain) -> str:
    """A path is real if heroes with many cards of a kind are not far from the mean."""
    head = ["kind", "cards", "payable", "bought", "worth"]
    head += [*(f"heroes with {count}" for count in range(5)), "with 5 or more"]
    rows = [
        [
            texts.name("kind", name),
            str(kind["cards"]),
            str(kind["payable"]),
            NOT if kind["share"] is None else f"{100 * kind['share']:.0f} %",
            signed(kind["worth"]),
            *(f"{stars(each)} ({each['n']})" if each["n"] else NOT for each in kind["owned"]),
        ]
        for name, kind in outcome["kinds"].items()
    ]
    return table(head, rows)


def others(texts: Texts, outcome: Plain) -> Iterator[str]:
    """Classes, races and whatever the boxes name."""
    for kind, entries in outcome["others"].items():
        given = any("worth" in entry for entry in entries.values())
        head = ["name", "offered", "chosen", "met", "heroes", "stars", "with"]
        rows = []
        for id, entry in entries.items():
            met = ", ".join(f"{event} {times}" for event, times in entry["events"].items())
            cells = [
                texts.name(kind, id),
                str(entry["offered"]) if entry["offered"] else NOT,
                str(entry["chosen"]) if entry["offered"] else NOT,
                met or NOT,
                str(entry["with"]["n"]),
                stars(entry["with"]),
                signed(entry["difference"]),
            ]
            rows.append([*cells, signed(entry["worth"]["all"])] if given else cells)
        yield f"**{texts.t(f'cards.count.{kind}', n=len(entries))}**"
        yield table(*without_blanks([*head, "worth"] if given else head, rows))


def pairs(texts: Texts, found: Plain) -> Iterator[str]:
    if not found["tried"]:
        return
    yield "**Pairs**"
    yield (
        f"The {found['tried']} pairs that most heroes owned both of were given together in round 1, "
        f"{found['deals']} deals in all. Listed is what is worth more or less than the sum of both, by more than "
        f"{found['deviations']:.2f} standard deviations: the correction for the number of pairs. Control: with the "
        f"sign of every deal drawn at random, {found['by_chance']:.2f} pairs would be listed on average."
    )
    rows = [
        [" + ".join(texts.name("card", id) for id in pair["cards"]), signed(pair), str(pair["n"])]
        for pair in found["found"]
    ]
    yield table(["pair", "beyond the sum", "deals"], rows) if rows else "None was left."


def unknown(texts: Texts, outcome: Plain) -> Iterator[str]:
    """How often each was seen, and what does not follow from that."""
    found: Plain = outcome["cards"]
    seldom = [id for id, card in found.items() if card["payable"] < ENOUGH]
    least = min(card["payable"] for card in found.values())
    most = max(card["payable"] for card in found.values())
    yield (
        f"Each card was shown to somebody who could pay {least} to {most} times. "
        f"Fewer than {ENOUGH} times: {names(texts, seldom)}."
    )
    unsure = [
        id
        for id, card in found.items()
        if card["share"] is not None
        and any(card["share_95"][0] < edge < card["share_95"][1] for edge in (FEW, MANY))
    ]
    yield f"On which side of 15 % or 85 % these are bought: {names(texts, unsure)}."
    gifts = [card["worth"]["all"]["n"] for card in found.values()]
    blank = [
        id
        for id, card in found.items()
        if card["worth"]["all"]["95"] is None
        or card["worth"]["all"]["95"][0] <= 0 <= card["worth"]["all"]["95"][1]
    ]
    yield (
        f"Each card was given {min(gifts)} to {max(gifts)} times. "
        f"Whether these are worth anything at all: {names(texts, blank)}."
    )
    if not outcome["pairs"]["tried"]:
        yield "Which cards are worth more together: no pairs were tried in this run."


def names(texts: Texts, ids: list[str]) -> str:
    return ", ".join(texts.name("card", id) for id in ids) or "none"


def without_blanks(head: list[str], rows: list[list[str]]) -> tuple[list[str], list[list[str]]]:
    """No column of which nothing is known."""
    told = [at for at in range(len(head)) if any(row[at] != NOT for row in rows)]
    return [head[at] for at in told], [[row[at] for at in told] for row in rows]


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def stars(plain: Plain) -> str:
    if plain["mean"] is None:
        return NOT
    return f"{plain['mean']:.1f}" + (f" ± {half(plain):.1f}" if plain["95"] else "")


def signed(plain: Plain) -> str:
    if plain["mean"] is None or plain.get("n", ENOUGH) < FEWEST:
        return NOT
    mean = f"{plain['mean']:+.1f}".replace("-", "−").replace("+0.0", "0.0")
    known = plain["95"] and (plain.get("n", ENOUGH) >= ALIKE or half(plain) > 0)
    return mean + (f" ± {half(plain):.1f}" if known else "")


def half(plain: Plain) -> float:
    low, high = plain["95"]
    return float(high - low) / 2


def pages() -> dict[Path, str]:
    """The page and its pictures."""
    drawn = {ROOT / "docs" / "pictures" / f"balance_{run}.svg": picture(run) for run in RUNS}
    return {ROOT / "docs" / "balance.md": page(), **drawn}
