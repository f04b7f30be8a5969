"""Who may import whom: the walls of the house, read from the source without running it.

`breaches(root)` gives a sentence per import that goes through a wall. The layout it knows:

    core/sandtable/engine <- core/sandtable/board <- the rest of core      never back
    plugins/sandtable_<game>, docs/examples/<game>                         the faces of core's packages, and themselves
    editor/sandtable_editor                                                core, itself, and Qt
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

QT = {"PySide6", "shiboken6", "PyQt5", "PyQt6", "qtpy"}
CHANCE = {"random", "secrets", "time", "uuid"}  # what a rule must ask the referee for
ROOTS = ("core", "plugins", "editor", "docs/examples")
GROUND = {
    "sandtable.distribution",
    "sandtable.faces",
    "sandtable.home",
    "sandtable.log",
}  # import nothing of ours (but one another)
BELOW_RULES = {"model", "hookspecs"}
CALLS = ("import_module", "__import__")
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@dataclass(frozen=True)
class Import:
    target: str  # a module; for `from package import name`, package.name if that is a module of ours
    line: int


class WrittenImport(NamedTuple):
    """An import as it is written: a module, or a name (``""``: none) of a module so many packages up."""

    module: str
    name: str
    up: int
    line: int


class Contents(NamedTuple):
    """What is to be known of a file; `bases` are the names of the bases of each class."""

    imports: tuple[WrittenImport, ...]
    bases: Mapping[str, frozenset[str]]


@cache
def contents_of(source: bytes) -> Contents:
    """Read a file. The same text is read once: the real house is looked at by many tests."""
    tree = ast.parse(source)
    nodes = ast.walk(tree) if any(call.encode() in source for call in CALLS) else _statements(tree)
    bases = {node.name: frozenset(_names_of(node.bases)) for node in tree.body if isinstance(node, ast.ClassDef)}
    return Contents(tuple(written for node in nodes for written in _imports_of(node)), bases)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Go through the statements of a file, at any depth: no import hides in an expression that calls nothing."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        yield node
        for name in BLOCKS:
            ahead += getattr(node, name, ())


def _names_of(bases: Iterable[ast.expr]) -> Iterator[str]:
    for base in bases:
        if isinstance(base, ast.Name | ast.Attribute):
            yield base.id if isinstance(base, ast.Name) else base.attr


def _imports_of(node: ast.AST) -> Iterator[WrittenImport]:
    """Yield what one node imports, for typing or by a literal name too."""
    if isinstance(node, ast.Import):
        yield from (WrittenImport(alias.name, "", 0, node.lineno) for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        yield from (WrittenImport(node.module or "", alias.name, node.level, node.lineno) for alias in node.names)
    elif isinstance(node, ast.Call) and (name := _imported_by_call(node)):
        yield WrittenImport(name, "", 0, node.lineno)


def _imported_by_call(call: ast.Call) -> str | None:
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function in CALLS and call.args and isinstance(call.args[0], ast.Constant):
        return str(call.args[0].value)
    return None


@dataclass(frozen=True)
class Module:
    """A source file of ours: `name` as it is imported, `place` as it is shown."""

    root: str
    name: str
    place: str
    contents: Contents = field(repr=False, hash=False, compare=False)

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    @property
    def game(self) -> str:
        """What it belongs to: the title page of a game of one file stands beside it, and loads it."""
        return self.package.removesuffix("_title")

    @property
    def is_package(self) -> bool:
        return self.place.endswith("__init__.py")

    def imports(self, known: set[str]) -> Iterator[Import]:
        """Yield everything imported, at any depth."""
        for written in self.contents.imports:
            source = self._source(written)
            whole = f"{source}.{written.name}" if written.name else source
            yield Import(whole if whole in known else source, written.line)

    def _source(self, written: WrittenImport) -> str:
        if not written.up:
            return written.module
        above = self.name.split(".")
        above = above[: len(above) - written.up + self.is_package]
        return ".".join([*above, written.module] if written.module else above)


def modules(root: Path) -> list[Module]:
    """Read every source file under the import roots."""
    found: list[Module] = []
    for start in ROOTS:
        for path in sorted((root / start).glob("**/*.py")):
            parts = path.relative_to(root / start).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            place = path.relative_to(root).as_posix()
            found.append(Module(start, name, place, contents_of(path.read_bytes())))
    return found


def breaches(root: Path) -> list[str]:
    """Say each import that goes through a wall, with its place."""
    house = House(modules(root))
    return [breach for module in house.modules for breach in house.breaches(module)]


class House:
    """All modules, and which of them hold rules."""

    def __init__(self, modules: list[Module]) -> None:
        self.modules = modules
        self.known = {module.name for module in modules}
        self.imports = {module.name: list(module.imports(self.known)) for module in modules}
        self._kinds = {package: self._kinds_of_rules(package) for package in {module.package for module in modules}}
        self._reached: dict[str, set[str]] = {}
        self.rules = {module.name for module in modules if self._holds_rules(module)}

    def breaches(self, module: Module) -> Iterator[str]:
        """Yield a sentence per import of this module that goes through a wall."""
        for found in self.imports[module.name]:
            if why := self._forbidden(module, found.target):
                yield f"{module.place}:{found.line}: {module.name} imports {found.target}, but {why}"

    def _forbidden(self, module: Module, target: str) -> str | None:
        package = target.partition(".")[0]
        if package in QT and module.root != "editor":
            return "Qt is for the editor only"
        ours = package == "sandtable" or package.startswith("sandtable_")
        if ours and package not in (module.package, module.game, "sandtable"):
            return {"core": "core imports nothing of ours", "editor": "the editor imports core and no plugin"}.get(
                module.root, "a plugin imports core, not the editor and not another plugin"
            )
        if module.root == "core" and ours and _storey(target) > _storey(module.name):
            return "inside core it goes engine <- board <- the rest, never back"
        if module.root in {"plugins", "docs/examples"}:
            return self._forbidden_in_plugin(module, target)
        return None

    def _forbidden_in_plugin(self, module: Module, target: str) -> str | None:
        if is_deep(target):
            face = ".".join(target.split(".")[:2])
            return f"a plugin takes what it needs from {face} by name, or a later move of files would break it"
        below = module.name.rpartition(".")[2] in BELOW_RULES
        if module.name not in self.rules and not below:
            return None
        if target.partition(".")[0] in CHANCE:
            return "a rule asks the referee for chance and knows no clock"
        if others := self._rules_reached(target) - {module.name}:
            meets = "the model and the hooks stand below the rules" if below else "rules modules meet through hooks"
            return f"{meets} (it leads to {', '.join(sorted(others))})"
        return None

    def _rules_reached(self, target: str) -> set[str]:
        """Follow imports from a module: what holds rules ends the way."""
        if target not in self._reached:
            self._reached[target] = self._follow(target)
        return self._reached[target]

    def _follow(self, target: str) -> set[str]:
        reached: set[str] = set()
        seen: set[str] = set()
        ahead = [target]
        while ahead:
            name = ahead.pop()
            if name in seen:
                continue
            seen.add(name)
            if name in self.rules:
                reached.add(name)
            else:
                ahead += [found.target for found in self.imports.get(name, ())]
        return reached

    def _holds_rules(self, module: Module) -> bool:
        """Say whether a plugin's module defines a RuleModule, perhaps by way of the plugin's own base class."""
        if module.root == "core" or module.name.rpartition(".")[2] in BELOW_RULES:
            return False
        return any(on & self._kinds[module.package] for on in module.contents.bases.values())

    def _kinds_of_rules(self, package: str) -> set[str]:
        """Return the classes of a package that are rules modules, and the class that all of them are."""
        bases = {name: on for one in self.modules if one.package == package for name, on in one.contents.bases.items()}
        kinds = {"RuleModule"}
        while more := {name for name, on in bases.items() if on & kinds} - kinds:
            kinds |= more
        return kinds


def is_deep(target: str) -> bool:
    """Tell whether an import goes past the face of a package of core, to a file behind it."""
    return target.startswith("sandtable.") and target.count(".") > 1


def _storey(name: str) -> int:
    """Say how high a module of core stands: what needs nothing of ours and the engine 0, board 1, all else 2."""
    if name in GROUND:
        return 0
    parts = name.split(".")
    return {"engine": 0, "board": 1}.get(parts[1], 2) if len(parts) > 1 else 2
