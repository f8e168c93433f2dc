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
    "luck in whole games, of which many are needed": (
        "tests/analysis/test_ledger.py::test_luck_is*",
    ),
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
    "servers with a defect each, which show that an attack would be noticed": (
        "tests/server/test_friend_attacks.py::test_it_succeeds*",
    ),
    "questions that `make test` shows with Monsters & Minions, without it": (
        "tests/browser/test_visibility.py::*-plain]",
    ),
    "the same on the other of two devices, or in the other of two themes": (
        "tests/browser/test_comfort.py::test_an_open_box*[light]",
        "tests/browser/test_mine.py::*[phone]",
        "tests/browser/test_comfort.py::test_a_black_wish*[light]",
        "tests/browser/test_comfort.py::test_settings*[desktop-dark]",
        "tests/browser/test_comfort.py::test_settings*[desktop-light]",
        "tests/browser/test_comfort.py::test_settings*[phone-dark]",
        "tests/browser/test_director.py::test_a_hunt_shows*[desktop]",
        "tests/browser/test_director.py::test_a_bots_turn*[desktop-calm]",
        "tests/browser/test_director.py::test_a_bots_turn*[phone-moving]",
        "tests/browser/test_end.py::test_a_replay*[desktop]",
        "tests/browser/test_expansion.py::test_finished_games*[desktop]",
        "tests/browser/test_expansion_ending.py::*[desktop-calm]",
        "tests/browser/test_expansion_ending.py::*[phone-moving]",
        "tests/browser/test_friends.py::*[phone]",
        "tests/browser/test_me.py::*[desktop]",
        "tests/browser/test_ratings.py::*[desktop]",
        "tests/browser/test_my_games.py::*[desktop]",
        "tests/browser/test_notices.py::*desktop]",
        "tests/browser/test_pages.py::test_nothing_jumps*[phone]",
        "tests/browser/test_passkeys.py::*desktop]",
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
        "tests/browser/test_layout.py::test_what_a_race*[en]",
        "tests/browser/test_layout.py::test_what_a_race*[fr]",
        "tests/browser/test_notices.py::*[en-phone]",
        "tests/browser/test_notices.py::*[de-phone]",
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
        "tests/browser/test_passkeys.py::*[en-phone]",
        "tests/browser/test_passkeys.py::*[de-phone]",
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
        "tests/browser/test_faces.py::*[all]",
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
    "short editions of proofs that `make proofs` runs at length": (
        "tests/proofs/test_benchmarks.py::*",
        "tests/proofs/test_crash.py::*",
        "tests/proofs/test_flood.py::*",
        "tests/proofs/test_halfopen.py::*",
        "tests/proofs/test_leak.py::test_the_seed*",
        "tests/proofs/test_leak.py::test_twins_at_real*",
        "tests/proofs/test_search.py::*",
        "tests/proofs/test_strangers.py::*",
    ),
    "whole games and lessons by hand, of which `make test` plays one by keyboard and begins one by touch": (
        "tests/browser/test_expansion.py::test_alone*",
        "tests/browser/test_expansion.py::test_the_hunt_is_learned*",
        "tests/browser/test_expansion.py::test_three_around_one_device*",
        "tests/browser/test_games.py::test_a_game_by_touch*[whole]",
        "tests/browser/test_games.py::test_two_browsers*",
        "tests/browser/test_layout.py::test_the_market_stays*",
        "tests/terminal/test_openings.py::test_people_beside_bots*",
        "tests/terminal/test_openings.py::test_a_skill_bought*",
        "tests/terminal/test_commands.py::test_a_card_seen*",
        "tests/terminal/test_play.py::test_a_whole_game*[de-*",
        "tests/terminal/test_play.py::test_a_whole_game*[fr-*",
        "tests/terminal/test_play.py::test_a_whole_game*[en-1]",
        "tests/server/test_expansion.py::test_people_play_a_whole_game[5]",
        "tests/toy/test_toy_browser.py::test_a_game*",
    ),
    "what has to wait until time has passed": (
        "tests/browser/test_director.py::test_a_result_nobody*",
        "tests/browser/test_games.py::test_a_bot_stands_in*",
        "tests/browser/test_line.py::*",
        "tests/browser/test_offline.py::test_the_start_page_comes*",
        "tests/browser/test_offline.py::test_what_needs*",
        "tests/browser/test_times.py::test_when_time_is_up*",
    ),
    "processes and copies of the whole project by the dozen": (
        "tests/server/test_passkey_attacks.py::test_it_succeeds*",
        "tests/properties/test_determinism.py::test_games_are_the_same*",
        "tests/server/test_earlier.py::test_its_games*",
        "tests/test_adding.py::test_a_card*",
    ),
    "operators' commands beside a running server, which `make test` shows on a stopped one": (
        "tests/server/test_moderation.py::*[running]",
        "tests/server/test_moderation.py::test_a_muted*",
        "tests/server/test_moderation.py::test_old_games*",
    ),
    "what a shorter test of the same file shows in part": (
        "tests/browser/test_comfort.py::test_axe_has_nothing_to_say_in_the_dark*",
        "tests/browser/test_director.py::test_a_replay_shows*",
        "tests/browser/test_director.py::test_starting_dice*",
        "tests/browser/test_docs.py::test_everybody*",
        "tests/browser/test_pages.py::test_longer_words_fit_at_the_table*",
        "tests/browser/test_pages.py::test_the_scorer_counts*",
        "tests/browser/test_score_program.py::test_the_client_counts_thousands*",
        "tests/properties/test_scorer.py::test_the_random_heroes*",
    ),
    "more cases of the same": (
        "tests/browser/test_box_modules.py::*[missing]",
        "tests/browser/test_director.py::test_a_bots_turn*[desktop-moving]",
        "tests/browser/test_director.py::test_one_catches_up*[button]",
        "tests/browser/test_director.py::test_one_catches_up*[click]",
        "tests/browser/test_end.py::test_a_victory*[adventurer-random-won]",
        "tests/browser/test_end.py::test_the_end_fits*[(1440, 900)]",
        "tests/browser/test_expansion_ending.py::*[desktop-moving]",
        "tests/browser/test_gallery.py::test_on_a_phone*[size1]",
        "tests/browser/test_lessons.py::*covers*[hunt-1440x900]",
        "tests/browser/test_pages.py::test_sounds*[off]",
        "tests/browser/test_rules_page.py::test_the_contents*[size0]",
        "tests/browser/test_rules_page.py::test_the_contents*[size2]",
        "tests/browser/test_small_windows.py::*[size1]",
        "tests/browser/test_small_windows.py::test_the_controls*[size2]",
        "tests/browser/test_small_windows.py::test_the_controls*[size3]",
        "tests/browser/test_small_windows.py::test_the_controls*[size4]",
        "tests/browser/test_small_windows.py::test_a_phone*[size2]",
        "tests/browser/test_small_windows.py::test_a_card*[size2]",
        "tests/browser/test_start.py::test_play_is_in*[fr-*",
        "tests/browser/test_start.py::test_play_is_in*[en-*",
        "tests/browser/test_start.py::test_a_waiting_room*[size0]",
        "tests/browser/test_start.py::test_a_waiting_room*[size2]",
        "tests/browser/test_visibility.py::*[1440x900-*",
        "tests/cli/test_bad_input.py::test_spoilt*[1]",
        "tests/cli/test_bad_input.py::test_spoilt*[2]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[how far Climb goes]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[a discount]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[a Monster's Strength]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[the Sling]",
        "tests/properties/test_controls.py::test_a_wrong_fact*[a Skill's timing]",
        "tests/properties/test_secrets.py::test_a_card*[1]",
        "tests/properties/test_secrets.py::test_a_card*[3]",
        "tests/properties/test_secrets.py::test_a_card*[5]",
        "tests/properties/test_secrets.py::test_a_card*[4]",
        "tests/properties/test_secrets.py::test_a_card*[6]",
        "tests/properties/test_secrets.py::test_a_card*[7]",
        "tests/properties/test_views.py::test_no_random*[1]",
        "tests/properties/test_views.py::test_no_random*[2]",
        "tests/properties/test_walk.py::test_every_invariant*[2-False]",
        "tests/properties/test_walk.py::test_every_invariant*[3-True]",
        "tests/properties/test_walk.py::test_every_invariant*[4-False]",
        "tests/server/test_damage.py::test_a_damaged_game*[title is no text]",
        "tests/server/test_openings.py::test_an_opening_waits*[live]",
        "tests/server/test_serve.py::test_an_impatient*[signals1]",
        "tests/server/test_table.py::test_a_restart*[15]",
        "tests/server/test_reports.py::test_a_person_is*[stopped]",
        "tests/server/test_time_limits.py::test_a_restart*[stop]",
        "tests/terminal/test_commands.py::test_bad_input*[fr]",
        "tests/terminal/test_commands.py::test_bad_input*[de]",
    ),
}
"""By the reason: tests that `make proofs` runs and `make test` does not; `*` stands for anything."""

LONG_ONES: Final = tuple(each for group in LONG.values() for each in group)

SHOWN_BY: Final = {
    "tests/server/test_friend_attacks.py::test_it_succeeds_where_the_server_is_careless": (
        "tests/server/test_friend_attacks.py::test_an_attack_fails"
    ),
    "tests/analysis/test_ledger.py::test_luck_is_nothing_in_the_mean_of_random_games": (
        "tests/analysis/test_review.py::test_luck_with_offers_is_nothing_in_the_mean"
    ),
    "tests/browser/test_comfort.py::test_axe_has_nothing_to_say_in_the_dark": (
        "tests/browser/test_docs.py::test_dark_or_light_is_remembered"
    ),
    "tests/browser/test_director.py::test_a_replay_shows_the_same_scene": (
        "tests/browser/test_director.py::test_a_hunt_shows_its_dice_and_its_result_until_it_is_seen"
    ),
    "tests/browser/test_director.py::test_a_result_nobody_looks_at_goes_by_itself": (
        "tests/browser/test_director.py::test_one_catches_up_at_any_time"
    ),
    "tests/browser/test_director.py::test_starting_dice_of_bots_lie_there_in_one_go": (
        "tests/server/test_holds.py::test_a_bot_arranges_its_starting_dice_in_one_go"
    ),
    "tests/browser/test_docs.py::test_everybody_can_read_it": (
        "tests/browser/test_docs.py::test_on_a_phone_the_menu_folds"
    ),
    "tests/browser/test_expansion.py::test_alone_from_the_first_to_the_last_answer": (
        "tests/server/test_expansion.py::test_alone_against_the_monster"
    ),
    "tests/browser/test_expansion.py::test_the_hunt_is_learned_by_going_on_one": (
        "tests/browser/test_expansion.py::test_the_lesson_can_be_left_and_speaks_every_language"
    ),
    "tests/browser/test_expansion.py::test_three_around_one_device": (
        "tests/server/test_games.py::test_one_screen_holds_three_seats"
    ),
    "tests/browser/test_games.py::test_three_around_one_device": (
        "tests/server/test_games.py::test_one_screen_holds_three_seats"
    ),
    "tests/browser/test_games.py::test_a_bot_stands_in_for_who_is_away": (
        "tests/server/test_wire.py::test_a_seat_whose_line_has_died_is_away_soon"
    ),
    "tests/browser/test_games.py::test_two_browsers_play_a_game": (
        "tests/server/test_games.py::test_two_clients_play_a_whole_game"
    ),
    "tests/browser/test_layout.py::test_the_market_stays_where_it_is_as_questions_grow": (
        "tests/browser/test_layout.py::test_nothing_shifts_in_a_game"
    ),
    "tests/browser/test_line.py::test_a_line_that_fails_is_back_in_time": (
        "tests/browser/test_games.py::test_the_line_may_break_in_the_middle"
    ),
    "tests/browser/test_offline.py::test_the_start_page_comes_to_life_when_the_server_does": (
        "tests/browser/test_offline.py::test_scorer_rules_and_lessons_work_offline_after_one_visit"
    ),
    "tests/browser/test_offline.py::test_what_needs_the_server_says_so_and_tries_again": (
        "tests/browser/test_offline.py::test_scorer_rules_and_lessons_work_offline_after_one_visit"
    ),
    "tests/browser/test_pages.py::test_longer_words_fit_at_the_table": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_pages.py::test_the_scorer_counts_as_the_engine_does": (
        "tests/browser/test_expansion_scorer.py::test_the_scorer_counts_the_box_as_the_engine_does"
    ),
    "tests/browser/test_score_program.py::test_the_client_counts_thousands_of_heroes_as_the_engine_does": (
        "tests/browser/test_expansion_scorer.py::test_the_scorer_counts_the_box_as_the_engine_does"
    ),
    "tests/browser/test_times.py::test_when_time_is_up_all_read_that_a_bot_plays_on": (
        "tests/server/test_time_limits.py::test_time_is_up_also_where_nobody_looks"
    ),
    "tests/proofs/test_benchmarks.py::test_own_games_are_listed_beside_tables": (
        "tests/server/test_person_games.py::test_finished_games_are_found_counted_and_linked"
    ),
    "tests/proofs/test_benchmarks.py::test_people_and_bots_play_without_errors": (
        "tests/server/test_games.py::test_a_person_and_bots_of_every_level"
    ),
    "tests/proofs/test_benchmarks.py::test_people_wait_for_bots_at_several_tables": (
        "tests/server/test_games.py::test_bots_think_in_processes_of_their_own"
    ),
    "tests/proofs/test_benchmarks.py::test_throughput_beside_an_echo": (
        "tests/server/test_games.py::test_updates_tell_every_entry_once_and_in_order"
    ),
    "tests/proofs/test_crash.py::test_a_server_that_acknowledges_early_is_caught": (
        "tests/server/test_store.py::test_a_kill_loses_nothing_that_was_acknowledged"
    ),
    "tests/proofs/test_crash.py::test_nothing_acknowledged_is_lost": (
        "tests/server/test_store.py::test_a_kill_loses_nothing_that_was_acknowledged"
    ),
    "tests/proofs/test_flood.py::test_tables_go_on_beside_a_flood": (
        "tests/server/test_wire.py::test_floods_that_are_no_messages_end_the_socket"
    ),
    "tests/proofs/test_halfopen.py::test_nothing_is_lost_or_doubled_when_lines_fail": (
        "tests/server/test_once.py::test_a_kill_between_two_sendings_changes_nothing"
    ),
    "tests/proofs/test_leak.py::test_the_seed_is_in_no_byte_before_the_end": (
        "tests/proofs/test_leak.py::test_hidden_things_change_no_byte"
    ),
    "tests/proofs/test_leak.py::test_twins_at_real_sockets": (
        "tests/proofs/test_leak.py::test_hidden_things_change_no_byte"
    ),
    "tests/proofs/test_search.py::test_searches_beside_tables": (
        "tests/server/test_store.py::test_games_are_found_by_their_expansion"
    ),
    "tests/proofs/test_strangers.py::test_nonsense_is_refused": (
        "tests/server/test_security.py::test_malformed_messages_are_refused"
    ),
    "tests/proofs/test_strangers.py::test_wrong_actors_are_not_heard": (
        "tests/server/test_security.py::test_no_message_of_a_seat_is_taken_from_another"
    ),
    "tests/properties/test_determinism.py::test_games_are_the_same_in_every_process_and_build": (
        "tests/test_recorded_games.py::test_recorded_games_replay_unchanged"
    ),
    "tests/properties/test_scorer.py::test_the_random_heroes_leave_nothing_unscored": (
        "tests/properties/test_scorer.py::test_a_wrong_number_is_noticed"
    ),
    "tests/server/test_earlier.py::test_its_games_are_played_to_their_end": (
        "tests/test_recorded_games.py::test_a_running_game_is_finished_under_its_own_rules"
    ),
    "tests/server/test_moderation.py::test_a_muted_seat_has_no_other_way_to_write": (
        "tests/server/test_moderation.py::test_what_cannot_be_ordered_says_why"
    ),
    "tests/server/test_moderation.py::test_a_muted_seat_says_nothing_whoever_sits_there": (
        "tests/server/test_moderation.py::test_what_cannot_be_ordered_says_why"
    ),
    "tests/server/test_moderation.py::test_old_games_go_and_others_stay": (
        "tests/server/test_moderation.py::test_a_game_is_deleted_for_good"
    ),
    "tests/server/test_passkey_attacks.py::test_it_succeeds_where_the_server_is_careless": (
        "tests/server/test_passkey_attacks.py::test_an_attack_fails"
    ),
    "tests/terminal/test_commands.py::test_a_card_seen_by_one_is_not_told_to_the_other": (
        "tests/terminal/test_expansion.py::test_others_do_not_see_a_card_they_have_not_looked_at"
    ),
    "tests/terminal/test_openings.py::test_a_skill_bought_beside_bots_can_be_used_at_once": (
        "tests/terminal/test_openings.py::test_always_asks_once_before_each_turn_of_a_bot"
    ),
    "tests/terminal/test_openings.py::test_people_beside_bots_are_asked_as_often_as_they_wish": (
        "tests/terminal/test_openings.py::test_always_asks_once_before_each_turn_of_a_bot"
    ),
    "tests/test_adding.py::test_a_card_a_class_and_a_race_are_three_files_each": (
        "tests/api/test_examples.py::test_card_pack"
    ),
    "tests/test_dist.py::test_a_second_build_has_the_same_bytes": (
        "tests/test_dist.py::test_an_archive_names_neither_moment_nor_person"
    ),
    "tests/test_dist.py::test_each_is_small_and_whole": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_plays": (
        "tests/test_package.py::test_every_file_of_the_package_is_in_the_wheel"
    ),
    "tests/test_dist.py::test_it_serves_a_table": (
        "tests/test_package.py::test_browser_client_and_documentation_are_in_the_wheel"
    ),
    "tests/toy/test_toy_browser.py::test_a_game_is_played_to_its_end": (
        "tests/toy/test_toy_faces.py::test_the_server_plays_it_to_the_end"
    ),
}
"""Where nothing of the same name is left in `make test`: which test there shows the same, or its core."""

SLOW: Final = (
    "tests/analysis/*",
    "tests/bots/*",
    "tests/browser/*",
    "tests/cli/test_bad_input.py*",
    "tests/cli/test_boxes.py*",
    "tests/cli/test_fair_dice.py*",
    "tests/cli/test_lab.py*",
    "tests/cli/test_names.py*",
    "tests/cli/test_own_bots.py*",
    "tests/proofs/*",
    "tests/properties/*",
    "tests/server/*",
    "tests/terminal/test_commands.py*",
    "tests/terminal/test_openings.py*",
    "tests/terminal/test_play.py*",
    "tests/test_adding.py*",
    "tests/test_circles.py*",
    "tests/test_complete.py*",
    "tests/test_expansions.py*",
    "tests/test_forking.py*",
    "tests/test_lab.py*",
    "tests/test_package.py*",
    "tests/test_recorded_games.py*",
    "tests/test_selection.py*",
    "tests/test_site.py*",
    "tests/test_vocabulary.py*",
    "tests/text/test_english.py*",
    "tests/text/test_unused.py*",
    "tests/toy/*",
)
"""What `make quick` leaves out besides."""

EVERY_NAME: Final = pytest.StashKey[list[str]]()
"""The names of all tests, where all were read."""

SELECTIONS: Final = ("all", "quick", "slow", "usual", "long")
"""`usual` is what `make test` runs: `quick` and `slow` together."""


@cache
def pattern(*texts: str) -> re.Pattern[str]:
    """One of these. Only `*` has a meaning: brackets stand in the names of tests."""
    return re.compile("|".join(".*".join(map(re.escape, text.split("*"))) for text in texts))


def is_long(name: str) -> bool:
    return pattern(*LONG_ONES).fullmatch(name) is not None


def is_slow(name: str) -> bool:
    return pattern(*SLOW).fullmatch(name) is not None


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
        files = (each.partition("::")[0] for each in LONG_ONES)
        return pattern(*files).fullmatch(file) is not None
    return True


def reads_everything(config: pytest.Config, selection: str) -> bool:
    """Whether this run has read every file of tests, also those of which it selects nothing."""
    named = {(config.invocation_params.dir / each).resolve() for each in config.args}
    return selection in ("all", "usual") and named == {config.rootpath / "tests"}


def leave_out_file(path: Path, config: pytest.Config) -> bool | None:
    """Whether to leave a file unread, where nothing in it can be selected; None to leave it to others."""
    file = path.relative_to(config.rootpath).as_posix()
    selection = str(config.getoption("--selection"))
    unread = path.name.startswith("test_") and not may_have_some(selection, file)
    return True if unread else None


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not selected, and say how many that were, as `-m` does."""
    selection = str(config.getoption("--selection"))
    if reads_everything(config, selection):
        config.stash[EVERY_NAME] = [item.nodeid for item in items]
    left_out = [item for item in items if not chosen(selection, item.nodeid)]
    if left_out:
        items[:] = [item for item in items if chosen(selection, item.nodeid)]
        config.hook.pytest_deselected(items=left_out)
