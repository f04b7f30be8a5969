"""Lists every text that somebody at the table can meet, from the code and from the texts beside it.

``scripts/texts [KIND ...]`` prints it, a line a text: its kind, where it stands, and the words, with what is put into
them in braces. Read it aloud: what a native speaker would not say is to be mended there.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = ("core", "plugins", "editor", "docs/examples")

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "refusal": ("Refusal",),
    "error": (
        "Broken", "Illegal", "Invalid", "Refused", "Stale", "SandtableError", "UsageError", "BadParameter", "unknown",
    ),
    "question": ("ask", "ask_all", "ask_any", "ask_together", "offer"),
    "throw": ("pick", "roll", "throw"),
    "log": ("note",),
    "reason": ("Part", "part"),
    "option": ("Option", "Choices", "Preset", "ruling"),
    "finding": ("FindingCode", "ScenarioFault", "finding"),
    "title": ("Meta", "Phase", "Step", "Chart", "Axis"),
}  # fmt: skip
"""The calls whose texts are of a kind; any other text is of the place it stands in: window, terminal, or rules."""

PLACES: Final = (("editor/", "window"), ("core/sandtable/cli/", "terminal"), ("plugins/", "rules"), ("docs/", "rules"))
SILENT: Final = frozenset(
    (
        "setObjectName", "setProperty", "setStyleSheet", "getattr", "setattr", "hasattr", "import_module", "TypeVar",
        "NewType", "compile", "fullmatch", "match", "search", "sub", "split", "rsplit", "partition", "rpartition",
        "encode", "execute", "executescript", "strftime", "ParamSpec", "cast", "connect_to", "metavar", "open",
        "joinpath", "removeprefix", "removesuffix", "startswith", "endswith", "field", "environ", "value", "setValue",
    )
)  # fmt: skip
"""Calls whose texts nobody reads."""

KEYS_FIRST: Final = {"Step": 1, "Phase": 1, "Part": 1, "part": 1, "FindingCode": 1, "ScenarioFault": 2, "Preset": 1}
"""So many of the first arguments of these calls are keys, which nobody reads."""

FILLED: Final = {
    "DutyKind": {"side", "subject"},
    "Fact": {"it", "of"},
    "Consequence": {"it", "amount"},
    "fields_of": {"it"},
    "AimForm": {"*"},
}
"""What the engine fills into the texts of these calls."""

WORDS: Final = re.compile(r"[A-Za-z]{2,}")
BRACES: Final = re.compile(r"\{([a-z]\w*)(?:[:.!][^}]*)?\}")


class Text(NamedTuple):
    """Words that can be met: ``by`` is the call they are handed to, ``open`` are names in braces that nothing fills."""

    kind: str
    place: str
    words: str
    by: str = ""
    open: tuple[str, ...] = ()


def texts(kinds: Iterable[str] = ()) -> list[Text]:
    """Return all texts, or those of some kinds, in the order of the files."""
    wanted = set(kinds)
    found = [*_of_code(), *_of_rules()]
    return [one for one in found if not wanted or one.kind in wanted]


def _of_code() -> Iterator[Text]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if "/.venv/" not in f"/{name}":
                yield from of_source(path.read_text("utf-8"), name)


def _of_rules() -> Iterator[Text]:
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.toml")):
        name = path.relative_to(ROOT).as_posix()
        if path.name == "pyproject.toml":
            continue
        for where, key, words in _sentences(tomllib.loads(path.read_text("utf-8"))):
            shown = path.parent.name == "texts" or name.startswith("docs/")
            yield Text("rule" if shown else "map", f"{name} {where}", words, key if shown else "")


def _sentences(node: object, where: str = "") -> Iterator[tuple[str, str, str]]:
    """Go through what a TOML file says of things: their titles and sentences."""
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key in ("title", "says", "text"):
                yield where, key, value
            else:
                yield from _sentences(value, f"{where}.{key}".lstrip("."))
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from _sentences(value, f"{where}[{at}]")


def of_source(source: str, name: str) -> Iterator[Text]:
    """Return the texts of a Python file."""
    tree = ast.parse(source)
    place = next((kind for start, kind in PLACES if name.startswith(start)), "program")
    yield from _Reader(name, place).read(tree)


class _Reader:
    """Goes through a tree, keeping in mind which call a text is handed to."""

    def __init__(self, name: str, place: str) -> None:
        self.name, self.place = name, place
        self.given: set[str] = set()

    def read(self, node: ast.AST, by: str = "") -> Iterator[Text]:
        if isinstance(node, ast.Constant | ast.JoinedStr):
            words = words_of(node)
            if words is not None and self._is_met(words, by):
                kind = next((kind for kind, calls in KINDS.items() if by in calls), self.place)
                yield Text(kind, f"{self.name}:{node.lineno}", words, by, self._open(node, words) if by else ())
            return
        if isinstance(node, ast.Call):
            called, before = _called(node), self.given
            self.given = {word.arg or "*" for word in node.keywords} | FILLED.get(called, set())
            read = [word.value for word in node.keywords if word.arg not in ("rule", "key", "metavar")]
            for part in (*node.args[KEYS_FIRST.get(called, 0) :], *read):
                yield from self.read(part, called)
            self.given = before
            yield from self.read(node.func, "format" if called in ("format", "format_map", "replace") else by)
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring: who reads code meets it
        yield from self._shown_docstring(node)
        for inner in self._parts(node):
            yield from self.read(inner, by if isinstance(node, ast.expr) else "")

    def _shown_docstring(self, node: ast.AST) -> Iterator[Text]:
        """Return what is shown of a docstring: of an action the first line, of a command all of it."""
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or (words := ast.get_docstring(node)) is None:
            return
        place = f"{self.name}:{node.lineno}"
        if isinstance(node, ast.ClassDef) and any(getattr(one, "name", "") == "perform" for one in node.body):
            yield Text("action", place, words.partition("\n\n")[0], "Action")
        elif any("click." in ast.unparse(one) for one in node.decorator_list if isinstance(node, ast.FunctionDef)):
            yield Text("terminal", place, words, "command")

    def _parts(self, node: ast.AST) -> Iterator[ast.AST]:
        """Return what is to be read of a node: no annotations, no comparisons, no keys."""
        if isinstance(node, ast.Compare | ast.Match):
            return
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "slice", "keys"):
                continue
            yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST))

    def _open(self, node: ast.Constant | ast.JoinedStr, words: str) -> tuple[str, ...]:
        """Return the names in braces of a plain text that the call it is handed to does not fill."""
        if isinstance(node, ast.JoinedStr) or "*" in self.given:
            return ()
        return tuple(name for name in BRACES.findall(words) if name not in self.given)

    def _is_met(self, words: str, by: str) -> bool:
        named = " " in words or any(by in calls for calls in KINDS.values())
        return named and by not in SILENT and bool(WORDS.search(words))


def words_of(node: ast.Constant | ast.JoinedStr) -> str | None:
    """Return a text as it stands, with what is put into it in braces; ``None`` for what is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    return "".join(
        str(part.value) if isinstance(part, ast.Constant) else "{" + ast.unparse(part.value) + "}"
        for part in node.values
        if isinstance(part, ast.Constant | ast.FormattedValue)
    )


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def main(arguments: list[str]) -> None:
    """Print the list."""
    for one in texts(arguments):
        print(one.kind, one.place, " ".join(one.words.split()), sep="\t")  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
