"""The borders of areas that came from a file, and what of these areas does not fit, by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from sandtable.board.areas import AreaMap
from sandtable.board.overlaps import Overlaps, overlaps
from sandtable.board.shapes import array_of
from sandtable.board.snap_width import Snapping, snapping
from sandtable.board.spaces import Edge, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of, join_names

SHOWN: Final = 5
LOOKS: Final = 400_000
"""So many pairs are looked at for names, where it is certain already that the file is refused."""


def derive_borders(
    areas: AreaMap | None, names: Mapping[SpaceId, str], *, snapped: bool
) -> tuple[Sequence[Edge], list[str]]:
    """Return the borders of areas, and notices of what overlaps.

    Raises ``Invalid``, naming areas or a place, where more lies upon each other than a map can have.
    """
    if areas is None:
        return (), []
    shapes = array_of([areas[id] for id in areas])
    called = [names[id] for id in areas.ids]
    try:
        edges = areas.edges()
    except Invalid:
        _refuse_heaps(overlaps(shapes, areas.tolerance, LOOKS), called)
        raise
    found = overlaps(shapes, areas.tolerance)
    _refuse_heaps(found, called)
    advice = None if snapped else snapping(areas.ids, shapes, areas.tolerance)
    return edges, [*_overlapping(found, called), *([snap_advice(advice)] if advice is not None else [])]


def _refuse_heaps(found: Overlaps, names: Sequence[str]) -> None:
    """Raise ``Invalid`` where so much overlaps that it can be no map."""
    if found.whole:
        return
    over = Counter([*found.a.tolist(), *found.b.tolist()])
    worst, others = over.most_common(1)[0]
    beside: list[int] = [*found.b[found.a == worst].tolist(), *found.a[found.b == worst].tolist()]
    shown = join_names((names[at] for at in beside), SHOWN)
    raise Invalid(
        f"has {len(found.a):,} and more pairs of areas that overlap, {names[worst]!r} alone lies over {others:,} "
        f"others ({shown}): areas of a map must not overlap; import one layer of it"
    )


def _overlapping(found: Overlaps, names: Sequence[str]) -> list[str]:
    """Say which areas overlap, the widest first."""
    if not len(found.a):
        return []
    rows = sorted(zip((-found.width).tolist(), found.a.tolist(), found.b.tolist(), strict=True))
    pairs = join_names((f"{names[a]}–{names[b]}" for _, a, b in rows), SHOWN)
    return [
        f"{count_of(len(rows), 'pair')} of areas overlap: {pairs}; the checks (Problems, `sandtable check`) tell where"
    ]


def snap_advice(advice: Snapping) -> str:
    """Say what would mend borders that were drawn one by one."""
    left = f"all but {advice.left}" if advice.left else "all"
    return (
        f"borders that were drawn one by one leave {count_of(advice.faults, 'overlap or gap', 'overlaps and gaps')}: "
        f"importing it with a snap of {advice.width:g} mends {left} of them"
    )
