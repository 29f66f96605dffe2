"""Which test answers which threat, so that none is forgotten; and what waits for later work.

The numbers are those of the project's threat model: 1 to 48, and P1 to P31 for pitfalls of other
programs. `LATER` names what a row needs before it can be tested.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

#: threat -> file below tests/ and the beginnings of the names of tests that answer it
ANSWERED = {
    "1 an order invented by an outsider": [("trust/test_orders.py", "test_order_by_a_stranger")],
    "2 a byte of an order flipped": [("trust/test_orders.py", "test_order_with_any_byte_changed")],
    "3 unsigned parts": [("trust/test_orders.py", "test_order_with_text_after_it")],
    "4 two orders in one text": [
        ("trust/test_orders.py", "test_two_orders_in_one_text"),
        ("formats/test_armor.py", "test_"),
    ],
    "5 damage by mail": [
        ("trust/test_orders.py", "test_harmless_damage"),
        ("trust/test_bytes.py", "test_harmless_damage"),
    ],
    "6 bytes that play with the terminal": [
        ("trust/test_orders.py", "test_order_in_another_spelling"),
        ("trust/test_commands.py", "test_no_control_byte"),
    ],
    "7 an order of another game": [("trust/test_orders.py", "test_order_of_another_game")],
    "8 an order replayed": [
        ("trust/test_orders.py", "test_order_given_again"),
        ("trust/test_orders.py", "test_order_with_an_old_seq"),
    ],
    "9 an order used for another question": [
        ("trust/test_orders.py", "test_order_for_an_earlier_round"),
        ("trust/test_orders.py", "test_order_with_a_head_before"),
    ],
    "10 two orders for one question": [
        ("test_player.py", "test_other_words_are_not_signed"),
        ("trust/test_moderator.py", "test_two_orders_of_one_seq"),
    ],
    "11 an order denied": [("trust/test_orders.py", "test_order_counts_whose_key")],
    "12 keys of small order": [
        ("trust/test_orders.py", "test_identity_key_of_small_order"),
        ("crypto/test_signatures.py", "test_"),
    ],
    "13 sealing keys that open nothing": [
        ("trust/test_orders.py", "test_sealing_key_that"),
        ("trust/test_orders.py", "test_consent_with_a_wrong_probe"),
    ],
    "14 a registration replaced": [
        ("test_player.py", "test_consent_is_not_signed_for_a_foreign_registration"),
        ("trust/test_moderator.py", "test_registration_put_in_the_place"),
    ],
    "15 an order signed by another": [
        ("trust/test_orders.py", "test_order_of_another_signed_anew"),
        ("trust/test_orders.py", "test_order_under_another_name"),
    ],
    "16 a sealed choice copied": [
        ("trust/test_orders.py", "test_box_of_another_under"),
        ("trust/test_sealed.py", "test_copied_"),
        ("trust/test_sealed.py", "test_own_box_of_another_place"),
    ],
    "17 a signature of another kind": [("trust/test_orders.py", "test_signature_of_another_kind")],
    "18 another algorithm or format": [
        ("trust/test_orders.py", "test_order_in_another_spelling"),
        ("formats/test_game.py", "test_reader_takes_the_good"),
    ],
    "19 an entry altered, dropped, put in": [
        ("trust/test_moderator.py", "test_entry_dropped"),
        ("trust/test_moderator.py", "test_entry_doubled"),
        ("trust/test_moderator.py", "test_entries_swapped"),
        ("trust/test_moderator.py", "test_event_edited"),
    ],
    "20 the tail cut: what is said of it": [
        ("trust/test_moderator.py", "test_chain_cut_at_its_end"),
        ("test_audit.py", "test_file_may_be_incomplete"),
    ],
    "20 a file older than one seen": [
        ("trust/test_pins.py", "test_older_file_is_told_to_readers"),
        ("trust/test_pins.py", "test_no_order_is_signed_on_an_older_file"),
        ("trust/test_pins.py", "test_nobody_joins_on_an_older_file"),
        ("trust/test_pins.py", "test_nobody_accepts_on_an_older_file"),
    ],
    "21 an order made on one branch": [("trust/test_orders.py", "test_order_made_on_one_branch")],
    "21 two histories shown to two people": [
        ("trust/test_pins.py", "test_fork_is_refused_by_readers"),
        ("trust/test_pins.py", "test_fork_is_a_fault_for_the_audit"),
        ("trust/test_pins.py", "test_nothing_is_signed_on_a_fork"),
        ("trust/test_pins.py", "test_evidence_of_a_fork_verifies"),
        ("trust/test_evidence.py", "test_two_histories_are_proved"),
        ("trust/test_evidence.py", "test_moderator_is_not_convicted_by_somebody_else"),
        ("trust/test_histories.py", "test_fork_is_told_with_both_signatures"),
    ],
    "22 another entry signed at the same number after a backup": [
        ("trust/test_guard.py", "test_backup_that_was_restored"),
        ("trust/test_guard.py", "test_another_order_after_a_restored_backup"),
        ("trust/test_guard.py", "test_history_that_was_not_signed_here"),
        ("trust/test_guard.py", "test_same_documents_give_the_same_entries"),
    ],
    "23 a secret chosen later": [("trust/test_moderator.py", "test_secret_other_than")],
    "24 nonces tried": [("trust/test_orders.py", "test_consent_with_another_nonce")],
    "25 a restart": [("trust/test_orders.py", "test_a_new_invitation_gets_new_nonces")],
    "25a two geneses": [
        ("cli/scripts/signed-two-geneses.txt", "you have accepted another genesis"),
        ("trust/test_pins.py", "test_two_geneses_of_one_invitation"),
        ("trust/test_pins.py", "test_evidence_of_two_geneses"),
        ("trust/test_histories.py", "test_two_geneses_are_a_fork"),
        ("trust/test_guard.py", "test_second_genesis_is_not_made"),
    ],
    "26 a shuffle ground": [("trust/test_moderator.py", "test_shuffle_")],
    "27 a card swapped": [
        ("trust/test_moderator.py", "test_card_swapped"),
        ("trust/test_objects.py", "test_object_that_was_not_committed_to"),
        ("trust/test_objects.py", "test_event_other_than"),
    ],
    "28 a false public result": [("trust/test_moderator.py", "test_event_edited")],
    "29 a false view": [
        ("trust/test_moderator.py", "test_false_view"),
        ("trust/test_sealed.py", "test_view_that_does_not_fit"),
        ("trust/test_sealed.py", "test_pack_of_the_box"),
        ("trust/test_sealed.py", "test_objects_in_the_box"),
    ],
    "30 another secret choice applied than was made": [
        ("trust/test_sealed.py", "test_other_pick_"),
        ("trust/test_sealed.py", "test_draft_default_though"),
        ("trust/test_sealed.py", "test_hold_in_the_box_other"),
    ],
    "31 the reveal withheld or wrong": [
        ("trust/test_moderator.py", "test_end_without_the_reveal"),
        ("trust/test_moderator.py", "test_secret_other_than"),
    ],
    "32 an order suppressed": [
        ("trust/test_receipts.py", "test_player_who_is_called_late_but_was_there"),
        ("trust/test_receipts.py", "test_refusal_of_a_legal_order"),
    ],
    "33 boxes exchanged": [("trust/test_moderator.py", "test_boxes_exchanged")],
    "34 lengths that tell": [
        ("trust/test_secrecy.py", "test_number_order_and_length"),
        ("trust/test_sealed.py", "test_all_sealed_orders_have_one_length"),
        ("trust/test_objects.py", "test_everything_public_is_the_same"),
    ],
    "35 the box of another": [("trust/test_secrecy.py", "test_box_of_another_player")],
    "36 commitments guessed": [
        ("trust/test_moderator.py", "test_commitments_"),
        ("trust/test_objects.py", "test_commitments_to_kept_objects"),
    ],
    "37 a key file copied": [("crypto/test_vault.py", "test_")],
    "38 a key file edited": [("formats/test_keyfile.py", "test_")],
    "39 files that eat memory": [
        ("formats/test_game.py", "test_hostile_file"),
        ("formats/test_scan.py", "test_"),
        ("trust/test_sizes.py", "test_hostile_"),
    ],
    "43 names that are paths": [("trust/test_commands.py", "test_names_that_are_paths")],
    "45 borders of fields shifted": [("crypto/test_labels.py", "test_")],
    "47 documents that crash the desk": [
        ("trust/test_orders.py", "test_mutated_documents"),
        ("trust/test_mutations.py", "test_damaged_document"),
        ("trust/test_sizes.py", "test_order_of_hostile_words"),
    ],
    "48 an old file given out as the newest: heads to compare": [
        ("trust/test_histories.py", "test_head_is_printed"),
        ("trust/test_histories.py", "test_heads_of_two_histories_differ"),
    ],
    "P10 an anchor that is broken": [
        ("trust/test_pins.py", "test_damaged_pin_is_an_alarm_in_every_command"),
        ("trust/test_guard.py", "test_damaged_record_is_an_alarm"),
    ],
    "P21 one anchor for all games": [("trust/test_pins.py", "test_two_games_with_one_key")],
    "P22 anchors compared by number": [("trust/test_pins.py", "test_fork_is_refused_by_readers")],
    "P9 a field beside the signature": [("trust/test_bytes.py", "test_every_key_of_every_entry")],
    "P20 a chain cut at its head": [("trust/test_moderator.py", "test_chain_that_begins_later")],
    "P24 a copied commitment": [("trust/test_orders.py", "test_copied_nonce_commitment")],
    "P28 bytes that nothing covers": [("trust/test_bytes.py", "test_any_byte_changed")],
    "a board edited and signed again": [
        ("trust/test_moderator.py", "test_board_edited"),
        ("trust/test_commands.py", "test_edited_board"),
    ],
    "one order, two signatures": [("test_desk.py", "test_order_with_another_valid_signature")],
    "a flood of documents out of turn": [
        ("trust/test_orders.py", "test_out_of_turn_documents"),
        ("chain/test_any_time.py", "test_flood_of_orders"),
        ("chain/test_any_time.py", "test_file_that_has_grown_long"),
    ],
    "an order between question and answer": [
        ("chain/test_any_time.py", "test_answer_is_valid_though"),
        ("chain/test_any_time.py", "test_order_is_written_for_a_head"),
    ],
    "openings that skip, repeat, exceed": [
        ("trust/test_moderator.py", "test_opening_that"),
        ("trust/test_objects.py", "test_object_is_played_once"),
        ("trust/test_objects.py", "test_event_that_comes_twice"),
    ],
    "a draft permuted": [
        ("trust/test_objects.py", "test_everything_public_is_the_same"),
        ("trust/test_objects.py", "test_player_is_told_the_same"),
    ],
    "words of a sealed order": [
        ("trust/test_sealed.py", "test_words_of_sealed_orders_are_not_in"),
        ("trust/test_sealed.py", "test_commands_tell_the_words"),
        ("cli/scripts/expansion-secret.txt", "a sealed choice"),
    ],
    "a window skipped": [
        ("trust/test_sealed.py", "test_window_skipped_on_a_cancelled"),
        ("trust/test_sealed.py", "test_window_skipped_where_nothing"),
    ],
    "every document at every wrong stage": [
        ("trust/test_stages.py", "test_document_at_a_wrong_stage")
    ],
    "a run killed": [("cli/test_kill.py", "test_run_killed")],
    "two desks, one key": [("trust/test_guard.py", "test_second_desk_")],
}

#: threat -> what it waits for
LATER = {
    "25 a restart under an old commitment": "pins of invitations",
    "40 a stolen key": "rotation and replacement of keys",
    "41 a seat taken over": "replacement by agreement of the others",
    "42 a new moderator": "hand-over, followed by the pins",
    "44 a game with a fixed seed": "test games, which do not exist",
    "46 the store used instead of the log": "nothing: the box holds no state",
    "48 an old file given out as the newest: who acted last, and when": "the status command",
    "corrections": "corrections of entries by agreement",
}


@pytest.mark.parametrize("threat", ANSWERED)
def test_threat_is_answered_by_a_test(threat):
    for file, beginning in ANSWERED[threat]:
        text = (TESTS / file).read_text(encoding="utf-8")
        if file.endswith(".py"):
            names = [
                node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)
            ]
            assert any(name.startswith(beginning) for name in names), (file, beginning)
        else:
            assert beginning in text


def test_every_row_of_the_threat_model_is_answered_or_named_as_later():
    rows = {name.split(" ")[0] for name in [*ANSWERED, *LATER]}
    assert {*map(str, range(1, 49)), "25a"} <= rows
