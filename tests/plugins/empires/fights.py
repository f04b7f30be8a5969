"""The Land Combat Step on a small Iberia, for the tests of combat."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.testing import Play
from sandtable_empires.testing import FR, Piece, calendar, iberia, position


def ready(
    *pieces: Piece,
    side: str = FR,
    on: Iterable[str] = (),
    dice: Iterable[int | tuple[int, ...]] = (),
    parameters: dict[str, dict[str, object]] | None = None,
    month: tuple[int, int] = (1808, 5),
) -> Play:
    """Return the Land Combat Step of a side."""
    return position(
        calendar(*month), *pieces, land=iberia, at=f"{side}: land_combat", on=on, dice=tuple(dice),
        parameters=parameters,
    )  # fmt: skip
