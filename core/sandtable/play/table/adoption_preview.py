"""What playing on another revision of the map would do, in words, each line with the places that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from sandtable import board
from sandtable.board.same_hexes import new_numbers
from sandtable.board.spaces import RegionId, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.engine.referee.adoption import ground_changes, kept_by_play, moved_by, obstacles, rows_of
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.row_fields import ids_in
from sandtable.engine.state.rows import OnBoard, Side
from sandtable.engine.state.schema import SPACES
from sandtable.library.diff.map_differences import map_changes
from sandtable.library.diff.map_summary import is_seen, spaces_of, summarize, without_ids
from sandtable.library.diff.row_names import RowNames
from sandtable.library.diff.scenario_differences import row_changes
from sandtable.library.store.undrawn_maps import UndrawnMap

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandtable.board.maps import Map
    from sandtable.engine.referee.adoption import RowChange
    from sandtable.engine.rules.system import Scenario
    from sandtable.engine.state.row import Row
    from sandtable.engine.state.rows import Proposal
    from sandtable.library.diff.differences import Difference
    from sandtable.library.store.scenario_parts import Rows
    from sandtable.play.table.sitting import Sitting

NUMBERED_ANEW: Final = "Hexes are numbered anew, and what stands there goes with them: {}"


class PreviewLine(NamedTuple):
    """A line of a preview, and the spaces that it is about."""

    says: str
    spaces: tuple[SpaceId, ...] = ()

    def __str__(self) -> str:
        return self.says


@dataclass(frozen=True, slots=True)
class AdoptionPreview:
    """What adopting a map would do.

    ``changes`` on the table (of ``rows``, laid out otherwise), ``drawn`` on the map besides, what is ``kept`` as play
    has made it, the ``obstacles`` that forbid it; ``summary`` is all of it in a few words.
    """

    now: Map
    then: Map
    rows: tuple[RowChange, ...]
    moved: Mapping[str, str]
    summary: str
    changes: tuple[PreviewLine, ...]
    drawn: tuple[PreviewLine, ...]
    kept: tuple[PreviewLine, ...]
    obstacles: tuple[PreviewLine, ...]

    @property
    def places(self) -> tuple[SpaceId, ...]:
        """The spaces on which something changes, or stands in the way."""
        lines = (*self.obstacles, *self.changes, *self.drawn)
        return tuple(dict.fromkeys(space for line in lines for space in line.spaces))


def preview_adoption(sitting: Sitting, sheet: Map) -> AdoptionPreview:
    """Say what playing on a map from now on would do, without doing it.

    Raises ``Invalid`` as ``ready_adoption`` does.
    """
    return ready_adoption(sitting, sheet)()


def ready_adoption(sitting: Sitting, sheet: Map) -> Callable[[], AdoptionPreview]:
    """Make ready to say what playing on a map from now on would do; what is returned may be called in another thread.

    Raises ``Invalid`` for another map, for the one that is played on, and for one that the game cannot be played on.
    """
    now = board.of(sitting.referee.game)
    if sheet.info.key != now.info.key:
        raise Invalid(
            f"the campaign is played on the map {now.info.key!r} ({now.title}), not on {sheet.info.key!r}: name a "
            "revision of that one"
        )
    if sheet.digest == now.digest:
        raise Invalid(
            f"the campaign is played on this revision of the map {sheet.info.key!r} already: change the map first, or "
            "name another revision of it"
        )
    sheet.require_playable()
    position = _Position(sitting, now, sheet)

    def preview() -> AdoptionPreview:
        moved, both = new_numbers(now, sheet), _Comparison(position)
        return both.preview(tuple(ground_changes(both.before, both.after, moved)), moved)

    return preview


def preview_proposal(sitting: Sitting, proposal: Proposal) -> AdoptionPreview:
    """Say what a map that was proposed would do now; raises ``Invalid`` where its revision is gone."""
    return ready_proposal(sitting, proposal)()


def ready_proposal(sitting: Sitting, proposal: Proposal) -> Callable[[], AdoptionPreview]:
    """Make ready to say what a map that was proposed would do now, as ``ready_adoption`` does."""
    game, data = sitting.referee.game, proposal.data
    sheet = game.state.boards.of(OnBoard("board", data["key"], data["digest"]))
    if not isinstance(sheet, board.Map):
        sheet.neighbours("")  # what stands where there is no board says why
        raise Invalid(f"{data['key']} is not a map.")
    position = _Position(sitting, board.of(game), sheet)
    return lambda: _Comparison(position).preview(rows_of(proposal), moved_by(proposal))


def scenario_of(sitting: Sitting) -> Scenario:
    """Return the scenario of a campaign: the one that it carries, else its game's own."""
    from sandtable.library.campaigns.carried_setup import carried_scenario

    family, document = sitting.referee.family, carried_scenario(sitting.file.file)
    return document.scenario(family) if document is not None else family.scenario(sitting.header.scenario)


class _Position:
    """A copy of the position on the table, with two revisions of its map, read whole from the file."""

    def __init__(self, sitting: Sitting, now: Map, then: Map) -> None:
        self.family = sitting.referee.family
        self.game = RunningGame(self.family, sitting.referee.game.state.clone())
        self.scenario, self.now, self.then = scenario_of(sitting), now, then
        for sheet in (now, then):
            if isinstance(sheet, UndrawnMap):
                sheet.whole  # noqa: B018  # its file belongs to this thread


class _Comparison:
    """Two revisions of a map, with the rows that the game lays out from each under the scenario's own."""

    def __init__(self, position: _Position) -> None:
        self.now, self.then, self.game = position.now, position.then, position.game
        self.family, self._scenario = position.family, position.scenario
        own = {(type(row).stored, row.id) for row in self._scenario.own_rows()}
        self.before, self.after = (
            [row for row in self._lay_out(sheet) if (type(row).stored, row.id) not in own]
            for sheet in (self.now, self.then)
        )

    def _lay_out(self, sheet: Map) -> list[Row]:
        ground = self.family.system.ground
        return ground.rows(sheet, self._scenario.setting()) if ground is not None else []

    def preview(self, rows: tuple[RowChange, ...], moved: Mapping[str, str]) -> AdoptionPreview:
        """Say what these rows, laid out otherwise, and all that is drawn otherwise come to."""
        kept = tuple(kept_by_play(self.game.seen_by_sides(frozenset()), rows))
        told = self._changes(rows, {(one.table, one.id, one.field) for one in kept})
        drawn = [one for one in map_changes(self.now, self.then) if is_seen(one, self.now, self.then)]
        where = {row[:2]: self._spaces_of_row(*row) for row in rows}
        changes = [(one, where[one.what[0], one.what[1]]) for one in told]
        return AdoptionPreview(
            self.now,
            self.then,
            rows,
            moved,
            summarize(drawn, self.now, self.then),
            tuple(PreviewLine(one.words, spaces) for one, spaces in changes),
            (*_numbered_anew(moved), *self._drawn_lines(drawn, changes)),
            tuple(PreviewLine(one.says, where[one.table, one.id]) for one in kept),
            tuple(
                PreviewLine(one.says, (SpaceId(one.space),) if one.space else ())
                for one in obstacles(self.game, self.then, rows, moved)
            ),
        )

    def _changes(self, rows: tuple[RowChange, ...], kept: set[tuple[str, str, str]]) -> list[Difference]:
        """Return what follows the new map, field by field."""
        names = RowNames(self.family.schema, [*self.before, *self.after, *self.game[Side]], (self.now, self.then))
        found = row_changes(_documents(rows, 2), _documents(rows, 3), self.family, names)
        return [one for one in found if one.what not in kept and (*one.what[:2], "") not in kept]

    def _spaces_of_row(
        self, table: str, id: str, before: dict[str, Any] | None, after: dict[str, Any] | None
    ) -> tuple[SpaceId, ...]:
        """Return the space that a row is of, else all that it names; of a region all that belong to it."""
        if self.now.knows(id) or self.then.knows(id):
            return (SpaceId(id),)
        if (sheet := next((one for one in (self.then, self.now) if RegionId(id) in one.region), None)) is not None:
            return sheet.spaces_of(RegionId(id))
        row = msgspec.convert(after or before, self.game.state.schema.kind(table))
        return tuple(dict.fromkeys(SpaceId(space) for _, _, space in ids_in(row, SPACES) if space))

    def _drawn_lines(
        self, drawn: Iterable[Difference], changes: Iterable[tuple[Difference, tuple[SpaceId, ...]]]
    ) -> Iterator[PreviewLine]:
        """Yield what differs on the map and is not told by what differs on the table already."""
        said = {(frozenset(spaces), *_values(one)) for one, spaces in changes}
        ways = {spaces for spaces, *_ in said if len(spaces) == 2}
        for one in drawn:
            spaces = spaces_of(one, self.now, self.then)
            is_told = (
                frozenset(spaces) in ways if one.kind.startswith("edge") else (frozenset(spaces), *_values(one)) in said
            )
            if not is_told:
                yield PreviewLine(without_ids(one.words, self.now, self.then), spaces)


def _values(one: Difference) -> tuple[str, str]:
    """Return what a difference changes, so that one on the map and one on the table can be compared."""
    _, _, what = one.kind.partition("-")
    return (what, "") if what in ("added", "gone") else (str(one.before), str(one.after))


def _numbered_anew(moved: Mapping[str, str]) -> Iterator[PreviewLine]:
    pairs = [f"{was} → {there}" for was, there in sorted(moved.items()) if there]
    if pairs:
        shown = ", ".join(pairs[:3]) + (f" and {len(pairs) - 3} more" if len(pairs) > 3 else "")
        yield PreviewLine(NUMBERED_ANEW.format(shown))


def _documents(rows: Iterable[RowChange], at: int) -> Rows:
    found: Rows = {}
    for row in rows:
        found.setdefault(row[0], {})
        if (document := row[at]) is not None:
            found[row[0]][row[1]] = document  # type: ignore[assignment]  # one of the two documents
    return found
