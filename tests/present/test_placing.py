"""Where words go: on no other words, on no sign, off counters as far as they can, within the edge."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sandtable.present.label_placing import Box, Placer, Try, beside

HERE, EAST, FAR = (0.0, 0.0, 10.0, 4.0), (12.0, 0.0, 22.0, 4.0), (0.0, 90.0, 10.0, 94.0)
TRIES = [Try("here", HERE), Try("east", EAST), Try("far", FAR, far=True)]


def test_the_first_that_is_free_is_taken_and_then_is_so_no_more() -> None:
    placer = Placer()
    assert [placer.place(TRIES) for _ in range(4)] == ["here", "east", "far", None]


def test_words_go_over_signs_only_if_they_must_and_may() -> None:
    placer = Placer()
    for box in (HERE, EAST, FAR):
        placer.signs.put(box)
    assert placer.place(TRIES) is None
    assert placer.place(TRIES, over_signs=True) == "here"
    assert placer.place([*TRIES, Try("clear", (40.0, 0.0, 50.0, 4.0))], over_signs=True) == "clear"


def test_counters_are_heeded_and_a_far_place_is_taken_where_they_hide_more_than_a_little() -> None:
    placer = Placer()
    placer.counters.put((9.2, 0.0, 30.0, 4.0))
    assert placer.place(TRIES) == "here"  # of which least is hidden, and only a little
    placer = Placer()
    placer.counters.put((8.0, 0.0, 30.0, 4.0))
    assert placer.place(TRIES) == "far"
    placer = Placer()
    placer.counters.put(HERE)
    placer.counters.put((12.0, 0.0, 13.0, 4.0))
    assert placer.place(TRIES, heeding=False) == "here"
    assert placer.place(TRIES) == "east"
    assert placer.place([Try("near", (1.0, 40.0, 9.0, 44.0)), TRIES[2]]) == "near"


def test_beyond_the_edge_only_where_it_is_allowed_and_nothing_lies_within() -> None:
    placer = Placer(edge=(0.0, 50.0, 100.0, 100.0))
    assert placer.place(TRIES[:2]) is None
    assert placer.place(TRIES, beyond=True) == "far"
    assert placer.place(TRIES[:2], beyond=True) == "here"


def test_words_beside_a_sign_do_not_touch_it() -> None:
    wide, high = 30.0, 12.0
    places = list(beside((wide, high), (8.0, 8.0), (1.0, 1.0)))
    assert places[:4] == [(20.0, 0.0), (-20.0, 0.0), (0.0, -11.0), (0.0, 11.0)]
    for x, y in places:
        assert abs(x) >= (wide + 8) / 2 or abs(y) >= (high + 8) / 2


def box_at(x: float, y: float, wide: float, high: float) -> Box:
    return x, y, x + wide, y + high


boxes = st.builds(box_at, st.floats(-300, 300), st.floats(-300, 300), st.floats(0.5, 200), st.floats(0.5, 30))


def over(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@given(st.lists(st.lists(boxes, max_size=4), max_size=20), st.lists(boxes, max_size=6))
def test_no_words_lie_on_others_or_on_signs(wanted: list[list[Box]], signs: list[Box]) -> None:
    placer = Placer()
    for sign in signs:
        placer.signs.put(sign)
    placed: list[Box] = []
    for tries in wanted:
        found = placer.place(Try(box, box) for box in tries)
        if found is None:
            assert all(any(over(box, other) for other in (*placed, *signs)) for box in tries)
        else:
            assert not any(over(found, other) for other in (*placed, *signs))
            placed.append(found)
