"""What `make test` shows in place of the tests that only `make proofs` runs (`tests/long_tests.py`)."""

from typing import Final

SHOWN_BY: Final = {
    "tests/server/test_person_games.py::test_it_succeeds_where_the_server_is_careless": (
        "tests/server/test_person_games.py::test_an_attack_fails"
    ),
    "tests/test_lab.py::test_a_card_of_known_worth_is_measured_at_its_worth": (
        "tests/test_lab.py::test_deals_with_and_without_a_gift_are_the_same_deal"
    ),
    "tests/server/test_orders.py::test_two_devices_revoke_an_order_while_it_acts": (
        "tests/server/test_orders.py::test_nothing_acts_after_a_revoke_was_acknowledged"
    ),
    "tests/server/test_bounds.py::test_looking_at_finished_games_leaves_nothing_in_memory": (
        "tests/server/test_bounds.py::test_replays_hold_up_nothing_and_unread_ones_keep_their_places"
    ),
    "tests/server/test_boxes.py::test_the_process_for_long_work_knows_it": (
        "tests/toy/test_toy_faces.py::test_the_server_plays_it_to_the_end"
    ),
    "tests/server/test_notice_attacks.py::test_slow_channels_of_many_do_not_keep_others_waiting": (
        "tests/server/test_notice_attacks.py::test_who_has_much_to_be_told_hides_nobody_elses"
    ),
    "tests/server/test_watchers.py::test_watchers_come_back_when_the_owner_is_killed": (
        "tests/server/test_watchers.py::test_watchers_stay_when_a_room_moves"
    ),
    "tests/browser/test_director.py::test_an_own_question_does_not_wait_for_long": (
        "tests/browser/test_director.py::test_one_catches_up_at_any_time"
    ),
    "tests/browser/test_times.py::test_a_table_agrees_on_time_and_on_a_break": (
        "tests/server/test_time_limits.py::test_time_is_up_also_where_nobody_looks"
    ),
    "tests/server/test_far_thinkers.py::test_a_worker_needs_a_database_that_is_ready": (
        "tests/server/test_postgresql.py::test_a_database_that_cannot_be_used_is_told_in_one_line"
    ),
    "tests/terminal/test_play.py::test_a_whole_game_through_a_pipe": (
        "tests/terminal/test_play.py::test_a_killed_game_goes_on_exactly_there"
    ),
    "tests/browser/test_expansion_scorer.py::test_the_scorer_counts_the_box_as_the_engine_does": (
        "tests/toy/test_toy_scorer.py::test_the_client_counts_as_the_engine_does"
    ),
    "tests/proofs/test_outages.py::test_nothing_acknowledged_is_lost": (
        "tests/server/test_store.py::test_a_kill_loses_nothing_that_was_acknowledged"
    ),
    "tests/proofs/test_outages.py::test_a_server_that_acknowledges_early_is_caught": (
        "tests/server/test_store.py::test_nobody_learns_of_an_answer_that_is_still_being_written"
    ),
    "tests/proofs/test_outages.py::test_a_disk_that_fails_costs_nothing_acknowledged": (
        "tests/server/test_outages.py::test_a_disk_that_fails_is_told_in_words"
    ),
    "tests/proofs/test_torn.py::test_nothing_acknowledged_is_lost_with_the_power": (
        "tests/server/test_store.py::test_a_kill_loses_nothing_that_was_acknowledged"
    ),
    "tests/proofs/test_torn.py::test_a_store_that_syncs_too_late_is_caught": (
        "tests/proofs/test_torn.py::test_what_was_synced_stays"
    ),
    "tests/proofs/test_synced.py::test_nothing_is_acknowledged_before_it_is_synced": (
        "tests/proofs/test_synced.py::test_a_sync_between_commit_and_acknowledgement_is_seen"
    ),
    "tests/proofs/test_synced.py::test_a_server_that_does_not_wait_is_caught": (
        "tests/proofs/test_synced.py::test_an_acknowledgement_that_comes_too_early_is_seen"
    ),
    "tests/proofs/test_leases.py::test_no_room_has_two_owners": (
        "tests/proofs/test_leases.py::test_without_fences_it_is_noticed"
    ),
    "tests/server/test_outages.py::test_play_goes_on_soon_after_postgresql_is_back": (
        "tests/server/test_outages.py::test_whoever_asks_again_at_once_is_told_at_once"
    ),
    "tests/server/test_draining.py::test_a_game_of_earlier_rules_is_handed_over_and_played_to_its_end": (
        "tests/server/test_draining.py::test_rooms_are_handed_over_and_callers_passed_on"
    ),
    "tests/server/test_draining.py::test_keyed_requests_are_done_once_while_rooms_change_hands": (
        "tests/server/test_draining.py::test_a_command_in_flight_is_answered_or_done_once_when_sent_again"
    ),
    "tests/server/test_boxes.py::test_a_named_box_can_be_chosen_and_played": (
        "tests/toy/test_toy_faces.py::test_the_server_plays_it_to_the_end"
    ),
    "tests/browser/test_my_games.py::test_a_game_comes_off_the_list_and_back": (
        "tests/server/test_persons.py::test_a_game_comes_off_the_list_on_every_device"
    ),
    "tests/toy/test_toy_browser.py::test_the_panel_fits_a_phone": (
        "tests/browser/test_box_modules.py::test_a_module_in_plain_javascript_draws_its_part_of_the_table"
    ),
    "tests/browser/test_pages.py::test_the_lesson_is_a_real_game_to_its_end": (
        "tests/server/test_lesson.py::test_lessons_over_the_wire"
    ),
    "tests/proofs/test_copying.py::test_a_copy_differs_in_nothing": (
        "tests/server/test_copying.py::test_every_table_is_copied"
    ),
    "tests/proofs/test_notices.py::test_no_notice_is_lost": (
        "tests/server/test_notices.py::test_what_does_not_arrive_is_sent_again_with_its_id"
    ),
    "tests/server/test_expansion.py::test_people_play_a_whole_game": (
        "tests/server/test_expansion.py::test_bots_play_a_whole_game_of_five"
    ),
    "tests/proofs/test_owners.py::test_owners_are_killed_and_stopped_under_play": (
        "tests/server/test_nodes.py::test_play_goes_on_when_an_owner_is_killed"
    ),
    "tests/proofs/test_owners.py::test_owners_are_killed_while_people_think": (
        "tests/proofs/test_owners.py::test_only_who_came_after_a_kill_shows_that_play_goes_on"
    ),
    "tests/proofs/test_scale_out.py::test_all_are_current_when_it_is_back": (
        "tests/server/test_watchers.py::test_a_bus_that_stops_costs_time_alone"
    ),
    "tests/proofs/test_scale_out.py::test_who_trusts_the_bus_alone_is_noticed": (
        "tests/server/test_watchers.py::test_a_bus_that_stops_costs_time_alone"
    ),
    "tests/proofs/test_histories.py::test_several_tables_have_one_history_each": (
        "tests/proofs/test_histories.py::test_a_table_has_one_history"
    ),
    "tests/proofs/test_histories.py::test_another_history_is_caught": (
        "tests/proofs/test_linear.py::test_what_does_not_fit_is_named"
    ),
    "tests/proofs/test_once.py::test_another_effect_or_reply_is_noticed": (
        "tests/proofs/test_once.py::test_commands_sent_again_have_one_effect"
    ),
    "tests/proofs/test_rolling.py::test_a_process_is_restarted_under_play": (
        "tests/server/test_draining.py::test_rooms_are_handed_over_and_callers_passed_on"
    ),
    "tests/proofs/test_rolling.py::test_a_kill_without_draining_is_noticed": (
        "tests/server/test_nodes.py::test_play_goes_on_when_an_owner_is_killed"
    ),
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
    "tests/browser/test_motion.py::test_eighteen_dice_roll_smoothly": (
        "tests/browser/test_director.py::test_a_round_changes_one_thing_after_the_other"
    ),
    "tests/browser/test_everybody.py::test_longer_words_fit_at_the_table": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_pages.py::test_the_scorer_counts_as_the_engine_does": (
        "tests/toy/test_toy_scorer.py::test_the_client_counts_as_the_engine_does"
    ),
    "tests/browser/test_score_program.py::test_the_client_counts_thousands_of_heroes_as_the_engine_does": (
        "tests/toy/test_toy_scorer.py::test_the_client_counts_as_the_engine_does"
    ),
    "tests/browser/test_times.py::test_when_time_is_up_all_read_that_a_bot_plays_on": (
        "tests/server/test_time_limits.py::test_time_is_up_also_where_nobody_looks"
    ),
    "tests/proofs/test_benchmarks.py::test_a_bus_says_everything_to_everybody": (
        "tests/server/test_bus.py::test_who_listens_to_a_game_hears_of_it"
    ),
    "tests/proofs/test_benchmarks.py::test_a_worker_elsewhere_answers_alike": (
        "tests/server/test_far_thinkers.py::test_a_worker_answers_as_the_server_itself_would"
    ),
    "tests/proofs/test_benchmarks.py::test_watchers_elsewhere_see_everything": (
        "tests/server/test_watchers.py::test_whoever_watches_elsewhere_sees_the_same"
    ),
    "tests/proofs/test_benchmarks.py::test_several_processes_beside_one": (
        "tests/server/test_nodes.py::test_a_table_is_played_through_any_process"
    ),
    "tests/proofs/test_benchmarks.py::test_tables_are_held_open": (
        "tests/server/test_nodes.py::test_a_table_is_played_through_any_process"
    ),
    "tests/proofs/test_benchmarks.py::test_what_the_model_is_made_of_is_recorded_part_by_part": (
        "tests/test_capacity.py::test_the_page_tells_what_was_recorded"
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
    "tests/proofs/test_benchmarks.py::test_throughput_beside_an_echo_and_another_store": (
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
    "tests/proofs/test_halfopen.py::test_a_server_that_shows_or_keeps_something_else_is_caught": (
        "tests/proofs/test_linear.py::test_what_does_not_fit_is_named"
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
        "tests/server/test_moderation.py::test_what_cannot_be_done_says_why"
    ),
    "tests/server/test_moderation.py::test_a_muted_seat_says_nothing_whoever_sits_there": (
        "tests/server/test_moderation.py::test_what_cannot_be_done_says_why"
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
    "tests/browser/test_gallery.py::test_axe_has_nothing_to_say_about_the_gallery": (
        "tests/browser/test_everybody.py::test_axe_has_nothing_to_say"
    ),
    "tests/browser/test_games.py::test_a_spectator_sees_no_more_than_the_table": (
        "tests/server/test_table.py::test_a_spectator_sees_the_table_and_does_nothing"
    ),
    "tests/browser/test_games.py::test_the_others_may_allow_more_to_be_taken_back": (
        "tests/server/test_undo.py::test_all_together_may_take_back_what_chance_did"
    ),
    "tests/browser/test_hints.py::test_bots_introduce_themselves_in_the_readers_language": (
        "tests/browser/test_hints.py::test_a_bot_of_the_chosen_level_sits_down"
    ),
    "tests/browser/test_hints.py::test_only_who_is_asked_gets_a_hint": (
        "tests/browser/test_hints.py::test_a_hint_names_an_answer_that_may_be_given"
    ),
    "tests/browser/test_me.py::test_name_portrait_and_language_are_the_same_everywhere": (
        "tests/server/test_persons.py::test_name_language_and_portrait_change"
    ),
    "tests/browser/test_me.py::test_somebody_elses_sentence_or_link_takes_no_games_away": (
        "tests/server/test_person_attacks.py::test_an_attack_fails"
    ),
    "tests/browser/test_openings.py::test_the_reader_says_how_often_to_ask": (
        "tests/server/test_openings.py::test_a_game_with_all_wishes_ends_and_holds_together"
    ),
    "tests/browser/test_passkeys.py::test_a_copied_passkey_is_shown_as_such": (
        "tests/server/test_passkeys.py::test_a_copy_is_noticed_and_closes_the_passkey"
    ),
    "tests/browser/test_ratings.py::test_a_rated_game_from_the_start_page_to_the_ladder": (
        "tests/server/test_rated_tables.py::test_a_game_changes_ratings_once_whenever_the_server_dies"
    ),
    "tests/browser/test_start.py::test_a_last_game_that_is_nonsense_is_forgotten": (
        "tests/browser/test_start.py::test_play_begins_what_was_played_last"
    ),
    "tests/browser/test_start.py::test_who_waits_is_told_that_the_table_was_closed": (
        "tests/browser/test_start.py::test_the_waiting_room_shows_who_is_missing_and_a_code"
    ),
    "tests/browser/test_take_back.py::test_undo_goes_back_over_the_answers_of_bots": (
        "tests/server/test_undo.py::test_undo_goes_back_over_what_bots_have_answered"
    ),
    "tests/browser/test_take_back.py::test_others_learn_whose_confirmation_they_wait_for": (
        "tests/browser/test_take_back.py::test_a_turn_waits_to_be_confirmed_and_can_be_undone_until_then"
    ),
    "tests/browser/test_wait.py::test_who_could_interrupt_stops_the_game_and_lets_it_go_on": (
        "tests/browser/test_wait.py::test_an_answer_of_another_is_held_and_counts_afterwards"
    ),
    "tests/browser/test_end.py::test_without_a_sheet_the_link_is_copied": (
        "tests/browser/test_end.py::test_play_again_is_one_click_and_share_is_the_systems"
    ),
    "tests/browser/test_motion.py::test_dice_stand_still_for_those_who_want_it": (
        "tests/browser/test_end.py::test_lines_are_counted_one_by_one_and_a_tap_ends_it"
    ),
    "tests/browser/test_motion.py::test_sounds_are_heard_only_where_they_are_wanted": (
        "tests/browser/test_comfort.py::test_every_sound_belongs_to_an_event"
    ),
    "tests/browser/test_gallery.py::test_a_bar_leads_to_each_kind_of_cards_and_clears_the_filters": (
        "tests/browser/test_gallery.py::test_filters_are_in_the_address"
    ),
    "tests/browser/test_gallery.py::test_a_print_cuts_nothing": (
        "tests/browser/test_gallery.py::test_every_component_is_there"
    ),
    "tests/browser/test_gallery.py::test_a_wide_window_is_used": (
        "tests/browser/test_gallery.py::test_every_component_is_there"
    ),
    "tests/browser/test_layout.py::test_beside_a_full_market_the_hunt_and_the_chat_are_in_sight": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_layout.py::test_dice_grow_with_the_window": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_rules_page.py::test_a_link_leads_into_the_book": (
        "tests/browser/test_rules_page.py::test_the_number_of_a_rule_says_what_the_rule_is"
    ),
    "tests/browser/test_rules_page.py::test_on_a_phone_the_folded_contents_stay_and_name_the_chapter": (
        "tests/browser/test_rules_page.py::test_everything_is_found_by_its_name_in_every_language"
    ),
    "tests/browser/test_rules_page.py::test_the_contents_lead_to_every_chapter": (
        "tests/browser/test_rules_page.py::test_everything_is_found_by_its_name_in_every_language"
    ),
    "tests/properties/test_controls.py::test_an_event_not_told_is_noticed": (
        "tests/test_complete.py::test_every_verb_is_offered_and_every_event_told"
    ),
    "tests/server/test_person_attacks.py::test_it_succeeds_where_the_server_is_careless": (
        "tests/server/test_person_attacks.py::test_an_attack_fails"
    ),
    "tests/toy/test_toy_properties.py::test_the_walks_come_across_everything_the_box_brings": (
        "tests/toy/test_toy_properties.py::test_random_games_are_sound"
    ),
    "tests/analysis/test_review.py::test_everything_adds_up_to_the_stars": (
        "tests/cli/test_coach.py::test_a_review_adds_up"
    ),
    "tests/cli/test_fair_dice.py::test_a_stranger_comes_to_the_rolls_of_recorded_games": (
        "tests/cli/test_fair_dice.py::test_a_stranger_comes_to_the_same_rolls"
    ),
    "tests/browser/test_me.py::test_another_device_comes_by_a_link_and_is_confirmed": (
        "tests/server/test_persons.py::test_a_link_brings_another_device_once_it_is_confirmed"
    ),
    "tests/browser/test_notices.py::test_a_table_tells_its_friends_and_each_what_they_wish": (
        "tests/browser/test_notices.py::test_notices_are_set_by_keyboard"
    ),
    "tests/browser/test_openings.py::test_before_a_bot_goes_on_there_is_a_button_for_what_is_new": (
        "tests/server/test_openings.py::test_before_a_bots_turn_somebody_with_something_new_is_waited_for"
    ),
    "tests/browser/test_rules_page.py::test_signs_are_explained_before_they_are_met": (
        "tests/browser/test_rules_page.py::test_the_number_of_a_rule_says_what_the_rule_is"
    ),
    "tests/terminal/test_commands.py::test_holders_of_dice_skills_are_asked_once_before_each_turn": (
        "tests/terminal/test_openings.py::test_always_asks_once_before_each_turn_of_a_bot"
    ),
    "tests/browser/test_small_windows.py::test_a_card_picked_in_a_list_stays_there_and_has_its_buttons": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_a_lessons_note_fills_the_place_of_the_question": (
        "tests/browser/test_lessons.py::test_a_note_never_covers_what_it_explains"
    ),
    "tests/browser/test_small_windows.py::test_a_phone_has_the_words_of_all_cards_on_offer": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_a_phone_says_what_minion_and_monster_do_beside_the_market": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_a_question_about_a_box_lies_on_no_cards_of_a_phone_on_its_side": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_an_upright_tablet_has_room_for_alignment_log_and_chat": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_buttons_to_discard_stand_below_the_words_of_their_cards": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_spaces_of_the_alignment_are_no_bars_and_the_stars_stand_beside_them": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_the_end_breaks_no_name_of_a_row": (
        "tests/browser/test_end.py::test_the_end_fits_every_window"
    ),
    "tests/browser/test_small_windows.py::test_the_words_of_a_card_stand_below_a_market_on_its_side": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_what_a_race_adds_to_a_row_stands_on_one_line": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_small_windows.py::test_the_names_of_a_hero_lie_beside_its_gold": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_layout.py::test_a_card_picked_on_another_tab_keeps_its_buttons": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_layout.py::test_all_races_are_in_a_desk": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_layout.py::test_own_cards_and_all_of_the_sheet_are_in_a_desk": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_layout.py::test_what_a_race_changes_is_one_word_on_one_line": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_questions.py::test_nothing_that_must_be_read_is_cut": (
        "tests/browser/test_visibility.py::test_what_is_asked_about_is_in_the_window_and_no_text_is_cut"
    ),
    "tests/browser/test_gallery.py::test_on_a_phone_cards_come_before_filters": (
        "tests/browser/test_gallery.py::test_filters_are_in_the_address"
    ),
    "tests/browser/test_start.py::test_play_is_in_the_first_screen_below_games_that_go_on": (
        "tests/browser/test_start.py::test_games_that_go_on_stand_above_the_form"
    ),
    "tests/browser/test_layout.py::test_a_finger_brings_up_no_buttons_where_it_lies": (
        "tests/browser/test_questions.py::test_a_finger_chooses_the_card_and_then_what_to_do"
    ),
    "tests/browser/test_layout.py::test_keys_are_shown_to_who_presses_one_and_never_on_touch": (
        "tests/browser/test_comfort.py::test_a_finger_sees_no_keys"
    ),
    "tests/browser/test_questions.py::test_a_row_shows_its_total_before_the_dice_are_swapped": (
        "tests/browser/test_questions.py::test_what_an_option_would_bring_is_shown_before_it_is_chosen"
    ),
    "tests/browser/test_questions.py::test_suggested_spaces_are_the_hint_and_confirmed_together": (
        "tests/browser/test_hints.py::test_a_hint_names_an_answer_that_may_be_given"
    ),
    "tests/browser/test_questions.py::test_the_gold_button_hunts_and_the_other_names_its_price": (
        "tests/browser/test_expansion.py::test_a_hunt_is_answered_where_it_is_asked"
    ),
    "tests/browser/test_questions.py::test_an_action_names_its_attribute_and_the_next_step": (
        "tests/browser/test_pages.py::test_what_is_greyed_out_says_why"
    ),
    "tests/browser/test_expansion_scorer.py::test_what_no_table_has_is_said": (
        "tests/browser/test_expansion_scorer.py::test_who_falls_short_alone_is_told_so"
    ),
    "tests/browser/test_expansion_scorer.py::test_five_heroes_and_what_they_cannot_share": (
        "tests/toy/test_toy_scorer.py::test_the_client_counts_as_the_engine_does"
    ),
    "tests/browser/test_expansion_ending.py::test_without_movement_all_lie_open_at_once_and_each_is_heard": (
        "tests/browser/test_expansion_ending.py::test_adventure_cards_turn_up_one_by_one"
    ),
    "tests/browser/test_faces.py::test_the_hero_picture_has_the_dice_of_a_box": (
        "tests/browser/test_faces.py::test_the_sums_of_the_hero_picture_are_right"
    ),
    "tests/browser/test_faces.py::test_the_hero_picture_is_drawn_in_the_fonts_of_the_page": (
        "tests/browser/test_faces.py::test_the_sums_of_the_hero_picture_are_right"
    ),
    "tests/browser/test_faces.py::test_monsters_and_minions_are_drawn": (
        "tests/browser/test_faces.py::test_every_hero_has_a_face_of_its_own"
    ),
    "tests/browser/test_gallery.py::test_the_rules_find_what_is_in_the_boxes": (
        "tests/browser/test_rules_page.py::test_everything_is_found_by_its_name_in_every_language"
    ),
    "tests/browser/test_without_server.py::test_a_whole_game_with_a_bot": (
        "tests/browser/test_without_server.py::test_a_game_is_begun_kept_and_gone_on_with_without_a_network"
    ),
    "tests/browser/test_without_server.py::test_a_browser_that_keeps_nothing_says_so": (
        "tests/offline/test_page_server.py::test_what_cannot_be_kept_is_said_and_has_not_happened"
    ),
    "tests/browser/test_without_server.py::test_where_not_all_can_be_put_away_it_plays_all_the_same": (
        "tests/browser/test_without_server.py::test_a_game_is_begun_kept_and_gone_on_with_without_a_network"
    ),
    "tests/browser/test_without_server.py::test_only_one_tab_plays_at_a_time": (
        "tests/browser/test_without_server.py::test_a_game_is_begun_kept_and_gone_on_with_without_a_network"
    ),
    "tests/browser/test_offline.py::test_the_scorer_knows_the_boxes_offline": (
        "tests/browser/test_offline.py::test_scorer_rules_and_lessons_work_offline_after_one_visit"
    ),
    "tests/browser/test_end.py::test_reduced_motion_shows_all_lines_at_once": (
        "tests/browser/test_end.py::test_lines_are_counted_one_by_one_and_a_tap_ends_it"
    ),
    "tests/browser/test_end.py::test_a_victory_and_a_defeat_differ": (
        "tests/browser/test_end.py::test_lines_are_counted_one_by_one_and_a_tap_ends_it"
    ),
    "tests/browser/test_end.py::test_solitaire_says_what_was_missing_to_the_next_rank": (
        "tests/browser/test_end.py::test_the_end_fits_every_window"
    ),
    "tests/browser/test_hints.py::test_what_is_hinted_glows_and_can_be_pointed_at": (
        "tests/browser/test_hints.py::test_a_hint_names_an_answer_that_may_be_given"
    ),
    "tests/browser/test_take_back.py::test_a_finger_sees_what_undo_takes_back": (
        "tests/browser/test_take_back.py::test_undo_says_what_it_takes_back_and_why_not"
    ),
    "tests/browser/test_take_back.py::test_confirming_is_a_setting_that_is_off": (
        "tests/browser/test_take_back.py::test_a_turn_waits_to_be_confirmed_and_can_be_undone_until_then"
    ),
    "tests/browser/test_rules_page.py::test_numbers_and_the_house_sign_are_explained_where_they_stand": (
        "tests/browser/test_rules_page.py::test_the_number_of_a_rule_says_what_the_rule_is"
    ),
    "tests/browser/test_rules_page.py::test_the_contents_stand_beside_the_text_and_say_where_one_is": (
        "tests/browser/test_rules_page.py::test_everything_is_found_by_its_name_in_every_language"
    ),
    "tests/browser/test_seats.py::test_a_seat_that_was_given_comes_to_those_held": (
        "tests/browser/test_seats.py::test_a_token_that_opens_nothing_any_more_does_not_cost_the_other_seats"
    ),
    "tests/browser/test_seats.py::test_everybody_may_add_to_the_dice_before_the_start": (
        "tests/server/test_entropy.py::test_what_players_add_is_recorded_and_proved"
    ),
    "tests/browser/test_pages.py::test_the_rules_reference_has_the_rules": (
        "tests/browser/test_rules_page.py::test_everything_is_found_by_its_name_in_every_language"
    ),
    "tests/browser/test_pages.py::test_nothing_jumps_at_the_table": (
        "tests/browser/test_layout.py::test_nothing_shifts_in_a_game"
    ),
    "tests/browser/test_pages.py::test_a_dropped_file_is_played_step_by_step": (
        "tests/browser/test_end.py::test_a_replay_has_marks_for_rounds_and_moments"
    ),
    "tests/browser/test_passkeys.py::test_where_there_can_be_no_passkeys_none_are_offered": (
        "tests/browser/test_passkeys.py::test_a_passkey_alone_brings_somebody_back"
    ),
    "tests/browser/test_my_games.py::test_without_the_server_the_last_known_games_stay": (
        "tests/browser/test_my_games.py::test_own_finished_games_are_found_though_nobody_listed_them"
    ),
    "tests/browser/test_my_games.py::test_who_leaves_others_is_played_by_a_bot": (
        "tests/browser/test_my_games.py::test_a_game_alone_is_given_up"
    ),
    "tests/browser/test_director.py::test_a_hunt_rolls_smoothly": (
        "tests/browser/test_director.py::test_a_round_changes_one_thing_after_the_other"
    ),
    "tests/browser/test_pages.py::test_the_start_page_is_quick_and_steady": (
        "tests/browser/test_start.py::test_a_first_visit_plays_with_one_click"
    ),
    "tests/browser/test_comfort.py::test_an_open_box_looks_open": (
        "tests/browser/test_comfort.py::test_three_palettes_are_shown_and_worn"
    ),
    "tests/browser/test_comfort.py::test_a_black_wish_shows": (
        "tests/browser/test_comfort.py::test_settings_take_effect_at_once"
    ),
    "tests/browser/test_hints.py::test_a_hint_fits_on_a_phone": (
        "tests/browser/test_hints.py::test_a_hint_names_an_answer_that_may_be_given"
    ),
    "tests/browser/test_friends.py::test_two_become_friends_and_meet_at_a_table": (
        "tests/browser/test_friends.py::test_a_report_is_sent_from_the_chat"
    ),
    "tests/browser/test_orders.py::test_an_order_begins_with_a_tap_on_the_table": (
        "tests/browser/test_orders.py::test_an_order_is_left_by_clicks_read_revoked_and_carried_out"
    ),
    "tests/browser/test_ratings.py::test_at_a_rated_table_nobody_is_offered_what_is_refused_there": (
        "tests/browser/test_ratings.py::test_a_guest_at_a_rated_table_signs_in_and_comes_back"
    ),
    "tests/browser/test_director.py::test_the_pace_is_set_at_the_table_and_kept": (
        "tests/browser/test_comfort.py::test_settings_take_effect_at_once"
    ),
    "tests/browser/test_motion.py::test_dice_roll_once_for_joy_also_where_the_sheet_is_drawn_anew": (
        "tests/browser/test_director.py::test_a_round_changes_one_thing_after_the_other"
    ),
    "tests/browser/test_expansion_scorer.py::test_a_hero_of_the_box_is_scored": (
        "tests/toy/test_toy_scorer.py::test_the_client_counts_as_the_engine_does"
    ),
    "tests/browser/test_offline.py::test_a_new_build_takes_over_at_the_next_load": (
        "tests/browser/test_offline.py::test_scorer_rules_and_lessons_work_offline_after_one_visit"
    ),
    "tests/browser/test_pages.py::test_an_attribute_action_says_why_not": (
        "tests/browser/test_pages.py::test_what_is_greyed_out_says_why"
    ),
    "tests/browser/test_pages.py::test_the_scorer_works_without_a_network": (
        "tests/browser/test_offline.py::test_scorer_rules_and_lessons_work_offline_after_one_visit"
    ),
    "tests/browser/test_layout.py::test_who_can_pay_for_nothing_finds_the_way_to_discard": (
        "tests/browser/test_questions.py::test_cards_that_cannot_be_paid_say_what_is_missing"
    ),
    "tests/browser/test_my_games.py::test_what_was_reached_is_told_with_all_heroes": (
        "tests/browser/test_mine.py::test_what_is_new_what_is_over_and_what_was_reached"
    ),
    "tests/browser/test_questions.py::test_who_wants_to_know_sees_the_odds_of_each_goal": (
        "tests/browser/test_hints.py::test_a_hint_names_an_answer_that_may_be_given"
    ),
    "tests/browser/test_expansion.py::test_finished_games_of_the_box_are_found": (
        "tests/browser/test_my_games.py::test_own_finished_games_are_found_though_nobody_listed_them"
    ),
    "tests/server/test_copying.py::test_a_copy_of_a_copy_is_the_first": (
        "tests/server/test_copying.py::test_every_table_is_copied"
    ),
    "tests/server/test_reports.py::test_operators_act_at_once_on_a_busy_server": (
        "tests/server/test_reports.py::test_who_is_barred_while_they_come_in_stays_outside"
    ),
}
"""Where nothing of the same name is left in `make test`: which test there shows the same, or its core."""
