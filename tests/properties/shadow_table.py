"""The table of a shadow game: what lies where, in the words of the notation."""

from collections import Counter

from tests.properties.facts import ADVENTURE_KINDS, Terms, numbers_of


class Untrue(AssertionError):
    """An event that cannot have happened."""


class ShadowHero:
    """One player's things."""

    def __init__(self) -> None:
        self.race: str | None = None
        self.character_class: str | None = None
        self.alignment: str | None = None
        self.backstory: str | None = None
        self.token = "nn"
        self.gold = 0
        self.charisma = 0
        self.sheet: dict[str, str] = {}
        self.hand: list[str] = []
        self.cards: list[str] = []
        self.exhausted: list[str] = []
        # What the expansion adds.
        self.xp = self.honor = self.injuries = 0
        self.combat_dice = self.combat = self.monster_stars = 0
        self.dead = self.haggle = self.ability_used = 0
        self.trophies: list[str] = []
        self.tokens: list[str] = []
        self.stored: list[str] = []
        self.combat_roll: list[int] = []

    def dice(self) -> list[str]:
        return list(self.sheet.values())

    def row(self, row: str) -> list[str]:
        return [self.sheet[f"{row}{at}"] for at in "123" if f"{row}{at}" in self.sheet]


class ShadowTable:
    """The whole table, as it comes out of the box."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.facts = terms.facts
        self.heroes = [ShadowHero() for _ in range(terms.players)]
        self.phase, self.round, self.start_player = "setup", 0, 0
        self.bag = Counter(terms.dice)
        self.aside: Counter[str] = Counter()
        self.pool: list[str] = []
        cards = terms.table + 1
        self.initiative: list[str | None] = [None] * cards
        self.card_gold = [0] * cards
        self.taken: list[int | None] = [None] * cards
        self.market: list[str | None] = []
        self.deck = set(self.facts.cards) - terms.not_in_play
        self.mixed = terms.mixed_deck
        self.top: str | None = None
        self.top_known: set[int] = set()
        self.discard_pile: list[str] = []
        self.trash: list[str] = []
        self.over = False
        # What is going on, for the questions that depend on it.
        self.drawn_color: str | None = None
        self.placed: list[tuple[str, str]] = []
        """Rows and dice placed in this Dice turn."""
        self.acting: str | None = None
        """The row whose Attribute Action this Dice turn has seen."""
        self.using: tuple[int, str, str] | None = None
        """The Skill being used: seat, card, and the card whose effect it is (Diplomacy)."""
        self.touched: set[str] = set()
        """Spots done in the Skill or action going on (D16)."""
        self.rolled: tuple[str, str, str] | None = None
        self.discard_pile_open = False
        self.buyer: int | None = None
        self.bought = 0
        """How often the last buyer has bought in that turn."""
        self.to_roll: list[str] = []
        """The colors of dice that chance rolls next."""
        self.lay_out_monsters()

    def lay_out_monsters(self) -> None:
        """What the expansion adds to the table."""
        self.monster: str | None = None
        self.adventure: dict[str, str] = {}
        self.known: dict[str, set[int]] = {kind: set() for kind in ADVENTURE_KINDS}
        self.turned_up = 0
        self.minion: str | None = None
        self.unseen = set(self.facts.minions)
        self.bottom: list[str] = []
        self.looking: str | None = None
        """The kind of Adventure card that somebody is about to look at."""
        self.extra: tuple[int, list[str]] | None = None
        """An Attribute Action that XP or a class gave: whose, and of which rows."""
        self.extra_row: str | None = None
        self.scroll: str | None = None
        """The Scroll whose effect is going on."""
        self.named: str | None = None
        """Levitate's kind of dice."""
        self.reveals = self.free_rerolls = self.reroll_price = 0
        """How often this Hunt turned up a Minion or rerolled for nothing; what the last reroll costs."""
        self.ended_discount = 0
        self.enemy_faces: list[int] = []
        self.converted: str | None = None
        self.has_converted: int | None = None
        """M29: whose Market turn it is who has used the ability in it."""
        self.passed: set[int] = set()
        """K5: who has passed since somebody last did something."""

    # -- numbers ------------------------------------------------------------------------------

    def number(self, seat: int, name: str) -> int:
        hero = self.heroes[seat]
        return numbers_of(self.facts, hero.character_class, hero.cards)[name]

    def most_buys(self, seat: int) -> int:
        """N2: an odd round has more of them for some."""
        return self.number(seat, "buys") + self.round % 2 * self.number(seat, "odd-round-buys")

    def hands_used(self, seat: int) -> int:
        return sum(self.facts.cards[card].get("hands", 0) for card in self.heroes[seat].cards)

    def price(self, seat: int, card: str, source: str) -> int:
        """M12."""
        cost: int = self.facts.cards[card]["cost"]
        if source == "market":
            cost -= self.number(seat, "discount")
        elif source == "discard-pile":
            cost -= self.number(seat, "discard-pile-discount")
        if source != "deck":
            cost -= self.heroes[seat].haggle + self.ended_discount
            if self.facts.cards[card]["kind"] == "scroll":
                cost -= self.number(seat, "scroll-discount")
        return max(0, cost)

    def stars_under_token(self, hero: ShadowHero) -> int:
        """E4: first letter lawful, neutral, chaotic, second good, neutral, evil."""
        grid = self.facts.alignments[hero.alignment or ""]["grid"]
        stars: int = grid["gne".index(hero.token[1])]["lnc".index(hero.token[0])]
        return stars

    def race_modifier(self, race: str, row: str) -> int:
        return int(self.facts.races[race]["modifiers"].get(row, 0))

    def free_cards(self) -> dict[int, str]:
        """Dice on Initiative cards nobody has taken, by number."""
        return {
            at + 1: die
            for at, die in enumerate(self.initiative)
            if die is not None and self.taken[at] is None
        }


def expect(true: bool, otherwise: str) -> None:
    if not true:
        raise Untrue(otherwise)
