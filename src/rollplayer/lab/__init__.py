"""The card lab: what each card does in the games of bots, and what it is worth as a gift."""
