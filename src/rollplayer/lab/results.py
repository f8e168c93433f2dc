"""What all tasks have shown, card by card."""

from collections import Counter, defaultdict
from itertools import combinations
from typing import Final

from rollplayer.engine.plain import Plain
from rollplayer.lab.figures import (
    Sums,
    around,
    by_chance,
    corrected,
    difference,
    leaves_zero,
    share,
)
from rollplayer.lab.plan import AT_SETUP, FORMAT, GAME, GIFTS, PAIR, LabPlan, Task
from rollplayer.simulation import DIGITS

MOST_COUNTED: Final = 5
"""Heroes with this many cards of a kind, or more, are counted together."""
CLASSES_NAMED: Final = 3
FEWEST_OF_CLASS: Final = 10
"""Fewer gifts to heroes of a class say nothing about it."""


class CardSums:
    """The showings of one Market card."""

    def __init__(self) -> None:
        self.shown = 0
        self.payable = 0
        self.taken = 0
        self.elsewhere = 0
        self.rounds = Sums()
        self.price = Sums()
        self.by: Counter[str] = Counter()


class LabResults:
    """Adds up the lines of tasks; it keeps sums, and of pairs the single values."""

    def __init__(self, plan: LabPlan) -> None:
        self.plan = plan
        self.games = 0
        self.heroes = Sums()
        self.cards: dict[str, CardSums] = defaultdict(CardSums)
        self.having: dict[tuple[str, str], Sums] = defaultdict(Sums)
        """By section and id: the stars of heroes who have it in the end, or have met it."""
        self.numbers: dict[str, list[Sums]] = {}
        """By kind of Market card: the stars of heroes by how many they own."""
        self.offered: Counter[tuple[str, str]] = Counter()
        self.chosen: Counter[tuple[str, str]] = Counter()
        self.named: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.together: Counter[tuple[str, str]] = Counter()
        self.worth: dict[tuple[str, str], Sums] = defaultdict(Sums)
        """By gift and moment: stars with it less those without."""
        self.worth_for: dict[tuple[str, str], Sums] = defaultdict(Sums)
        """By gift and class, at all moments."""
        self.nothing = Sums()
        self.pairs: dict[tuple[str, str], list[int]] = defaultdict(list)
        self.kinds = {id: facts["kind"] for id, facts in plan.library.facts["card"].items()}

    def known_by(self, line: Plain) -> Task:
        """Add a line and say which task it is of; an error if it is of none."""
        self.add(line)
        return tuple(line["task"])

    def add(self, line: Plain) -> None:
        kind, *about = line["task"]
        if kind == GAME:
            if about[0] <= self.plan.games:
                self.add_game(line)
        elif kind == GIFTS:
            moment, number, _ = about
            if number <= self.plan.gifts:
                self.add_gifts(str(moment), line)
        elif kind == PAIR:
            first, second, number = about
            if number <= self.plan.gifts and line["pair"] is not None:
                one, other, both = line["pair"]
                self.pairs[first, second].append(both - one - other + line["without"])
        else:
            raise ValueError(f"no such task: {kind!r}")

    # -- games --------------------------------------------------------------------------------------

    def add_game(self, line: Plain) -> None:
        heroes = line["heroes"]
        self.games += 1
        for card, number, payable, buyer, price in line["showings"]:
            sums = self.cards[card]
            sums.shown += 1
            sums.payable += payable
            if buyer >= 0:
                sums.taken += 1
                self.add_bought(sums, number, price, heroes[buyer]["class"])
        for card, number, buyer, price in line["elsewhere"]:
            self.cards[card].elsewhere += 1
            self.add_bought(self.cards[card], number, price, heroes[buyer]["class"])
        for kind, id, times in line["offered"]:
            self.offered[kind, id] += times
        for kind, id, times in line["chosen"]:
            self.chosen[kind, id] += times
        met: set[tuple[str, str, int]] = set()
        for event, kind, id, seat, times in line["named"]:
            self.named[kind, id][event] += times
            met.add((kind, id, seat))
        for seat, hero in enumerate(heroes):
            self.add_hero(hero, met, seat)

    def add_bought(self, sums: CardSums, number: int, price: int, buyer: str) -> None:
        sums.rounds.add(number)
        sums.price.add(price)
        sums.by[buyer] += 1

    def add_hero(self, hero: Plain, met: set[tuple[str, str, int]], seat: int) -> None:
        stars = hero["stars"]
        self.heroes.add(stars)
        for card in hero["cards"]:
            self.having["card", card].add(stars)
        for pair in combinations(sorted(hero["cards"]), 2):
            self.together[pair] += 1
        owned = Counter(self.kinds[card] for card in hero["cards"])
        for kind in dict.fromkeys(self.kinds.values()):
            sums = self.numbers.setdefault(kind, [Sums() for _ in range(MOST_COUNTED + 1)])
            sums[min(owned[kind], MOST_COUNTED)].add(stars)
        # What no event says of a single hero was there for everybody.
        alone = {kind for kind, _, who in met if who >= 0}
        mine = {(kind, id) for kind, id, who in met if who == seat or kind not in alone}
        for thing in mine:
            self.having[thing].add(stars)

    # -- gifts --------------------------------------------------------------------------------------

    def add_gifts(self, moment: str, line: Plain) -> None:
        without = line["without"]
        for name, stars in line["given"].items():
            self.worth[name, moment].add(stars - without)
            self.worth_for[name, line["class"]].add(stars - without)
        if "nothing" in line:
            self.nothing.add(line["nothing"] - without)

    def likely_pairs(self) -> list[tuple[str, str]]:
        """The pairs that most heroes owned both of: those that are to be given together."""
        able = {gift.id for gift in self.plan.gifts_at(1)}
        known = [(-n, pair) for pair, n in self.together.items() if able.issuperset(pair)]
        return [pair for _, pair in sorted(known)[: self.plan.pairs]]

    # -- the outcome --------------------------------------------------------------------------------

    def plain(self) -> Plain:
        plan = self.plan
        moments = [str(moment) for moment in plan.moments]
        sections = [kind for kind in plan.rules.names.by_kind if kind != "card"]
        return {
            "lab": {
                **plan.head(),
                "format": FORMAT,
                "games": self.games,
                "gifts": plan.gifts,
                "moments": moments,
                "heroes": self.heroes.plain(),
                "cards": {id: self.card(id) for id in self.kinds},
                "kinds": {kind: self.kind(kind) for kind in dict.fromkeys(self.kinds.values())},
                "others": {
                    kind: {id: self.other(kind, id) for id in plan.rules.names.by_kind[kind]}
                    for kind in sections
                },
                "nothing": self.nothing.plain(),
                "pairs": self.plain_pairs(),
            }
        }

    def card(self, id: str) -> Plain:
        sums, cost = self.cards[id], self.plan.library.facts["card"][id]["cost"]
        worth = self.worth_of(f"card/{id}")
        mean = worth["all"]["mean"]
        return {
            "kind": self.kinds[id],
            "cost": cost,
            "shown": sums.shown,
            "payable": sums.payable,
            "taken": sums.taken,
            **share(sums.taken, sums.payable),
            "elsewhere": sums.elsewhere,
            "round": sums.rounds.plain()["mean"],
            "price": sums.price.plain()["mean"],
            "by": dict(sorted(sums.by.items(), key=lambda each: (-each[1], each[0]))),
            **self.compared("card", id),
            "worth": worth,
            "per_gold": round(mean / cost, DIGITS) if cost and mean is not None else None,
            "profit": self.profit(f"card/{id}"),
        }

    def other(self, kind: str, id: str) -> Plain:
        plain: Plain = {
            "offered": self.offered[kind, id],
            "chosen": self.chosen[kind, id],
            "events": dict(sorted(self.named[kind, id].items())),
            **self.compared(kind, id),
        }
        return {**plain, "worth": self.worth_of(f"{kind}/{id}")} if kind in AT_SETUP else plain

    def compared(self, kind: str, id: str) -> Plain:
        """The stars of heroes with and without it; what else they have differs, too."""
        with_it = self.having[kind, id]
        without = self.heroes.without(with_it)
        return {
            "with": with_it.plain(),
            "without": without.plain(),
            "difference": difference(with_it, without),
        }

    def worth_of(self, name: str) -> Plain:
        moments = [str(moment) for moment in self.plan.moments]
        all_of_them = Sums()
        found: Plain = {}
        for moment in moments:
            if (name, moment) in self.worth:
                found[moment] = self.worth[name, moment].plain()
                all_of_them.merge(self.worth[name, moment])
        return {"all": all_of_them.plain(), **found}

    def profit(self, name: str) -> list[Plain]:
        """The classes that a gift has brought the most, with intervals that know how many were compared."""
        known = [
            (sums.mean, character_class, sums)
            for (gift, character_class), sums in self.worth_for.items()
            if gift == name and sums.n >= FEWEST_OF_CLASS
        ]
        best = sorted(known, key=lambda each: (-each[0], each[1]))[:CLASSES_NAMED]
        z = corrected(len(known))
        return [
            {"class": character_class, **sums.plain(), "95": around(sums.mean, sums.half(z))}
            for _, character_class, sums in best
        ]

    def kind(self, kind: str) -> Plain:
        ids = [id for id, its_kind in self.kinds.items() if its_kind == kind]
        shown, payable, taken = (
            sum(getattr(self.cards[id], what) for id in ids)
            for what in ("shown", "payable", "taken")
        )
        worth = Sums()
        for (name, _), sums in self.worth.items():
            section, _, id = name.partition("/")
            if section == "card" and id in ids:
                worth.merge(sums)
        return {
            "cards": len(ids),
            "shown": shown,
            "payable": payable,
            "taken": taken,
            **share(taken, payable),
            "worth": worth.plain(),
            "owned": [sums.plain() for sums in self.numbers.get(kind, [])],
        }

    def plain_pairs(self) -> Plain:
        """Only what leaves zero, given how many pairs were tried, and what chance alone would find."""
        tried = {}
        for pair, values in self.pairs.items():
            tried[pair] = Sums()
            for value in values:
                tried[pair].add(value)
        found = [
            {"cards": list(pair), **sums.plain()}
            for pair, sums in sorted(tried.items(), key=lambda each: -each[1].mean)
            if leaves_zero(sums, len(tried))
        ]
        return {
            "tried": len(tried),
            "deals": sum(sums.n for sums in tried.values()),
            "deviations": round(corrected(len(tried)), DIGITS),
            "by_chance": by_chance(list(self.pairs.values()), self.plan.seed),
            "found": found,
            "all": [{"cards": list(pair), **sums.plain()} for pair, sums in tried.items()],
        }
