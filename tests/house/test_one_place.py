"""What is done in one place: questions begin and end, failures of modules are laid at their door."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sandtable.cli import main

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "core/sandtable/engine"


def sources(*roots: str) -> Iterator[tuple[str, str]]:
    """Yield the files below these folders with their text."""
    for root in roots:
        for path in sorted((ROOT / root).rglob("*.py")):
            yield str(path.relative_to(ROOT)), path.read_text("utf-8")


@pytest.mark.parametrize(
    ("what", "homes"),
    [
        (r"\.queries\s*[+-]=", {"gate.py"}),
        (r"\bas_broken\(", {"failures.py", "queries.py", "dispatch.py", "amending.py", "step_rules.py"}),
        (r"\.refusals\(", {"search.py"}),
    ],
)
def test_it_is_done_in_one_place(what: str, homes: set[str]) -> None:
    """A query is counted by the gate; a failure becomes ``Broken`` by ``Blame``, or where it is hot as that does it."""
    found = {name for name, text in sources("core", "editor", "plugins") if re.search(what, text)}
    assert {Path(name).name for name in found} == homes
    assert len(found) == len(homes)


def test_only_what_lays_it_at_a_door_catches_everything() -> None:
    """A failure of a module is caught by ``Blame`` and ``Trial``, or as they do it; an interrupt by the referee."""
    catching = {
        Path(name)
        for name, text in sources("core/sandtable/engine")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ExceptHandler) and isinstance(node.type, ast.Name) and node.type.id == "BaseException"
    }
    doors = {"queries.py", "dispatch.py", "amending.py", "performing.py", "search.py", "step_rules.py"}
    own_files = {"trust.py", "loading.py"}
    assert {path.name for path in catching if path.parent.name != "referee"} == doors | own_files


def every_flag() -> set[str]:
    """Return the long options of all commands there are."""

    def below(command: click.Command) -> Iterator[str]:
        for parameter in command.params:
            yield from (name for name in (*parameter.opts, *parameter.secondary_opts) if name.startswith("--"))
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                yield from below(inner)

    return {*below(main)}


def test_only_the_command_line_names_its_flags() -> None:
    """A library says what can be done as data (``Remedy``); what the flag for it is called the command line knows."""
    flags = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(every_flag(), key=len, reverse=True))})(?![\w-])")
    commands = {"editor/sandtable_editor/app.py"}  # a command of its own
    named = [
        f"{name}:{node.lineno}: {node.value.strip()[:80]}"
        for name, text in sources("core", "editor", "plugins")
        if not name.startswith("core/sandtable/cli/") and name not in commands
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and flags.search(node.value)
    ]
    assert named == []


def decided_by_words(source: str) -> list[str]:
    """Return where a file looks for something in the words of an error that it has caught or was given."""
    names = {"error", "failure", *re.findall(r"^\s*except .* as (\w+):", source, re.MULTILINE)}
    words = rf"(?:str\((?:{'|'.join(names)})\)|\b(?:{'|'.join(names)})\.(?:args\[0\]|text|message))"
    looks = (
        rf"\bin {words}|{words}\.(?:startswith|endswith|find|index|count|split\([^)])"
        rf"|\bre\.(?:search|match)\([^()]*{words}"
    )
    return [found[0] for found in re.finditer(looks, source)]


def test_nothing_is_decided_by_the_words_of_an_error() -> None:
    """What a failure is says its class, and what can be done about it its remedy."""
    assert [
        (name, found) for name, text in sources("core", "editor", "plugins") if (found := decided_by_words(text))
    ] == []


@pytest.mark.parametrize(
    "look", ['"agreed" in str(error)', 'error.args[0].startswith("no")', 're.match("no", str(refused))']
)
def test_a_decision_by_words_is_found(look: str) -> None:
    assert decided_by_words(f"try:\n    f()\nexcept Invalid as refused:\n    g({look})\n") != []


def test_what_shows_plays_and_checks_asks_the_map_for_its_spaces() -> None:
    """A space is an area or a hex: who goes by the graph alone does not find the hexes; ``Map`` knows both."""
    roots = "core/sandtable/play", "core/sandtable/present", "core/sandtable/lint", "editor/sandtable_editor/play"
    assert [name for name, text in sources(*roots) if "graph.spaces" in text] == []
