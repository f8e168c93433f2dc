"""The rules of one game, composed from its options: nothing later asks which variant is on."""

from rollplayer.engine.answers import Names
from rollplayer.engine.components import Components
from rollplayer.engine.game import (
    CLEANUP_PHASE,
    DICE_PHASE,
    MARKET_PHASE,
    ROLL_PHASE,
    SETUP,
    Game,
    Ruleset,
    Step,
)
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import ON_CLEANUP, ON_MARKET_OPENING
from rollplayer.engine.pieces import BoxFault
from rollplayer.engine.scoring import (
    AlignmentStars,
    ArmorStars,
    BackstoryStars,
    ClassColor,
    Goals,
    GoldStars,
    TraitStars,
)
from rollplayer.engine.table import BASE_DICE, CLASS_COLORS, EMPTY, GOLD, NOBODY, SPOT_COUNT
from rollplayer.rules import cleanup, market, phases, setup, solitaire, starting_dice
from rollplayer.rules.expansion import Plan, RoundPhase, expansions_of
from rollplayer.rules.flow import EachSeat, EachSeatReversed, Hook, Opening, Rounds, Sequence
from rollplayer.rules.interruptions import DropWeapon, UseSkill
from rollplayer.rules.options import Options
from rollplayer.rules.solitaire_chart import CHART
from rollplayer.rules.versions import RULES

REMOVED_PER_PILE = {2: 7, 3: 3, 4: 0}
"""S7: cards moved to the discard pile, per pile, by number of players."""
GOLD_PER_STAR = 8
"""L6."""


def compose(options: Options, components: Components) -> Ruleset:
    """The rules that these options make of these components, with the boxes they were read with."""
    boxes = [box.name for box in components.boxes]
    if sorted(boxes) != sorted(options.expansions):
        raise ValueError(f"options for {options.expansions}, but components of {tuple(boxes)}")
    plan = plan_of(options, components)
    rules = Ruleset(options.players, plan.dice, components.vocabulary)
    rules.boxes = components.boxes
    rules.solitaire = options.solitaire
    rules.market_size = plan.market_size
    rules.initiative_cards = plan.table + 1
    take_components(rules, components, [*options.variants, kind_of_game(options)])
    rules.interruptions = plan.interruptions
    for interruption in rules.interruptions:
        rules.interruption_verbs |= 1 << interruption.verb
    rules.dice_turn = plan.dice_turn
    rules.placements = plan.placements
    check_placements(rules)
    rules.discards_for_gold = "friendly-market" not in options.variants
    rules.score_lines = plan.score_lines
    if options.solitaire:
        rules.score_lines.append(GoldStars(GOLD_PER_STAR))
    rules.ranks = plan.ranks
    rules.lost = plan.lost
    rules.round_counts = plan.round_counts
    rules.spendable = plan.spendable
    rules.turn_discounts = plan.turn_discounts
    rules.more_discounts = len(plan.turn_discounts) > 0 or any(map(len, rules.discounts))
    fixed, drawn = dice_to_start(options, plan)
    rules.starting_dice = len(fixed) + drawn
    rules.rounds = SPOT_COUNT - rules.starting_dice
    rules.start = Sequence(
        "game",
        [
            *setup_steps(options, plan, fixed, drawn),
            *plan.last_setup,
            Rounds(Sequence("round", round_steps(rules, options, plan))),
            cleanup.LastChance(),
            *plan.ending,
            cleanup.EndGame(),
        ],
    )
    for box in expansions_of(rules.boxes):
        box.prepare(rules, components, options.variants)
    return rules


def plan_of(options: Options, components: Components) -> Plan:
    """The base game's plan, amended by its expansions."""
    plan = Plan(options.players, options.variants, list(BASE_DICE), RULES[options.rules])
    plan.removed_per_pile = REMOVED_PER_PILE.get(plan.table, 0)
    plan.enemy_turn = [solitaire.EnemyRoll(not plan.version.phases_end_open)]
    plan.dice_turn = [phases.PLACE_DIE]
    plan.interruptions = [UseSkill(), DropWeapon()]
    plan.score_lines = [
        Goals(),
        ClassColor(),
        AlignmentStars(),
        BackstoryStars(),
        ArmorStars(components.armor_names),
        TraitStars(),
    ]
    plan.ranks = list(CHART)
    for box in expansions_of(components.boxes):
        box.amend(plan, components)
    return plan


def kind_of_game(options: Options) -> str:
    """What a card may be left out of."""
    return "solitaire" if options.solitaire else "table"


def take_components(rules: Ruleset, components: Components, kinds: list[str]) -> None:
    rules.cards = components.cards
    rules.races = components.races
    rules.classes = components.classes
    rules.alignments = components.alignments
    rules.backstories = components.backstories
    rules.armor_stars = components.armor_stars
    rules.armor_colors = components.armor_colors
    rules.actions = components.actions
    rules.in_deck = [
        not not_in or len([kind for kind in kinds if kind in not_in]) == 0
        for not_in in components.not_in
    ]
    names = Names(rules.vocabulary)
    rules.names = names
    rules.give("card", components.cards)
    names.give("race", [race.id for race in components.races])
    names.give("class", [character_class.id for character_class in components.classes])
    names.give("alignment", [alignment.id for alignment in components.alignments])
    names.give("backstory", [story.id for story in components.backstories])


def dice_to_start(options: Options, plan: Plan) -> tuple[list[int], int]:
    """S11, V1, V3, V9: the colors everyone is given, and how many dice are drawn."""
    extra = 2 if "short-game" in options.variants else 0
    if "less-random-setup" in options.variants:
        gold = plan.starting_dice - CLASS_COLORS
        return [*range(CLASS_COLORS), *[GOLD] * gold], extra
    return [], plan.starting_dice + extra


def setup_steps(options: Options, plan: Plan, fixed: list[int], drawn: int) -> list[Step]:
    steps: list[Step] = []
    if not options.solitaire:
        steps.append(setup.RollForStart())
    steps.append(EachSeat("choose-races", setup.ChooseRace()))
    bonus = [0] * plan.table if "short-game" in options.variants else plan.bonus_gold
    steps.append(setup.StartingGold(bonus))
    match options.class_draft:
        case "reverse":
            steps.append(EachSeatReversed("draft-classes", setup.ChooseClass()))
        case "forward":
            steps.append(EachSeat("draft-classes", setup.ChooseClass()))
        case _:
            steps += [EachSeat("draw-classes", setup.DrawClass()), setup.ReturnClassDice()]
    steps.append(EachSeat("deal-backstories", setup.DealBackstory()))
    steps.append(EachSeat("deal-alignments", setup.DealAlignment()))
    first_edition = options.edition == "first"
    if not first_edition:
        per_pile = plan.removed_per_pile
        mixed = "random-market-deck" in options.variants
        steps.append(setup.RemoveCards([2 * per_pile] if mixed else [per_pile, per_pile]))
    steps += [setup.DealMarket(), setup.LayGold()]
    if options.solitaire:
        steps += [solitaire.OpenTrash(first_edition), solitaire.SetEnemyDieAside(plan.enemy_dice)]
    steps.append(EachSeat("draw-starting-dice", starting_dice.DrawStartingDice(fixed, drawn)))
    steps.append(EachSeat("arrange-starting-dice", starting_dice.ArrangeDice()))
    return steps


def check_placements(rules: Ruleset) -> None:
    """An answer of the Dice turn belongs to one placement."""
    words = [rules.vocabulary.verb(placement.verb).word for placement in rules.placements]
    for word in words:
        if words.count(word) > 1:
            raise BoxFault(f"two boxes place dice by the verb {word!r}")


def round_steps(rules: Ruleset, options: Options, plan: Plan) -> list[Step]:
    """The phases of a round in order, with those that boxes add."""
    course = base_phases(options, plan)
    added: list[int] = []
    for new in plan.phases:
        name = rules.vocabulary.phases[new.phase]
        at = [each.phase for each in course].index(new.after) + 1
        while course[at].phase in added and course[at].after == new.after:
            at += 1
        added.append(new.phase)
        opening = phases.OpenPhase(f"{name}-phase", new.phase)
        course.insert(at, RoundPhase(new.phase, new.after, [opening, *new.steps]))
    steps: list[Step] = []
    rules.before_cleanup = 1 << SETUP
    is_before = True
    for part in course:
        is_before = is_before and part.phase != CLEANUP_PHASE
        if is_before:
            rules.before_cleanup |= 1 << part.phase
        steps += part.steps
    return steps


def base_phases(options: Options, plan: Plan) -> list[RoundPhase]:
    """The phases of the base game's round."""
    dice_phase: list[Step] = [
        phases.OPEN_DICE_PHASE,
        EachSeat("dice-turns", phases.TAKE_INITIATIVE),
    ]
    if plan.version.phases_end_open:
        dice_phase.append(Opening("after-dice-turns"))
    if options.solitaire:
        dice_phase += plan.enemy_turn
    in_turn = plan.version.abilities_in_turn
    turn = market.MarketTurn(plan.turn_options, in_turn)
    market_phase: list[Step] = [
        phases.OpenPhase("market-phase", MARKET_PHASE),
        # M22: the Druid's card comes after the Dice Phase, before the first Market turn.
        Hook("market-opening", ON_MARKET_OPENING),
        market.MarketTurns(turn, not in_turn),
    ]
    if plan.version.phases_end_open:
        market_phase.append(Opening("after-market-turns"))
    if options.solitaire:
        market_phase.append(solitaire.LeaveOne())
    cleanup_phase: list[Step] = [
        cleanup.DiscardCharisma(),
        Hook("cleanup-abilities", ON_CLEANUP),
        cleanup.RefreshUntilDone() if plan.version.refresh_comes_back else cleanup.RefreshSkills(),
        cleanup.ClearTable(),
        cleanup.UnlessOver(
            Sequence("next-round", [setup.DealMarket(), setup.LayGold(), cleanup.PassStartPlayer()])
        ),
    ]
    return [
        RoundPhase(ROLL_PHASE, SETUP, [phases.RollPhase()]),
        RoundPhase(DICE_PHASE, ROLL_PHASE, dice_phase),
        RoundPhase(MARKET_PHASE, DICE_PHASE, market_phase),
        RoundPhase(CLEANUP_PHASE, MARKET_PHASE, cleanup_phase),
    ]


def piles(rules: Ruleset, mixed: bool) -> list[list[int]]:
    """The deck as multisets: one-dot pile on two-dot pile, or all together (S7, V2, L2)."""
    cards = [card for card in rules.cards if rules.in_deck[card.index]]
    if mixed:
        return [[card.index for card in cards]]
    return [[card.index for card in cards if card.dots == dots] for dots in (1, 2)]


def deck_is_mixed(options: Options) -> bool:
    """V2; L2: the first edition's solitaire shuffles all cards together."""
    first_edition_alone = options.edition == "first" and options.solitaire
    return "random-market-deck" in options.variants or first_edition_alone


def new_game(options: Options, rules: Ruleset) -> Game:
    """The table before anything has happened, waiting for its first question."""
    game = lay_out(options, rules)
    game.push(rules.start.frame(NOBODY))
    game.advance()
    return game


def lay_out(options: Options, rules: Ruleset) -> Game:
    """All components in their places and nothing on the agenda."""
    game = Game(
        rules,
        heroes=[new_hero(rules, seat) for seat in range(rules.players)],
        agenda=[],
        bag=rules.dice.copy(),
        aside=[0] * len(rules.dice),
        dice=[EMPTY] * rules.initiative_cards,
        card_gold=[0] * rules.initiative_cards,
        taken=[NOBODY] * rules.initiative_cards,
        deck=piles(rules, deck_is_mixed(options)),
        removed=[card.index for card in rules.cards if not rules.in_deck[card.index]],
        pool=[],
        market=[],
        discard_pile=[],
        trash=[],
    )
    game.extensions = tuple(
        [box.lay_out(rules, options.variants) for box in expansions_of(rules.boxes)]
    )
    return game


def new_hero(rules: Ruleset, seat: int) -> Hero:
    known = rules.vocabulary
    hero = Hero(seat, tuple(known.number_defaults), known.empty_sheet())
    hero.counts = known.no_counts
    hero.piles = known.no_piles
    return hero
