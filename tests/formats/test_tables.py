import tomllib

from pbem.formats import tables
from pbem.formats.scan import check_shape


def test_tables_stand_under_headers_of_their_own():
    data = {"round": {"number": 1}, "rooms": [{"number": 2, "key": "white"}], "seen": False}
    assert tables.dumps(data, "board") == (
        'seen = false\n\n[board.round]\nnumber = 1\n\n[[board.rooms]]\nnumber = 2\nkey = "white"\n'
    )


def test_short_lists_stand_in_one_line():
    assert tables.dumps({"exit": ["duke", "newsboy"], "box": []}) == (
        'exit = ["duke", "newsboy"]\nbox = []\n'
    )


def test_long_lists_keep_the_limits_of_a_file():
    text = tables.dumps({"exit": ["brigadier-chief"] * 70})
    check_shape(text.encode(), comments=False, long_lists=False)
    assert tomllib.loads(text) == {"exit": ["brigadier-chief"] * 70}
