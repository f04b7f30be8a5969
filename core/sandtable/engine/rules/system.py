"""A game as data: what a game family hands to the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Invalid
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.rules.needs import grants_rows
from sandtable.engine.state.charts import CHART_ROWS
from sandtable.engine.state.rows import CORE_ROWS
from sandtable.engine.words import make_fit

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.engine.hooks import HookSet
    from sandtable.engine.rules.ground import Ground, ReadableMap
    from sandtable.engine.rules.options import Preset
    from sandtable.engine.rules.phases import Sequence
    from sandtable.engine.rules.rules import RuleModule
    from sandtable.engine.state.kinds import RowKind
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.upgrades import Upgrade


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as the catalogue has it: id, title, one sentence."""

    id: str
    title: str
    says: str

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")


@dataclass(frozen=True, slots=True)
class ScenarioTitle:
    """What a scenario is called, and what it says of itself."""

    key: str
    title: str
    says: str = ""

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A start: its own rows (sides, pieces, charts), the options it begins with, the map it lies on.

    ``map`` gives the map when it is asked for, ``setting`` what the game's ground wants to know. The rows of the ground
    lie under its own: ``GameSystem.start_rows`` gives both. ``grants`` are words that modules of the game may need
    (``RuleModule.needs``): what this start has, and others may not.
    """

    key: str
    title: str
    rows: Callable[[], list[Row]]
    says: str = ""
    options: tuple[str, ...] = ()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])
    map: Callable[[], ReadableMap] | None = None
    setting: Callable[[], Mapping[str, Any]] = dict[str, Any]
    grants: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")

    def board(self) -> ReadableMap | None:
        """Return the map it is played on, ``None`` without one; raises ``Invalid`` for a map that cannot be played."""
        return self.map().require_playable() if self.map is not None else None

    def own_rows(self) -> list[Row]:
        """Return its own rows; what the code that makes them raises is laid at its door."""
        with Blame(NamedCode(getattr(self.rows, "__module__", "?"), f"the rows of scenario {self.key}")):
            return self.rows()


@dataclass(frozen=True, slots=True)
class GameSystem:
    """One game family: rows, sequences (the first is the main one), hook sets, modules, rule texts, scenarios."""

    key: str
    title: str
    sequences: tuple[Sequence, ...]
    modules: tuple[type[RuleModule], ...]
    texts: Mapping[str, RuleText]
    rows: tuple[type[Row], ...] = ()
    hook_sets: tuple[type[HookSet], ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    presets: tuple[Preset, ...] = ()
    version: str = "1"
    upgrades: tuple[Upgrade, ...] = ()
    """From each version of the game's data to the next, the first from version 1."""
    brings: tuple[RowKind, ...] = ()
    """The kinds of work, marks and duties of the game itself: they are there whatever options are on."""
    ground: Ground[Any, Any] | None = None
    """How it stands on a map; a game without one takes all rows from its scenarios."""

    def __post_init__(self) -> None:
        make_fit(self, "title")

    def start_rows(self, scenario: Scenario) -> list[Row]:
        """Return everything a scenario begins with: the ground laid out from its map, its own rows, what it grants.

        Raises ``Invalid`` for a map that has not what the game reads.
        """
        own = [*scenario.own_rows(), *grants_rows(scenario.grants)]
        board = scenario.board() if self.ground is not None else None
        if self.ground is None or board is None:
            return own
        replaced = {(type(row).stored, row.id) for row in own}
        laid = self.ground.rows(board, scenario.setting())
        return [*(row for row in laid if (type(row).stored, row.id) not in replaced), *own]

    def row_kinds(self) -> dict[str, type[Row]]:
        """Return the classes of its rows by the names of their tables, without what third parties bring."""
        kinds: list[type[Row]] = [*CORE_ROWS, *CHART_ROWS, *self.rows]
        kinds += (row for module in self.modules for row in module.rows)
        return {kind.stored: kind for kind in kinds}


@dataclass(frozen=True, slots=True)
class GameTitle:
    """A game's title page: what a list of games shows; ``load`` gives the game once somebody plays it.

    An entry point may name one in place of its ``GameSystem``, so that listing what is installed does not load it.

    .. versionadded:: 0.1
    """

    key: str
    title: str
    scenarios: tuple[ScenarioTitle, ...]
    load: Callable[[], GameSystem]

    def __post_init__(self) -> None:
        make_fit(self, "title")

    def fault_in(self, system: GameSystem) -> str:
        """Say how the game that was loaded differs from its title page; nothing where it does not."""
        told = [(one.key, one.title, one.says) for one in self.scenarios]
        there = [(one.key, one.title, one.says) for one in system.scenarios]
        if (self.key, self.title, told) == (system.key, system.title, there):
            return ""
        return f"its title page says other things than the game: {self.key}, {self.title}, {told} and {there}"


def system_at(path: str) -> Callable[[], GameSystem]:
    """Return what loads the game at a place, named as an entry point does: ``package.module:NAME``.

    .. versionadded:: 0.3
    """
    module, _, name = path.partition(":")

    def load() -> GameSystem:
        system: GameSystem = getattr(import_module(module), name)
        return system

    return load


def read_texts(path: Path) -> dict[str, RuleText]:
    """Read a ``rules.toml``: a table ``[[rule]]`` each, with ``id``, ``title`` and ``says``."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
        texts = [RuleText(rule["id"], rule["title"], rule["says"]) for rule in document["rule"]]
    except (OSError, tomllib.TOMLDecodeError, KeyError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name} is not a list of rules: {error}") from error
    return {text.id: text for text in texts}
