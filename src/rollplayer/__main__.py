"""``python -m rollplayer`` runs the command ``rollplayer``."""

import sys

from rollplayer.cli import main

if __name__ == "__main__":
    sys.exit(main())
