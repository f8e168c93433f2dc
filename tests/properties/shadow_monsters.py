"""What the expansion's events do to a shadow, each checked against the rules (section X)."""

from typing import Any

from tests.properties import naive_counts
from tests.properties.facts import ADVENTURE_KINDS, ROWS
from tests.properties.shadow_table import ShadowTable, expect

OPEN_AGAIN = frozenset(
    (
        "take",
        "place",
        "place-or-store",
        "market-turn",
        "buy-again",
        "hunt-reveal",
        "refresh",
        "last-chance",
    )
)
"""Questions at which nothing is going on any more."""


class ShadowMonsters(ShadowTable):
    """The Monster, Minions, Adventure cards, tokens and fights."""

    def hear_of_monsters(self, question: str, who: int, verb: str, words: list[str]) -> None:
        if question in OPEN_AGAIN:
            self.scroll = self.extra_row = self.named = None
        if question == "action" and verb == "pass" and self.extra is not None:
            self.extra = None
        if verb == "name":
            self.named = words[0]
        if verb == "convert":
            self.converted = words[0]
            self.has_converted = who
        elif question != "convert":
            self.converted = None
        self.reroll_price = 0
        if question == "hunt-reroll" and verb == "reroll":
            free = self.number(who, "hunt-rerolls") > self.free_rerolls
            self.free_rerolls += free
            self.reroll_price = 0 if free else 1
        elif question == "monster-reroll" and verb == "reroll":
            self.reroll_price = 2 if self.monster == "chimera" else 1
        if verb == "reveal":
            self.reveals += 1
        if verb == "take":
            self.enemy_faces = []

    # -- Monster, Minions, Adventure cards --------------------------------------------------------

    def monster_chosen(self, monster: str, **_: Any) -> None:
        colors = [self.facts.classes[hero.character_class or ""]["color"] for hero in self.heroes]
        expect(self.facts.monsters[monster]["color"] not in colors, "X2: of no player's color")
        self.monster = monster

    def minion_turned_up(self, minion: str, **_: Any) -> None:
        expect(self.minion is None, "a Minion lies on top already")
        if self.unseen:
            self.unseen.remove(minion)
        else:
            expect(self.bottom.pop(0) == minion, "X14: the bottom keeps its order")
        self.minion = minion

    def minion_to_bottom(self, minion: str, **_: Any) -> None:
        expect(minion == self.minion, f"{self.minion} lies on top")
        expect(bool(self.unseen or self.bottom), "X14: the last Minion stays")
        self.bottom.append(minion)
        self.minion = None

    def trophy_taken(self, seat: int, minion: str, **_: Any) -> None:
        expect(minion == self.minion, f"{self.minion} lies on top")
        self.heroes[seat].trophies.append(minion)
        self.minion = None

    def adventure_token_taken(self, seat: int, kind: str, **_: Any) -> None:
        tokens = self.heroes[seat].tokens
        expect(not self.terms.open_adventure, "V5: there are no tokens")
        lacks = [other for other in ADVENTURE_KINDS if other not in tokens]
        expect(kind == lacks[0], f"X6: {lacks[0]} comes next")
        tokens.append(kind)
        self.looking = kind

    def adventure_seen(self, seat: int, adventure: str, **_: Any) -> None:
        kind = self.facts.adventures[adventure]["kind"]
        expect(kind == self.looking, f"{kind} instead of {self.looking} was looked at")
        self.decide(kind, adventure)
        self.known[kind].add(seat)
        self.looking = None

    def adventure_turned_up(self, adventure: str, **_: Any) -> None:
        kind = ADVENTURE_KINDS[self.turned_up]
        self.decide(kind, adventure)
        self.turned_up += 1

    def decide(self, kind: str, adventure: str) -> None:
        facts = self.facts.adventures[adventure]
        expect(facts["monster"] == self.monster and facts["kind"] == kind, f"{adventure} here")
        expect(self.adventure.get(kind, adventure) == adventure, f"{kind} was another card")
        self.adventure[kind] = adventure

    # -- tokens -----------------------------------------------------------------------------------

    def xp_gained(self, seat: int, xp: int, **_: Any) -> None:
        expect(xp > 0, "no XP is no event")
        self.heroes[seat].xp += xp

    def xp_spent(self, seat: int, xp: int, why: str, **_: Any) -> None:
        expect(0 < xp <= self.heroes[seat].xp, f"cannot spend {xp} XP")
        self.heroes[seat].xp -= xp
        if why == "action":
            self.extra = (seat, list(ROWS))
            self.touched = set()
        elif why == "heal":
            expect(xp == 2 and self.heroes[seat].injuries > 0, "X8: 2 XP heal an Injury")

    def ability_used(self, seat: int, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(not hero.ability_used, "K10: once per round")
        hero.ability_used = 1
        if hero.character_class == "shaman":
            self.extra = (seat, ["int"])

    def honor_gained(self, seat: int, honor: int, **_: Any) -> None:
        self.heroes[seat].honor += honor

    def injury_gained(self, seat: int, injuries: int, **_: Any) -> None:
        self.heroes[seat].injuries += injuries

    def injury_discarded(self, seat: int, injuries: int, **_: Any) -> None:
        expect(0 < injuries <= self.heroes[seat].injuries, f"no {injuries} Injury tokens")
        self.heroes[seat].injuries -= injuries

    def haggled(self, seat: int, gold: int, **_: Any) -> None:
        self.heroes[seat].haggle += gold

    def discount_ended(self, seat: int, gold: int, **_: Any) -> None:
        expect(gold == self.heroes[seat].haggle, "M19: the whole discount ends")
        self.heroes[seat].haggle, self.ended_discount = 0, gold

    # -- combat -----------------------------------------------------------------------------------

    def hunt_begun(self, seat: int, minion: str, **_: Any) -> None:
        expect(self.phase == "market" and minion == self.minion, "X3: in the Market turn")
        self.reveals = self.free_rerolls = 0

    def combat_dice_taken(self, seat: int, dice: int, weakness: int, **_: Any) -> None:
        hero = self.heroes[seat]
        if self.phase == "market":
            weaknesses = self.facts.minions[self.minion or ""]["weakness"]
            due = sum(naive_counts.dice_for(self, hero, words) for words in weaknesses)
            expect(weakness == due, f"X4: the weakness gives {due} dice, not {weakness}")
            expect(dice == 1 + due + self.number(seat, "hunt-dice"), f"{dice} Combat Dice")
        else:
            expect(dice == 1 + self.number(seat, "combat-dice"), f"X19: {dice} Combat Dice")
        hero.combat_dice = dice

    def combat_dice_gained(self, seat: int, dice: int, adventure: str, **_: Any) -> None:
        due = naive_counts.gains(self, adventure).get(seat, 0)
        expect(dice == due, f"X18: {adventure} brings {due} dice, not {dice}")
        self.heroes[seat].combat_dice += dice

    def mercenary_hired(self, seat: int, payment: str, price: int, **_: Any) -> None:
        expect(price == self.hire_price(seat, payment), f"a mercenary for {price} {payment}")
        self.heroes[seat].combat_dice += 1
        self.ended_discount = 0

    def hire_price(self, seat: int, payment: str) -> int:
        """X8, X16."""
        price = self.number(seat, f"mercenary-{payment}")
        if self.phase == "monster-combat" and self.monster == "kraken":
            price += 1
        if payment == "gold":
            price -= self.heroes[seat].haggle + self.ended_discount
        return max(0, price)

    def combat_die_rolled(self, seat: int, face: int, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(len(hero.combat_roll) < hero.combat_dice, "more dice than in the pool")
        hero.combat_roll.append(face)

    def combat_die_rerolled(self, seat: int, from_: int, face: int, **_: Any) -> None:
        roll = self.heroes[seat].combat_roll
        if self.phase == "monster-combat" and self.monster == "vampire":
            expect(from_ != 1, "X20: against the Vampire a 1 stays")
        roll[roll.index(from_)] = face

    def hunt_ended(self, seat: int, minion: str, total: int, row: int, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(len(hero.combat_roll) == hero.combat_dice, "dice were not rolled")
        expect(total == sum(hero.combat_roll), f"{hero.combat_roll} are not {total}")
        hero.combat_roll, hero.combat_dice = [], 0

    def check_hunt(self, events: list[dict[str, Any]]) -> None:
        """X4, X5, X6: what a reroll costs, and what the row reached must have brought."""
        spent = sum(event["xp"] for event in events if event.get("why") == "reroll")
        expect(spent == self.reroll_price, f"a reroll for {spent} XP, not {self.reroll_price}")
        self.reroll_price = 0
        for at, event in enumerate(events):
            if event["event"] != "hunt-ended":
                continue
            row = self.reward(event["minion"], event["total"])
            expect(event["row"] == row["from"], f"row {row['from']} is reached")
            got = {"xp": 0, "gold": 0, "honor": 0, "injury": 0}
            for later in events[at:]:
                if later["event"] in ("xp-gained", "gold-gained") and later["why"] == "hunt":
                    part = later["event"].partition("-")[0]
                    got[part] += later[part]
                elif later["event"] == "honor-gained":
                    got["honor"] += later["honor"]
                elif later["event"] == "injury-gained":
                    got["injury"] += later["injuries"]
            expect(got == {part: row.get(part, 0) for part in got}, f"{got} instead of {row}")
            trophy = any(later["event"] == "trophy-taken" for later in events[at:])
            expect(trophy == row.get("trophy", False), f"trophy: {trophy} in {row}")
            if trophy:
                self.check_information(event["seat"], events[at:])

    def check_information(self, seat: int, events: list[dict[str, Any]]) -> None:
        """X6: the next token, or 1 XP with all three; V5: 1 XP from the fourth Trophy on."""
        taken = [event for event in events if event["event"] == "adventure-token-taken"]
        paid = [event for event in events if event.get("why") == "trophy"]
        hero = self.heroes[seat]
        if self.terms.open_adventure:
            expect(len(paid) == (len(hero.trophies) > 3), "V5: XP from the fourth on")
        else:
            expect(len(taken) + len(paid) == 1, "X6: a token or 1 XP")
            expect(not paid or len(hero.tokens) == 3, "X6: XP with all three tokens")

    def reward(self, minion: str, total: int) -> dict[str, Any]:
        """X5: the highest row that the total reaches."""
        rows = [row for row in self.facts.minions[minion]["rows"] if row["from"] <= total]
        return max(rows, key=lambda row: int(row["from"]))

    def monster_fought(self, seat: int, total: int, stars: int, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(len(hero.combat_roll) == hero.combat_dice, "dice were not rolled")
        if self.monster == "giant-troll":
            expect(6 not in hero.combat_roll, "X20: sixes are rerolled")
        due = sum(face for face in hero.combat_roll if (self.monster, face) != ("demon", 1))
        due += hero.honor - hero.injuries * (2 if self.monster == "dragon" else 1)
        expect(total == due, f"X11: the total is {due}, not {total}")
        beyond = due - self.strength()
        worth = 0 if beyond < 0 else min(8, max(1, beyond // 2))
        expect(stars == worth, f"X11: {worth} stars, not {stars}")
        hero.combat, hero.monster_stars = total, stars

    def strength(self) -> int:
        key = "strength_1p" if self.terms.hard_monster else "strength"
        strength: int = self.facts.monsters[self.monster or ""][key]
        return strength

    def hero_died(self, seat: int, **_: Any) -> None:
        expect(self.terms.solitaire, "Y5: only a lone hero dies")
        expect(self.heroes[seat].combat < self.strength(), "Y5: strong enough to live")
        self.heroes[seat].dead = 1

    # -- dice and cards ---------------------------------------------------------------------------

    def die_stored(self, seat: int, die: str, **_: Any) -> None:
        hero = self.heroes[seat]
        hero.hand.remove(die)
        hero.stored.append(die)
        expect(len(hero.stored) <= 4, "N13: at most four")
        expect(len(hero.stored) <= 18 - len(hero.sheet), "N13: more than open spaces")

    def die_unpacked(self, seat: int, die: str, **_: Any) -> None:
        hero = self.heroes[seat]
        hero.stored.remove(die)
        hero.hand.append(die)

    def skill_kept(self, seat: int, card: str, **_: Any) -> None:
        expect(self.using is not None and self.using[:2] == (seat, card), f"{card} was not used")
        self.using = None
        self.touched = set()

    def traits_exchanged(self, seat: int, card: str, for_: str, where: str, **_: Any) -> None:
        for trait in (card, for_):
            expect(self.facts.cards[trait]["kind"] == "trait", f"{trait} is no Trait")
        own = self.heroes[seat].cards
        own[own.index(card)] = for_
        pile = self.market if where == "market" else self.discard_pile
        pile[pile.index(for_)] = card

    def card_shed(self, seat: int, card: str, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(self.facts.cards[card]["kind"] in ("trait", "weapon"), f"{card} is shed")
        expect(card != "backpack" or not hero.stored, "N23: a Backpack with dice stays")
        hero.cards.remove(card)
        self.discard_pile.append(card)
