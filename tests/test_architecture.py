"""Who may import what, read from the sources; and that modules stay small and say what they are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "pbem").rglob("*.py"))

# What no package needs to ask for: words for types and shapes, without effects.
PLAIN = {"__future__", "collections", "dataclasses", "enum", "functools", "itertools", "typing"}

# package: (what of pbem, what of the outside besides PLAIN)
DOMAIN = {"rules", "crypto", "formats", "errors"}
ALLOWED: dict[str, tuple[set[str], set[str]]] = {
    "errors": (set(), set()),
    "rules": (set(), {"types", "bisect", "re"}),
    "crypto": ({"errors"}, {"cryptography", "struct"}),
    "formats": ({"errors", "rules"}, {"tomllib", "tomli_w", "re", "base64", "binascii", "json"}),
    "mail": (
        {"errors", "formats"},
        {"email", "html", "re", "binascii", "codecs", "datetime", "urllib"},
    ),
    "steps": ({"rules"}, set()),
    "render": ({"rules", "steps"}, {"rich", "jinja2", "base64", "hashlib"}),
    "telling": (DOMAIN | {"chain", "render"}, {"re"}),
    "table": (DOMAIN, set()),
    "store": (
        {"errors", "formats"},
        {"contextlib", "errno", "fcntl", "os", "pwd", "re", "stat", "sys", "time"} | {"urllib"},
    ),
    "chain": (DOMAIN, {"contextlib", "json", "re"}),
    "boxes": (DOMAIN | {"chain"}, {"json"}),
    "audit": (DOMAIN | {"chain", "boxes"}, set()),
    "history": (DOMAIN | {"chain", "audit", "steps", "telling"}, set()),
    "pins": (DOMAIN | {"chain"}, set()),
    "proof": (DOMAIN | {"chain", "pins"}, {"re"}),
    "receipts": (DOMAIN | {"chain"}, set()),
    "player": (DOMAIN | {"chain", "boxes"}, set()),
    "desk": (DOMAIN | {"chain", "boxes"}, set()),
    "proposals": (DOMAIN | {"chain", "desk"}, set()),
    "bot": ({"rules"}, set()),
    "post": (
        DOMAIN | {"chain", "desk", "mail", "render", "store", "telling"},
        {"contextlib", "datetime", "importlib", "json", "re", "textwrap"}
        | {"email", "imapclient", "ipaddress", "smtplib", "ssl", "weakref", "zlib"},
    ),
    "stats": ({"rules"}, set()),
    "cli": (
        DOMAIN
        | {
            "mail",
            "post",
            "render",
            "store",
            "table",
            "telling",
            "chain",
            "boxes",
            "audit",
            "history",
            "steps",
            "pins",
            "proof",
            "receipts",
            "player",
            "desk",
            "proposals",
            "bot",
            "stats",
            "",
        },
        {"click", "contextlib", "datetime", "importlib", "json", "rich", "secrets", "sys"}
        | {"traceback", "webbrowser", "csv", "io", "resvg_py"},
    ),
    "": (set(), set()),
    "__main__": ({"cli"}, {"sys"}),
}

# What of `os` is no disk.
SYSTEM = {"os.environ", "os.get_terminal_size", "os.urandom"}

# In the rules, `re` is for the notation alone; the system is asked in one place.
ONLY_THERE = {
    ("rules", "re"): {"pbem.rules.notation.reader"},
    ("cli", "os"): {"pbem.cli.home"},
}

# Never at the top of a module: each would cost every command its start.
LATE = {"rich", "jinja2", "resvg_py", "webbrowser", "csv", "tomli_w", "json", "traceback", "pwd"}

LINES = 400
LONGER: dict[str, str] = {}  # module: the reason why it may be longer


class Import:
    """One imported module or name, as written in the source."""

    def __init__(self, name: str, *, top: bool, typing_only: bool) -> None:
        self.name = name
        self.top = top
        self.typing_only = typing_only


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCES}


def package_of(module: str) -> str:
    """Return the part of pbem that *module* belongs to; "" is pbem itself."""
    return module.split(".")[1] if "." in module else ""


def imports_of(path: Path) -> Iterator[Import]:
    """Read every import of a source, relative ones made absolute."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    here = module_name(path).split(".")
    base = here if path.name == "__init__.py" else here[:-1]

    def visit(node: ast.AST, *, top: bool, typing_only: bool) -> Iterator[Import]:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, top=top, typing_only=typing_only)
        elif isinstance(node, ast.ImportFrom):
            parents = base[: len(base) - node.level + 1] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                # What is imported from a package of ours may be a module or a name in it.
                name = inner if inner in MODULES or module == "os" else module
                yield Import(name, top=top, typing_only=typing_only)
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for child in ast.iter_child_nodes(node):
            checking = (
                isinstance(node, ast.If)
                and child in node.body
                and ast.unparse(node.test) == "TYPE_CHECKING"
            )
            yield from visit(child, top=top and not inside, typing_only=typing_only or checking)

    return visit(tree, top=True, typing_only=False)


def is_ours(name: str) -> bool:
    return name == "pbem" or name.startswith("pbem.")


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_what_the_table_allows(module):
    package = package_of(module)
    ours, outside = ALLOWED[package]
    for found in imports_of(MODULES[module]):
        if is_ours(found.name):
            imported = package_of(found.name)
            assert imported in ours | {package}, f"{module} imports {found.name}"
        elif found.name in SYSTEM:
            assert module in ONLY_THERE["cli", "os"], f"{module} imports {found.name}"
        else:
            top = found.name.split(".")[0]
            assert top in outside | PLAIN, f"{module} imports {found.name}"
            only = ONLY_THERE.get((package, top))
            assert only is None or module in only, f"{module} imports {found.name}"


#: What of the rules all others may use: the contract, and plain data.
RULES_PUBLIC = {"pbem.rules"} | {
    f"pbem.rules.{name}"
    for name in ("model", "orders", "options", "setup", "state", "position", "errors")
}


@pytest.mark.parametrize("module", [name for name in MODULES if package_of(name) != "rules"])
def test_rules_are_used_by_their_contract(module):
    used = {
        found.name for found in imports_of(MODULES[module]) if package_of(found.name) == "rules"
    }
    assert used <= RULES_PUBLIC


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_nothing_costly_at_its_top(module):
    for found in imports_of(MODULES[module]):
        costly = found.name.split(".")[0] in LATE
        assert not (costly and found.top and not found.typing_only), f"{module}: {found.name}"


def test_imports_run_one_way():
    arrows = {
        module: {
            found.name
            for found in imports_of(path)
            if found.name in MODULES and found.name != module and not found.typing_only
        }
        for module, path in MODULES.items()
    }
    while leaves := {module for module, targets in arrows.items() if not targets & arrows.keys()}:
        arrows = {module: to for module, to in arrows.items() if module not in leaves}
    assert not arrows, f"these import each other: {sorted(arrows)}"


@pytest.mark.parametrize("module", MODULES)
def test_only_the_store_opens_files(module):
    if package_of(module) == "store":
        return
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    assert not any(isinstance(call, ast.Name) and call.id == "open" for call in calls)


@pytest.mark.parametrize("module", MODULES)
def test_module_says_what_it_is(module):
    assert ast.get_docstring(ast.parse(MODULES[module].read_text(encoding="utf-8")))


@pytest.mark.parametrize("module", MODULES)
def test_public_functions_and_classes_have_a_docstring(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{module}.{node.name}"


@pytest.mark.parametrize("module", MODULES)
def test_module_is_small(module):
    lines = MODULES[module].read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= LINES or module in LONGER


def test_every_exception_from_the_size_is_still_needed():
    for module in LONGER:
        lines = MODULES[module].read_text(encoding="utf-8").splitlines()
        assert sum(bool(line.strip()) for line in lines) > LINES
