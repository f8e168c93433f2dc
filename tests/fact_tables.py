"""The facts of the components, copied here once more to compare the content files with."""

# Kind, dots and cost; hands of a Weapon, arrow of a Trait, arrow and timing of a Skill, set of
# Armor. In the order of their numbers: 1 to 53, of which the first edition has 1 to 48.
CARDS = """
longsword        weapon 1 6 2
blessed-mace     weapon 1 3 1
jeweled-dagger   weapon 1 5 1
longbow          weapon 2 5 2
tower-shield     weapon 2 4 1
ancient-spear    weapon 1 2 1
quarterstaff     weapon 1 4 2
heavy-crossbow   weapon 1 5 2
steadfast        trait  2 4 lawful
honorable        trait  2 4 good
nimble           trait  2 4 chaotic
proud            trait  2 4 evil
weak             trait  1 5 good
clumsy           trait  2 5 lawful
foolish          trait  1 5 evil
reckless         trait  1 6 chaotic
focused          trait  2 5 lawful
compassionate    trait  2 5 good
obsessed         trait  2 4 evil
cunning          trait  1 3 chaotic
greedy           trait  2 3 evil
honest           trait  1 4 lawful
loyal            trait  1 3 lawful
obnoxious        trait  1 4 chaotic
concentrate      skill  2 5 lawful  any
search           skill  2 4 good    any
negotiate        skill  2 3 good    dice
pickpocket       skill  1 2 evil    any
acrobatics       skill  1 3 chaotic any
open-lock        skill  2 3 evil    own-market
climb            skill  1 3 lawful  dice
intimidate       skill  1 3 evil    dice
move-silently    skill  2 3 chaotic own-market
knowledge        skill  2 4 lawful  any
cure-wounds      skill  1 3 good    any
sleight-of-hand  skill  1 3 chaotic any
chain-gorget     armor  2 3 chain
chain-vambraces  armor  2 3 chain
chain-helm       armor  1 3 chain
chain-tunic      armor  2 4 chain
chain-leggings   armor  1 4 chain
mystic-cowl      armor  2 4 mystic
mystic-robes     armor  2 5 mystic
mystic-cloak     armor  1 4 mystic
leather-greaves  armor  2 3 leather
leather-boots    armor  1 3 leather
leather-gloves   armor  1 3 leather
leather-pauldron armor  2 4 leather
diplomacy        skill  2 3 target  any
dedicated        trait  1 4 good
courageous       trait  1 3 chaotic
envious          trait  2 4 evil
famous           trait  2 5 good
"""

# Stars for 1, 2, ... cards, and the Class colors that earn one more.
ARMOR_SETS = """
chain   1,2,4,7,10 white red
leather 1,3,5,8    green black
mystic  1,3,6      blue  purple
"""

# Class color, then goal and stars from STR to CHA.
CLASSES = """
cleric    white  14-15/2 16-17/2 15-16/2 14+/1   18/4    14+/1
paladin   white  17/3    15-16/2 17/3    14+/1   16-17/2 14+/1
druid     green  14-15/2 16-17/2 15-16/2 14-15/2 17-18/2 17-18/2
ranger    green  14-15/2 16-17/2 18/4    14+/1   15-16/2 14+/1
monk      purple 18+/3   16-17/2 17-18/2 14+/1   15-16/2 14-15/2
bard      purple 14+/1   17/3    14+/1   16-17/2 14+/1   18/4
rogue     black  16-17/2 18/4    14-15/2 14+/1   14+/1   15-16/2
thief     black  14+/1   16-17/2 14+/1   17/3    15-16/2 17/3
sorcerer  blue   14+/1   16-17/2 15-16/2 18/4    14+/1   14-15/2
wizard    blue   14-15/2 17/3    14+/1   17/3    14+/1   16-17/2
warrior   red    18/4    16-17/2 17/3    14+/1   14+/1   14+/1
barbarian red    16-17/2 17/3    18+/3   14+/1   14-15/2 14+/1
"""

# What each row gets, from STR to CHA.
RACES = """
dragonkin  2 -2  0  0  0  0
dwarf      0  0  2  0  0 -2
elf        0  2 -2  0  0  0
halfling  -2  0  0  0  0  2
human      0  0  0  0  0  0
orc        2  0  0 -2  0  0
"""

# The grid from Good to Evil, each line Lawful, Neutral, Chaotic.
ALIGNMENTS = """
arbiter       1  0 -1   3  0 -3   1  0 -1
champion      0  0 -1   3  0 -1   0  0 -1
eccentric    -1  0  0  -1  0  3  -1  0  0
free-spirit  -1  0  1  -3  0  3  -1  0  1
guardian      0  3  0   0  0  0  -1 -1 -1
hermit       -1  0 -1   0  3  0  -1  0 -1
lunatic      -3 -1  0  -1  0  1   0  1  3
maniac       -1 -1  0  -1  0  0   0  0  3
narcissist   -1 -1 -1   0  0  0   0  3  0
neurotic      0 -1 -1   0  0 -1   3  0  0
protector     1  3  1   0  0  0  -1 -3 -1
rebel         0  1  3  -1  0  1  -3 -1  0
renegade      0  0  3  -1  0  0  -1 -1  0
scoundrel    -1 -3 -1   0  0  0   1  3  1
sentinel      3  0  0   0  0 -1   0 -1 -1
sociopath     0 -1 -3   1  0 -1   3  1  0
truth-seeker  3  1  0   1  0 -1   0 -1 -3
"""

# Color and space of the die that each row asks for, from STR to CHA.
BACKSTORIES = """
brawler       green2  red3    blue2   purple3 black3  white1
savage        blue3   black1  green2  red3    white3  purple2
craftsman     white1  blue3   green3  black2  purple3 red2
lost-soul     purple2 red1    white2  black3  blue3   green3
persecuted    red3    purple2 white2  green3  black3  blue1
devoted       black2  green3  red3    white1  purple3 blue2
exonerated    blue1   black3  white3  purple3 red2    green2
rift-walker   red3    white2  purple3 green1  black3  blue2
patrician     black3  blue2   green3  white3  red1    purple2
aristocrat    blue3   green2  purple1 red3    black2  white3
mentor        black2  white3  blue2   red3    purple1 green3
resilient     green3  white3  black1  purple2 blue2   red3
street-urchin purple2 blue3   white2  black1  red3    green3
savant        red2    green3  blue2   white3  black3  purple1
chosen-one    white3  green1  black2  blue3   red3    purple2
hunter        purple3 black2  red1    blue3   white2  green3
"""

NOT_IN_FIRST_EDITION = {
    "race": {"dragonkin", "orc"},
    "class": set[str](),
    "alignment": {"lunatic", "rebel", "sociopath", "truth-seeker"},
    "backstory": {"street-urchin", "savant", "chosen-one", "hunter"},
    "card": {"diplomacy", "dedicated", "courageous", "envious", "famous"},
}


def table(text: str) -> dict[str, list[str]]:
    """The lines of a table by their first word."""
    return {words[0]: words[1:] for words in (line.split() for line in text.strip().splitlines())}
