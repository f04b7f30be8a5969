"""How the program looks: three themes that can be read, and a size that text, interface and map have at once."""

from __future__ import annotations

import re
from itertools import pairwise, product
from typing import NamedTuple

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QListView,
    QPushButton,
    QSpinBox,
    QStyle,
    QStyleOptionButton,
    QToolButton,
    QWidget,
)

from sandtable.present.terrain import LOOKS
from sandtable_editor.canvas.geometry.palette import palette
from sandtable_editor.play.turn.offer_button import ChoiceButton
from sandtable_editor.shell.pieces import Sentence
from sandtable_editor.shell.settings_dialog import SettingsDialog
from sandtable_editor.shell.theme import (
    CONTRAST,
    DONE,
    LIGHT,
    SHADES,
    SIZES,
    Choice,
    Shades,
    fitting_size,
    is_dark,
    magnified,
    tone,
)
from sandtable_editor.shell.window import Window
from tests.editor.workbench import Workbench

ENOUGH, PLENTY = 4.5, 7.0
"""What the guidelines for accessible content of the web ask for: contrast of text, and that of high contrast."""


def brightness(colour: str) -> float:
    """Return how bright a colour is, 0 to 1."""
    shade = QColor(colour)
    return 0.2126 * linear(shade.redF()) + 0.7152 * linear(shade.greenF()) + 0.0722 * linear(shade.blueF())


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", SHADES.values(), ids=list(SHADES))
def test_text_can_be_read_in_every_theme(theme: Shades) -> None:
    least = PLENTY if theme is CONTRAST else ENOUGH
    grounds = (theme.window, theme.base, theme.alternate, theme.button, theme.tip)
    for ink, ground in product((theme.text, theme.link, theme.bad, theme.good, theme.warm, theme.faint), grounds):
        if theme is CONTRAST or ink == theme.text:
            assert contrast(ink, ground) >= least, (ink, ground)
    for left in (theme.good, theme.warm, theme.bad):
        assert contrast(left, theme.groove) >= 3 or theme is not CONTRAST, "an empty bar looks like a full one"
    assert contrast(theme.on_accent, theme.accent) >= least or theme is not CONTRAST
    assert contrast(CONTRAST.text, DONE) >= ENOUGH


def test_names_of_the_map_stand_out_in_high_contrast() -> None:
    colours = palette("contrast")
    inks = (colours.ink, colours.sea_ink, colours.country_ink, colours.panel_ink)
    for ink in inks:
        assert contrast(ink.name(), colours.halo.name()) >= PLENTY
    for word, ink in product(LOOKS, (colours.ink, colours.accent, colours.within, colours.further)):
        assert contrast(ink.name(), colours.ground(word).name()) >= PLENTY, (word, ink.name())


def test_high_contrast_is_chosen_in_the_menu_and_the_map_follows(bench: Workbench) -> None:
    bench.begin()
    bench.window.commands["theme_contrast"].trigger()
    bench.settle()
    assert tone() == "contrast"
    assert bench.map.map_scene.look.palette.tone == "contrast"
    assert bench.window.settings.text("theme") == "contrast"
    bench.window.commands["theme_light"].trigger()
    assert is_dark() is False
    assert not bench.map.map_scene.look.palette.stark


def settings(bench: Workbench) -> SettingsDialog:
    bench.type_keys("Ctrl+,")
    found = QApplication.activeModalWidget()
    assert isinstance(found, SettingsDialog)
    return found


@pytest.mark.parametrize("size", [75, 150, 200])
def test_text_interface_and_map_have_the_size_at_once(bench: Workbench, size: int) -> None:
    bench.begin()
    words = bench.window.findChild(QLabel)
    assert words is not None
    before, points = words.fontMetrics().height(), QApplication.font().pointSizeF()
    far = bench.map.counters.fan_size
    dialog = settings(bench)
    dialog.view.size_.setCurrentIndex(dialog.view.size_.findData(f"size_{size}"))
    dialog.view.size_.activated.emit(dialog.view.size_.currentIndex())
    bench.settle()
    assert bench.window.settings.number("size", 0) == size
    assert magnified() == size / 100
    assert QApplication.font().pointSizeF() == pytest.approx(points * size / 100)
    assert (words.fontMetrics().height() > before) == (size > 100)
    assert bench.map.map_scene.look.palette.letters == size / 100
    assert (bench.map.counters.fan_size > far) == (size > 100)
    dialog.reject()


def letters_of_title(dock: QDockWidget) -> int:
    """Return how high the letters of a panel's title are drawn, logical pixels."""
    within = dock.widget()
    assert within is not None
    drawn = dock.grab().toImage()
    ground = drawn.pixelColor(2, 2)
    rows = [
        y
        for y in range(1, within.y() - 1)
        if any(abs(drawn.pixelColor(x, y).lightness() - ground.lightness()) > 80 for x in range(4, dock.width() // 2))
    ]
    return max(rows) - min(rows) + 1


def test_titles_of_panels_have_the_size_at_once(bench: Workbench) -> None:
    bench.begin()
    dock = bench.campaign_view.docks["prompt"]
    heights = {}
    for size in (100, 200, 75, 150):
        bench.theme.enlarge(size)
        bench.settle()
        heights[size] = letters_of_title(dock)
    assert heights[75] < heights[100] < heights[150] < heights[200]
    assert heights[200] >= 1.7 * heights[100]


def test_sizes_are_those_that_are_promised_and_go_back(bench: Workbench) -> None:
    assert (min(SIZES), max(SIZES)) == (75, 200)
    points = QApplication.font().pointSizeF()
    for size in (200, 75, 100):
        bench.window.commands[f"size_{size}"].trigger()
    assert QApplication.font().pointSizeF() == pytest.approx(points)


def test_the_map_keeps_room_however_large_letters_are(bench: Workbench) -> None:
    bench.window.resize(1280, 800)
    bench.begin()
    bench.theme.enlarge(200)
    bench.window.commands["reset_layout"].trigger()
    bench.settle()
    assert bench.window.width() == 1280
    assert bench.map.height() >= 800 // 3


class _Screen:
    def __init__(self, wide: int, high: int, ratio: float = 1.0, dots: float = 96.0) -> None:
        self.wide, self.high, self.ratio, self.dots = wide, high, ratio, dots

    def primaryScreen(self) -> _Screen:
        return self

    def devicePixelRatio(self) -> float:
        return self.ratio

    def logicalDotsPerInch(self) -> float:
        return self.dots

    def size(self) -> _Screen:
        return self

    def width(self) -> int:
        return self.wide

    def height(self) -> int:
        return self.high


@pytest.mark.parametrize(
    ("screen", "percent"),
    [
        (_Screen(1280, 800), 100), (_Screen(1920, 1080), 100), (_Screen(2560, 1440), 125), (_Screen(3840, 2160), 150),
        (_Screen(2560, 1440, ratio=2.0), 100), (_Screen(2560, 1440, dots=144.0), 100),
    ],
)  # fmt: skip
def test_by_itself_it_goes_by_the_screen_unless_the_system_enlarges(screen: _Screen, percent: int) -> None:
    assert fitting_size(screen) == percent  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


class _Desk(NamedTuple):
    room: tuple[int, int]

    def availableSize(self) -> QSize:
        return QSize(*self.room)


@pytest.mark.parametrize(
    ("room", "size", "wide", "high"), [((1280, 800), 100, 1272, 752), ((2560, 1440), 125, 1600, 1000)]
)
def test_the_window_is_first_as_large_as_its_letters_want_and_the_screen_has_room_for(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, room: tuple[int, int], size: int, wide: int, high: int
) -> None:
    def desk(window: Window) -> _Desk:
        return _Desk(room)

    bench.theme.enlarge(size)
    monkeypatch.setattr(Window, "screen", desk)
    made = Window(bench.window.settings, bench.theme, bench.reporter)
    assert (made.width(), made.height()) == (wide, high)
    made.deleteLater()


@pytest.mark.parametrize("command", ["first_turn", "new_campaign"])
def test_rows_of_lists_lie_on_no_others(peninsula: Workbench, command: str) -> None:
    peninsula.window.commands[command].trigger()
    peninsula.wait(lambda: QApplication.activeModalWidget() is not None)
    peninsula.settle()
    dialog = QApplication.activeModalWidget()
    assert dialog is not None
    for listed in dialog.findChildren(QListView):
        model = listed.model()
        rows = [listed.visualRect(model.index(row, 0)) for row in range(model.rowCount() if listed.isVisible() else 0)]
        for row, (above, below) in enumerate(pairwise(rows)):
            assert above.bottom() < below.top(), (listed.accessibleName(), row)


def brightest_edge(widget: QWidget) -> float:
    """Return how much the edge of a widget stands out from the black around it."""
    drawn = widget.grab().toImage()
    middle = drawn.height() // 2
    return max(contrast(drawn.pixelColor(x, middle).name(), "#000000") for x in range(3))


def test_in_high_contrast_all_that_is_typed_in_or_chosen_from_has_an_edge(bench: Workbench) -> None:
    bench.begin()
    bench.theme.choose("contrast")
    bench.settle()
    dialog = settings(bench)
    strip = bench.campaign_view.score.parentWidget()
    assert strip is not None
    tools = [one for one in strip.findChildren(QToolButton) if one.isVisible() and one.isEnabled() and one.text()]
    dialog.pages.setCurrentWidget(dialog.view)
    bench.settle()
    spin = QSpinBox(dialog)
    spin.show()
    for widget in (dialog.view.theme, dialog.view.size_, *(one for one in tools if one.objectName() != "score"), spin):
        assert brightest_edge(widget) >= PLENTY, widget
    dialog.pages.setCurrentWidget(dialog.keys)
    bench.settle()
    assert brightest_edge(dialog.keys.edit) >= PLENTY
    bench.theme.choose("light")


def test_links_that_stood_there_before_have_the_colour_of_the_theme(bench: Workbench) -> None:
    """The place that is looked at stays, and its name is a link, dark blue on black."""
    said = '<a href="place:cranmere">Cranmere</a>'
    bench.theme.choose("light")
    kept = Sentence(said)
    kept.grab()  # it has been seen
    bench.theme.choose("contrast")
    made = Sentence(said)
    for one in (kept, made):
        one.resize(200, 30)
    bench.settle()
    assert kept.grab().toImage() == made.grab().toImage()
    assert kept.text() == said


def test_marks_in_a_sentence_have_the_colours_of_the_theme_that_comes(bench: Workbench) -> None:
    bench.begin()
    bench.theme.choose("light")
    mine = "#123abc"  # a colour of the game stays
    said = Sentence(f'<a href="rule:1" style="color:{LIGHT.link}">1</a> <b style="color:{LIGHT.good}">well</b> {mine}')
    said.setParent(bench.window)
    said.setText(said.text() + f' <i style="color:{LIGHT.bad}">ill</i> <i style="color:{mine}">blue</i>')
    said.show()
    for name in ("contrast", "dark", "light"):
        bench.theme.choose(name)
        bench.settle()
        found = re.findall("color:(#[0-9a-f]{6})", said.text())
        assert found == [SHADES[name].link, SHADES[name].good, SHADES[name].bad, mine]


@pytest.mark.parametrize("command", ["statistics", "settings", "correct", "options", "score"])
def test_what_opens_has_room_on_a_small_screen_however_large_letters_are(peninsula: Workbench, command: str) -> None:
    peninsula.begin()
    peninsula.theme.enlarge(200)
    peninsula.window.commands[command].trigger()
    peninsula.settle()
    screen = peninsula.window.screen().availableSize()
    opened = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not peninsula.window]
    assert opened
    for one in opened:
        assert one.width() <= screen.width(), one
        assert one.height() <= screen.height(), one
        one.close()


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
def test_the_tab_in_front_is_told_apart(bench: Workbench, choice: Choice) -> None:
    bench.theme.choose(choice)
    for title in ("One", "Another"):
        bench.window.tabs.addTab(title)
    bench.window.bar.show()
    bench.window.tabs.setCurrentIndex(0)
    bench.settle()
    picture = bench.window.tabs.grab().toImage()
    front, behind = (picture.pixelColor(bench.window.tabs.tabRect(at).topLeft() + QPoint(5, 8)) for at in (0, 2))
    assert contrast(front.name(), behind.name()) >= 2


@pytest.mark.parametrize("name", ["", "small"])
def test_in_high_contrast_the_bold_edge_of_where_the_keyboard_is_takes_no_room_from_words(
    bench: Workbench, name: str
) -> None:
    bench.theme.choose("contrast")
    button = QPushButton("Begin", bench.window)
    button.setObjectName(name)
    button.ensurePolished()
    button.resize(button.sizeHint())
    look, rooms = QStyleOptionButton(), list[int]()
    button.initStyleOption(look)
    for state in (look.state, look.state | QStyle.StateFlag.State_HasFocus):
        look.state = state
        rooms.append(button.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, look, button).height())
    assert rooms[1] >= rooms[0] >= button.fontMetrics().height()


def test_in_high_contrast_what_is_not_possible_has_an_edge_of_its_own(bench: Workbench) -> None:
    bench.theme.choose("contrast")
    able, shut = (ChoiceButton("1", "March", "", bench.settle, is_possible=possible) for possible in (True, False))
    for one in (able, shut):
        one.resize(200, 30)
    bench.settle()
    tops = [[QColor(one.grab().toImage().pixel(at, 0)).lightness() for at in range(20, 180)] for one in (able, shut)]
    assert min(tops[0]) > 200
    assert min(tops[1]) < 50 < max(tops[1]), "its edge is not dashed"


def test_what_a_button_does_has_room_after_the_size_of_text_has_changed(bench: Workbench) -> None:
    said = "Take a depot away, with all that it would have fed in this month and in the next"
    kept = ChoiceButton("1", "Remove", said, bench.settle, is_possible=True)
    high = kept.heightForWidth(200)
    assert kept.heightForWidth(400) < high
    bench.theme.enlarge(200)
    bench.settle()
    kept.ensurePolished()
    made = ChoiceButton("1", "Remove", said, bench.settle, is_possible=True)
    made.ensurePolished()
    assert kept.heightForWidth(200) == made.heightForWidth(200) > high
