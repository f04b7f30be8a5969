"""Names: none over another at any zoom of its range, those of higher rank first, and all that is there can be found."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QApplication

from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import Space
from sandtable.present.label_placing import EVERYWHERE
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.counters.faces import size_of
from sandtable_editor.canvas.counters.status_symbols import BESIDE, badge_size
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.ground.tiles import STEPS, step_of, zoom_of
from sandtable_editor.canvas.overlay import place_symbols
from sandtable_editor.canvas.overlay.label_item import LETTERING
from sandtable_editor.canvas.overlay.labels import RANGE, PlacedLabel, Stand, choose_labels, range_of
from sandtable_editor.canvas.overlay.lettering import WordsKey, measure
from sandtable_editor.canvas.overlay.names import Name, Style, names_of
from sandtable_editor.canvas.overlay.place_symbols import PlaceSymbol
from sandtable_editor.canvas.widget.find import Gazetteer, plain
from tests.editor.canvas.small_maps import RUNS, S, areas, hexes

Box = tuple[float, float, float, float]


def plainly(text: str, style: Style) -> tuple[float, float]:
    """Measure a name without fonts."""
    return 7.0 * len(text), 12.0


names = st.builds(
    Name,
    text=st.text("abc", min_size=1, max_size=9),
    place=st.tuples(st.floats(0, 100), st.floats(0, 100)),
    style=st.sampled_from(["town", "area"]),
    weight=st.floats(0, 9),
    mark=st.sampled_from([None, PlaceSymbol("town"), PlaceSymbol("town", 3, "major")]),
)


def boxes(label: PlacedLabel, zoom: float) -> list[Box]:
    """Return what a label covers, logical pixels."""
    x, y = label.name.place[0] * zoom, label.name.place[1] * zoom
    found: list[Box] = []
    if label.name.mark:
        wide, high = place_symbols.extent(label.name.mark)
        found.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    if label.words:
        wide, high = plainly(label.name.text, label.name.style)
        x, y = x + label.dx, y + label.dy
        found.append((x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    return found


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@RUNS
@given(st.lists(names, max_size=25), st.integers(-4, 12), st.integers(0, RANGE - 1))
def test_no_name_covers_another_at_any_zoom_of_a_range(some: list[Name], reach: int, more: int) -> None:
    some = sorted(some, key=lambda name: name.order)
    shown = [label for label in choose_labels(some, plainly, reach, 10.0) if label is not None]
    zoom = zoom_of(reach * RANGE + more)
    assert range_of(reach * RANGE + more) == reach
    covered = [boxes(label, zoom) for label in shown]
    for at, one in enumerate(covered):
        assert len(one) < 2 or not overlap(*one)
        for other in covered[:at]:
            assert not any(overlap(a, b) for a in one for b in other)


@RUNS
@given(st.lists(names, min_size=1, max_size=25), st.integers(-4, 12))
def test_the_first_of_all_names_is_always_shown(some: list[Name], reach: int) -> None:
    some = sorted(some, key=lambda name: name.order)
    first = next(choose_labels(some, plainly, reach, 10.0))
    assert first is not None
    assert first.words


def test_rank_goes_before_weight() -> None:
    here = (50.0, 50.0)
    some = [
        Name("town", here, "town", 9.0), Name("east", here, "country", 1.0), Name("field", here, "area", 99.0),
        Name("north", here, "province", 5.0),
    ]  # fmt: skip
    assert [name.text for name in sorted(some, key=lambda name: name.order)] == ["east", "north", "town", "field"]


def test_a_map_names_what_is_on_it() -> None:
    found = names_of(CanvasGeography(areas()))
    by_style: dict[str, set[str]] = {}
    for name in found:
        by_style.setdefault(name.style, set()).add(name.text)
    assert by_style == {
        "country": {"West", "East"}, "province": {"Upper West", "Lower West", "Far East"}, "capital": {"Alba"},
        "town": {"Bona"}, "sea": {"Mare Nostrum"}, "area": {"Cava", "Dora"}, "river": {"Lethe"}, "harbour": {""},
    }  # fmt: skip
    assert next(name for name in found if name.text == "Alba").mark == PlaceSymbol("town", 3, "major")
    lethe = next(name for name in found if name.text == "Lethe")
    assert -60 < lethe.turn < -20


def test_names_come_and_go_with_the_zoom(qapp: QApplication) -> None:
    geography = CanvasGeography(areas())
    some = names_of(geography)

    def shown(width: float) -> set[str]:
        zoom = width / geography.size
        reach = range_of(step_of(zoom))
        labels = choose_labels(some, measure, reach, geography.size)
        return {label.name.text for label in labels if label is not None and label.words}

    assert shown(12) == {"Alba"}
    assert {"West", "East", "Alba"} <= shown(92)
    assert {"Upper West", "Alba", "Bona", "Cava", "Dora", "Mare Nostrum"} <= shown(200)
    assert "West" not in shown(200)


def test_names_keep_their_size(view: MapView) -> None:
    view.settle()
    sizes: list[tuple[str, tuple[float, float]]] = []
    for _ in range(2):
        label = next(label for label in view.map_scene.labels.labels() if label.name.text == "Alba")
        sizes.append((label.name.text, measure("Alba", "capital")))
        view.zoom_by(1.9)
        view.settle()
    assert sizes[0] == sizes[1]


def test_names_are_chosen_a_little_at_a_time_and_ahead(view: MapView) -> None:
    view.zoom_by(1.7)
    labels = view.map_scene.labels
    turns = 0
    while not labels.is_settled:
        labels.choose(0.0)
        turns += 1
    assert turns > 10
    here = labels.labels()
    view.zoom_by(0.8)
    assert labels.labels()
    assert labels.labels() is not here


# --- finding ---


def test_a_place_is_found_however_it_is_spelt() -> None:
    spaces = [
        Space(S("munich"), "München"), Space(S("lodz"), "Łódź"), Space(S("corunna"), "La Coruña"),
        Space(S("malo"), "Saint-Malo"), Space(S("strasbourg"), "Straßburg"), Space(S("salamanca"), "Salamanca"),
    ]  # fmt: skip
    view_of = CanvasGeography(Map(MapInfo("x", "X"), Graph(spaces), places={space.id: (0.0, 0.0) for space in spaces}))
    find = Gazetteer(view_of).find
    for text, expected in (
        ("munchen", "munich"), ("MÜNCHEN", "munich"), ("lodz", "lodz"), ("corun", "corunna"), ("malo", "malo"),
        ("saint malo", "malo"), ("strassburg", "strasbourg"), ("salmanca", "salamanca"), ("salamnca", "salamanca"),
    ):  # fmt: skip
        assert find(text)[0][0] == expected, text
    for nonsense in ("", "   ", "xyzzy", "q"):
        assert find(nonsense) == []


def test_spaces_towns_regions_and_numbers_are_found(view: MapView) -> None:
    assert view.find("alba")[0] == (S("alba"), "Alba")
    assert view.find("mare")[0] == (S("mare"), "Mare Nostrum")
    assert (S("alba"), "West") in view.find("wes")
    assert (S("bona"), "Far East") in view.find("far east")
    view.show_map(hexes())
    assert view.find("0503") == [(S("0503"), "0503")]
    assert view.find("9999") == []


def test_the_best_find_comes_first() -> None:
    assert plain(" Évora  Alta ") == "evora alta"
    spaces = [Space(S(name), name) for name in ("Newport", "Port", "Porto", "Oporto", "Port Mahon")]
    found = Gazetteer(CanvasGeography(Map(MapInfo("x", "X"), Graph(spaces)))).find("port")
    assert [name for _, name in found] == ["Port", "Porto", "Port Mahon", "Oporto", "Newport"]


def test_a_named_hex_is_found_and_lettered() -> None:
    grid = HexGrid(4, 4, hex_width=30.0)
    board = HexBoard(
        grid, HexBoard.blank(grid).terrain, HexBoard.blank(grid).sides, HexBoard.blank(grid).elevation,
        names={grid.hex_of(2, 1): "Leuthen"},
    )  # fmt: skip
    geography = CanvasGeography(Map(MapInfo("x", "X"), hexes=board))
    assert Gazetteer(geography).find("leuten") == [(S("0302"), "Leuthen")]
    (name,) = names_of(geography)
    assert (name.text, name.place) == ("Leuthen", grid.centre(grid.hex_of(2, 1)))
    assert geography.name(S("0302")) == "Leuthen"


@pytest.mark.parametrize("space", ["alba", "port"])
def test_centre_on_brings_a_place_into_the_middle(view: MapView, space: str) -> None:
    view.zoom_by(4)
    view.centre_on(S(space))
    place = view.geography.place(S(space))
    assert place is not None
    off = view.on_view(QPointF(*place)) - QPointF(view.viewport().rect().center())
    assert max(abs(off.x()), abs(off.y())) <= 1.5


def test_a_name_moves_from_under_a_counter_and_stays_on_the_map() -> None:
    town = Name("Alba", (50.0, 50.0), "town", 1.0, PlaceSymbol("town"))
    ((label,), (moved,)) = (
        list(choose_labels([town], plainly, 8, 10.0, stands, within))
        for stands, within in (((), EVERYWHERE), ([Stand((58.0, 50.0), 1)], EVERYWHERE))
    )
    assert label is not None
    assert moved is not None
    assert label.dx > 0  # at its right, as usual
    assert moved.dx <= 0
    (edge,) = choose_labels([town], plainly, 8, 10.0, (), (0.0, 0.0, 51.0, 100.0))
    assert edge is not None
    assert edge.dx < 0


def test_letters_twice_as_large_have_the_room_of_half_the_zoom(view: MapView) -> None:
    """What fits then is what fits at half the zoom, drawn twice as large."""
    view.zoom_by(4)
    view.settle()
    labels = view.map_scene.labels
    step, key = labels.step, WordsKey("Alba", "town", 0.0, "light", 1.0, 1.0)
    usual = LETTERING.picture(key, labels.palette).size()
    view.set_theme("light", 2.0)
    view.settle()
    assert step - labels.step == STEPS
    assert labels.labels()
    larger = LETTERING.picture(key._replace(letters=2.0), labels.palette)
    assert abs(larger.width() - 2 * usual.width()) <= 2
    assert larger.devicePixelRatio() == 1.0
    view.set_theme("light")
    assert labels.step == step


class Drawn(list[Stand]):
    """Stands that count how many of them have been looked at."""

    seen = 0

    def __iter__(self) -> Iterator[Stand]:
        for one in super().__iter__():
            self.seen += 1
            yield one


def test_names_are_chosen_in_small_steps_so_that_no_frame_waits_for_them() -> None:
    towns = [Name(f"t{n}", (n * 9.0, n % 40 * 9.0), "town", 1.0, mark=PlaceSymbol("town")) for n in range(600)]
    stands, measured = Drawn(Stand((n * 9.0, 0.0), 1) for n in range(600)), list[str]()

    def noted(text: str, style: Style) -> tuple[float, float]:
        measured.append(text)
        return plainly(text, style)

    before = found = 0
    for label in choose_labels(towns, noted, 8, 10.0, stands):
        now = stands.seen + len(measured)
        assert now - before <= 64, "so much between two steps"
        before, found = now, found + (label is not None)
    assert stands.seen == len(stands)
    assert found


def test_a_name_under_counters_stands_beside_them() -> None:
    """At both ends of the zooms that it is chosen for."""
    place = (50.0, 50.0)
    town = Name("Madrid", place, "town", 9.0, PlaceSymbol("town"))
    reach, typical = range_of(step_of(1.0)), 60.0
    (label,) = filter(None, choose_labels([town], plainly, reach, typical, [Stand(place, 1)]))
    assert label.words
    for zoom in (zoom_of(reach * RANGE), zoom_of((reach + 1) * RANGE)):
        half = size_of(typical * zoom) / 2
        words = boxes(label, zoom)[-1]
        x, y = place[0] * zoom, place[1] * zoom
        assert words[2] <= x - half or x + half <= words[0] or words[3] <= y - half or y + half <= words[1]


def test_a_name_keeps_off_the_badges_over_counters() -> None:
    """At both ends of the zooms that it is chosen for, and where no counters stand below them."""
    place = (50.0, 50.0)
    town = Name("Komorn", place, "town", 9.0, PlaceSymbol("town"))
    reach, typical = range_of(step_of(1.0)), 40.0
    for stacks, badges in ((1, 1), (0, 1), (1, 2)):
        (label,) = filter(None, choose_labels([town], plainly, reach, typical, [Stand(place, stacks, badges)]))
        assert label.words
        for zoom in (zoom_of(reach * RANGE), zoom_of((reach + 1) * RANGE)):
            badge = badge_size(size_of(typical * zoom))
            middle, left = place[1] * zoom - badge.rise, place[0] * zoom - badge.wide / 2
            right = left + badges * (badge.wide + BESIDE) - BESIDE
            words = boxes(label, zoom)[-1]
            beside = words[2] <= left or right <= words[0]
            assert beside or words[3] <= middle - badge.high / 2 or middle + badge.high / 2 <= words[1]


def test_a_town_that_counters_hem_in_has_its_choice_before_one_of_its_rank_that_is_free() -> None:
    """The free one would take the only place beside the counter; it has others."""
    hemmed = Name("Cuenca", (50.0, 50.0), "town", 1.0, PlaceSymbol("town"))
    free = Name("Toledo", (50.0, 66.0), "town", 2.0, PlaceSymbol("town"))
    ordered = [free, hemmed]
    placed = [one.name for one in choose_labels(ordered, plainly, 8, 10.0, [Stand((50.0, 50.0), 1)]) if one]
    assert placed == [hemmed, free]
    assert [one.name for one in choose_labels(ordered, plainly, 8, 10.0) if one] == ordered


@pytest.mark.parametrize(("capital", "words"), [("", False), ("major", True)])
def test_words_that_nobody_could_read_under_counters_are_left_out_but_for_capitals(capital: str, words: bool) -> None:
    around = [Stand((50.0 + 5 * x, 50.0 + 5 * y), 1) for x in range(-4, 5) for y in range(-4, 5)]
    town = Name("Burgos", (50.0, 50.0), "town", 1.0, PlaceSymbol("town", 0, capital))
    (label,) = filter(None, choose_labels([town], plainly, 8, 10.0, around))
    assert label.words == words
