"""Who may import whom: the walls of the house, read from the source without running it.

`breaches(root)` gives a sentence per import that goes through a wall. The layout it knows:

    core/sandtable/engine <- core/sandtable/board <- the rest of core      never back
    plugins/sandtable_<game>, docs/examples/<game>                         the faces of core's packages, and themselves
    editor/sandtable_editor                                                core, itself, and Qt
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

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


@dataclass(frozen=True)
class Import:
    target: str  # a module; for `from package import name`, package.name if that is a module of ours
    line: int


@dataclass(frozen=True)
class Module:
    """A source file of ours: `name` as it is imported, `place` as it is shown."""

    root: str
    name: str
    place: str
    tree: ast.Module = field(repr=False, hash=False, compare=False)

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

    @cached_property
    def bases(self) -> dict[str, set[str]]:
        """Names of the bases of each class."""
        return {
            node.name: {
                base.id if isinstance(base, ast.Name) else base.attr
                for base in node.bases
                if isinstance(base, ast.Name | ast.Attribute)
            }
            for node in self.tree.body
            if isinstance(node, ast.ClassDef)
        }

    def imports(self, known: set[str]) -> Iterator[Import]:
        """Yield everything imported, at any depth, for typing or by a literal name too."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (Import(alias.name, node.lineno) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                source = self._source(node)
                for alias in node.names:
                    whole = f"{source}.{alias.name}"
                    yield Import(whole if whole in known else source, node.lineno)
            elif isinstance(node, ast.Call) and (name := _imported_by_call(node)):
                yield Import(name, node.lineno)

    def _source(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        above = self.name.split(".")
        above = above[: len(above) - node.level + self.is_package]
        return ".".join([*above, node.module] if node.module else above)


def _imported_by_call(call: ast.Call) -> str | None:
    function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if function in {"import_module", "__import__"} and call.args and isinstance(call.args[0], ast.Constant):
        return str(call.args[0].value)
    return None


def modules(root: Path) -> list[Module]:
    """Read every source file under the import roots."""
    found: list[Module] = []
    for start in ROOTS:
        for path in sorted((root / start).glob("**/*.py")):
            parts = path.relative_to(root / start).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            place = path.relative_to(root).as_posix()
            found.append(Module(start, name, place, ast.parse(path.read_bytes(), place)))
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
        if module.root == "core":
            return False
        bases = {
            name: on for other in self.modules if other.package == module.package for name, on in other.bases.items()
        }
        kinds = {"RuleModule"}
        while more := {name for name, on in bases.items() if on & kinds} - kinds:
            kinds |= more
        return any(on & kinds for on in module.bases.values()) and module.name.rpartition(".")[2] not in BELOW_RULES


def is_deep(target: str) -> bool:
    """Tell whether an import goes past the face of a package of core, to a file behind it."""
    return target.startswith("sandtable.") and target.count(".") > 1


def _storey(name: str) -> int:
    """Say how high a module of core stands: what needs nothing of ours and the engine 0, board 1, all else 2."""
    if name in GROUND:
        return 0
    parts = name.split(".")
    return {"engine": 0, "board": 1}.get(parts[1], 2) if len(parts) > 1 else 2
