"""Writes what rule authors build on out of the code: a page for each game, and one of the names that plugins import.

``scripts/docs`` calls it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from docs.hook_reference import entry_of, hooks_of_in_order
from docs.option_reference import families
from msgspec import Struct

from sandtable.engine import Action, HookSet, InstalledGame, Moment, Row, Stride, Work
from sandtable.engine.annotations import annotation_text
from sandtable.play.rules.word_list import word_lists

DOCS: Final = Path(__file__).parent
FACES: Final = (
    "sandtable.engine", "sandtable.board", "sandtable.present", "sandtable.library", "sandtable.interchange",
    "sandtable.lint", "sandtable.testing",
)  # fmt: skip
MADE: Final = "<!-- Generated from the code by scripts/docs: edit the docstrings there, not this page. -->\n\n"
GAME_BEGINS: Final = """\
Its sequence of play, the hooks that its modules call, the actions of its steps and questions, the strides of its ways,
what can be reacted to, what waits and is noted, and its rows. How they are used is told in
[Write a rules module](rules-module.md); those of every game stand in [Hooks](hooks.md).
"""
FORM_BEGINS: Final = """\
What [a house rule without code](house-rules-by-form.md) can speak of; `{it}` is the subject, `{of}` the other thing.
"""
NAMES_BEGIN: Final = """\
# What plugins import

A plugin imports from these packages by name and from nowhere deeper: files move, these names stay. With arguments,
fields and members they stand in [What plugins import, in full](reference-api.md).
"""


def pages() -> dict[Path, str]:
    """Return every page by its path."""
    games = {DOCS / f"reference-{game.system.key.replace('_', '-')}.md": game_page(game) for game in families()}
    return {**games, DOCS / "reference-names.md": names_page(FACES)}


def game_page(game: InstalledGame) -> str:
    """Return what a module of a game can build on: its hooks, actions and rows."""
    sets = [one for one in game.hook_sets if not one.__module__.startswith("sandtable.")]
    steps = _steps(game)
    actions = sorted({*game.kinds.values()}, key=lambda kind: kind.__name__)
    rows = sorted(game.schema.kinds.values(), key=lambda kind: kind.__name__)
    parts = [
        f"# {game.system.title}: what a module builds on\n",
        GAME_BEGINS,
        _sequence_of_play(game),
        *(_hook_set(one) for one in sorted(sets, key=lambda one: (one.__module__, one.__name__))),
        "## Actions\n",
        *(_action(kind, steps.get(kind, ())) for kind in actions if not kind.__module__.startswith("sandtable.")),
        *_kinds_below("Strides", Stride, game),
        *_kinds_below("Moments", Moment, game),
        *_kinds_below("Work", Work, game),
        _marks_and_duties(game),
        "## Rows\n",
        *(_row(kind) for kind in rows if not kind.__module__.startswith("sandtable.")),
        _words_of_house_rules(game),
    ]
    return MADE + "\n".join(parts)


def _sequence_of_play(game: InstalledGame) -> str:
    """Return the steps with their keys, phase by phase, those of options too."""
    lines = ["## The sequence of play\n", "| sequence | phase | step | by |", "|---|---|---|---|"]
    for sequence in game.system.sequences:
        for phase in sequence.phases:
            by, begins = "each side" if phase.each == "side" else "all", f"| `{sequence.key}` | `{phase.key}` |"
            lines += [f"{begins} `{step.key}` {step.title} | {by} |" for step in phase.steps]
    for key, module in sorted(game.modules.items()):
        for one in module.steps:
            beside = [f"{word} `{step}`" for word in ("after", "before") for step in getattr(one, word)]
            lines.append(f"| | {' '.join(beside)} | `{one.step.key}` {one.step.title} | module `{key}` |")
    return "\n".join([*lines, ""])


def _words_of_house_rules(game: InstalledGame) -> str:
    """Return the words that the game's modules declare (hook ``facts``), if any."""
    told = [(title, some) for title, some in word_lists(game).items() if some]
    lines = ["## Words of house rules by form\n", FORM_BEGINS] if told else []
    for title, some in told:
        lines += [f"### {title.capitalize()}\n", "| of | name | type | reads |", "|---|---|---|---|"]
        lines += [f"| {one.subject} | `{one.name}` | {one.type} | {one.says} |" for one in some]
        lines.append("")
    return "\n".join(lines)


def _kinds_below(title: str, base: type[Any], game: InstalledGame) -> list[str]:
    """Return the classes of a sort that the packages of a game define, with their fields."""
    packages = {one.__module__.partition(".")[0] for one in (*game.modules.values(), *game.system.rows)}
    found = [one for one in below(base) if one.__module__.partition(".")[0] in packages - {"sandtable"}]
    told = [f"### {one.__name__}\n\n{_place(one)}. {_words(one)}\n{_fields(one)}" for one in found]
    return [f"## {title}\n", *told] if told else []


def below(base: type[Any]) -> list[type[Any]]:
    """Return every class below one, by name."""
    found = {one for kind in base.__subclasses__() for one in (kind, *below(kind))}
    return sorted(found, key=lambda one: (one.__name__, one.__module__))


def _marks_and_duties(game: InstalledGame) -> str:
    """Return the kinds of marks and duties by their names in files."""
    marks, duties = sorted(game.belongings.marks.items()), sorted(game.belongings.duties.items())
    rows = [f"| mark `{name}` | until {one.until}{f', of a {one.of}' if one.of else ''} |" for name, one in marks]
    rows += [f"| duty `{name}` | by the step {one.by} |" for name, one in duties]
    return "\n".join(["## Marks and duties\n", "| kind | |", "|---|---|", *rows, ""]) if rows else ""


def _steps(game: InstalledGame) -> dict[type[Action], tuple[str, ...]]:
    found: dict[type[Action], list[str]] = {}
    for module in game.modules.values():
        for step, kinds in module.actions.items():
            for kind in kinds:
                found.setdefault(kind, []).append(step)
    return {kind: tuple(steps) for kind, steps in found.items()}


def _hook_set(hook_set: type[HookSet]) -> str:
    entries = [entry_of(hook) for hook in hooks_of_in_order(hook_set)]
    return "\n".join(
        [f"## {hook_set.__name__}\n\n{_place(hook_set)}. {_words(hook_set)}\n", *(e.lines() for e in entries)]
    )


def _action(kind: type[Action], steps: tuple[str, ...]) -> str:
    where = f" Steps: {', '.join(f'`{step}`' for step in steps)}." if steps else " It answers a question."
    return f"### {kind.__name__}\n\n{_place(kind)}. {_words(kind)}{where}\n{_fields(kind)}"


def _row(kind: type[Row]) -> str:
    stored = f" In files: `{kind.stored}`." if kind.stored != kind.__name__ else ""
    return f"### {kind.__name__}\n\n{_place(kind)}. {_words(kind)}{stored}\n{_fields(kind)}"


def _fields(kind: type[Struct]) -> str:
    hints = {name: hint for base in reversed(kind.__mro__) for name, hint in inspect.get_annotations(base).items()}
    lines = [f"| `{name}` | `{_type_of(hints, name)}` |" for name in kind.__struct_fields__]
    return "\n" + "\n".join(["| field | type |", "|---|---|", *lines, ""]) if lines else ""


def _type_of(hints: dict[str, Any], name: str) -> str:
    """Return a type as it is written in a module, without the places where its names are kept."""
    return annotation_text(hints.get(name, "")).replace("|", "\\|")


def names_page(packages: Iterable[str]) -> str:
    """Return the names that plugins import, package by package, with what each is."""
    parts = [NAMES_BEGIN]
    for package in packages:
        module = import_module(package)
        parts.append(f"## {package}\n\n{_words(module)}\n\n| name | what it is |\n|---|---|")
        parts += [f"| `{name}` | {_line(name, getattr(module, name))} |" for name in sorted(module.__all__)]
        parts.append("")
    return MADE + "\n".join(parts)


def _place(thing: type[Any]) -> str:
    return f"`from {thing.__module__} import {thing.__name__}`"


def _words(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ").replace("``", "`")


def _line(name: str, thing: object) -> str:
    own = inspect.isclass(thing) or inspect.isroutine(thing) or inspect.ismodule(thing)
    return (_words(thing) if own else _assigned().get(name, "")).replace("|", "\\|")


@cache
def _assigned() -> dict[str, str]:
    """Return what the core says of names that are assigned: the text below them, else what they stand for."""
    found: dict[str, str] = {}
    for path in sorted((DOCS.parent / "core").rglob("*.py")):
        body = ast.parse(path.read_text("utf-8")).body
        for node, after in zip(body, [*body[1:], None], strict=True):
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and node.value is not None:
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                words = str(after.value.value) if said else f"`{ast.unparse(node.value)}`"  # type: ignore[union-attr]
                found.setdefault(target.id, " ".join(words.replace("``", "`").split()))
    return found


def main() -> None:
    """Write the pages."""
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
