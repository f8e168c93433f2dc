"""What does not change while people play, and work for a process of its own."""
