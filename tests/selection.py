"""Which tests `make quick`, `make test` and `make proofs` run.

`make test` shows everything once: each behavior, at the sizes and in the languages where it is most
likely to break. What shows the same again, wider or for longer, is listed here by the reason and
belongs to `make proofs`. `make quick` leaves out whatever takes longer than a second or two; what it
runs is also what `make test` repeats interpreted, since the build can change it. The rest is repeated
interpreted by `make proofs`.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

LONG: Final[dict[str, tuple[str, ...]]] = {
    "builds of everything that is published, installed from a package index": (
        "tests/test_dist.py::test_a_second*",
        "tests/test_dist.py::test_each*",
        "tests/test_dist.py::test_it*",
    ),
    "sizes between those of `make test`, and beyond": (
        "tests/browser/test_visibility.py::*[390x844-*",
        "tests/browser/test_visibility.py::*[844x390-*",
        "tests/browser/test_visibility.py::*[768x1024-*",
        "tests/browser/test_visibility.py::*[820x1180-*",
        "tests/browser/test_visibility.py::*[1024x768-*",
        "tests/browser/test_visibility.py::*[1280x720-*",
        "tests/browser/test_visibility.py::*[2560x1440-*",
        "tests/browser/test_visibility.py::*[3840x2160-*",
        "tests/browser/test_lessons.py::*covers*-844x390]",
        "tests/browser/test_lessons.py::*covers*-820x1180]",
        "tests/browser/test_lessons.py::*covers*-1280x720]",
        "tests/browser/test_lessons.py::*covers*-3840x2160]",
        "tests/browser/test_lessons.py::*covers*[first-1440x900]",
        "tests/browser/test_lessons.py::*covers*[hunt-360x740]",
        "tests/browser/test_end.py::test_the_end_fits*[(844, 390)]",
        "tests/browser/test_end.py::test_the_end_fits*[(820, 1180)]",
        "tests/browser/test_end.py::test_the_end_fits*[(1280, 720)]",
        "tests/browser/test_end.py::test_the_end_fits*[(3840, 2160)]",
        "tests/browser/test_layout.py::*[size1]",
    ),
    "questions that `make test` shows with Monsters & Minions, without it": (
        "tests/browser/test_visibility.py::*-plain]",
    ),
    "the same on the other of two devices, or in the other of two themes": (
        "tests/browser/test_comfort.py::test_an_open_box*[light]",
        "tests/browser/test_comfort.py::test_a_black_wish*[light]",
        "tests/browser/test_comfort.py::test_axe*[phone]",
        "tests/browser/test_comfort.py::test_settings*[desktop-dark]",
        "tests/browser/test_comfort.py::test_settings*[desktop-light]",
        "tests/browser/test_comfort.py::test_settings*[phone-dark]",
        "tests/browser/test_director.py::test_a_hunt_shows*[desktop]",
        "tests/browser/test_director.py::test_a_bots_turn*[desktop-calm]",
        "tests/browser/test_director.py::test_a_bots_turn*[phone-moving]",
        "tests/browser/test_docs.py::test_everybody*[desktop-light]",
        "tests/browser/test_docs.py::test_everybody*[desktop-dark]",
        "tests/browser/test_docs.py::test_everybody*[phone-light]",
        "tests/browser/test_end.py::test_a_replay*[desktop]",
        "tests/browser/test_expansion.py::test_finished_games*[desktop]",
        "tests/browser/test_expansion_ending.py::*[desktop-calm]",
        "tests/browser/test_expansion_ending.py::*[phone-moving]",
        "tests/browser/test_my_games.py::*[desktop]",
        "tests/browser/test_pages.py::test_nothing_jumps*[phone]",
        "tests/browser/test_pages.py::test_longer_words_fit*[desktop*",
        "tests/browser/test_rules_page.py::*[desktop]",
        "tests/browser/test_start.py::*[desktop]",
        "tests/browser/test_start.py::*[desktop-*",
        "tests/browser/test_start.py::*[phone-light]",
    ),
    "the same pages in the other languages": (
        "tests/browser/test_expansion_scorer.py::test_a_hero*[desktop-*",
        "tests/browser/test_expansion_scorer.py::test_a_hero*[phone-en]",
        "tests/browser/test_expansion_scorer.py::test_a_hero*[phone-fr]",
        "tests/browser/test_expansion_scorer.py::test_what*[en]",
        "tests/browser/test_expansion_scorer.py::test_what*[de]",
        "tests/browser/test_gallery.py::test_axe*[en-*",
        "tests/browser/test_gallery.py::test_axe*[de-desktop]",
        "tests/browser/test_gallery.py::test_axe*[fr-*",
        "tests/browser/test_gallery.py::test_every_component*[en]",
        "tests/browser/test_gallery.py::test_every_component*[de]",
        "tests/browser/test_hints.py::test_a_hint_fits*[fr]",
        "tests/browser/test_offline.py::*[en]",
        "tests/browser/test_offline.py::*[fr]",
        "tests/browser/test_openings.py::*[en]",
        "tests/browser/test_openings.py::*[fr]",
        "tests/browser/test_pages.py::test_axe*[fr-*",
        "tests/browser/test_pages.py::test_axe*[de-desktop*",
        "tests/browser/test_pages.py::test_axe*[en-phone*",
        "tests/browser/test_pages.py::test_axe*_at_the_table[en-desktop]",
        "tests/browser/test_pages.py::test_the_rules_reference*[en-*",
        "tests/browser/test_pages.py::test_the_rules_reference*[de-*",
        "tests/browser/test_questions.py::test_an_action*[en-*",
        "tests/browser/test_questions.py::test_an_action*[fr-*",
        "tests/browser/test_questions.py::test_nothing*[en-*",
        "tests/browser/test_questions.py::test_nothing*[fr-*",
        "tests/browser/test_questions.py::test_nothing*[de-size0]",
        "tests/browser/test_rules_page.py::*[en]",
        "tests/browser/test_rules_page.py::*[fr]",
        "tests/browser/test_take_back.py::*[en]",
        "tests/browser/test_take_back.py::*[fr]",
        "tests/browser/test_wait.py::*[en]",
        "tests/browser/test_wait.py::*[fr]",
        "tests/toy/test_toy_browser.py::test_a_game_is_played_to_its_end[de-*",
    ),
    "pages that axe has looked at once, here or in a test of their own": (
        "tests/browser/test_pages.py::test_axe*say[de-phone-/]",
        "tests/browser/test_pages.py::test_axe*say[en-desktop-/]",
        "tests/browser/test_pages.py::test_axe*say[de-phone-/tables]",
        "tests/browser/test_pages.py::test_axe*say[en-desktop-/rules]",
        "tests/browser/test_pages.py::test_axe*say[de-phone-/score]",
        "tests/browser/test_pages.py::test_axe*say[en-desktop-/replay]",
        "tests/browser/test_pages.py::test_axe*say[en-desktop-/learn]",
        "tests/browser/test_pages.py::test_axe*say[*-/learn/hunt]",
        "tests/browser/test_pages.py::test_axe*say[*-/gallery]",
        "tests/browser/test_pages.py::test_axe*say[*-/mine]",
        "tests/browser/test_pages.py::test_axe*say[de-phone-/about]",
    ),
    "longer words on pages without tables, buttons in a row or cards": (
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/rules]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/learn/hunt]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/learn]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/replay]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/tables]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/mine]",
        "tests/browser/test_pages.py::test_longer_words_fit[phone-/about]",
    ),
    "whole games and all faces, of which `make test` has a part or another": (
        "tests/browser/test_expansion.py::test_three_around_one_device[desktop]",
        "tests/browser/test_expansion.py::test_alone*[death-desktop]",
        "tests/browser/test_expansion.py::test_alone*[victory-*",
        "tests/browser/test_expansion.py::test_the_hunt_is_learned*[size0-en]",
        "tests/browser/test_faces.py::*[all]",
        "tests/browser/test_games.py::test_two_browsers*[whole]",
        "tests/browser/test_games.py::test_a_game_by_keyboard_alone[bots-2]",
        "tests/browser/test_games.py::test_three_around_one_device",
        "tests/browser/test_layout.py::*[whole]",
    ),
    "more of the same at random": (
        "tests/properties/test_scorer.py::test_both_scorers*[1-*",
        "tests/properties/test_scorer.py::test_both_scorers*[2-*",
        "tests/properties/test_scorer.py::test_both_scorers*[3-*",
        "tests/properties/test_walk.py::test_every_invariant*[1-False]",
        "tests/properties/test_walk.py::test_every_invariant*[3-False]",
        "tests/properties/test_walk.py::test_every_invariant*[2-True]",
        "tests/properties/test_walk.py::test_every_invariant*[4-True]",
        "tests/browser/test_expansion_scorer.py::*as_the_engine_does[1]",
        "tests/browser/test_expansion_scorer.py::*as_the_engine_does[2]",
        "tests/browser/test_expansion_scorer.py::*as_the_engine_does[3]",
        "tests/browser/test_pages.py::*as_the_engine_does[1]",
        "tests/browser/test_pages.py::*as_the_engine_does[2]",
        "tests/browser/test_pages.py::*as_the_engine_does[3]",
    ),
    "wrong facts that it takes hundreds of games to meet": (
        "tests/properties/test_controls.py::test_a_wrong_fact*[hands]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[an Adventure card]",
    ),
    "more ways in which the module of a box can be wrong": (
        "tests/browser/test_box_modules.py::*[not a script]",
        "tests/browser/test_box_modules.py::*[another box]",
        "tests/browser/test_box_modules.py::*[cannot go on]",
        "tests/browser/test_box_modules.py::*[cannot read options]",
    ),
}
"""By the reason: tests that `make proofs` runs and `make test` does not; `*` stands for anything."""

SHOWN_BY: Final = {
    "tests/browser/test_games.py::test_three_around_one_device": (
        "tests/browser/test_expansion.py::test_three_around_one_device[phone]"
    ),
    "tests/test_dist.py::test_a_second_build_has_the_same_bytes": (
        "tests/test_dist.py::test_an_archive_names_neither_moment_nor_person"
    ),
    "tests/test_dist.py::test_each_is_small_and_whole": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_plays[archive]": (
        "tests/test_package.py::test_every_file_of_the_package_is_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_serves_a_table[archive]": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_plays[pure]": (
        "tests/test_package.py::test_every_file_of_the_package_is_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_serves_a_table[pure]": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_plays[compiled]": (
        "tests/test_package.py::test_every_file_of_the_package_is_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_serves_a_table[compiled]": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
}
"""Where nothing of the same name is left in `make test`: which test of it shows the same."""

SLOW: Final = (
    "tests/analysis/*",
    "tests/bots/*",
    "tests/browser/*",
    "tests/cli/test_bad_input.py*",
    "tests/cli/test_boxes.py*",
    "tests/cli/test_own_bots.py*",
    "tests/proofs/*",
    "tests/properties/*",
    "tests/server/*",
    "tests/terminal/test_commands.py::test_a_card_seen*",
    "tests/terminal/test_openings.py*",
    "tests/terminal/test_play.py*",
    "tests/test_adding.py*",
    "tests/test_complete.py*",
    "tests/test_expansions.py*",
    "tests/test_package.py*",
    "tests/test_recorded_games.py*",
    "tests/test_site.py*",
    "tests/test_vocabulary.py*",
    "tests/toy/*",
)
"""What `make quick` leaves out besides."""

SELECTIONS: Final = ("all", "quick", "slow", "usual", "long")
"""`usual` is what `make test` runs: `quick` and `slow` together."""


@cache
def pattern(text: str) -> re.Pattern[str]:
    """Only `*` has a meaning: brackets stand in the names of tests."""
    return re.compile(".*".join(map(re.escape, text.split("*"))))


def is_long(name: str) -> bool:
    return any(pattern(each).fullmatch(name) for group in LONG.values() for each in group)


def is_slow(name: str) -> bool:
    return any(pattern(each).fullmatch(name) for each in SLOW)


@cache
def chosen(selection: str, name: str) -> bool:
    """Whether a test belongs to a selection, by its name as pytest prints it."""
    if selection == "all":
        return True
    if is_long(name) or selection == "long":
        return selection == "long" and is_long(name)
    return selection == "usual" or is_slow(name) == (selection == "slow")


@cache
def may_have_some(selection: str, file: str) -> bool:
    """Whether some test of a file may belong to a selection; to read the others takes a while."""
    if selection == "quick":
        return not is_slow(f"{file}::")
    if selection == "long":
        groups = (each.partition("::")[0] for group in LONG.values() for each in group)
        return any(pattern(each).fullmatch(file) for each in groups)
    return True


def leave_out_file(path: Path, config: pytest.Config) -> bool | None:
    """Whether to leave a file unread, where nothing in it can be selected; None to leave it to others."""
    file = path.relative_to(config.rootpath).as_posix()
    selection = str(config.getoption("--selection"))
    unread = path.name.startswith("test_") and not may_have_some(selection, file)
    return True if unread else None


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not selected, and say how many that were, as `-m` does."""
    selection = str(config.getoption("--selection"))
    left_out = [item for item in items if not chosen(selection, item.nodeid)]
    if left_out:
        items[:] = [item for item in items if chosen(selection, item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
