"""The scenarios that can be worked on, as the first page lists them: read in a job, each with its draft."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library
    from sandtable.play.begin.games import Games
    from sandtable_editor.shell.jobs import Progress


class ShelvedScenario(NamedTuple):
    """A scenario of a library, or of a game itself where it has no library."""

    library: Path | None
    key: str
    title: str
    game: str
    says: str = ""
    draft: str = ""
    """How its draft stands, in words."""
    wrong: str = ""
    """Why it cannot be read."""


def shelved_scenarios(libraries: list[Path], games: Games, progress: Progress) -> list[ShelvedScenario]:
    """Return the scenarios of libraries, then those of games that no library has."""
    families = games.families()
    found: list[ShelvedScenario] = []
    for number, path in enumerate(libraries):
        progress(number, len(libraries))
        found += _of_library(path, families)
    there = {(one.game, one.key) for one in found}
    for family in families.values():
        title = family.system.title
        more = [one for one in family.system.scenarios if (title, one.key) not in there]
        found += [ShelvedScenario(None, one.key, one.title, title, one.says) for one in more]
    return found


def _of_library(path: Path, families: dict[str, InstalledGame]) -> Iterator[ShelvedScenario]:
    from sandtable.design.draft_shelf import draft_of
    from sandtable.design.draft_sorts import SCENARIO_DRAFTS
    from sandtable.engine.errors import SandtableError
    from sandtable.library.store.library_file import Library

    try:
        with Library.open_sound(path) as library:
            for head in library.scenarios():
                family = families.get(head.game)
                game = family.system.title if family is not None else head.game
                kept = draft_of(path, head.key, SCENARIO_DRAFTS)
                draft = kept.words if kept is not None else ""
                wrong = (
                    "" if family is not None else f"its game, {head.game}, is not installed: install it to open this"
                )
                if family is not None:
                    wrong = _why_unread(library, head.key)
                yield ShelvedScenario(path, head.key, head.title, game, head.says, draft, wrong)
    except SandtableError as error:
        yield ShelvedScenario(path, "", path.name, "", wrong=str(error))


def _why_unread(library: Library, key: str) -> str:
    from sandtable.engine.errors import SandtableError

    try:
        library.scenario(key)
    except SandtableError as error:
        return str(error)
    return ""


def copy_to_own(wanted: ShelvedScenario, title: str, games: Games) -> tuple[Path, str]:
    """Copy a scenario, with its map, into the user's own library under a title; return where it is then."""
    from msgspec.structs import replace

    from sandtable.design.scenario.new_scenario import put_with_map
    from sandtable.library.own import open_own_library
    from sandtable_editor.design.saving import key_of

    document, sheet = _read(wanted, games)
    with open_own_library() as own:
        kept = put_with_map(own, replace(document, title=title, key=key_of(title, wanted.key)), sheet)
        return own.path, kept.key


def _read(wanted: ShelvedScenario, games: Games) -> tuple[ScenarioDocument, Map | None]:
    from sandtable.design.scenario_draft import open_design
    from sandtable.library.store.documents import ScenarioDocument
    from sandtable.library.store.library_file import Library

    if wanted.library is not None:
        with Library.open(wanted.library) as library:
            game = library.scenario(wanted.key).game
        design = open_design(wanted.library, wanted.key, games.family(game))
        return design.document, design.map
    for family in games.families().values():
        if family.system.title == wanted.game:
            scenario = family.scenario(wanted.key)
            sheet = cast("Map | None", scenario.map() if scenario.map is not None else None)
            return ScenarioDocument.of(scenario, family, sheet), sheet
    raise LookupError(wanted.game)
