"""What expansions show in the terminal, a module each, named like the folder of the expansion."""
