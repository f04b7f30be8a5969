"""A side that begins at rest has no seat, however the others are seated."""

from __future__ import annotations

import pytest

from sandtable.engine import Row, Seat, Side, SideId
from sandtable.play.table.sitting import Wishes, assign_seats

RED, SAXONY = Side(SideId("Red"), "Red"), Side(SideId("Saxony"), "Saxony", resting=True)


def seats(rows: list[Row]) -> dict[str, str | None]:
    return {row.id: row.seat for row in rows if isinstance(row, Side)}


@pytest.mark.parametrize(
    ("wishes", "his"),
    [
        (Wishes(), None),
        (Wishes(seats="one"), "table"),
        (Wishes(seats="each"), "Red"),
        (Wishes(seats="Anna=Red"), "Anna"),
        (Wishes(bots=("Red",)), "bot Red"),
    ],
)
def test_nobody_sits_for_it(wishes: Wishes, his: str | None) -> None:
    rows = assign_seats([RED, SAXONY], wishes)
    assert seats(rows) == {"Red": his, "Saxony": None}
    assert [row.id for row in rows if isinstance(row, Seat)] == ([] if his is None else [his])


def test_a_seat_may_be_named_for_it_all_the_same() -> None:
    assert seats(assign_seats([RED, SAXONY], Wishes(seats="Anna=Red,Bernd=Saxony"))) == {
        "Red": "Anna",
        "Saxony": "Bernd",
    }
