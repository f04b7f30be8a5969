"""From the globe to the paper."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.errors import Invalid
from sandtable.interchange.projection import RADIUS, SOUTHWARDS, Conic, conic_for, downwards
from tests.interchange.sheets import RUNS, danube, mixed, tyrol

places = st.tuples(st.floats(-30, 60), st.floats(-70, 80))


@RUNS
@given(st.lists(places, min_size=2, max_size=20), st.floats(-60, 60), st.floats(1, 25))
def test_angles_are_right_and_lengths_are_nearly_so(
    where: list[tuple[float, float]], middle: float, high: float
) -> None:
    conic = conic_for(-20, middle - high / 2, 20, middle + high / 2)
    for longitude, latitude in where:
        if abs(latitude - middle) > high / 2:
            continue
        step = 1e-3
        here, east, north = conic.project(
            np.array([(longitude, latitude), (longitude + step, latitude), (longitude, latitude + step)])
        )
        to_east, to_north = east - here, north - here
        degree = np.radians(step) * RADIUS
        assert np.hypot(*to_north) == pytest.approx(degree, rel=0.03)
        assert np.hypot(*to_east) == pytest.approx(degree * np.cos(np.radians(latitude)), rel=0.03)
        assert np.hypot(*to_east) / np.hypot(*to_north) == pytest.approx(np.cos(np.radians(latitude)), rel=1e-3)
        assert to_east @ to_north == pytest.approx(0, abs=degree**2 * 1e-3)


def test_the_parallels_keep_their_length() -> None:
    conic = Conic(40.0, 60.0, 50.0, 10.0)
    for latitude in (40.0, 60.0):
        a, b = conic.project(np.array([(10.0, latitude), (10.01, latitude)]))
        assert np.hypot(*(b - a)) == pytest.approx(np.radians(0.01) * RADIUS * np.cos(np.radians(latitude)), abs=2e-6)
    assert conic.project(np.array([(10.0, 50.0)])).tolist() == [[0.0, 0.0]]


def test_north_is_up_and_east_is_right_on_both_halves_of_the_globe() -> None:
    for south, north in ((40, 60), (-60, -40), (-5, 5)):
        here, east, up = conic_for(0, south, 20, north).project(
            np.array([(10.0, south + 1.0), (11.0, south + 1.0), (10.0, south + 2.0)])
        )
        assert east[0] > here[0]
        assert up[1] > here[1]


def test_equal_places_come_out_equal_wherever_they_stand() -> None:
    rng = np.random.default_rng(3)
    some = rng.uniform((-10, 35), (40, 70), (1001, 2))
    conic = conic_for(-10, 35, 40, 70)
    whole = conic.project(np.concatenate((some, some[::-1])))
    assert (whole[:1001] == whole[1001:][::-1]).all()
    assert (conic.project(some[7:8]) == whole[7:8]).all()


@RUNS
@given(st.lists(places, min_size=1, max_size=20), st.sampled_from([(-10, 35, 40, 70), (-80, -60, -30, -20)]))
def test_the_way_back_ends_where_it_began(where: list[tuple[float, float]], box: tuple[float, ...]) -> None:
    conic = conic_for(*box)
    paper = conic.project(np.array(where))
    again = conic.degrees(paper)
    assert np.abs(conic.project(again) - paper).max() <= 2e-6
    near = np.abs(np.array(where)[:, 0] - conic.longitude) < 100
    assert np.abs((again - where)[near]).max(initial=0) < 1e-4


def test_a_projection_is_read_as_it_is_written() -> None:
    conic = Conic(38.0, 60.0, 50.0, 16.0, 6371.0072)
    assert Conic.read(conic.text) == conic
    assert Conic.read(f"{conic.text} {SOUTHWARDS}") == conic
    for other in ("", "px", "+proj=merc +lat_1=3", conic.text.replace("+lat_0=50", ""), "+proj=lcc +units=km +R=x"):
        assert Conic.read(other) is None


def test_more_than_half_the_globe_is_refused() -> None:
    with pytest.raises(Invalid, match="covers 200 degrees of longitude: a conic projection shows 180 at most"):
        conic_for(-100, 0, 100, 10)


def test_y_grows_to_the_north_where_a_globe_was_projected() -> None:
    assert not downwards(tyrol())
    assert downwards(danube())
    assert downwards(mixed())
