"""Random heroes as a score file has them, and the same heroes laid out for the engine."""

import copy
import random

from rollplayer.content import library_for
from rollplayer.engine import changes
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.table import EMPTY, ROWS, SPACES
from rollplayer.expansions import EXPANSIONS
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from tests.properties.facts import EXPANSION
from tests.properties.naive_scorer import (
    ALIGNMENTS,
    BACKSTORIES,
    BASE_CARDS,
    BASE_CLASSES,
    BASE_RACES,
    BOX,
    CARDS,
    CLASS_COLORS,
    CLASSES,
    MONSTERS,
    RACES,
    Plain,
    read,
)

COLORS = [*CLASS_COLORS, "gold"]
MINIONS = list(read("minions", BOX)["minion"])


def random_hero(rng: random.Random, name: str, expansion: bool = False) -> Plain:
    """A hero as might lie on a table, leaning now one way, now another, so that all is scored."""
    character_class = rng.choice(list(CLASSES if expansion else BASE_CLASSES))
    backstory = rng.choice(list(BACKSTORIES))
    full = rng.random() < 0.6
    lean = rng.choice(["none", "backstory", "goals", "low", "colors", "faces"])
    sheet = {}
    for row in ROWS:
        size = 3 if full else rng.randint(0, 3)
        sheet[row] = random_row(rng, row, size, lean, character_class, backstory)
        if expansion:
            sheet[row] = [boosted(rng, die) for die in sheet[row]]
    chance = rng.choice([0.03, 0.1, 0.25, 0.5])
    cards = list(CARDS if expansion else BASE_CARDS)
    hero = {
        "name": name,
        "race": rng.choice(list(RACES if expansion else BASE_RACES)),
        "class": character_class,
        "alignment": rng.choice(list(ALIGNMENTS)),
        "token": rng.choice("lnc") + rng.choice("gne"),
        "backstory": backstory,
        "sheet": sheet,
        "gold": rng.choice([0, rng.randint(0, 5), rng.randint(0, 30)]),
        "cards": [card for card in random_order(rng, cards) if rng.random() < chance],
    }
    if expansion:
        hero |= {
            "xp": rng.randint(0, 9),
            "honor": rng.randint(0, 6),
            "injuries": rng.choice([0, rng.randint(0, 3)]),
            "trophies": random_order(rng, MINIONS)[: rng.randint(0, 6)],
            "combat": rng.randint(-3, 40),
        }
    return hero


def boosted(rng: random.Random, die: str) -> str:
    """Now and then a Boost Die in place of another."""
    return f"boost{rng.randint(3, 8)}" if rng.random() < 0.15 else die


def random_order(rng: random.Random, things: list[str]) -> list[str]:
    return rng.sample(things, len(things))


def random_row(
    rng: random.Random, row: str, size: int, lean: str, character_class: str, backstory: str
) -> list[str]:
    colors = [rng.choice(COLORS) for _ in range(size)]
    faces = [rng.randint(1, 6) for _ in range(size)]
    if lean == "backstory" and rng.random() < 0.8:
        wanted, place = BACKSTORIES[backstory]["dice"][row]
        if place <= size:
            colors[place - 1] = wanted
    elif lean == "goals":
        faces = [rng.randint(4, 6) for _ in range(size)]
    elif lean == "low":
        faces = [rng.randint(1, 4) for _ in range(size)]
    elif lean == "colors":
        few = [CLASSES[character_class]["color"], "gold", "red"]
        colors = [rng.choice(few) for _ in range(size)]
    elif lean == "faces":
        faces = [rng.choice([rng.randint(5, 6), 6]) for _ in range(size)]
    return [f"{color}{face}" for color, face in zip(colors, faces, strict=True)]


def random_table(rng: random.Random, expansion: bool = False) -> Plain:
    """One to four or five heroes, often near to a tie so that E8 has something to decide."""
    players = rng.randint(1, 5 if expansion else 4)
    heroes = [random_hero(rng, f"Hero {seat + 1}", expansion) for seat in range(players)]
    if rng.random() < 0.4:
        for seat in range(1, players):
            if rng.random() < 0.8:
                heroes[seat] = near_twin(rng, heroes[0], f"Hero {seat + 1}")
    table = {"solitaire": players == 1, "heroes": heroes}
    if expansion:
        table |= {"monster": rng.choice(list(MONSTERS)), "difficult_monsters": rng.random() < 0.5}
    return table


def near_twin(rng: random.Random, hero: Plain, name: str) -> Plain:
    """The same stars as a rule, made of other things."""
    twin = copy.deepcopy(hero)
    twin["name"] = name
    if rng.random() < 0.3:
        twin["gold"] += rng.choice([-1, 1]) if twin["gold"] else 1
    if rng.random() < 0.5:
        # A die of the own color less, made up for by a space worth a star more.
        own = CLASSES[hero["class"]]["color"]
        for row in ROWS:
            dice = twin["sheet"][row]
            if dice and dice[0].startswith(own):
                dice[0] = "gold" + dice[0][-1]
                break
        twin["token"] = rng.choice("lnc") + rng.choice("gne")
    return twin


def lay_out(table: Plain, rules: Ruleset | None = None) -> Game:
    """The table as the engine knows it."""
    expansions = (EXPANSION,) if "monster" in table else ()
    options = Options(players=len(table["heroes"]), expansions=expansions)
    game = new_game(options, rules or rules_for(options))
    for seat, plain in enumerate(table["heroes"]):
        lay_out_hero(game, game.heroes[seat], plain)
        if expansions:
            lay_out_fight(game, seat, plain, table)
    return game


_rules: dict[Options, Ruleset] = {}


def rules_for(options: Options) -> Ruleset:
    """Rules are values and never change, so one set serves all games with the same options."""
    if options not in _rules:
        _rules[options] = compose(options, library_for(options).components)
    return _rules[options]


def lay_out_fight(game: Game, seat: int, plain: Plain, table: Plain) -> None:
    ids = game.rules.names.by_kind
    fields = {**plain, "trophies": [ids["minion"].index(minion) for minion in plain["trophies"]]}
    about = {**table, "monster": ids["monster"].index(table["monster"])}
    EXPANSIONS[EXPANSION].lay_score(game, seat, fields, about)


def lay_out_hero(game: Game, hero: Hero, plain: Plain) -> None:
    ids = game.rules.names.by_kind
    hero.race = ids["race"].index(plain["race"])
    hero.character_class = ids["class"].index(plain["class"])
    hero.color = COLORS.index(CLASSES[plain["class"]]["color"])
    hero.alignment = ids["alignment"].index(plain["alignment"])
    hero.backstory = ids["backstory"].index(plain["backstory"])
    hero.token = SPACES.index(plain["token"])
    hero.gold = plain["gold"]
    for at, row in enumerate(ROWS):
        for place, die in enumerate(plain["sheet"][row]):
            laid = game.rules.vocabulary.read_die(die)
            assert laid != EMPTY, die
            hero.sheet[at * 3 + place] = laid
    hero.cards = tuple([ids["card"].index(card) for card in plain["cards"]])
    changes.derive(game, hero)
