"""What the scan lets through cannot keep `tomllib` busy; limits hold to the line."""

import tomllib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pbem.errors import Unreadable
from pbem.formats import scan
from pbem.formats.scan import check_shape, load_toml

MEBIBYTE = 1024 * 1024

HOSTILE = {
    "too large": b"a = 1\n" * (2 * MEBIBYTE // 6 + 1),
    "many tables": b"[a]\n" * 5001,
    "many keys": b"".join(b"k%d = 1\n" % number for number in range(5001)),
    "many lines": b"\n" * 5001,
    "nested lists": b"a = " + b"[" * 9,
    "lists nested over lines": b"a = [\n" + b"[\n" * 9,
    "dotted key": b"a.b.c.d = 1\n",
    "dotted table": b"[a.b.c.d]\n",
    "quoted dotted key": b'"a"."b"."c"."d" = 1\n',
    "long number": b"a = " + b"9" * 19 + b"\n",
    "long number with underscores": b"a = 1" + b"_0" * 10 + b"\n",
    "long hexadecimal number": b"a = 0x" + b"f" * 17 + b"\n",
    "long exponent": b"a = 1e" + b"9" * 18 + b"\n",
    "wide list": b"a = [" + b"1," * 65 + b"]\n",
    "inline table": b"a = { b = 1 }\n",
    "multi-line string": b'a = """x"""\n',
    "multi-line string over lines": b'a = """\nx\n"""\n',
    "backslash": b'a = "\\u0041"\n',
    "literal string": b"a = 'x'\n",
    "verbatim in one line": b"a = '''x'''\n",
    "verbatim without end": b"a = '''\nx\n",
    "verbatim opened oddly": b"a= '''\nx\n'''\n",
    "verbatim closed with more": b"a = '''\nx\n''' # end\n",
    "verbatim closed in a line": b"a = '''\nx'''\n",
    "verbatim of five": b"a = '''\nx\n'''''\n",
    "fence alone": b"'''\nx\n'''\n",
    "open string": b'a = "x\n',
    "comment": b"# hello\n",
    "comment after": b"a = 1 # one\n",
    "long line": b'a = "' + b"x" * 8192 + b'"\n',
    "long line in verbatim": b"a = '''\n" + b"x" * 8193 + b"\n'''\n",
    "tab": b"\ta = 1\n",
    "carriage return": b"a = 1\r\n",
    "escape": b'a = "\x1b[2J"\n',
    "other script": 'a = "\u00e9"\n'.encode(),
    "byte order mark": b"\xef\xbb\xbfa = 1\n",
    "delete": b'a = "\x7f"\n',
    "control byte in verbatim": b"a = '''\n\x07\n'''\n",
    "deep list behind a comma list": b"a = [" + b"[[[[[[[[1]]]]]]]]," * 3 + b"]\n",
    "many commas in all": b"a = [\n" + (b"1," * 60 + b"\n") * 1093 + b"]\n",
}

FINE = {
    "nothing": b"",
    "5000 lines": b"a = 1\n" + b"\n" * 4998,
    "6000 lines in verbatim": b"a = '''\n" + b"x\n" * 6000 + b"'''\n",
    "long line": b'a = "' + b"x" * 8186 + b'"\n',
    "8 brackets": b"a = [[[[[[[[1]]]]]]]]\n",
    "18 digits": b"a = 999999999999999999\n",
    "digits in a string": b'a = "' + b"9" * 30 + b'"\n',
    "digits in a key": b"k" + b"9" * 30 + b" = 1\n",
    "64 commas": b"a = [" + b"1," * 64 + b"]\n",
    "commas in a string": b'a = "' + b"," * 100 + b'"\n',
    "two dots": b"[a.b.c]\n",
    "dots in a string": b'"juggler.outer" = "a.b.c.d.e"\n',
    "hash sign in a string": b'a = "representative#2"\n',
    "bracket in a string": b'a = "[[[[[[[[[[[["\n',
    "apostrophe in a string": b'a = "it\'s"\n',
    "verbatim": b"[[entry]]\ntext = '''\n{ \\ \"\"\" # a.b.c.d,\n'''\n[x]\n",
    "verbatim in a list": b"a = [\n'''\nx = 1\n''',\n'''\ny = 2\n''',\n]\n",
    "list over lines": b'a = [\n    "x",\n    "y",\n]\n',
}


def strings_in(value):
    """List all strings of a parsed file."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, dict | list):
        return []
    children = value.values() if isinstance(value, dict) else value
    return [text for child in children for text in strings_in(child)]


@pytest.fixture
def no_parser(monkeypatch):
    def loads(text):
        raise AssertionError("the parser saw a hostile file")

    monkeypatch.setattr(tomllib, "loads", loads)


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.usefixtures("no_parser")
def test_hostile_file_never_reaches_the_parser(data):
    with pytest.raises(Unreadable) as caught:
        load_toml(data)
    assert all(" " <= char <= "~" for char in caught.value.message)
    assert len(caught.value.message) < 200


@pytest.mark.parametrize("data", FINE.values(), ids=FINE)
def test_file_within_the_limits_reads_as_the_parser_says(data):
    assert load_toml(data) == tomllib.loads(data.decode())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("many lines", "line 5001: at most 5000 lines outside verbatim texts"),
        ("lists nested over lines", "line 9: lists nest at most 8 deep"),
        ("escape", "line 1: found the byte 0x1b, expected printable ASCII alone"),
        ("verbatim without end", "line 1: the verbatim text that begins here has no end"),
        ("verbatim closed in a line", "line 2: found ''' inside a verbatim text"),
        ("comment", 'line 1: comments have no place here, found "# hello"'),
    ],
)
def test_limit_is_named_with_its_line(name, told):
    with pytest.raises(Unreadable) as caught:
        check_shape(HOSTILE[name], comments=False, long_lists=False)
    assert caught.value.message == told


def test_people_may_write_comments():
    data = b"# it's \"mine\\\" { [[[[[[[[[[[[ 1.2.3.4\na = \"x#y\" # and '''\n"
    assert load_toml(data, comments=True) == {"a": "x#y"}


def test_comment_cannot_open_a_verbatim_text():
    data = b"# a = '''\n" + b"[a]\n" * 5000 + b"# '''\n"
    with pytest.raises(Unreadable, match="at most 5000 lines"):
        check_shape(data, comments=True, long_lists=False)


def test_people_may_write_longer_lists():
    data = b"a = [" + b"1," * 1024 + b"]\n"
    assert len(load_toml(data, long_lists=True)["a"]) == 1024


def test_longer_lists_end_too():
    with pytest.raises(Unreadable, match="1024 commas"):
        check_shape(b"a = [" + b"1," * 1025 + b"]\n", comments=True, long_lists=True)


@pytest.mark.parametrize(
    "data",
    [b"a\n", b"= 1\n", b"a = 1\na = 2\n", b"[a]\n[a]\n", b"a = ]\n", b"a = [\n", b"a = 08\n"],
)
def test_what_the_parser_refuses_is_unreadable_with_its_place(data):
    with pytest.raises(Unreadable, match=r"no TOML: .*(line \d|end of document)"):
        load_toml(data)


def test_long_keys_are_cut_from_messages():
    key = b"k" * 8000
    with pytest.raises(Unreadable) as caught:
        load_toml(b"[%b]\n[%b]\n" % (key, key))
    assert len(caught.value.message) < 150
    assert "line 2" in caught.value.message


@example(lines=["a = '''", "[t]", "'''", "b = [", "'''", "c = 1", "''',", "]"], comments=False)
@given(
    st.lists(
        st.sampled_from(
            [
                "a = '''",
                "'''",
                "''',",
                "b = [",
                "]",
                '"x",',
                "c = 1",
                "[t]",
                "[[u]]",
                '"',
                "#",
                "",
                "'",
            ]
        ),
        max_size=12,
    ),
    st.booleans(),
)
def test_scan_and_parser_agree_on_where_verbatim_texts_end(lines, comments):
    data = "".join(f"{line}\n" for line in lines).encode()
    try:
        found = load_toml(data, comments=comments)
    except Unreadable:
        return
    texts = [text for text in strings_in(found) if text != "x"]
    # The lines of a verbatim text and the fence that closes it are not counted.
    outside = len(lines) + 1 - sum(text.count("\n") + 1 for text in texts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "LINES_LIMIT", outside)
        check_shape(data, comments=comments, long_lists=False)
        patch.setattr(scan, "LINES_LIMIT", outside - 1)
        with pytest.raises(Unreadable, match="lines outside"):
            check_shape(data, comments=comments, long_lists=False)


@given(st.text(alphabet="ab1[]{}=\".,#' \n_-\\", max_size=80))
def test_any_text_loads_or_is_unreadable(text):
    try:
        found = load_toml(text.encode())
    except Unreadable:
        return
    assert found == tomllib.loads(text)
