"""From the data of an older version of a game to those of the present one: documents to documents.

An upgrade is written when a change of a game's rows or actions is one that a default cannot bridge: a field renamed or
gone, a table split. A campaign of before is then brought up at a ply of its own; play cannot go back behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from sandtable.engine.errors import Broken

P = ParamSpec("P")
T = TypeVar("T")

Tables = dict[str, dict[str, dict[str, Any]]]
"""Rows as plain data, by table and id; what had its default is not written."""

Act = tuple[str, dict[str, Any]]
"""An action: its name in files and its fields."""


def _as_it_is(name: str, fields: dict[str, Any], tables: Tables) -> Act:
    return name, fields


@dataclass(frozen=True, slots=True)
class Upgrade:
    """One step from a version of a game's data to the next; ``says`` tells players what becomes of what.

    ``rows`` may change the tables it is given; ``act`` is asked for each answer that was given in a procedure that is
    still going on, with the tables (of its own version) of when that began. Both are pure: they see documents alone,
    perhaps with defaults written, perhaps without.
    """

    says: str
    rows: Callable[[Tables], Tables]
    act: Callable[[str, dict[str, Any], Tables], Act] = _as_it_is


def upgrade_rows(upgrades: Iterable[Upgrade], tables: Tables) -> Tables:
    """Return rows after some upgrades; raises ``Broken`` for one that fails."""
    for upgrade in upgrades:
        tables = _run_step(upgrade, upgrade.rows, tables)
    return tables


def upgrade_act(upgrades: Iterable[Upgrade], act: Act, tables: Tables) -> Act:
    """Return an action after some upgrades, given among these rows; raises ``Broken`` for one that fails."""
    for upgrade in upgrades:
        act = _run_step(upgrade, upgrade.act, *act, tables)
        tables = _run_step(upgrade, upgrade.rows, deepcopy(tables))
    return act


def _run_step(upgrade: Upgrade, step: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    try:
        return step(*given, **named)
    except Exception as error:
        raise Broken(
            f"the upgrade {upgrade.says!r} fails on what an older version wrote ({type(error).__name__}: {error}); "
            "nothing was changed; report it to the authors, and play on with the older version until it is mended",
            step.__module__,
        ) from error
