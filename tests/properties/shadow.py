"""The table as the events tell it, and nothing else.

A shadow starts from the box and follows every event. If the game and its shadow ever differ, then
something changed without an event, or an event told something untrue.
"""

from collections import Counter
from typing import Any

from tests.properties.facts import COLORS, ROWS, SPACES, SPOTS, step
from tests.properties.shadow_monsters import ShadowMonsters
from tests.properties.shadow_table import expect

Event = dict[str, Any]


class Shadow(ShadowMonsters):
    """The whole table, and what each event does to it."""

    def hear(self, question: str, who: int, text: str) -> None:
        """An answer before its events: what no event tells, such as a choice to pass."""
        verb, *words = text.split()
        if question == "roll":
            self.to_roll = self.to_roll[1:]
        elif verb == "reroll" and words[0] in SPOTS:
            self.to_roll = [self.heroes[who].sheet[words[0]][:-1]]
        elif verb == "reroll" and words[0].startswith("i"):
            free = self.free_cards()
            self.to_roll = [free[int(word[1:])][:-1] for word in words]
        elif verb == "replace" and question == "tumble":
            self.to_roll = [words[1]]
        if question == "opening" and verb == "pass":
            self.passed.add(who)
        elif who >= 0:
            self.passed.clear()
        self.hear_of_monsters(question, who, verb, words)

    def follow(self, events: list[Event]) -> None:
        """All events of one answer; checks what they must add up to."""
        paid = tokens = 0
        for event in events:
            kind = event["event"]
            if kind == "gold-paid" and event["why"] in ("card", "mercenary"):
                paid += event["gold"]
            elif kind == "mercenary-hired" and event["payment"] == "gold":
                expect(paid + tokens == event["price"], f"{paid} Gold, {tokens} tokens for a hire")
                expect(tokens <= 1, "X4: one token for each mercenary")
                paid = tokens = 0
            elif kind == "charisma-spent":
                tokens += event["tokens"]
            elif kind == "card-bought":
                # M13, M14: the payment comes before the card, and before what the card changes.
                price = self.price(event["seat"], event["card"], event["from"])
                expect(paid + tokens == price, f"{paid} Gold and {tokens} tokens pay {price}")
                expect(not tokens or event["from"] != "deck", "tokens pay with Open Lock (N8)")
                paid = tokens = 0
            getattr(self, kind.replace("-", "_"))(**{"seat": None, **renamed(event)})
        expect(paid == 0 and tokens == 0, "a payment buys nothing")
        self.ended_discount = 0
        if self.phase == "dice":
            self.check_gold_of_dice_turn(events)
        self.check_hunt(events)

    def check_gold_of_dice_turn(self, events: list[Event]) -> None:
        """D3: what taking an Initiative card and placing its die must have paid."""
        due: Counter[str] = Counter()
        of_turn = False
        for event in events:
            seat = event.get("seat", 0)
            if event["event"] == "die-placed":
                of_turn = True
                if event["spot"].endswith("3"):
                    due["full-row"] += self.number(seat, "gold-for-full-row")
                if event["die"].startswith("gold"):
                    due["gold-die"] += self.number(seat, "gold-for-gold-die")
            elif event["event"] == "initiative-taken":
                of_turn = True
                if 1 < event["number"] < len(self.taken):
                    # S10, U5: all but the two ends have Gold when a round begins.
                    due["initiative"] += 1
                else:
                    due["ability"] += self.number(seat, "gold-for-bare-initiative-card")
        if of_turn:
            got: Counter[str] = Counter()
            for event in events:
                if event["event"] == "gold-gained":
                    got[event["why"]] += event["gold"]
            expect(got == due, f"paid {dict(got)} instead of {dict(due)}")

    def phase_began(self, phase: str, round_: int, **_: Any) -> None:
        follows = {
            "roll": ("setup", "cleanup"),
            "dice": ("roll",),
            "market": ("dice",),
            "cleanup": ("market",),
            "last-chance": ("cleanup",),
            "monster-combat": ("last-chance",),
        }
        expect(self.phase in follows[phase], f"{phase} follows {self.phase}")
        if phase in ("market", "cleanup"):
            self.everybody_was_asked()
        expect(round_ == self.round + (phase == "roll"), f"round {round_} follows {self.round}")
        self.phase, self.round = phase, round_
        if phase == "roll":
            for hero in self.heroes:
                hero.ability_used = 0

    def everybody_was_asked(self) -> None:
        """K5, D24: at the end of the Dice Phase, and after the Market turns."""
        from tests.properties.oracle import interruptions  # which knows shadows itself

        for seat in range(len(self.heroes)):
            able = interruptions(self, "opening", seat, seat)
            expect(not able or seat in self.passed, f"K5: seat {seat} may still {able}")

    def rolled_for_start(self, **_: Any) -> None: ...

    def start_player_set(self, seat: int, **_: Any) -> None:
        if self.round:
            expect(seat == (self.start_player + 1) % len(self.heroes), "U6: to the left")
        self.start_player = seat

    def race_chosen(self, seat: int, race: str, **_: Any) -> None:
        self.heroes[seat].race = race

    def class_color_drawn(self, color: str, free: str, **_: Any) -> None:
        self.bag[color] -= 1
        self.aside[color] += 1
        self.drawn_color = color if free == "yes" else None

    def dice_returned(self, **_: Any) -> None:
        self.bag += self.aside
        self.aside = Counter()

    def class_chosen(self, seat: int, class_: str, **_: Any) -> None:
        self.heroes[seat].character_class = class_
        self.drawn_color = None

    def backstory_dealt(self, seat: int, backstory: str, **_: Any) -> None:
        self.heroes[seat].backstory = backstory

    def alignment_dealt(self, seat: int, alignment: str, **_: Any) -> None:
        self.heroes[seat].alignment = alignment

    # cards

    def from_deck(self, card: str) -> None:
        if self.top is not None:
            expect(card == self.top, f"{self.top} lies on top, not {card}")
            self.top, self.top_known = None, set()
        else:
            self.deck.remove(card)

    def card_removed(self, card: str, **_: Any) -> None:
        self.deck.remove(card)
        self.discard_pile.append(card)

    def card_revealed(self, card: str, place: int, **_: Any) -> None:
        self.from_deck(card)
        if place == 0:
            expect(not any(self.market), "the Market is laid out when it is empty (M3)")
            self.market = []
        expect(place == len(self.market), f"place {place} of the Market is not the next one")
        self.market.append(card)

    def card_seen(self, seat: int, card: str, **_: Any) -> None:
        if self.top is None:
            self.deck.remove(card)
            self.top = card
        expect(card == self.top, f"{self.top} lies on top, not {card}")
        self.top_known.add(seat)

    def deck_reshuffled(self, cards: int, **_: Any) -> None:
        expect(not self.deck and self.top is None, "U4: only an empty deck is made anew")
        expect(cards == len(self.discard_pile), f"{cards} cards are not the discard pile")
        self.deck, self.discard_pile = set(self.discard_pile), []
        self.mixed = True

    def card_bought(self, seat: int, card: str, from_: str, **_: Any) -> None:
        if from_ == "market":
            self.market[self.market.index(card)] = None
        elif from_ == "discard-pile":
            expect(self.discard_pile_open, "the discard pile needs Move Silently")
            self.discard_pile.remove(card)
            self.discard_pile_open = False
        else:
            expect(seat in self.top_known, "bought from the deck without looking")
            self.from_deck(card)
        self.heroes[seat].cards.append(card)
        self.bought = self.bought + 1 if self.buyer == seat else 1
        self.buyer = seat
        self.ended_discount = 0
        kind = self.facts.cards[card]["kind"]
        self.scroll = card if kind == "scroll" else None
        if kind == "armor" and self.heroes[seat].character_class == "knight":
            self.extra = (seat, list(ROWS))
        self.touched = set()

    def card_discarded(self, card: str, **_: Any) -> None:
        self.market[self.market.index(card)] = None
        self.discard_pile.append(card)

    def weapon_dropped(self, seat: int, card: str, **_: Any) -> None:
        expect(self.facts.cards[card]["kind"] == "weapon", f"{card} is no Weapon")
        self.heroes[seat].cards.remove(card)
        self.discard_pile.append(card)

    def card_trashed(self, card: str, **_: Any) -> None:
        expect(self.terms.solitaire, "only solitaire has a trash pile")
        if card in self.market:
            self.market[self.market.index(card)] = None
        else:
            self.from_deck(card)
        self.trash.append(card)

    def card_put_on_pile(self, card: str, **_: Any) -> None:
        self.from_deck(card)
        self.discard_pile.append(card)

    def card_brought_back(self, card: str, place: int, **_: Any) -> None:
        self.discard_pile.remove(card)
        expect(place == len(self.market), "M22: at the right end")
        self.market.append(card)

    def discard_pile_opened(self, **_: Any) -> None:
        self.discard_pile_open = True

    # Skills

    def skill_used(self, seat: int, card: str, target: str, **_: Any) -> None:
        expect(self.using is None, "K7: an interruption is not interrupted")
        hero = self.heroes[seat]
        expect(card in hero.cards and card not in hero.exhausted, f"{card} is not upright")
        self.using = (seat, card, target or card)
        self.touched = set()

    def skill_exhausted(self, seat: int, card: str, **_: Any) -> None:
        expect(self.using is not None and self.using[:2] == (seat, card), f"{card} was not used")
        self.heroes[seat].exhausted.append(card)
        self.using = None
        self.touched = set()

    def skill_refreshed(self, seat: int, card: str, **_: Any) -> None:
        self.heroes[seat].exhausted.remove(card)

    def action_taken(self, row: str, **_: Any) -> None:
        self.touched = set()
        if self.extra is not None:
            expect(row in self.extra[1], f"{row} is not among {self.extra[1]}")
            self.extra, self.extra_row = None, row
        elif self.using is None:
            expect(self.acting is None, "D4: one Attribute Action a turn")
            self.acting = row

    def expect_action(self, *rows: str) -> None:
        inside = self.using is not None or self.scroll is not None
        expect(inside or self.acting in rows or self.extra_row in rows, f"no action of {rows}")

    # Gold and tokens

    def gold_gained(self, seat: int, gold: int, why: str, **_: Any) -> None:
        expect(gold > 0, "no Gold is no event")
        self.heroes[seat].gold += gold
        if why == "initiative":
            number = self.taken.index(seat)
            expect(self.card_gold[number] == gold, "other Gold lay on the Initiative card")
            self.card_gold[number] = 0

    def gold_paid(self, seat: int, gold: int, **_: Any) -> None:
        expect(0 < gold <= self.heroes[seat].gold, f"cannot pay {gold} Gold")
        self.heroes[seat].gold -= gold

    def gold_laid(self, number: int, **_: Any) -> None:
        expect(self.card_gold[number - 1] == 0, "U5: never more than 1")
        self.card_gold[number - 1] = 1

    def charisma_gained(self, seat: int, tokens: int, **_: Any) -> None:
        self.expect_action("cha")
        self.heroes[seat].charisma += tokens

    def charisma_spent(self, seat: int, tokens: int, **_: Any) -> None:
        expect(0 < tokens <= self.heroes[seat].charisma, f"cannot spend {tokens} tokens")
        self.heroes[seat].charisma -= tokens

    def charisma_lapsed(self, seat: int, tokens: int, **_: Any) -> None:
        expect(tokens == self.heroes[seat].charisma, "U1: all tokens lapse")
        self.heroes[seat].charisma = 0

    def token_moved(self, seat: int, space: str, from_: str, **_: Any) -> None:
        hero = self.heroes[seat]
        expect(hero.token == from_, f"the token is on {hero.token}, not on {from_}")
        reach = [step(from_, arrow) for arrow in ("good", "evil", "lawful", "chaotic")]
        expect(space in SPACES and space in reach, f"{from_} to {space} is no step (C5)")
        hero.token = space

    # dice

    def from_bag(self, die: str) -> None:
        color = die[:-1]
        expect(self.bag[color] > 0, f"no {color} die is in the bag")
        self.bag[color] -= 1

    def die_drawn(self, seat: int, die: str, **_: Any) -> None:
        self.from_bag(die)
        self.heroes[seat].hand.append(die)

    def die_rolled(self, die: str, **_: Any) -> None:
        self.from_bag(die)
        self.pool.append(die)

    def die_laid(self, number: int, die: str, **_: Any) -> None:
        self.pool.remove(die)
        expect(self.initiative[number - 1] is None, f"a die lies on {number} already")
        expect(all(int(die[-1]) <= int(other[-1]) for other in self.pool), "R1: lowest first")
        self.initiative[number - 1] = die

    def initiative_taken(self, seat: int, number: int, die: str, **_: Any) -> None:
        expect(self.free_cards().get(number) == die, f"{number} is not free with {die}")
        self.initiative[number - 1] = None
        self.taken[number - 1] = seat
        self.heroes[seat].hand.append(die)
        self.placed = []

    def initiative_returned(self, seat: int, number: int, **_: Any) -> None:
        expect(self.taken[number - 1] == seat, f"{number} is not {seat}'s")
        self.taken[number - 1] = None
        self.buyer = self.has_converted = None
        self.discard_pile_open = False

    def die_placed(self, seat: int, spot: str, die: str, **_: Any) -> None:
        hero = self.heroes[seat]
        hero.hand.remove(die)
        expect(spot not in hero.sheet, f"{spot} is filled")
        hero.sheet[spot] = die
        self.placed.append((spot[:3], die))
        self.touched, self.acting = set(), None

    def die_turned(self, seat: int, spot: str, die: str, from_: str, **_: Any) -> None:
        self.expect_action("str", "con", "int")
        sheet = self.heroes[seat].sheet
        expect(sheet[spot] == from_ and die[:-1] == from_[:-1], "another die was turned")
        sheet[spot] = die
        self.touched.add(spot)

    def die_rerolled(self, seat: int, spot: str, die: str, from_: str, **_: Any) -> None:
        self.expect_action("int")
        expect(self.heroes[seat].sheet[spot] == from_, "another die was rerolled")
        self.rolled = (spot, die[-1], from_[-1])
        self.touched.add(spot)

    def dice_swapped(self, seat: int, spot: str, other: str, **_: Any) -> None:
        self.expect_action("dex")
        sheet = self.heroes[seat].sheet
        sheet[spot], sheet[other] = sheet[other], sheet[spot]

    def die_replaced(self, seat: int, spot: str, die: str, from_: str, **_: Any) -> None:
        sheet = self.heroes[seat].sheet
        tumbles = self.using is not None and self.using[2] == "tumble"
        expect(sheet[spot] == from_, "another die was replaced")
        expect(tumbles or die[-1] == from_[-1], "N9: the same value")
        self.from_bag(die)
        self.bag[from_[:-1]] += 1
        sheet[spot] = die

    def dice_exchanged(self, seat: int, spot: str, number: int, die: str, **_: Any) -> None:
        expect(self.free_cards().get(number) == die, f"{number} is not free with {die}")
        sheet = self.heroes[seat].sheet
        self.initiative[number - 1], sheet[spot] = sheet[spot], die

    def die_slid(self, seat: int, spot: str, to: str, die: str, **_: Any) -> None:
        sheet = self.heroes[seat].sheet
        expect(sheet[spot] == die and to not in sheet, "N10: from a die to an open space")
        del sheet[spot]
        sheet[to] = die
        left = [sheet.pop(place) for place in SPOTS if place[:3] == spot[:3] and place in sheet]
        sheet.update({f"{spot[:3]}{place}": moved for place, moved in enumerate(left, 1)})

    def free_die_turned(self, number: int, die: str, from_: str, **_: Any) -> None:
        expect(self.free_cards().get(number) == from_, f"{number} is not free with {from_}")
        expect(die[:-1] == from_[:-1] and die[:-1] in COLORS, "a die keeps its color")
        self.initiative[number - 1] = die

    def free_dice_lifted(self, **_: Any) -> None:
        for number, die in self.free_cards().items():
            self.pool.append(die)
            self.initiative[number - 1] = None

    def leftover_die_returned(self, die: str, number: int, **_: Any) -> None:
        expect(self.initiative[number - 1] == die, f"{die} does not lie on {number}")
        self.initiative[number - 1] = None
        self.bag[die[:-1]] += 1

    def enemy_die_set_aside(self, color: str, **_: Any) -> None:
        self.bag[color] -= 1
        self.aside[color] += 1

    def enemy_rolled(self, face: int, **_: Any) -> None:
        self.everybody_was_asked()
        self.enemy_faces.append(face)

    def game_ended(self, **_: Any) -> None:
        last = "monster-combat" if self.terms.expansion else "last-chance"
        expect(self.phase == last, f"the game ends in {self.phase}")
        self.phase, self.over = "end", True


def renamed(event: Event) -> Event:
    """Parts named like Python's own words get an underscore."""
    words = {"from": "from_", "class": "class_", "round": "round_", "for": "for_"}
    return {words.get(part, part): value for part, value in event.items() if part != "event"}
