"""What expansions show in the terminal, a package each, named like the folder of the expansion."""
