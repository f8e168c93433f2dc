"""The 1,024 words that recovery sentences are made of: short, plain, and different in the first four letters.

One list for all languages: a sentence that was written down is typed again on any device, whatever language
that speaks. The place of a word in the list is its meaning, so no word is ever added, removed or moved.
"""

from typing import Final

_TEXT: Final = """
acorn actor adult afraid agate agree ahead alarm album alder algae alley almond aloud amber
amigo ample angel animal ankle anvil apple apron arbor arch arena armor arrow artist ash aspen
atlas attic aunt autumn avenue awake axle azure baby badge baker balcony bamboo banana banjo
barley barrel basket bath beach beagle beak bear beetle begin bell bench berry bicycle birch
bird biscuit bison blanket blaze blossom blue board boat bonfire book boots bottle boulder
bounce bowl bracelet branch brave bread breeze brick bridge bronze broom brother bubble bucket
buffalo bugle build bunny burrow bus butter buzzard cabin cactus cake calm camel canal candle
canoe canvas canyon captain caramel carpet carrot castle cat cedar cello chain chalk chapel
cheese cherry chest chimney chorus cider cinema circle city clay clean clever cliff clock cloud
clover coach coast cobalt cocoa coffee coin collar comet compass concert cookie copper coral
corn cotton cousin cowboy cradle crayon cricket crocus crown crumb crystal cube cuckoo cup
curtain cushion cycle cypress daisy dance dawn deck deep deer delta denim desert desk diamond
diary dice dinner dinosaur dish diver dolphin donkey door dough dove dragon drawer dream drift
drum dry duck dune dust dwarf eagle early earth east easy echo eclipse edge eel effort egg eight
elbow elder elephant elf elk elm ember emerald emperor empty engine enjoy enough entry envelope
envoy equal error escape evening ever exit explore extra eye fable fabric face fairy falcon
family famous farm father feast feather fence fern ferry festival fiddle field fig film finch
finger fire fish five flag flame flask flint float flock floor flour flower flute fly foam fog
folder forest fork fort fossil fountain fox frame freckle fresh friend frog frost fruit full
funny fur future galaxy gallery game garden garlic gate gazelle gecko gem gentle geyser ghost
giant gift ginger giraffe glacier glass globe glove glow glue gnome goat goblet gold goose gorge
gown grain grape grass gravel green griffin grocery group grove guest guide guitar gull gypsum
habit hail half hammer hamster hand happy harbor harp harvest hat hawk hazel head heart heather
hedge helmet hen herb hero hiking hill hippo history hobby holiday hollow honey hood hope
horizon horn horse hotel hour house hug human hummus hunter hurry husky hut hyena ice icicle
icon idea igloo iguana ink inn insect inside iris iron island ivory ivy jacket jade jaguar jam
jar jasmine jazz jeans jelly jester jewel jigsaw join joke jolly journey joy judge juggler juice
jump jungle juniper jury just kale kayak keen keep kernel kettle key kidney kind king kiosk
kitchen kite kitten kiwi knee knight knot koala label lace ladder lady lagoon lake lamb lamp
lantern large lark laser lasso laugh laurel lava lawn lazy leaf learn leather ledge legend lemon
lentil leopard letter level library light lilac lily lime linen lion lizard llama lobster local
locket log lonely long loop lotus loud loyal lucky lumber lunch lute lynx lyric machine magic
magnet magpie mango mansion maple marble market marsh mask master match maze meadow meal medal
melody memory menu mermaid metal meteor middle midnight milk mill minute mirror mist mitten
mobile moment monkey moon moose morning mosaic moss moth mountain mouse movie mud muffin mule
museum mushroom music mustard mystery myth name napkin narrow nature near neck nectar needle
nephew nest net never newt nice niece night nine noble noise noodle north nose note novel number
nut nutmeg oak oasis oatmeal ocean octopus office often olive omelet once onion onyx opal open
opera orange orbit orchid order oregano organ origin osprey otter outside oval oven owl owner
oxygen oyster paddle page paint palace palm pancake panda panther paper parade park parrot party
pasta path patrol paw peach peanut pearl pebble pecan pedal pelican pencil penguin people pepper
perfume petal phone photo piano pickle picnic picture pie pigeon pilot pine pink pioneer pipe
pirate pizza planet plate plum pocket poem poet polar polite pond pony poppy porch portrait
postcard potato pottery powder prairie pretty prince prize puddle puffin pumpkin puppet purple
purse puzzle pyramid python quail quarry queen quest quick quiet quill quince quiver rabbit
raccoon radar radio raft rain raisin ranch ranger rapid raven ravine razor ready reason recipe
record red reed reef reindeer relax ribbon rice ride ring ripple river road robe robin robot
rocket roof room rooster root rope rose round royal ruby rudder rug ruler rumor runner rustic
rye saddle saffron sage sail salad salmon salt salute sand sapphire satin sauce savanna scarf
school science scooter scout screen scroll sea season secret seed seesaw senior sesame seven
shadow shark sheep shell shepherd sherbet shield ship shirt shoe shop shore shovel shower shrimp
shy sierra silent silk silver simple singer sister six skate ski skirt sky slate sled sleep
slipper slow small smile smoke smooth snail snake snow soap soccer social sock sofa soft soil
solar solid song soon sound soup south space spark spear sphere spice spider spinach spiral
sponge spoon spring spruce square squid stable stair stamp star statue steam steel stem step
stone stork stove straw stream string strong stump sugar suitcase summer sun supper surf swallow
swamp swan sweater sweet swift swing sword syrup table tadpole tailor tale tango target task
tavern taxi tea teacher temple ten tennis tent terrace theater thicket thimble thing thistle
thorn thread throne thumb thunder thyme ticket tide tiger timber tiny toad toast today toffee
token tomato tone tonic tool tooth topaz torch tortoise total toucan tower town toy tractor
trail travel tray treasure tree triangle trick trophy trout truck trumpet trunk truth tulip tuna
tundra tunnel turkey turnip turtle twelve twenty twig twin two type umbrella uncle under unicorn
unit upper urban useful vacant valley van vanilla vase vault velvet vendor verse vessel village
vine violet visit vivid voice volcano vote voyage vulture waffle wagon waiter walk wall walnut
walrus wand warm wash wasp watch water wave wax way weasel weather weaver wedding weekend
welcome well west wet whale wheat wheel whisper white wicker wide willow wind wine wing winter
wire wisdom wise wish witch wizard wolf wombat wonder wood wool word work world wren wrist
writer yak yard yarn year yeast
"""
WORDS: Final = tuple(_TEXT.split())
