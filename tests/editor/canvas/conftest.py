"""What the tests of the canvas share: a view with a small map, and hands."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sandtable_editor.canvas import MapView
from tests.editor.canvas.small_maps import Hands, areas


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[MapView]:
    """Give a view of the four lands, shown whole."""
    made = MapView()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show_map(areas())
    made.show()
    made.setFocus()
    QApplication.processEvents()
    yield made
    made.close()


@pytest.fixture
def hands(view: MapView) -> Hands:
    """Give hands on the view."""
    return Hands(view)
