"""What does not change while people play, and long work in a separate process."""
