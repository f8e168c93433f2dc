"""What expansions bring to the server, a package each, named like the folder of the expansion."""
