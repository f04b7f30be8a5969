"""Scenarios that a game brings along as text: what they are called, and the rest when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.system import Scenario, ScenarioTitle
from sandtable.library.text.toml_reading import load_toml

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.maps import Map
    from sandtable.engine.rules.system import GameSystem
    from sandtable.library.text.scenario_text import ScenarioText


def read_title(path: Path) -> ScenarioTitle:
    """Return what the scenario in a text file is called; nothing else of it is looked at.

    .. versionadded:: 0.1
    """
    text = path.read_text("utf-8")
    try:
        head = load_toml(text.partition("\n[")[0], path.name)  # what stands before the first table
    except Invalid:
        head = load_toml(text, path.name)
    return _title(head, path.name)


def text_scenario(path: Path, system: Callable[[], GameSystem], sheet: Callable[[], Map] | None = None) -> Scenario:
    """Return the scenario in a text file as one of a game's own; ``system`` and ``sheet`` give the game and the map.

    Only its title, its options and what it grants are looked at before somebody begins it.

    .. versionadded:: 0.1
    """
    head = load_toml(path.read_text("utf-8"), path.name)
    title = _title(head, path.name)
    for name in ("extends", "begins_with", "off"):
        if head.get(name):
            raise Invalid(f"{path.name} has {name}, and a text that a game brings stands by itself: write it out whole")

    @cache
    def text() -> ScenarioText:
        from sandtable.library.text.scenario_text import read_scenario_table

        game = system()
        ground = sheet() if sheet is not None else None
        return read_scenario_table(head, path.name, game.row_kinds(), game.ground, ground, path.parent)

    def setting() -> dict[str, Any]:
        return text().setting

    options, parameters = tuple(head.get("options", ())), dict(head.get("parameters", {}))
    return Scenario(
        title.key, title.title, lambda: list(text().rows), title.says, options, parameters, sheet, setting,
        tuple(head.get("grants", ())),
    )  # fmt: skip


def _title(head: Mapping[str, Any], name: str) -> ScenarioTitle:
    try:
        return ScenarioTitle(head["key"], head["title"], head.get("says", ""))
    except KeyError as error:
        raise Invalid(f"{name} has no {error.args[0]}: write it at the top") from error
