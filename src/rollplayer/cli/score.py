"""``rollplayer score``: the score sheet of a physical game, line by line, with reasons."""

import sys

from rollplayer.cli.common import (
    OK,
    ChosenContent,
    Session,
    columns,
    read_user_file,
    to_json,
    wrapped,
)
from rollplayer.engine.game import Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import ARMOR_JOKERS
from rollplayer.engine.plain import Plain
from rollplayer.engine.scoring import (
    armor_counts,
    armor_set_stars,
    backstory_matches,
    dice_total,
    rank,
    ranking_key,
    with_jokers,
)
from rollplayer.engine.table import COLORS, ROWS, SPACES
from rollplayer.rules.compose import GOLD_PER_STAR
from rollplayer.scorer import ScoreTable, read_text, score
from rollplayer.text import Texts


def score_file(session: Session, path: str, box: ChosenContent, *, json: bool) -> int:
    library = box.library()  # Refuse unknown content before reading the file.
    table = read_text(read_user_file(path), library, box.edition)
    texts = session.texts(library, table.names)
    for warning in table.warnings:
        message = texts.t(warning.key, **warning.arguments)
        print(texts.t("problem.warning", text=message), file=sys.stderr)
    scored = score(table)
    if json:
        print(to_json(scored))
    else:
        print("\n".join(explained(session, texts, table, scored)))
    return OK


def explained(session: Session, texts: Texts, table: ScoreTable, scored: Plain) -> list[str]:
    lines: list[str] = []
    for hero, hero_score in zip(table.game.heroes, scored["heroes"], strict=True):
        lines += [*hero_lines(session, texts, table.game.rules, hero, hero_score), ""]
    if table.game.rules.solitaire:
        total = scored["heroes"][0]["total"]
        title = session.style(texts.name("rank", rank(table.game) or ""), "good")
        lines.append(texts.t("score.rank", n=total, title=title))
    elif len(table.names) > 1:
        lines += wrapped(winner_line(texts, table)).split("\n")
    else:
        lines.pop()
    return lines


# -- one hero ---------------------------------------------------------------------------------------


def hero_lines(
    session: Session, texts: Texts, rules: Ruleset, hero: Hero, hero_score: Plain
) -> list[str]:
    title = texts.t(
        "score.stars-for",
        what=title_of(texts, rules, hero, hero_score["name"]),
        stars=texts.stars(hero_score["total"]),
    )
    lines = [session.style(title, "bold")]
    reasons = {
        "goals": goal_reasons(texts, rules, hero, hero_score["goals"]),
        "class_color": [class_color_reason(texts, hero, hero_score)],
        "alignment": [alignment_reason(texts, rules, hero)],
        "backstory": [backstory_reason(texts, rules, hero)],
        "armor": armor_reasons(texts, rules, hero),
        "traits": trait_reasons(texts, rules, hero),
        "gold": [texts.t("score.gold", gold=hero.gold, each=GOLD_PER_STAR)],
    }
    for added in rules.score_lines:
        if added.name not in reasons:
            reasons[added.name] = [
                texts.t(f"score.reason.{kind}", id=id) for kind, id, _ in added.reasons(rules, hero)
            ]
    for line, stars in hero_score["lines"].items():
        if line == "gold" and not rules.solitaire:
            continue
        lines.append(f"  {stars:>3}  {texts.t(f'score.line.{line}')}")
        lines += [f"         {reason}" for reason in reasons.get(line, [])]
    open_spaces = hero.open_spaces()
    if open_spaces:
        lines.append(wrapped(texts.t("score.unfinished", n=open_spaces), "       "))
    return lines


def title_of(texts: Texts, rules: Ruleset, hero: Hero, name: str) -> str:
    race = texts.name("race", rules.races[hero.race].id) if hero.race >= 0 else ""
    character_class = (
        texts.name("class", rules.classes[hero.character_class].id)
        if hero.character_class >= 0
        else ""
    )
    if race and character_class:
        return texts.t("score.who", name=name, race=race, **{"class": character_class})
    what = race or character_class
    return texts.t("score.one-of-who", name=name, what=what) if what else name


def goal_reasons(texts: Texts, rules: Ruleset, hero: Hero, goals: Plain) -> list[str]:
    """For each row: dice, race and Weapons compared with the goal (E2)."""
    if hero.character_class < 0:
        return [texts.t("score.no-class")]
    rows = []
    for at, row in enumerate(ROWS):
        goal_score = goals[row]
        dice = dice_total(hero, at)
        race = rules.races[hero.race].modifiers[at] if hero.race >= 0 else 0
        weapons = goal_score["score"] - dice - race
        parts = [str(dice)]
        parts += [texts.t("score.from-race", change=f"{race:+d}")] if race else []
        parts += [texts.t("score.from-weapons", change=f"{weapons:+d}")] if weapons else []
        sum_text = " ".join(parts) + (f" = {goal_score['score']}" if len(parts) > 1 else "")
        outcome = texts.stars(goal_score["stars"]) if goal_score["met"] else texts.t("score.missed")
        goal = texts.t("score.goal", goal=goal_score["goal"])
        rows.append([texts.content("row", row, "short"), sum_text, goal, outcome])
    return columns(rows)


def class_color_reason(texts: Texts, hero: Hero, hero_score: Plain) -> str:
    if hero.color < 0:
        return texts.t("score.no-class")
    color = texts.name("color", COLORS[hero.color])
    return texts.t("score.class-color", color=color, n=hero_score["lines"]["class_color"])


def alignment_reason(texts: Texts, rules: Ruleset, hero: Hero) -> str:
    if hero.alignment < 0:
        return texts.t("score.no-alignment")
    name = texts.name("alignment", rules.alignments[hero.alignment].id)
    space = texts.name("alignment_space", SPACES[hero.token])
    return texts.t("score.alignment", name=name, space=space)


def backstory_reason(texts: Texts, rules: Ruleset, hero: Hero) -> str:
    if hero.backstory < 0:
        return texts.t("score.no-backstory")
    name = texts.name("backstory", rules.backstories[hero.backstory].id)
    return texts.t("score.backstory", name=name, n=backstory_matches(rules, hero))


def armor_reasons(texts: Texts, rules: Ruleset, hero: Hero) -> list[str]:
    """For each set: its cards, the Tower Shield and the Class color (E6, E10)."""
    reasons = []
    sets = texts.library.components.armor_names
    cards = armor_counts(rules, hero)
    jokers = [
        texts.name("card", rules.cards[card].id)
        for card in hero.cards
        if any(number == ARMOR_JOKERS for number, _ in rules.cards[card].modifies)
    ]
    for at, count in enumerate(with_jokers(rules, hero)):
        if count:
            what = texts.t(
                "score.armor",
                name=texts.name("armor", sets[at]),
                n=cards[at],
                joker=texts.all_of(jokers) if count > cards[at] else "",
                color="yes" if hero.color in rules.armor_colors[at] else "no",
            )
            stars = texts.stars(armor_set_stars(rules, hero, at, count))
            reasons.append(texts.t("score.stars-for", what=what, stars=stars))
    return reasons or [texts.t("score.no-armor")]


def trait_reasons(texts: Texts, rules: Ruleset, hero: Hero) -> list[str]:
    reasons = []
    for index in hero.cards:
        card = rules.cards[index]
        if card.stars:
            stars = sum(tally.reward(rules, hero) for tally in card.stars)
            name = texts.name("card", card.id)
            reasons.append(texts.t("score.stars-for", what=name, stars=texts.stars(stars)))
    return reasons or [texts.t("score.no-traits")]


# -- who wins ---------------------------------------------------------------------------------------


def winner_line(texts: Texts, table: ScoreTable) -> str:
    """E8: who wins, and how a tie is broken."""
    keys = [ranking_key(table.game.rules, hero) for hero in table.game.heroes]
    best = max(keys)
    winners = [table.names[seat] for seat, key in enumerate(keys) if key == best]
    level = [key for key in keys if key[0] == best[0]]
    if len(level) == 1:
        return texts.t("score.wins", hero=winners[0], n=best[0])
    tied = [table.names[seat] for seat, key in enumerate(keys) if key[0] == best[0]]
    tie = texts.t("score.tie", heroes=texts.all_of(tied), n=best[0])
    if len(winners) > 1:
        by = "score.shared" if len(winners) == len(tied) else "score.shared-by-some"
        return f"{tie} {texts.t(by, heroes=texts.all_of(winners))}"
    if len([key for key in level if key[1] == best[1]]) == 1:
        return f"{tie} {texts.t('score.by-gold', hero=winners[0], gold=best[1])}"
    return f"{tie} {texts.t('score.by-dice', hero=winners[0], n=-best[2])}"
