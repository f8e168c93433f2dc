"""Tools of the project: what is generated, and how it is checked."""
