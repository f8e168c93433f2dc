"""The expansion's words among those that content may use."""

from typing import Final

from rollplayer.expansions.monsters_and_minions import (
    counts,
    knowledge,
    words_classes,
    words_scrolls,
    words_skills,
)
from rollplayer.words.registry import Word, words

EFFECTS: Final[dict[str, Word]] = words(
    {
        "gain-xp": words_classes.GainXp,
        "convert": words_classes.Convert,
        "clear-card": words_classes.ClearCard,
        "keep-upright": words_classes.KeepUpright,
        "learn": knowledge.Learn,
        "haggle": words_skills.Haggle,
        "disarm": words_skills.Disarm,
        "disguise": words_skills.Disguise,
        "tumble": words_skills.Tumble,
        "discard-injuries": words_scrolls.DiscardInjuries,
        "gain-honor": words_scrolls.GainHonor,
        "energy-field": words_scrolls.EnergyField,
        "dispel": words_scrolls.Dispel,
        "levitate": words_scrolls.Levitate,
        "mirage": words_scrolls.Mirage,
        "revive": words_scrolls.Revive,
    }
)
COUNTS: Final[dict[str, Word]] = words(
    {
        "honor": counts.Honor,
        "injuries": counts.Injuries,
        "trophies": counts.Trophies,
        "adventure-tokens": counts.AdventureTokens,
    }
)
