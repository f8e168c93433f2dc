"""The expansion's words among those that content may use."""

from typing import Final

from rollplayer.expansions.monsters_and_minions import (
    knowledge,
    scoring,
    words_classes,
    words_scrolls,
    words_skills,
)
from rollplayer.words.registry import Parameter, Word


def _by_default(value: int) -> Parameter:
    return Parameter("positive", value)


_COUNT: Final = Parameter("count", required=True)

EFFECTS: Final[dict[str, Word]] = {
    "gain-xp": Word(words_classes.GainXp, xp=_by_default(1)),
    "convert": Word(words_classes.Convert, gold=_by_default(2)),
    "clear-card": Word(words_classes.ClearCard, gold=_by_default(2), solitaire_card=_by_default(3)),
    "keep-upright": Word(words_classes.KeepUpright, gold=_by_default(2)),
    "learn": Word(knowledge.Learn, xp=_by_default(2)),
    "haggle": Word(words_skills.Haggle, gold=_by_default(2)),
    "disarm": Word(words_skills.Disarm, xp=_by_default(1)),
    "disguise": Word(words_skills.Disguise),
    "tumble": Word(words_skills.Tumble),
    "discard-injuries": Word(words_scrolls.DiscardInjuries),
    "gain-honor": Word(words_scrolls.GainHonor, honor=_by_default(1)),
    "energy-field": Word(words_scrolls.EnergyField, xp=_by_default(1), at_least=_by_default(2)),
    "dispel": Word(words_scrolls.Dispel, gold=_by_default(2), xp=_by_default(1)),
    "levitate": Word(words_scrolls.Levitate),
    "must-swap": Word(words_scrolls.MustSwap),
    "mirage": Word(words_scrolls.Mirage),
    "stars-to-xp": Word(words_scrolls.StarsToXp, rate=_by_default(2)),
    "stars-to-gold": Word(words_scrolls.StarsToGold, rate=_by_default(2)),
    "revive": Word(words_scrolls.Revive, times=_by_default(2)),
    "gather-power": Word(words_scrolls.GatherPower, xp=_by_default(2), per_token=_by_default(1)),
}
STARS: Final[dict[str, Word]] = {
    "per-honor": Word(scoring.PerHonor, stars=_COUNT, max=_COUNT),
    "per-trophy": Word(scoring.PerTrophy, stars=_COUNT, max=_COUNT),
    "no-weapons": Word(scoring.NoWeapons, stars=_COUNT),
    "trophies-without-injury": Word(scoring.TrophiesWithoutInjury, trophies=_COUNT, stars=_COUNT),
}
