"""How the game runs: setup, the four phases, the end, and what variants change."""
