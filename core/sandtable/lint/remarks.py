"""What games find in their scenarios, for a module's ``findings`` to call: stacking, terrain, leaders, entries."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.rules.setup_findings import ScenarioFinding
from sandtable.engine.state.row import Row
from sandtable.library.files.report_words import join_names
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.board.maps import Map

OVER_STACKED = code("scenario-over-stacked", "scenario", "error", "More pieces in a space than may stand there.")
WRONG_TERRAIN = code("scenario-wrong-terrain", "scenario", "error", "A piece on a space where it cannot stand.")
ALONE = code("scenario-leader-alone", "scenario", "error", "A leader without the force that it must be with.")
UNREACHABLE = code(
    "scenario-entry-unreachable", "scenario", "error",
    "A space where reinforcements enter, but from which they cannot reach anything that they must.",
)  # fmt: skip
ENEMY_HELD = code(
    "scenario-entry-enemy-held", "scenario", "warning", "A space where reinforcements enter, held by their enemy.",
)  # fmt: skip
DATE = code("scenario-date", "scenario", "error", "Something is due before the scenario begins, or after it ends.")

Beside = Callable[[str], Iterable[str]]
"""Where a way leads from a space."""


class PlacedPiece(NamedTuple):
    """A piece and the space it stands in; ``group`` is what counts together there: its side, as a rule."""

    piece: Row
    space: str
    group: Hashable = ""


class EntrySpace(NamedTuple):
    """A space where something comes in for a side: ``row`` says so, in its ``field``."""

    row: Row
    space: str
    side: str = ""
    field: str = ""


def over_stacked(
    standing: Iterable[PlacedPiece], most: Callable[[str], int | None], *, what: str = "pieces", rule: str = "",
    name: Callable[[str], str] = str,
) -> Iterator[ScenarioFinding]:  # fmt: skip
    """Name every space with more of a group in it than may stand there; ``most`` says how many, ``None`` any number.

    ``name`` says what a space is called.
    """
    found: dict[tuple[str, Hashable], list[Row]] = defaultdict(list)
    for piece, space, group in standing:
        found[space, group].append(piece)
    for (space, group), pieces in found.items():
        limit = most(space)
        if limit is not None and len(pieces) > limit:
            whose = f" of {group}" if group != "" else ""
            which = join_names(one.id for one in pieces)
            words = f"{len(pieces)} {what}{whose} stand in {name(space)}, where {limit} may: {which}"
            yield ScenarioFinding(OVER_STACKED.name, words, OVER_STACKED.severity, pieces[-1], space=space, rule=rule)


def wrong_terrain(
    standing: Iterable[PlacedPiece], why_not: Callable[[Row, str], str], *, rule: str = "",
    name: Callable[[str], str] = str,
) -> Iterator[ScenarioFinding]:  # fmt: skip
    """Name every piece that cannot stand where it does; ``why_not`` answers why, with no text when it can.

    ``name`` says what a space is called.
    """
    for piece, space, _ in standing:
        if why := why_not(piece, space):
            words = f"{piece.id} cannot stand in {name(space)}: {why}"
            yield ScenarioFinding(WRONG_TERRAIN.name, words, WRONG_TERRAIN.severity, piece, space=space, rule=rule)


def alone(
    leaders: Iterable[PlacedPiece], forces: Iterable[PlacedPiece], *, what: str = "force", rule: str = ""
) -> Iterator[ScenarioFinding]:
    """Name every leader in whose space no force of its group stands."""
    led = {(one.space, one.group) for one in forces}
    for leader, space, group in leaders:
        if (space, group) not in led:
            words = f"{leader.id} is in {space} without a {what} of its own: put one there, or move {leader.id}"
            yield ScenarioFinding(ALONE.name, words, ALONE.severity, leader, space=space, rule=rule)


def unreachable(
    entries: Iterable[EntrySpace], beside: Beside, goals: Callable[[EntrySpace], Iterable[str]], *, rule: str = ""
) -> Iterator[ScenarioFinding]:
    """Name every entry from which none of its goals can be reached; an entry without goals is left alone."""
    for entry in entries:
        wanted = set(goals(entry))
        if wanted and not wanted & reachable_from([entry.space], beside):
            words = f"reinforcements that enter at {entry.space} can reach none of {join_names(sorted(wanted), 4)}"
            yield ScenarioFinding(
                UNREACHABLE.name, words, UNREACHABLE.severity, entry.row, entry.field, entry.space, rule
            )


def enemy_held(
    entries: Iterable[EntrySpace], holders: Callable[[str], Iterable[str]], *, rule: str = ""
) -> Iterator[ScenarioFinding]:
    """Name every entry that others than its side hold, and its side does not; ``holders`` says who holds a space."""
    for entry in entries:
        there = list(dict.fromkeys(holders(entry.space)))
        if there and entry.side not in there:
            words = f"reinforcements of {entry.side} at {entry.space} finds {join_names(there)} there"
            yield ScenarioFinding(
                ENEMY_HELD.name, words, ENEMY_HELD.severity, entry.row, entry.field, entry.space, rule
            )


def out_of_time(
    dated: Iterable[tuple[Row, str, int]], first: int, last: int, *, what: str = "turn", rule: str = ""
) -> Iterator[ScenarioFinding]:
    """Name every row whose date, in that field, is before the first or after the last."""
    for row, field, when in dated:
        if not first <= when <= last:
            side = f"before the first, {first}" if when < first else f"after the last, {last}"
            words = f"{row.id} is for {what} {when}, {side}"
            yield ScenarioFinding(DATE.name, words, DATE.severity, row, field, rule=rule)


# --- where ways lead ------------------------------------------------------------------------------------------------


def reachable_from(starts: Iterable[str], beside: Beside, enters: Callable[[str], bool] = lambda _: True) -> set[str]:
    """Return all spaces that can be come to, the starts included, through spaces that may be entered."""
    found = dict.fromkeys(starts)
    ahead = deque(found)
    while ahead:
        for there in beside(ahead.popleft()):
            if there not in found and enters(there):
                found[there] = None
                ahead.append(there)
    return set(found)


def beside_on(sheet: Map) -> Beside:
    """Return where ways lead on a map: over open edges, and from hex to hex by their numbers."""

    def beside(id: str) -> Iterable[str]:
        return sheet.neighbours(id) if sheet.knows(id) else ()

    return beside
