"""Glassworks: a box made for no printed game, with a Kiln beside every sheet.

A hero may put the die of a Dice turn into the Kiln and place one from the bag instead. After every
Market Phase the Kilns are fired: a die in it is rolled again. Higher, it glows; lower, it cracks,
and a Crack hampers its owner until it is mended.
"""

from .box import Glassworks

BOX = Glassworks()
