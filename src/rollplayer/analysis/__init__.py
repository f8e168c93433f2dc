"""Evaluation of positions, for bots, odds, hints and reviews."""
