"""Looking ahead: what a position shows, and the ways on from it."""
