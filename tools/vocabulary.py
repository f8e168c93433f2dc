"""The pages on the words of card effects and on the notation of answers."""

import sys
from functools import cache
from pathlib import Path
from typing import Any

from rollplayer.content.old_words import OLD_WORDS
from rollplayer.content.words import ALLOWED, choices
from rollplayer.engine.answers import first_of, second_of, verb_of
from rollplayer.engine.vocabulary import Vocabulary
from rollplayer.expansions import EXPANSIONS
from rollplayer.log import FORMAT
from rollplayer.rules.expansion import vocabulary_of
from rollplayer.rules.versions import RULES
from rollplayer.scenario import run_file
from rollplayer.words.registry import SORTS, Parameter, Word

SCENARIOS = Path(__file__).parent.parent / "tests" / "scenarios"

HOOK_MEANINGS = {
    "on_market_opening": "after the Dice Phase, before the first Market turn",
    "on_discard_for_gold": "when you discard a Market card for Gold",
    "on_cleanup": "in the Cleanup Phase, before refreshing",
    "on_buy": "when this card is bought",
    "on_market_turn": "in your own Market turn, offered until you buy, discard or hunt something",
    "on_last_market_turn": "after your Market turn, if it is the last of the phase",
    "on_skill_used": "after you have used a Skill, before it is exhausted",
}
PARAMETERS = {
    "": "",
    "face": "a value",
    "face?": "a value, or nothing",
    "color": "a color",
    "card": "a card",
    "backstory": "a Backstory",
    "alignment": "an Alignment",
    "race": "a race",
    "side": "a side",
    "class": "a class",
    "die": "a die",
    "die?": "a die, or nothing in the Dice Phase",
    "number": "an Initiative card",
    "row": "a row",
    "spot": "a spot",
    "change": "up or down, by how much",
    "arrow": "a direction",
    "tokens": "with how many Charisma tokens, or nothing",
    "target": "on an opponent's Skill, with Diplomacy",
    "place": "a free Initiative card",
    "places": "free Initiative cards",
    "for-card": "the other card",
}


MAY_BE_LEFT_OUT = ("face?", "die?", "tokens", "target")


def of_boxes(what: str) -> list[tuple[str, Any]]:
    """What the ``docs`` of each box says of this, with the box's title."""
    pages = [(EXPANSIONS[name].title, EXPANSIONS.part(name, "docs")) for name in EXPANSIONS]
    return [(title, getattr(module, what)) for title, module in pages if module is not None]


def hook_meanings() -> dict[str, str]:
    meanings = dict(HOOK_MEANINGS)
    for title, hooks in of_boxes("HOOKS"):
        meanings |= {hook: f"{meaning} ({title})" for hook, meaning in hooks.items()}
    return meanings


def parameters() -> dict[str, str]:
    known = dict(PARAMETERS)
    for _, more in of_boxes("PARAMETERS"):
        known |= more
    return known


def everything() -> Vocabulary:
    """The base game's pieces and those of all boxes."""
    return vocabulary_of(list(EXPANSIONS.values()))


def _parameter(key: str, parameter: Parameter) -> str:
    if parameter.required:
        return key
    plain = parameter.sort in ("positive", "flag") or (
        parameter.default and parameter.sort == "pattern"
    )
    return f"{key} (default {_plain(parameter.default)})" if plain else f"{key} (optional)"


def _sorts(known: Vocabulary) -> list[str]:
    """What the parameters must be."""
    lines = ["## Parameters", "", "| Parameter | What it must be |", "| --- | --- |"]
    for name, sort in SORTS.items():
        names = ", ".join(f"`{choice}`" for choice in choices(sort, known))
        lines.append(f"| `{name}` | {names or ALLOWED[sort]} |")
    return [*lines, "| any other | a whole number from 1 to 99, or true or false |", ""]


def _words(title: str, name: str, known: dict[str, Word]) -> list[str]:
    lines = [f"## {title}", "", "| Word | Parameters | Meaning |", "| --- | --- | --- |"]
    for called, word in known.items():
        parameters = ", ".join(
            _parameter(key, parameter) for key, parameter in word.parameters.items()
        )
        lines.append(f'| `{{ {name} = "{called}" }}` | {parameters or "none"} | {word.meaning} |')
    return [*lines, ""]


REWARDS = """\
## Rewards: what a count brings

A count is written in one table with the shape of its reward and what it brings:

| Shape | Reward |
| --- | --- |
| `every = n` | for every n that are counted; the default is `every = 1` |
| `at_least = n` | once, if there are n or more |
| `at_most = n` | once, if there are n or fewer; of dice and rows only when their spaces are full (E12) |
| `max = n` | with any of these: no more than n |
| `only_if = { count = ..., at_least = n }` | with any of these: only if this holds, too (also with `at_most`) |

| Where | What it brings | Example |
| --- | --- | --- |
| `stars` of a card | `stars`: 0 to 99 at the end of the game | `{ count = "gold", every = 3, stars = 1, max = 5 }` |
| `goals` of a card | `add`: -9 to 9 to the score of each row in which it is counted; only `dice`, `rows` and `row-total` | `{ count = "dice", color = "class", add = 1 }` |
"""


def _plain(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key} = {_plain(each)}" for key, each in value.items())
        return f"{{ {inside} }}"
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def _old_words() -> list[str]:
    lines = [
        "## Words of earlier versions",
        "",
        "Packs and games may still use them. `{value}` is what the old word said under `value`, `{rate=2}`",
        "what it said under `rate`, or 2 if it said nothing. What is not mentioned, such as `stars`, stays.",
        "",
        "| Before | Now |",
        "| --- | --- |",
    ]
    for key, old in OLD_WORDS.items():
        lines += [f'| `{key} = "{name}"` | `{_plain(now)}` |' for name, now in old.items()]
    return lines


def words() -> str:
    """The page docs/words.md."""
    known = everything()
    lines = [
        "# The vocabulary of cards",
        "",
        "Generated from the code by `python -m tools.docs`. How to use it in a pack of your own:",
        "[content.md](content.md).",
        "",
        *_words("Effects: what happens", "do", known.words["effects"]),
        *_words("Counts: what is looked at on a hero", "count", known.words["counts"]),
        REWARDS + "".join(rows for _, rows in of_boxes("REWARDS")),
        *_sorts(known),
        "## Numbers that `modify` changes",
        "",
        "| Number | Default | Meaning |",
        "| --- | --- | --- |",
    ]
    for number in known.numbers:
        lines.append(f"| `{number.name}` | {number.default} | {number.meaning} |")
    lines += ["", "## Moments", "", "| Key | When its words happen |", "| --- | --- |"]
    lines.append("| `on_use` | when the Skill is used |")
    meanings = hook_meanings()
    lines += [f"| `{hook}` | {meanings[hook]} |" for hook in known.hooks.values()]
    lines += ["", *_old_words()]
    return "\n".join(lines) + "\n"


@cache
def examples() -> dict[int, str]:
    """By verb: an answer that a scenario gives, so that no example is impossible.

    The first that leaves out nothing it could say, or else the first.
    """
    known = everything()
    written_by_verb: dict[int, str] = {}
    full: set[int] = set()
    # What the rules show is plainer than what single cards do.
    for path in [*sorted((SCENARIOS / "rules").glob("*.toml")), *sorted(SCENARIOS.rglob("*.toml"))]:
        for outcome in run_file(path):
            for answer, written in outcome.answers:
                verb = known.verb(verb_of(answer))
                values = ((verb.first, first_of(answer)), (verb.second, second_of(answer)))
                says_all = all(value for kind, value in values if kind in MAY_BE_LEFT_OUT)
                if verb.number not in written_by_verb or (says_all and verb.number not in full):
                    written_by_verb[verb.number] = written
                if says_all:
                    full.add(verb.number)
        if len(full) == len(known.verbs):
            break
    unseen = sorted({verb.word for verb in known.verbs if verb.number not in written_by_verb})
    if unseen:
        sys.exit(
            f"no scenario that holds gives an answer with: {', '.join(unseen)};"
            " `rollplayer scenario tests/scenarios/**/*.toml` says which do not hold"
        )
    return written_by_verb


GAME_FILES = f"""\
## Game files

One JSON object per line. Line 1 is the header:

| field | what |
| --- | --- |
| `format` | `{FORMAT}` |
| `rules` | the rules version the game began with, one of {", ".join(f"`{name}`" for name in RULES)}. The game is replayed and finished under it |
| `options` | players, edition, class draft, variants, expansions |
| `content` | the hash of the card values it began with: the current ones, or those kept from an earlier version |
| `packs`, `pack_contents` | the folders of content packs, and the packs as they were then |
| `seats` | the `name` of each and, for a bot, its level (`bot`) |
| `commitment`, `entropy`, `dealing` | see [fair dice](fair-dice.md) |

Every other line is an answer, `{{"who": 0, "answer": "take 2", "events": [...]}}`, where `who` is a seat or
`"chance"`; or an undo, `{{"who": 0, "undo": 2, "agreed": [0, 1]}}`, after which the last two answers
that stood no longer count. A pass with `"auto": true` was made at an opening (K5) for somebody who
did not want to be asked. The last line of a finished game is `{{"end": {{...}}}}` with the result and the
seed.
"""


def notation() -> str:
    """The page docs/notation.md."""
    known = everything()
    lines = [
        "# Notation",
        "",
        "Generated from the code by `python -m tools.docs`. One grammar for the log, the terminal,",
        "the keyboard and programs. Dice are `red5`, spots `str2`, rows `wis`, free Initiative cards",
        "`i3`, spaces of the Alignment grid `lg` to `ce`, and cards by their id. Every example is an",
        "answer from a scenario in `tests/scenarios`.",
        "",
        "| Answer | First | Second | Example |",
        "| --- | --- | --- | --- |",
    ]
    sorts = parameters()
    for verb in known.verbs:
        first, second = sorts[verb.first], sorts[verb.second]
        lines.append(f"| `{verb.word}` | {first} | {second} | `{examples()[verb.number]}` |")
    lines += ["", "## Events", "", "| Event | Its parts |", "| --- | --- |"]
    for name, *parts in known.events:
        listed = ", ".join(f"`{part}`" for part, _ in parts if part)
        lines.append(f"| `{name}` | {listed} |")
    lines += ["", "## Counts and piles of a hero with expansions", ""]
    lines.append("Counts: " + ", ".join(f"`{name}`" for name in known.counts.values()) + ".")
    lines.append("Piles: " + ", ".join(f"`{name}`" for name in known.piles.values()) + ".")
    return "\n".join([*lines, "", GAME_FILES])
