"""Monsters & Minions: hunts, experience and a Monster to face in the end (sections X and Y)."""

from rollplayer.expansions.monsters_and_minions.box import MonstersAndMinions

BOX = MonstersAndMinions()
