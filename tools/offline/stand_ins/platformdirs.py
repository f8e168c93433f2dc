"""Where a system keeps files: a browser has no such places."""

from pathlib import Path


def user_data_path(name: str) -> Path:
    return Path("/", name)


user_config_path = user_data_path
