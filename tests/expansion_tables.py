"""The facts of Monsters & Minions, copied here once more to compare the content files with."""

# Kind, dots and cost; hands of a Weapon, arrow of a Trait, arrow and timing of a Skill. In the order
# of their numbers, 1 to 27.
CARDS = """
sling        weapon 1 2 1
spellbook    weapon 1 4 1
backpack     weapon 1 3 0
spiked-club  weapon 1 3 1
halberd      weapon 2 6 2
war-hammer   weapon 2 5 2
wand         weapon 1 2 1
trustworthy  trait  1 4 lawful
malicious    trait  1 4 evil
humble       trait  1 3 good
fearless     trait  2 5 chaotic
haggle       skill  1 3 chaotic own-payment
disarm-trap  skill  2 3 lawful  any
disguise     skill  1 3 evil    any
tumble       skill  1 4 good    any
protection   scroll 2 3
realign      scroll 2 4
energy-field scroll 2 2
dispel       scroll 2 3
levitate     scroll 2 5
mesmerize    scroll 1 4
mirage       scroll 2 4
tremor       scroll 2 3
revive       scroll 2 2
gather-power scroll 1 3
stoneskin    scroll 1 2
enchant      scroll 2 4
"""

LEFT_OUT = {
    "spellbook": ["solitaire", "open-adventure"],
    "energy-field": ["solitaire"],
    "gather-power": ["open-adventure"],
}

# Class color, then goal and stars from STR to CHA.
CLASSES = """
crusader     white  18/4    17/3    15-16/2 14+/1   14+/1   14+/1
priest       white  14+/1   16-17/2 14+/1   18/4    15-16/2 14-15/2
elementalist green  14+/1   14-15/2 14+/1   17/3    17/3    15-16/2
shaman       green  14+/1   15-16/2 14+/1   14-15/2 18/4    16-17/2
alchemist    purple 14-15/2 14+/1   15-16/2 18/4    15-16/2 14+/1
psionic      purple 14-15/2 14+/1   14+/1   17/3    17/3    15-16/2
assassin     black  16-17/2 15-16/2 14-15/2 14-15/2 15-16/2 14-15/2
scout        black  14+/1   14+/1   18/4    17/3    15-16/2 14+/1
illusionist  blue   14-15/2 15-16/2 14-15/2 17-18/2 16-17/2 15-16/2
enchanter    blue   14+/1   14+/1   14-15/2 16-17/2 15-16/2 18/4
warlord      red    14+/1   14+/1   18/4    14+/1   15-16/2 17/3
knight       red    16-17/2 18/4    16-17/2 14+/1   14+/1   15-16/2
"""

# What each row gets, from STR to CHA.
RACES = """
dark-elf 0  0 -2 2 0 0
gnome    -2 0 2  0 0 0
"""

# Color, Strength with several players and with one.
MONSTERS = """
chimera     purple 9  14
demon       black  11 18
dragon      red    10 16
giant-troll green  7  10
kraken      blue   12 20
vampire     white  8  12
"""

# Dots, then from which total on there is what: x XP, g Gold, i Injury, h Honor, t a Trophy.
MINIONS = """
kobold       1 0:i1 4:x1   7:x2t    9:x3h1t
goblin       1 0:i1 5:g2   9:x2g1t  12:x3h1t
giant-spider 2 0:i1 5:x2   8:x3t    12:x4h1t
phantom      2 0:i1 5:x2   9:x3t    13:x4h1t
elemental    1 0:i1 6:x2   9:x3     12:x4h1t
gnoll        1 0:i1 5:x1g1 10:x3t   13:x3h1t
bandit       2 0:i1 6:g3   11:x2g3t 15:x3g3h1t
ogre         2 0:i2 5:x2   9:x3t    12:x4h1t
dire-wolf    1 0:i1 5:x2   9:x3t    12:x3h1t
cultist      2 0:i1 5:x2   10:x3g1t 14:x4h1t
satyr        1 0:i1 4:g2   7:x2g1t  10:x3h1t
bugbear      2 0:i2 6:x2g1 11:x4t   15:x5h1t
zombie       1 0:i1 5:x1g1 10:x3t   13:x3h1t
gargoyle     2 0:i1 6:x2   10:x3t   14:x4h1t
harpy        1 0:i1 4:x1g1 9:x2g2t  12:x3h1t
wyrmling     2 0:i2 6:x3   10:x4t   14:x5h1t
"""

# Monster and kind, in the order of their numbers, 1 to 54.
ADVENTURES = """
black-sea         kraken      location
isle-of-winter    kraken      location
hidden-cove       kraken      location
lost-at-sea       kraken      obstacle
crew-mutiny       kraken      obstacle
maelstrom         kraken      obstacle
swallowed         kraken      attack
tentacle-attack   kraken      attack
capsize-ship      kraken      attack
stone-bridge      giant-troll location
abandoned-mine    giant-troll location
forgotten-forest  giant-troll location
traitor           giant-troll obstacle
ambushed          giant-troll obstacle
illusion          giant-troll obstacle
club-swing        giant-troll attack
ground-smash      giant-troll attack
throw             giant-troll attack
another-dimension demon       location
underworld        demon       location
dark-temple       demon       location
riddle            demon       obstacle
skeleton-horde    demon       obstacle
poisonous-fumes   demon       obstacle
horned-charge     demon       attack
flame-sword       demon       attack
scythe-of-souls   demon       attack
dungeon           dragon      location
mountainside      dragon      location
ancient-ruins     dragon      location
captured          dragon      obstacle
dart-trap         dragon      obstacle
spiked-pit-trap   dragon      obstacle
claw-attack       dragon      attack
fire-breath       dragon      attack
tail-strike       dragon      attack
catacombs         vampire     location
ancestral-castle  vampire     location
corrupted-shrine  vampire     location
ghoul-swarm       vampire     obstacle
collapse          vampire     obstacle
blood-pool        vampire     obstacle
life-drain        vampire     attack
bite              vampire     attack
mind-assault      vampire     attack
cathedral         chimera     location
old-fortress      chimera     location
shadowy-cave      chimera     location
befall-curse      chimera     obstacle
arcane-runes      chimera     obstacle
energy-barrier    chimera     obstacle
acid-breath       chimera     attack
cone-of-cold      chimera     attack
lightning-strike  chimera     attack
"""
