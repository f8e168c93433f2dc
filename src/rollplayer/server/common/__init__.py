"""What every wing of the server may use: settings, problems, meters, limits, tokens."""
