"""What a position is worth: the knowledge behind bots, odds, hints and reviews."""
