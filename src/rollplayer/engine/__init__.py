"""The pure rules engine: data in, data out. No clock, disk, network or random numbers."""
