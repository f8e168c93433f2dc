"""What the lab has found as tables."""

from typing import Final

from rollplayer.cli.common import Session, columns, wrapped
from rollplayer.cli.simulate import number, percent
from rollplayer.engine.plain import Plain
from rollplayer.lab.goals import goals_of
from rollplayer.text import Texts

UNKNOWN: Final = "–"


def report(session: Session, texts: Texts, outcome: Plain) -> list[str]:
    heroes = outcome["heroes"]
    title = texts.t(
        "lab.title",
        n=outcome["games"],
        players=outcome["options"]["players"],
        level=texts.bot(outcome["level"]),
        seed=outcome["seed"],
    )
    lines = [session.style(title, "bold")]
    if heroes["n"]:
        lines.append(texts.t("lab.heroes", n=heroes["n"], stars=signless(texts, heroes)))
    lines += ["", session.style(texts.t("lab.cards"), "bold"), *card_table(texts, outcome)]
    lines += ["", session.style(texts.t("lab.kinds"), "bold"), *kind_table(texts, outcome)]
    for kind, entries in outcome["others"].items():
        heading = texts.t(f"cards.count.{kind}", n=len(entries))
        lines += ["", session.style(heading, "bold"), *other_table(texts, kind, entries)]
    lines += pair_lines(session, texts, outcome["pairs"])
    if outcome["nothing"]["n"]:
        nothing = outcome["nothing"]
        said = texts.t("lab.nothing", n=nothing["n"], stars=number(texts, nothing["mean"]))
        lines += ["", wrapped(said)]
    if heroes["n"]:
        goals = goal_lines(texts, goals_of(outcome))
        lines += ["", session.style(texts.t("lab.goals"), "bold"), *map(wrapped, goals)]
    return [*lines, "", wrapped(texts.t("lab.legend"))]


def goal_lines(texts: Texts, goals: Plain) -> list[str]:
    """How far the cards are from being in balance."""

    def listed(kind: str, ids: list[str]) -> str:
        return ", ".join(texts.name(kind, id) for id in ids) or UNKNOWN

    outside, seldom = goals["outside"], goals["seldom"]
    far = [
        f"{texts.name(kind, id)} {signed_number(texts, stars)}"
        for kind, found in goals["far"].items()
        for id, stars in found.items()
    ]
    lines = [
        texts.t("lab.outside", n=len(outside), all=goals["cards"], names=listed("card", outside)),
        texts.t("lab.seldom", n=len(seldom), names=listed("card", seldom)),
        texts.t("lab.far", n=len(far), names=", ".join(far) or UNKNOWN),
    ]
    for kind, path in goals["paths"].items():
        stars = UNKNOWN if path["apart"] is None else signed_number(texts, path["apart"])
        name = texts.name("kind", kind)
        lines.append(texts.t("lab.path", kind=name, least=path["least"], n=path["n"], stars=stars))
    return lines


def signed_number(texts: Texts, stars: float) -> str:
    sign = "+" if stars > 0 else ""
    return f"{sign}{number(texts, stars)}".replace("-", "−")


def card_table(texts: Texts, outcome: Plain) -> list[str]:
    """Kind by kind, the card that is worth most first."""
    heads = ("card", "cost", "shown", "payable", "taken", "round", "apart", "worth", "per-gold")
    rows = [[texts.t(f"lab.head.{head}") for head in heads]]
    order = list(dict.fromkeys(card["kind"] for card in outcome["cards"].values()))
    cards = sorted(
        outcome["cards"].items(),
        key=lambda each: (order.index(each[1]["kind"]), -(each[1]["worth"]["all"]["mean"] or 0)),
    )
    rows += [
        [
            texts.name("card", id),
            str(card["cost"]),
            str(card["shown"]),
            str(card["payable"]),
            UNKNOWN if card["share"] is None else percent(texts, card["share"]),
            UNKNOWN if card["round"] is None else number(texts, card["round"]),
            signed(texts, card["difference"]),
            signed(texts, card["worth"]["all"]),
            UNKNOWN if card["per_gold"] is None else number(texts, card["per_gold"]),
        ]
        for id, card in cards
    ]
    return columns(rows, right=range(1, len(heads)), gap=" ")


def kind_table(texts: Texts, outcome: Plain) -> list[str]:
    most = max((len(kind["owned"]) for kind in outcome["kinds"].values()), default=0)
    owned = [str(count) for count in range(most)]
    if owned:
        owned[-1] += "+"
    heads = [texts.t(f"lab.head.{head}") for head in ("kind", "taken", "worth")]
    rows = [[*heads, *(texts.t("lab.head.owned", n=count) for count in owned)]]
    rows += [
        [
            texts.name("kind", name),
            UNKNOWN if kind["share"] is None else percent(texts, kind["share"]),
            signed(texts, kind["worth"]),
            *(signless(texts, each) for each in kind["owned"] or [{}] * most),
        ]
        for name, kind in outcome["kinds"].items()
    ]
    return columns(rows, right=range(1, len(rows[0])))


def other_table(texts: Texts, kind: str, entries: Plain) -> list[str]:
    """Classes, races and whatever else the boxes name."""
    given = any("worth" in entry for entry in entries.values())
    heads = ["name", "offered", "chosen", "heroes", "stars", "apart", *(["worth"] if given else [])]
    rows = [[texts.t(f"lab.head.{head}") for head in heads]]
    for id, entry in entries.items():
        row = [
            texts.name(kind, id),
            str(entry["offered"] or sum(entry["events"].values())),
            str(entry["chosen"]) if entry["offered"] else UNKNOWN,
            str(entry["with"]["n"]),
            signless(texts, entry["with"]),
            signed(texts, entry["difference"]),
        ]
        rows.append([*row, signed(texts, entry["worth"]["all"])] if given else row)
    return columns(rows, right=range(1, len(heads)))


def pair_lines(session: Session, texts: Texts, pairs: Plain) -> list[str]:
    if not pairs["tried"]:
        return []
    lines = ["", session.style(texts.t("lab.pairs"), "bold")]
    rows = [
        [
            " + ".join(texts.name("card", id) for id in pair["cards"]),
            signed(texts, pair),
            str(pair["n"]),
        ]
        for pair in pairs["found"]
    ]
    chance = number(texts, pairs["by_chance"])
    tried = texts.t("lab.tried", n=pairs["tried"], found=len(rows), chance=chance)
    return [*lines, *(columns(rows, right=(1, 2)) if rows else []), wrapped(tried)]


def signed(texts: Texts, plain: Plain) -> str:
    """A mean with its sign and how far it may be off."""
    if plain.get("mean") is None:
        return UNKNOWN
    sign = "+" if plain["mean"] > 0 else ""
    return f"{sign}{signless(texts, plain)}".replace("-", "−")


def signless(texts: Texts, plain: Plain) -> str:
    if plain.get("mean") is None:
        return UNKNOWN
    if plain["95"] is None:
        return f"{number(texts, plain['mean'])} ± ?"
    return f"{number(texts, plain['mean'])} ± {number(texts, half_of(plain))}"


def half_of(plain: Plain) -> float:
    low, high = plain["95"]
    return float(high - low) / 2
