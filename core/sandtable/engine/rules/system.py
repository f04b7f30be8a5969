"""A game as data: what a game family hands to the engine."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Invalid
from sandtable.engine.failures import Blame, NamedCode
from sandtable.engine.words import make_fit

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.engine.hooks import HookSet
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
    """A start: its rows (sides, pieces, charts), the options it begins with."""

    key: str
    title: str
    rows: Callable[[], list[Row]]
    says: str = ""
    options: tuple[str, ...] = ()
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict[str, Mapping[str, Any]])

    def __post_init__(self) -> None:
        make_fit(self, "title", "says")

    def start(self) -> list[Row]:
        """Return the rows; what the code that makes them raises is laid at its door."""
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

    def __post_init__(self) -> None:
        make_fit(self, "title")


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


def read_texts(path: Path) -> dict[str, RuleText]:
    """Read a ``rules.toml``: a table ``[[rule]]`` each, with ``id``, ``title`` and ``says``."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
        texts = [RuleText(rule["id"], rule["title"], rule["says"]) for rule in document["rule"]]
    except (OSError, tomllib.TOMLDecodeError, KeyError, UnicodeDecodeError) as error:
        raise Invalid(f"{path.name} is no list of rules: {error}") from error
    return {text.id: text for text in texts}
