"""What stands in for packages that do not run in a browser."""
