"""What was changed for balance, fact by fact, and why: a part of docs/balance.md.

The facts before are those of a kept content, so that the table cannot drift from what was played.
"""

from typing import Any, Final

from rollplayer.content import Library, load
from rollplayer.content.kept import kept_path, read_kept

BEFORE: Final = "c879831f83a13e87"
"""The base game as it was before, among the kept contents."""
BEFORE_MONSTERS: Final = "eea4a8f51f7623f3"
"""Monsters & Minions as it was before, with the base game of today."""

KINDS: Final = ("card", "class")

REASONS: Final[dict[str, str]] = {
    "longsword": "As a gift it was worth −0.3 ± 0.4 stars to adventurers: too few dice have the Class color. For all "
    "dice it is a way of building the whole sheet.",
    "blessed-mace": "Never bought, and worth 0.6 ± 0.4 stars as a gift. Now discarding pays: 5 Gold, and two steps.",
    "jeweled-dagger": "Its effect is the rulebook's, and gold dice are few: 7 to 13 % even at 1 Gold.",
    "longbow": "Two points for one goal of six were worth 0.1 ± 0.4 stars. The goal now earns more for whoever builds on it.",
    "tower-shield": "Bought in 84 % at 4 Gold.",
    "ancient-spear": "12 % bought it for one more Gold for each row.",
    "quarterstaff": "Never bought: a larger step alone was worth nothing. Gold for Initiative cards without any goes "
    "with a wanderer's staff. 7 % at 1 Gold by legends that did not look on; 89 % for nothing by those that do.",
    "heavy-crossbow": "Its effect is the rulebook's. 3 % at 5 Gold, about 20 % at 3.",
    "foolish": "Bought in 80 to 86 % at 5 Gold.",
    "reckless": "Cost and arrow are the rulebook's. 92 % bought it even with 4 stars for 8 or less; 6 or less is reckless.",
    "cunning": "With cheaper Skills, heroes with five or more of them were 4 stars above the mean.",
    "honest": "Of 36 heroes in 12 games, one had two dice of each color, 17 had one: now the opposite of Obnoxious.",
    "loyal": "Bought in 90 % at 3 Gold.",
    "concentrate": "5 % at 5 Gold.",
    "open-lock": "12 % at 3 Gold.",
    "climb": "4 % at 3 Gold.",
    "intimidate": "4 % at 3 Gold.",
    "move-silently": "6 % at 3 Gold.",
    "knowledge": "3 % at 4 Gold.",
    "cure-wounds": "7 % at 3 Gold.",
    "sleight-of-hand": "9 % at 3 Gold.",
    "leather-greaves": "Bought in 90 % at 3 Gold.",
    "leather-boots": "Bought in 85 to 88 % at 3 Gold.",
    "leather-gloves": "Bought in 88 to 92 % at 3 Gold.",
    "leather-pauldron": "Bought in 80 to 84 % at 4 Gold, while the others of its set cost less.",
    "diplomacy": "16 to 21 % at 3 Gold.",
    "dedicated": "Of 36 heroes in 12 games, one met five goals, 14 met four or more. 13 % at 3 Gold.",
    "courageous": "2 % for 2 stars. A path for Weapons needs a reward that is worth two hands. 87 % for 4 stars at 2 "
    "Gold by legends that look on.",
    "pickpocket": "Bought in 90 % at 2 Gold by legends that look on.",
    "famous": "Bought in 86 % at 5 Gold by legends that look on.",
    "bard": "3.3 stars above the mean at a table of three. That there is a second buy is the rulebook's, how often is ours.",
}
"""By card or class. Figures without a run are those of the trials described below the table."""

REASONS_MONSTERS: Final[dict[str, str]] = {
    "sling": "Adventurers never bought it at 2 Gold.",
    "spellbook": "1 % bought it at 4 Gold.",
    "backpack": "7 % bought it at 3 Gold.",
    "spiked-club": "Never bought at 3 Gold; legends 3 % at 2 and 13 % at 1, for XP alone. A club is good for hunting.",
    "halberd": "Legends 5 % at 6 Gold.",
    "war-hammer": "2 % at 5 Gold, 4 % at 3 with 2 points for each of the two rows. Like the Longbow, it now earns more for "
    "whoever builds on it.",
    "wand": "1 % at 2 Gold; legends 2 % at 1, and 4 % with 2 XP. Scrolls are few: whoever collects them now pays less.",
    "haggle": "2 % at 3 Gold; legends 4 to 6 % at 2. What it takes off is in the rules (X16).",
    "disarm-trap": "10 % at 3 Gold; legends 14 % at 2.",
    "disguise": "3 % at 3 Gold.",
    "tumble": "Never bought at 4 Gold; legends 3 % and none at 2. Its effect is the rulebook's.",
    "protection": "7 % at 3 Gold for 1 Honor.",
    "realign": "4 % at 4 Gold.",
    "dispel": "4 % at 3 Gold, for 2 Gold a card.",
    "levitate": "1 % at 5 Gold.",
    "mesmerize": "2 % at 4 Gold; legends 9 % at 2.",
    "mirage": "4 % at 4 Gold.",
    "revive": "1 % at 2 Gold; legends 8 % at 1 and 10 % for nothing, with three Skills and no XP: heroes have few Skills.",
    "gather-power": "13 % at 3 Gold; legends 7 % at 2.",
    "enchant": "3 % at 4 Gold.",
}
"""The same of Monsters & Minions. Shares without a level are of adventurers, before."""

INTRO_MONSTERS: Final = """\
### What was changed in the expansion

Adventurers bought 32 of the 80 Market cards with the expansion in less than 15 % or more than 85 % of the times they \
could pay (300 games of two), 21 of them among its own 27. Base cards keep the values that they have without it. \
Rulings name some amounts: what Haggle takes off, and the Halberd's dice in the pool (X16, X19)."""

OUTRO_MONSTERS: Final = """\
Three looks at legends, three to a table. Nineteen cards were made cheaper at once, five of them stronger as well; after \
each of the first two looks (138 and 124 games), what was still dead was changed again. Before the second look the \
network was trained on 7,301 games of self-play with the values of the moment, before the third on 2,594 more, with \
half of the gifts among the cards that legends bought least, cards of the base game among them; and bots were given \
prospects for this box's words ([bots](bots.md#what-evaluators-think-of-cards)). Until then they took each \
of a Backpack's four dice for as much as anything that nobody has measured, and what an Honor or a Trophy still to come brings to a \
Trustworthy or Malicious hero for nothing.

The third look is *The legend, Monsters & Minions* below: 360 games, nothing changed since. **The goal is missed there**: 20 of 80 \
cards are outside of 15 to 85 %. Of this box's own cards it is six, Halberd (7 %), Spellbook (9 %), Backpack (11 %), \
Dispel and Tumble (13 %) and Disarm Trap (14.7 %), where it was eleven at the first look, with most of the lower \
prices already there. The other 14 are cards of the base game, Weak with 90 % and 13 that are bought too seldom, most \
of them Skills. All of them are inside at tables without the expansion. They cost the same in both, so a price that \
would sell them here might make them a matter of course there. Three cards were payable 174 to 179 times, not 200. \
The Halberd is worth 3.1 ± 1.1 stars to adventurers as a gift, but the last combat brings legends 7 of at most 8 stars \
without it.

Heroes had 39.6 stars (± 0.3). On the 138 deals of the first look they had 39.4, 0.8 more than there (95 %: 0.2 to 1.3)."""

INTRO: Final = """\
## What was changed, and why

Before, legends bought 20 of the 53 Market cards in less than 15 % or more than 85 % of the times they could pay \
(two players), among them seven of eight Weapons hardly ever. Only facts that no rulebook fixes were changed. Owners of the \
printed cards can enter theirs as a [pack](content.md), and games that were begun before go on with the values they \
began with."""

OUTRO: Final = """\
How they were found: three legends at a table, fourteen looks of 150 games, about 130 payable showings a card. After \
most looks, cards outside became 1 Gold cheaper or dearer, or got a stronger or weaker effect from a list; the list was \
rewritten twice after a look at the figures. Before each look the network was trained on some 2,300 games of self-play \
with the values of the moment, 32,950 in all, from the seventh look on with more gifts of the changed cards \
(`tools.learn.selfplay --often`). Shares in the table are of these looks, or of the run of two legends before; the run \
below has other deals than the fourteen looks. Tried and dropped: stars for the Constitution goal on the Quarterstaff \
(4 % with 4 stars, at 2 Gold), two dice of each color for 8 stars on Honest (10 %), five goals for 6 stars on \
Dedicated (12 %), the new Longsword at 4 Gold (4 %), less for Leather sets instead of a higher price (79 to 88 %).

The last step began with 330 of the deals of the run below. Quarterstaff was then bought in 7 % at 1 Gold and \
Dedicated in 13 % at 3 Gold, although as gifts to adventurers both were worth more than they cost (+3.1 and +2.1 \
stars), and Bards were 3.3 stars above the mean. Both cards became 1 Gold cheaper, and the Bard's second buy comes in \
odd rounds only. The network was trained on 6,177 more games, with more gifts of Quarterstaff, Dedicated and \
Blessed Mace; whether the prices or the training did more was not measured.

What that reached with the legend of that time, which did not look on to its next turn: on the deals of the run below \
none of the 53 cards was outside, with 18 to 82 % and at least 200 payable showings each, no chosen class or race was \
more than 2 stars from the mean, and heroes with two Weapons or three Skills were 1 star above it.

The legend of today looks on and knows what these cards earn over rounds. On 350 of these deals it had 1 star more, \
nothing was dead, and its heroes with Weapons or Skills were closer to the mean, but it bought four cards in 86 to 90 %: \
Pickpocket was too cheap for whoever plays better, and Quarterstaff, Courageous and Famous perhaps. So each of the four \
became 1 Gold dearer, and *The legend, base game* below is what it does since then. The network was not trained again \
for these four prices: of prices it sees only whether a card in the Market is out of reach, by 1 or 2 Gold or by more.

What it does not show: legends never choose three of the classes (Ranger, Monk, Sorcerer) and three of the races \
(Dwarf, Halfling, Human), so nothing is known of these in their hands. Adventurers, in the run below, get about as much \
from them as from others: in exchange for what the hero had otherwise, the three classes \
brought −0.5 to +0.2 stars and the Halfling and the Human −0.3, each ± 0.9 to 1.4; with a Dwarf they are 0.3 stars above \
the others. Tables of two legends were looked at before the last step only, with 225 games of legends that did not look \
on: outside were Quarterstaff (5 %), Dedicated (7 %), Nimble (13 %) and Steadfast (14.6 %), with 106 to 249 payable \
showings a card; Bards were 2.3 stars and heroes with two Weapons 2.6 stars above the mean."""


def section() -> str:
    base = table(BEFORE, load(), REASONS)
    monsters = table(BEFORE_MONSTERS, load(expansions=("monsters-and-minions",)), REASONS_MONSTERS)
    return f"{INTRO}\n\n{base}\n\n{OUTRO}\n\n{INTRO_MONSTERS}\n\n{monsters}\n\n{OUTRO_MONSTERS}"


def table(kept_as: str, library: Library, reasons: dict[str, str]) -> str:
    """Every fact that is another one than in a kept content; each needs a reason."""
    kept = read_kept(kept_path(kept_as))
    changed = []
    rows = ["| card or class | before | now | why |", "| --- | --- | --- | --- |"]
    for kind in KINDS:
        before, old_texts = kept["facts"][kind], kept["texts"]["en"][kind]
        now, texts = library.facts[kind], library.texts["en"][kind]
        for id in now:
            if id not in before or without_source(now[id]) == without_source(before[id]):
                continue
            changed.append(id)
            same = old_texts[id].get("text") == texts[id].get("text")
            was, is_now = told(before[id], old_texts[id], same), told(now[id], texts[id], same)
            rows.append(f"| {texts[id]['name']} | {was} | {is_now} | {reasons.get(id)} |")
    if set(changed) != set(reasons):
        odd = ", ".join(sorted(set(changed) ^ set(reasons)))
        raise ValueError(
            f"tools/balance_changes.py: a change needs a reason, and only a change: {odd}"
        )
    return "\n".join(rows)


def without_source(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if not key.startswith("source")}


def told(facts: dict[str, Any], texts: dict[str, str], same: bool) -> str:
    """What it costs, and what it does if that is something else."""
    cost = [f"{facts['cost']} Gold"] if "cost" in facts else []
    return ": ".join(cost if same else [*cost, texts["text"]])
