"""What the desk answers, and to whom."""

from pbem import player
from pbem.chain import open_game
from tests.post.world import DESK, attached, html, mail, text, to
from tests.trust import agreeing, table

SUBJECT = "The Inn: inn"


def one(world):
    """The one mail that goes out."""
    [letter] = world.out()
    return letter


def test_order_is_answered_with_what_it_was_taken_for_and_the_new_file(desk, at):
    name = at.asked()
    desk.put(mail(at.order(name, "place 2")))
    assert desk.run().text == "1 judged, 1 told the news\n"
    [letter] = to(desk.out(), name)
    lines = text(letter).splitlines()
    assert lines[:6] == [
        "Taken: entry 28: order.",
        "",
        "Game       inn",
        "Question   place, round 4",
        "Your order place 2",
        "Asked now  ben (place)",
    ]
    assert "  28  ben: place 2" in lines
    assert attached(letter) == {"inn.toml": desk.path("inn").read_bytes()}


def test_who_is_asked_sees_the_board_and_a_line_to_answer_with(desk, at):
    name = at.asked()
    desk.put(mail(at.order(name, "place 2")))
    desk.run()
    mails = desk.out()
    asked, other = text(to(mails, "ben")[0]), text(to(mails, "anna")[0])
    assert 'pbem order inn.toml "place ROOM" --armor' in asked
    assert f'pbem mail inn.toml "place ROOM" --to {DESK} --send' in asked
    assert "ben is asked to place the traveler." in asked
    assert "  hand     2 cards\n" in asked
    assert "pbem order" not in other
    assert "  28  ben: place 2" in other


def test_board_is_drawn_for_programs_that_show_html(desk, at):
    name = at.asked()
    desk.put(mail(at.order(name, "place 2")))
    desk.run()
    mails = desk.out()
    drawn = html(to(mails, "ben")[0])
    assert "ben is asked to place the traveler." not in drawn
    assert "pbem mail inn.toml &#34;place ROOM&#34;" in drawn
    assert drawn.count("room <b>") == len(desk.chain().game.places)
    for loaded in ("<script", "<img", "<link", "http:", "https:", "url(", "<style"):
        assert loaded not in drawn
    # Who is refused gets no new file, and no board.
    desk.put(mail(at.order(name, "place 2", seed=bytes(32))))
    desk.run()
    assert [html(one) for one in desk.out()] in ([], [""])


def test_answer_is_in_the_thread_of_the_game(desk, at):
    order = at.order(at.asked())
    desk.put(mail(order, Message_ID="<m2@x.example>", References="<m1@x.example> <bad id@x>"))
    desk.run()
    mails = desk.out()
    [answer], [news] = to(mails, "ben"), to(mails, "anna")
    root, *older = answer["References"].split()
    assert older == ["<m1@x.example>", "<m2@x.example>"]
    assert answer["In-Reply-To"] == "<m2@x.example>"
    assert news["References"] == root


def test_every_mail_says_that_a_program_wrote_it(desk, at):
    desk.put(mail(at.order(at.asked())))
    desk.put(mail("What now?\n"))
    desk.run()
    mails = desk.out()
    assert {one["Auto-Submitted"] for one in mails} == {"auto-replied", "auto-generated"}
    assert all(one["X-Pbem"] for one in mails)
    assert all(one["From"] == "The Inn <desk@inn.example>" for one in mails)
    assert {one["Subject"] for one in mails} == {SUBJECT, "The Inn: no order found"}
    assert len({one["Message-ID"] for one in mails}) == len(mails) == 3
    assert all(one["Message-ID"].endswith("@inn.example>") for one in mails)


def test_answer_goes_to_the_registered_address_whoever_sends(desk, at):
    order = at.order(at.asked())
    desk.put(mail(order, "mallory@evil.example", Reply_To="mallory@evil.example"))
    desk.run()
    assert {letter["To"] for letter in desk.out()} == {
        "anna@players.example",
        "ben@players.example",
    }


def test_order_that_came_over_a_list_is_answered_to_its_player(desk, at):
    desk.put(mail(at.order(at.asked()), List_Id="<inn.lists.example>", Precedence="list"))
    desk.run()
    assert "Taken:" in text(to(desk.out(), "ben")[0])


def test_same_order_by_another_road_is_already_there(desk, at):
    order = at.order(at.asked())
    desk.put(mail(order))
    desk.drop(order)
    desk.run()
    [first, second] = to(desk.out(), "ben")
    assert text(first).startswith("Taken: entry 28: order.\n")
    assert text(second).startswith("Taken: already entry 28.\n")
    assert attached(second) == {}


def test_same_order_weeks_later_is_already_there(desk, at):
    order = at.order(at.asked())
    desk.put(mail(order))
    desk.run()
    desk.out()
    desk.put(mail(order, Message_ID="<later@players.example>"))
    desk.run()
    assert text(one(desk)).startswith("Taken: already entry 28.\n")


def test_same_bytes_are_one_message_however_often_they_come(desk, at):
    message = mail(at.order(at.asked()))
    desk.put(message)
    desk.run()
    assert len(desk.out()) == 2
    desk.put(message, "again")
    assert desk.run().text == ""
    assert desk.out() == []
    assert desk.names("in/new") == []


def test_refused_order_says_why_and_changes_nothing(desk, at):
    desk.put(mail(at.order("anna", "pass")))
    desk.run()
    letter = one(desk)
    assert letter["To"] == "anna@players.example"
    assert text(letter).startswith("NOT taken: anna is not asked; asked now: ben (place).\n")
    assert attached(letter) == {}
    assert len(desk.chain().hashes) == 28


def test_highest_revision_in_a_run_wins_and_tells_what_it_replaces(desk, at):
    first, second = at.order("ben", "place 2"), at.order("ben", "place 3", revision=1)
    desk.put(mail(first))
    desk.put(mail(second))
    desk.run()
    [old, new] = to(desk.out(), "ben")
    assert text(old).startswith("NOT taken: revision 1 has replaced it.\n")
    assert "Your order place 3\nReplaces   what you have ordered before" in text(new)
    # Only one of them brings the file.
    assert [list(attached(letter)) for letter in (old, new)] == [[], ["inn.toml"]]


def test_sealed_choice_is_not_told(world):
    at = table.drafting().split()
    world.lay("inn", at).told()
    name = at.asked()
    words = at.words(name)
    world.put(mail(at.order(name, words)))
    world.run()
    for letter in world.out():
        assert words not in text(letter)
        assert "a sealed choice" in text(letter)


def test_player_without_address_gets_no_mail_but_is_named(world, at):
    world.lay("inn", at, without=("anna",)).told()
    world.put(mail(at.order(at.asked())))
    world.run()
    assert one(world)["To"] == "ben@players.example"
    noted = [line for line in world.log() if line["event"] == "told" and line["player"] == "anna"]
    assert noted[-1]["mailed"] is False


def test_stranger_with_a_document_gets_no_answer(desk, at):
    desk.put(mail(at.order(at.asked(), seed=bytes(32)), "stranger@elsewhere.example"))
    desk.run()
    assert desk.out() == []
    [_, reason] = desk.names("refused")
    assert "not signed by the key of a player" in (desk.root / "refused" / reason).read_text()


def test_order_for_another_game_is_refused(desk):
    other = table.dealt().split()
    desk.put(mail(other.order(other.asked()), "anna@players.example"))
    desk.run()
    assert "this desk has no such game" in text(one(desk)).replace("\n", " ")


def test_agreement_is_kept_for_the_moderator(desk, at):
    proposal = agreeing.propose(at, "abandon")
    agreed = agreeing.agreement(at, "anna", proposal)
    desk.put(mail(agreed))
    desk.run()
    answer = one(desk)
    assert answer["To"] == "anna@players.example"
    assert "anna agrees; it is kept for mod" in text(answer).replace("\n", " ")
    [name] = desk.names("agreements")
    assert name.startswith("inn-anna-")
    assert (desk.root / "agreements" / name).read_bytes() == agreed


def test_what_the_moderator_does_by_hand_is_told_as_well(desk, at, monkeypatch):
    from tests.cli.runner import pbem

    answer = pbem("late", "desk/games/inn.toml", "ben", "--date", "2024-11-30", "--as", "mod.key")
    assert answer.code == 0, answer.err
    desk.run()
    mails = desk.out()
    assert [letter["To"] for letter in mails] == ["anna@players.example", "ben@players.example"]
    for letter in mails:
        assert "ben did not answer by 2024-11-30" in text(letter)
        assert open_game(attached(letter)["inn.toml"]).chain.head == desk.chain().head
    desk.run()
    assert desk.out() == []


def test_player_goes_on_with_another_key(desk, at):
    new = agreeing.seed(7)
    rotation = agreeing.rotation(at, "ben", new)
    desk.put(mail(rotation))
    desk.put(mail(rotation, Message_ID="<again@players.example>"))
    desk.run()
    mails = desk.out()
    assert [text(letter).splitlines()[0] for letter in to(mails, "ben")] == [
        "Taken: entry 28: rotate.",
        "Taken: already entry 28.",
    ]
    assert "ben goes on with another key" in text(to(mails, "anna")[0])


def test_consent_and_registration_are_answered(world):
    at = table.Table(1, ["anna", "ben"])
    world.lay("inn", at)
    world.run()
    invitations = world.out()
    for name in ("anna", "ben"):
        [invitation] = to(invitations, name)
        assert "    pbem join inn.toml --armor\n" in text(invitation)
        opened = open_game(attached(invitation)["inn.toml"])
        world.put(mail(player.join(opened, at.seeds[name], name).data))
    world.run()
    at.join()
    mails = world.out()
    [answer] = to(mails, "ben")
    assert text(answer).startswith("Taken: ben has joined; all have, the genesis is entry 0.\n")
    assert "    pbem accept inn.toml --armor\n" in text(answer)
    assert "    pbem accept inn.toml --armor\n" in text(to(mails, "anna")[0])
    world.put(mail(at.consent("anna")))
    world.run()
    mails = world.out()
    assert text(to(mails, "anna")[0]).startswith("Taken: entry 1: consent.\n")
    assert "   1  anna accepts" in text(to(mails, "ben")[0])
