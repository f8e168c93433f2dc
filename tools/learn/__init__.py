"""How the network of the bots is made: games against itself, then a fit to what came of them."""
