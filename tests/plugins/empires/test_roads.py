"""Ways over the land as several sides in several positions share them: each goes around what is in its own way."""

from __future__ import annotations

from sandtable.engine import SideId
from sandtable_empires.land.roads import NOTHING, Roads
from sandtable_empires.model import AreaId, Depot, DepotId, Exits, Link, LinkId, area_id

A, B, C, D, FAR = (area_id(name) for name in ("a", "b", "c", "d", "far"))
BLUE = SideId("Blue")


def roads(*pairs: tuple[AreaId, AreaId]) -> Roads:
    """Return roads along links that are called after their ends."""
    leads: Exits = {}
    for one, other in pairs:
        link = Link(LinkId(f"{one}{other}"), (one, other))
        leads[one] = (*leads.get(one, ()), (link, other))
        leads[other] = (*leads.get(other, ()), (link, one))
    return Roads(leads)


SQUARE = ((A, B), (B, D), (A, C), (C, D), (D, FAR))


def test_ways_lead_around_closed_areas_and_barred_links_and_open_again() -> None:
    square = roads(*SQUARE)
    closed_b, over_c = frozenset({B}), frozenset({LinkId("ac")})
    assert square.close(NOTHING).ways(A, 2) == {A: (), B: (B,), C: (C,), D: (B, D)}
    assert square.close(closed_b).ways(A, 2) == {A: (), C: (C,), D: (C, D)}
    assert square.close(NOTHING, over_c).ways(A, 2) == {A: (), B: (B,), D: (B, D)}
    assert square.close(closed_b, over_c).ways(A, 2) == {A: ()}
    assert square.close(frozenset({A})).ways(A, 2) == {}
    assert square.close(NOTHING).ways(A, 2) == {A: (), B: (B,), C: (C,), D: (B, D)}


def test_what_is_in_the_way_of_one_side_is_not_in_that_of_another() -> None:
    square = roads(*SQUARE)
    closed, open_ = square.close(frozenset({D})), square.close(NOTHING)
    assert FAR not in closed.ways(A, 3)
    assert open_.ways(A, 3)[FAR] == (B, D, FAR)
    assert FAR not in closed.ways(A, 3)


def test_of_two_links_between_the_same_areas_the_other_leads_on() -> None:
    land, water = (Link(LinkId(name), (A, B)) for name in ("land", "water"))
    twice = Roads({A: ((land, B), (water, B)), B: ((land, A), (water, A))})
    assert B in twice.close(NOTHING, frozenset({water.id})).ways(A, 1)
    assert B not in twice.close(NOTHING, frozenset({land.id, water.id})).ways(A, 1)


def test_a_chain_of_depots_goes_by_the_fewest_links_and_ends_where_it_is_cut() -> None:
    square = roads(*SQUARE)
    depots = tuple(Depot(DepotId(f"depot {area}"), BLUE, area) for area in (A, B, D))
    chains = square.close(NOTHING).chains(depots, (A,), 1)
    assert [(area, fed.links) for area, fed in chains.fed_depots.items()] == [(A, 0), (B, 1), (D, 2)]
    assert chains.near == {A, B, C, D, FAR}
    cut = square.close(NOTHING, frozenset({LinkId("bd")})).chains(depots, (A,), 1)
    assert list(cut.fed_depots) == [A, B]
    assert D not in cut.near
