"""What a new scenario can be made of: the games, the maps of the libraries, the scenarios it can be laid over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.library_file import Library
    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.jobs import Progress


class MapChoice(NamedTuple):
    """A map of a library."""

    library: Path
    key: str
    title: str


class BaseChoice(NamedTuple):
    """A scenario that another can be laid over; it and the new one are in one library, or it is its game's own."""

    library: Path | None
    key: str
    title: str
    game: str


class NewScenarioChoices(NamedTuple):
    """All there is to choose from."""

    games: tuple[tuple[str, str], ...]
    """Keys and titles."""
    asks_for_map: frozenset[str]
    """The games that cannot be played without a map."""
    maps: tuple[MapChoice, ...]
    bases: tuple[BaseChoice, ...]


class NewScenario(NamedTuple):
    """What a new scenario is to be. With ``base`` it is laid over that, on the map of that."""

    title: str
    game: str
    map: MapChoice | None = None
    base: BaseChoice | None = None
    sides: tuple[str, ...] = ()


def new_choices(libraries: Sequence[Path], games: Games, progress: Progress) -> NewScenarioChoices:
    """Look for what can be chosen; what is damaged is left out, for the list of scenarios tells of it."""
    from sandtable.engine.errors import SandtableError
    from sandtable.library.own import own_library_path
    from sandtable.library.store.library_file import Library

    families = games.families()
    maps: list[MapChoice] = []
    bases: list[BaseChoice] = []
    for path in libraries:
        progress.check()
        try:
            with Library.open_sound(path) as library:
                maps += [MapChoice(path, info.key, info.title) for info in library.maps()]
                if path == own_library_path():
                    bases += [
                        BaseChoice(path, one.key, one.title, one.game)
                        for one in library.scenarios()
                        if one.game in families
                    ]
        except SandtableError:
            continue
    there = {(one.game, one.key) for one in bases}
    for key, family in families.items():
        own = [one for one in family.system.scenarios if (key, one.key) not in there]
        bases += [BaseChoice(None, one.key, one.title, key) for one in own]
    titles = tuple(sorted(((key, one.system.title) for key, one in families.items()), key=lambda one: one[1]))
    asks = frozenset(key for key, one in families.items() if one.system.ground is not None)
    return NewScenarioChoices(titles, asks, tuple(maps), tuple(bases))


def make_scenario(wanted: NewScenario, games: Games) -> tuple[Path, str]:
    """Keep a new scenario in the user's own library, its map with it; return where it is then.

    Raises ``Invalid`` for a map that its game cannot be played on.
    """
    from sandtable.design.scenario.new_scenario import put_with_map, scenario_from_nothing
    from sandtable.library.own import open_own_library
    from sandtable_editor.design.saving import key_of

    family, key = games.family(wanted.game), key_of(wanted.title, "scenario")
    with open_own_library() as own:
        if wanted.base is not None:
            return own.path, _keep_overlay(own, wanted.base, wanted.title, key, family)
        sheet = _map(own, wanted.map) if wanted.map is not None else None
        document = scenario_from_nothing(family, key, wanted.title, sheet, wanted.sides)
        return own.path, put_with_map(own, document, sheet).key


def _map(own: Library, wanted: MapChoice) -> Map:
    from sandtable.library.store.library_file import Library

    if wanted.library == own.path:
        return own.map(wanted.key)
    with Library.open(wanted.library) as there:
        return there.map(wanted.key)


def _keep_overlay(own: Library, chosen: BaseChoice, title: str, key: str, family: InstalledGame) -> str:
    """Keep a scenario over another one, with the map of that where it is not there yet; return its key."""
    from sandtable.design.scenario.new_scenario import overlay_of, put_map_of_base, put_with_map
    from sandtable.library.store.shelf import Shelf

    base = Shelf(family, own).scenario(chosen.key)
    if chosen.library is None:
        scenario = family.scenario(chosen.key)
        sheet = cast("Map | None", scenario.map() if scenario.map is not None else None)
        put_map_of_base(own, sheet, chosen.title)
    return put_with_map(own, overlay_of(base, family, key, title), None).key
