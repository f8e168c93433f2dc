"""The documentation site: ``make docs`` (``python -m tools.site``) builds it into build/site."""
