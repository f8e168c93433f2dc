"""Show a position briefly: the middle of the table and each hero."""

from rollplayer.cli.common import Session, columns, width, wrapped
from rollplayer.engine.game import Game
from rollplayer.engine.hero import Hero
from rollplayer.engine.plain import plain_hero, plain_standing, plain_table
from rollplayer.engine.table import CHANCE, ROWS
from rollplayer.engine.view import SPECTATOR
from rollplayer.text import Texts


def position(session: Session, texts: Texts, game: Game) -> list[str]:
    phase = texts.name("phase", game.rules.vocabulary.phases[game.phase])
    heading = phase
    if game.round:
        heading = texts.t("position.round", round=game.round, rounds=game.rules.rounds, phase=phase)
    lines = [session.style(heading, "bold"), *middle(texts, game), *additional(texts, game)]
    for hero in game.heroes:
        lines += ["", *hero_lines(session, texts, game, hero)]
    lines.append("")
    if game.over:
        lines.append(texts.t("position.over"))
    else:
        asked = game.seat()
        who = texts.t("replay.chance") if asked == CHANCE else texts.hero(asked)
        lines.append(texts.t("replay.says", who=who, what=texts.question(game.question())))
    return lines


def middle(texts: Texts, game: Game) -> list[str]:
    table = plain_table(game)
    cards = []
    for place in table["initiative"]:
        if place["taken_by"] is not None:
            what = texts.hero(place["taken_by"])
        else:
            what = texts.die(place["die"]) if place["die"] else "–"
        gold = f" +{texts.t('count.gold', n=place['gold'])}" if place["gold"] else ""
        cards.append(f"{place['number']}: {what}{gold}")
    market = [texts.name("card", card) if card else "–" for card in table["market"]]
    lines = [named_line(texts, "initiative", "  ".join(cards))]
    if market:
        lines.append(named_line(texts, "market", ", ".join(market)))
    return lines


def additional(texts: Texts, game: Game, hero: Hero | None = None) -> list[str]:
    """What expansions add to the middle of the table or to a hero, as everybody sees it."""
    if not texts.library.expansions:
        return []
    from rollplayer.cli.terminal.look import TerminalLook
    from rollplayer.cli.terminal.paint import Screen

    look = TerminalLook(texts, Screen(color=False), game, shared=True)
    if hero is not None:
        parts = [part.plain for addition in look.additions for part in addition.purse(look, hero)]
        return [wrapped(" · ".join(parts), "  ")]
    middles = [addition.middle(look, SPECTATOR, width() - 1, 1) for addition in look.additions]
    return [f" {line.plain}" for lines in middles for line in lines]


def named_line(texts: Texts, term: str, text: str) -> str:
    return wrapped(texts.t("replay.says", who=texts.name("term", term), what=text), "  ", "    ")


def hero_lines(session: Session, texts: Texts, game: Game, hero: Hero) -> list[str]:
    """Race, class and Gold; the sheet with scores and goals; the cards."""
    plain = plain_hero(game, hero)
    standing = plain_standing(game, hero)
    who = [texts.name(part, plain[part]) for part in ("race", "class") if plain[part]]
    title = ", ".join([texts.hero(hero.seat), " ".join(who)] if who else [texts.hero(hero.seat)])
    state = [texts.stars(standing["total"]), texts.t("count.gold", n=hero.gold)]
    if plain["alignment"]:
        space = texts.name("alignment_space", plain["token"])
        state.append(f"{texts.name('alignment', plain['alignment'])}: {space}")
    if plain["backstory"]:
        state.append(texts.name("backstory", plain["backstory"]))
    lines = [session.style(title, "bold"), wrapped(" · ".join(state), "  ")]
    lines += additional(texts, game, hero)
    rows = []
    for row in ROWS:
        dice = [texts.die(die) for die in plain["sheet"][row]]
        goal = standing["goals"].get(row)
        against = f"{goal['score']} / {goal['goal']}" if goal else ""
        spaces = dice + ["·"] * (3 - len(dice))
        rows.append([texts.content("row", row, "short"), *spaces, against])
    lines += ["  " + line for line in columns(rows)]
    if plain["hand"]:
        lines.append(f"  + {', '.join(texts.die(die) for die in plain['hand'])}")
    if plain["cards"]:
        lines.append(wrapped(", ".join(texts.name("card", card) for card in plain["cards"]), "  "))
    return lines
