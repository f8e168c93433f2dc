"""What every test shares."""

from hypothesis import settings

# The same test takes five times as long interpreted, and two workers share the machine.
settings.register_profile("rollplayer", deadline=None)
settings.load_profile("rollplayer")
