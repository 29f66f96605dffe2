"""Who was told what, at which address, and since when a question is open."""

import datetime as dt
import json

from pbem import player
from pbem.chain import open_game
from tests.cli.runner import pbem
from tests.post.world import attached, mail, text, to
from tests.trust import table


def by_hand(*command):
    answer = pbem(command[0], "desk/games/inn.toml", *command[1:], "--as", "mod.key")
    assert answer.code == 0, answer.err


def remind(after="3d"):
    answer = pbem("desk", "remind", "desk", "--after", after)
    assert answer.code == 0, answer.err
    return answer.text


def status():
    [found] = json.loads(pbem("desk", "status", "desk", "--json").text)["games"]
    return found


def asked():
    return [(one["player"], one["question"]) for one in status()["asked"]]


def since(name):
    return next(one["since"][:16] for one in status()["asked"] if one["player"] == name)


def joining(at, name):
    return player.join(open_game(at.data()), at.seeds[name], name).data


# Addresses


def test_player_with_another_address_is_told_there_once(desk, at):
    desk.book["inn"]["anna"] = "anna@elsewhere.example"
    desk.write_book()
    assert desk.run().text == "1 told the news\n"
    [letter] = desk.out()
    assert letter["To"] == "anna@elsewhere.example"
    assert text(letter).startswith("There is news in the game inn.\n")
    assert attached(letter) == {"inn.toml": desk.path("inn").read_bytes()}
    assert desk.run().text == ""


def test_mail_about_the_same_news_to_another_address_is_another_mail(world, at):
    ids = []
    world.lay("inn", at)
    for address in ("ana@players.example", "anna@players.example", "ana@players.example"):
        world.book["inn"]["anna"] = address
        world.write_book()
        world.run()
        ids += [letter["Message-ID"] for letter in world.out() if letter["To"] == address]
    assert len(set(ids)) == 3


def test_player_who_had_no_address_is_told_all_since_then(world, at):
    world.lay("inn", at, without=("anna",)).told()
    world.put(mail(at.order("ben", "place 2")))
    assert world.run().text == "1 judged\n"
    assert to(world.out(), "anna") == []
    world.book["inn"]["anna"] = "anna@players.example"
    world.write_book()
    assert world.run().text == "1 told the news\n"
    [letter] = world.out()
    assert letter["To"] == "anna@players.example"
    assert "  28  ben: place 2" in text(letter)
    world.run()
    assert world.out() == []


def test_player_whose_address_was_away_for_a_while_is_told_what_came_meanwhile(desk, at):
    address = desk.book["inn"].pop("anna")
    desk.write_book()
    desk.put(mail(at.order("ben", "place 2")))
    desk.run()
    desk.out()
    desk.book["inn"]["anna"] = address
    desk.write_book()
    desk.run()
    [letter] = desk.out()
    assert "  28  ben: place 2" in text(letter)


def test_address_of_nobody_in_the_game_tells_nobody(desk, at):
    desk.book["inn"]["carla"] = "carla@players.example"
    desk.write_book()
    assert desk.run().text == ""
    assert desk.out() == []


def test_news_and_reminders_are_counted_by_the_mails_that_are_made(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at, without=("anna",))
    assert world.run().text == "1 told the news\n"
    world.clock += dt.timedelta(days=4)
    assert remind() == "1 reminded\n"
    assert [letter["To"] for letter in world.out()] == ["ben@players.example"] * 2
    world.book["inn"] = {"carla": "carla@players.example"}
    world.write_book()
    world.clock += dt.timedelta(days=4)
    assert remind() == ""


def test_who_gets_an_address_is_reminded_though_it_was_time_before(world, at):
    world.lay("inn", at, without=("ben",)).told()
    world.clock += dt.timedelta(days=4)
    assert remind() == ""
    world.book["inn"]["ben"] = "ben@players.example"
    world.write_book()
    world.run()
    assert remind() == "1 reminded\n"


# Handwork


def test_registration_that_was_taken_in_by_hand_is_shown_and_told_to_its_player(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at).told()
    (world.root.parent / "anna.toml").write_bytes(joining(at, "anna"))
    by_hand("adjudicate", "anna.toml")
    assert world.run().text == "1 told the news\n"
    assert asked() == [("ben", "join")]
    [letter] = world.out()
    assert letter["To"] == "anna@players.example"
    assert "Asked now  ben (join)\n" in text(letter)


def test_seat_that_was_freed_by_hand_is_shown_and_told_to_its_player(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at).told()
    world.put(mail(joining(at, "anna")))
    assert world.run().text == "1 judged\n"
    world.out()
    by_hand("adjudicate", "--reseat", "anna")
    assert world.run().text == "1 told the news\n"
    assert asked() == [("anna", "join"), ("ben", "join")]
    [letter] = world.out()
    assert letter["To"] == "anna@players.example"
    assert "You are asked to join." in text(letter)
    assert world.run().text == ""


def test_handwork_is_shown_when_nobody_has_an_address(world, at):
    world.lay("inn", at, without=("anna", "ben"))
    world.drop(at.order("anna", "pass"))
    world.run()
    assert asked() == [("ben", "place")]
    world.clock += dt.timedelta(days=1)
    by_hand("late", "ben", "--date", "2024-11-30")
    world.run()
    assert since("ben") == "2026-12-01T12:00"


def test_game_that_takes_the_name_of_another_one_is_told_from_its_beginning(desk):
    other = table.Table(1, ["anna", "ben"])
    desk.lay("inn", other)
    assert desk.run().text == "2 told the news\n"
    assert asked() == [("anna", "join"), ("ben", "join")]


# Since when


def test_question_stays_as_old_as_it_is_when_others_answer_theirs(world):
    at = table.Table(1, ["anna", "ben"]).join()
    world.lay("inn", at).told()
    world.clock += dt.timedelta(days=2)
    world.put(mail(at.consent("anna")))
    world.run()
    world.out()
    assert since("ben") == "2026-11-30T12:00"
    world.clock += dt.timedelta(days=1)
    assert remind() == "1 reminded\n"
    [letter] = world.out()
    assert letter["To"] == "ben@players.example"
    assert "has been waiting 3 days for you" in text(letter)


def test_standing_order_of_another_player_makes_no_question_younger(world):
    at = table.drafted().split()
    world.lay("inn", at).told()
    name = at.asked()
    other = next(one for one in at.seeds if one != name)
    world.clock += dt.timedelta(days=2)
    world.put(mail(at.order(other, "hold always")))
    assert world.run().text.startswith("1 judged")
    assert since(name) == "2026-11-30T12:00"


def test_same_question_asked_anew_is_as_old_as_its_entry(desk, at):
    desk.clock += dt.timedelta(days=2)
    desk.put(mail(at.order("ben", "place 2")))
    desk.run()
    assert asked() == [("ben", "place")]
    assert since("ben") == "2026-12-02T12:00"


def test_each_player_is_reminded_by_the_own_time(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at).told()
    world.clock += dt.timedelta(days=2)
    world.put(mail(joining(at, "anna")))
    world.run()
    by_hand("adjudicate", "--reseat", "anna")
    world.run()
    world.out()
    world.clock += dt.timedelta(days=1)
    assert remind() == "1 reminded\n"
    assert [letter["To"] for letter in world.out()] == ["ben@players.example"]
    world.clock += dt.timedelta(days=2)
    assert remind() == "1 reminded\n"
    assert [letter["To"] for letter in world.out()] == ["anna@players.example"]
    assert remind() == ""


def test_nobody_is_reminded_of_a_question_that_is_newer_than_the_last_run(desk, at):
    desk.clock += dt.timedelta(days=4)
    by_hand("late", "ben", "--date", "2024-11-30")
    assert remind() == ""
    assert desk.out() == []
    assert desk.run().text == "2 told the news\n"
    assert since("ben") == "2026-12-04T12:00"


def test_reminder_before_the_news_does_not_take_them_away(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at).told()
    world.put(mail(joining(at, "anna")))
    world.run()
    by_hand("adjudicate", "--reseat", "anna")
    world.clock += dt.timedelta(days=4)
    world.out()
    assert remind() == "1 reminded\n"
    assert [letter["To"] for letter in world.out()] == ["ben@players.example"]
    assert world.run().text == "1 told the news\n"
    assert [letter["To"] for letter in world.out()] == ["anna@players.example"]


def test_clock_that_was_ahead_for_a_while_keeps_nobody_from_being_reminded(desk, at):
    desk.clock += dt.timedelta(days=400)
    desk.put(mail(at.order("ben", "place 2")))
    desk.run()
    desk.clock -= dt.timedelta(days=399)
    desk.run()
    assert since("ben") == "2026-12-01T12:00"
    desk.clock += dt.timedelta(days=3)
    assert remind() == "1 reminded\n"


def test_memory_that_makes_no_sense_is_named(desk):
    for damaged in ('{"inn": {"entries": 1}}', '{"inn": 1}', "["):
        (desk.root / "state" / "told.json").write_text(damaged)
        answer = desk.run()
        assert answer.code == 3
        assert "desk/state/told.json: is damaged" in answer.err
