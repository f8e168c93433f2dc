"""Tools of the project: generate files and check that they are up to date."""
