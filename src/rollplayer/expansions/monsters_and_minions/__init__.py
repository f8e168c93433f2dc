"""Monsters & Minions: hunts, experience and a Monster to face in the end (sections X and Y)."""

from rollplayer.expansions.monsters_and_minions.box import MonstersAndMinions
from rollplayer.rules.expansion import add_expansion

add_expansion(MonstersAndMinions())
