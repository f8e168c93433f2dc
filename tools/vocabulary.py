"""The pages on the words of card effects and on the notation of answers."""

from rollplayer.engine.answers import VERBS
from rollplayer.engine.events import EVENT_KINDS
from rollplayer.engine.extras import COUNT_NAMES, PILE_NAMES
from rollplayer.engine.numbers import HOOK_NAMES, NUMBER_DEFAULTS, NUMBER_MEANINGS, NUMBER_NAMES
from rollplayer.expansions.monsters_and_minions.counting import COUNT_WORDS
from rollplayer.words.registry import EFFECTS, GOALS, STARS, Word

HOOK_MEANINGS = {
    "on_market_opening": "after the Dice Phase, before the first Market turn",
    "on_discard_for_gold": "when you discard a Market card for Gold",
    "on_cleanup": "in the Cleanup Phase, before refreshing",
    "on_buy": "when this card is bought",
    "on_market_turn": "at the start of your own Market turn, before its choice",
    "on_last_market_turn": "after your Market turn, if it is the last of the phase",
    "on_skill_used": "after you have used a Skill, before it is exhausted",
    "on_buying_armor": "after you have bought an Armor card (Monsters & Minions)",
    "on_buying_scroll": "after you have bought a Scroll and its effect (Monsters & Minions)",
    "on_wis_action": "after you have taken the Wisdom action (Monsters & Minions)",
    "on_monster_chosen": "when the Monster has been set up (Monsters & Minions)",
}
PARAMETERS = {
    "": ("", ""),
    "face": ("a value", "4"),
    "face?": ("a value, or nothing", "5"),
    "color": ("a color", "red"),
    "card": ("a card", "reckless"),
    "backstory": ("a Backstory", "brawler"),
    "alignment": ("an Alignment", "champion"),
    "race": ("a race", "orc"),
    "side": ("a side", "female"),
    "class": ("a class", "warrior"),
    "die": ("a die", "red5"),
    "die?": ("a die, or nothing in the Dice Phase", "red5"),
    "number": ("an Initiative card", "3"),
    "row": ("a row", "str"),
    "spot": ("a spot", "con2"),
    "change": ("up or down, by how much", "up"),
    "arrow": ("a direction", "good"),
    "tokens": ("with so many Charisma tokens, or nothing", "with 1 token"),
    "target": ("on an opponent's Skill, with Diplomacy", "on climb"),
    "place": ("a free Initiative card", "i3"),
    "places": ("free Initiative cards", "i1 i3"),
    "monster": ("a Monster", "kraken"),
    "minion": ("a Minion", "kobold"),
    "adventure": ("an Adventure card", "maelstrom"),
    "payment": ("what is paid with", "gold"),
    "for-card": ("the other card", "for proud"),
}


def _words(title: str, name: str, known: dict[str, Word]) -> list[str]:
    lines = [f"## {title}", "", "| Word | Parameters | Meaning |", "| --- | --- | --- |"]
    for called, word in known.items():
        parameters = ", ".join(
            key if parameter.required else f"{key} (default {parameter.default!r})"
            for key, parameter in word.parameters.items()
        )
        lines.append(f'| `{{ {name} = "{called}" }}` | {parameters or "none"} | {word.meaning} |')
    return [*lines, ""]


def words() -> str:
    """The page docs/words.md."""
    lines = [
        "# The vocabulary of cards",
        "",
        "Generated from the code by `python -m tools.docs`. How to use it in a pack of your own:",
        "[content.md](content.md).",
        "",
        *_words("Effects: what happens", "do", EFFECTS),
        *_words("Stars: what a card is worth at the end", "for", STARS),
        *_words("Goals: what a Weapon adds to a row's score", "for", GOALS),
        *_words("Counts: what Minions and Adventure cards look at", "count", COUNT_WORDS),
        "## Numbers that `modify` changes",
        "",
        "| Number | Default | Meaning |",
        "| --- | --- | --- |",
    ]
    for name, default, meaning in zip(NUMBER_NAMES, NUMBER_DEFAULTS, NUMBER_MEANINGS, strict=True):
        lines.append(f"| `{name}` | {default} | {meaning} |")
    lines += ["", "## Moments", "", "| Key | When its words happen |", "| --- | --- |"]
    lines.append("| `on_use` | when the Skill is used |")
    lines += [f"| `{hook}` | {HOOK_MEANINGS[hook]} |" for hook in HOOK_NAMES]
    return "\n".join(lines) + "\n"


def notation() -> str:
    """The page docs/notation.md."""
    lines = [
        "# Notation",
        "",
        "Generated from the code by `python -m tools.docs`. One grammar for the log, the terminal,",
        "the keyboard and programs. Dice are `red5`, spots `str2`, rows `wis`, free Initiative cards",
        "`i3`, spaces of the Alignment grid `lg` to `ce`, cards their id.",
        "",
        "| Answer | First | Second | Example |",
        "| --- | --- | --- | --- |",
    ]
    for verb in VERBS:
        first, second = PARAMETERS[verb.first], PARAMETERS[verb.second]
        example = " ".join(part for part in (verb.word, first[1], second[1]) if part)
        if verb.second == "face?":
            example = "draw red5"
        lines.append(f"| `{verb.word}` | {first[0]} | {second[0]} | `{example}` |")
    lines += ["", "## Events", "", "| Event | Its parts |", "| --- | --- |"]
    for name, *parts in EVENT_KINDS:
        told = ", ".join(f"`{part}`" for part, _ in parts if part)
        lines.append(f"| `{name}` | {told} |")
    lines += ["", "## Counts and piles of a hero with expansions", ""]
    lines.append("Counts: " + ", ".join(f"`{name}`" for name in COUNT_NAMES) + ".")
    lines.append("Piles: " + ", ".join(f"`{name}`" for name in PILE_NAMES) + ".")
    return "\n".join(lines) + "\n"
