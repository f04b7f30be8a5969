"""Another revision of the map for a running campaign: what it changes, and how it is put to the table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sandtable import board
from sandtable.engine.errors import Invalid
from sandtable.engine.referee.adoption import ground_changes, kept_by_play, lost_by
from sandtable.engine.state.rows import Side
from sandtable.library.diff.row_names import RowNames
from sandtable.library.diff.scenario_differences import row_changes

if TYPE_CHECKING:
    from pathlib import Path

    from sandtable.board.maps import Map
    from sandtable.engine.referee.adoption import RowChange
    from sandtable.engine.rules.system import Scenario
    from sandtable.engine.state.row import Row
    from sandtable.library.store.documents import Rows
    from sandtable.play.table.sitting import Sitting


@dataclass(frozen=True, slots=True)
class AdoptionPreview:
    """What adopting a map would do: rows that are laid out otherwise, in words; what stays; what forbids it."""

    rows: tuple[RowChange, ...]
    changes: tuple[str, ...]
    kept: tuple[str, ...]
    obstacles: tuple[str, ...]


def preview_adoption(sitting: Sitting, sheet: Map) -> AdoptionPreview:
    """Say what playing on a map from now on would do, without doing it.

    Raises ``Invalid`` for another map, for the one that is played on, and for one that the game cannot be played on.
    """
    game = sitting.referee.game
    now = board.of(game)
    if sheet.info.key != now.info.key:
        raise Invalid(f"the campaign is played on the map {now.info.key!r}, not on {sheet.info.key!r}: name that one")
    if sheet.digest == now.digest:
        raise Invalid(f"the campaign is played on this revision of the map {sheet.info.key!r} already")
    before, after = _laid_out(sitting, now), _laid_out(sitting, sheet)
    rows, family = tuple(ground_changes(before, after)), sitting.referee.family
    names = RowNames(family.schema, [*before, *after, *game[Side]], (now, sheet))
    words = tuple(one.words for one in row_changes(_documents(rows, 2), _documents(rows, 3), family, names))
    return AdoptionPreview(
        rows, words, tuple(kept_by_play(game.seen_by_sides(frozenset()), rows)), tuple(lost_by(game, sheet, rows))
    )


def propose_adoption(sitting: Sitting, seat: str, sheet: Map) -> None:
    """Keep a map in the campaign's file, and propose to play on it; raises ``Invalid`` naming what would be lost."""
    preview = preview_adoption(sitting, sheet)
    if preview.obstacles:
        raise Invalid(f"{preview.obstacles[0]}: move it first, or keep to the map as it is")
    sitting.file.keep_map(sheet)
    sitting.referee.council.propose_adoption(seat, sheet, preview.rows)


class KeptRevision(NamedTuple):
    """A map of a library in one of the revisions that are kept there."""

    key: str
    title: str
    revision: str
    current: bool


def kept_revisions(path: Path) -> list[KeptRevision]:
    """Return the maps of a library with their revisions, of each the current one first."""
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        return [
            KeptRevision(info.key, info.title, revision, at == 0)
            for info in library.maps()
            for at, revision in enumerate(library.revisions(info.key))
        ]


def read_revision(path: Path, key: str, revision: str = "") -> Map:
    """Return a map of a library, by default as it is now."""
    from sandtable.library.store.library_file import Library

    with Library.open_sound(path) as library:
        return library.map(key, revision)


def _laid_out(sitting: Sitting, sheet: Map) -> list[Row]:
    """Return the rows that the game lays out from a map under the scenario's own."""
    ground, scenario = sitting.referee.family.system.ground, _scenario(sitting)
    if ground is None:
        return []
    own = {(type(row).stored, row.id) for row in scenario.own_rows()}
    rows = ground.rows(sheet, scenario.setting())
    return [row for row in rows if (type(row).stored, row.id) not in own]


def _scenario(sitting: Sitting) -> Scenario:
    """Return the scenario of a campaign: the one that it carries, else its game's own."""
    from sandtable.library.campaigns.carried_setup import carried_scenario

    family, document = sitting.referee.family, carried_scenario(sitting.file.file)
    return document.scenario(family) if document is not None else family.scenario(sitting.header.scenario)


def _documents(rows: Iterable[RowChange], at: int) -> Rows:
    found: Rows = {}
    for row in rows:
        found.setdefault(row[0], {})
        if (document := row[at]) is not None:
            found[row[0]][row[1]] = document  # type: ignore[assignment]  # one of the two documents
    return found
