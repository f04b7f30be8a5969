"""The card beside the counter that is pointed at."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.map.piece_card import PieceCard, place_beside
from sandtable_editor.play.map.tips import OFFSET, place_clear
from tests.editor.play.player import enter
from tests.editor.play.test_fields import ONE, TWO, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import March


def card_of(bench: Workbench) -> PieceCard:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board.cards.card


def words_on(bench: Workbench) -> str:
    return unescape(re.sub("<[^>]+>", " ", card_of(bench).words.text()))


def point_at(bench: Workbench, piece: str) -> None:
    QTest.mouseMove(bench.map.viewport(), QPoint(2, 2))
    QTest.mouseMove(bench.map.viewport(), bench.counter(piece))
    bench.settle()


def test_a_counter_that_is_pointed_at_is_told_on_a_card(bench: Workbench) -> None:
    at_march(bench)
    point_at(bench, ONE)
    card, said = card_of(bench), words_on(bench)
    assert card.isVisible()
    assert card.accessibleName() == "Card of Blue 1"
    assert "Side Blue" in re.sub(" +", " ", said)
    keys = {offer.label: number for number, offer in enumerate(bench.draft.open, 1)}
    assert f"March ({keys['March']})" in said
    assert "This turn:" not in said
    at = card.mapTo(bench.map, QPoint(0, 0))
    assert not QRect(at, card.size()).contains(bench.map.viewport().mapTo(bench.map, bench.counter(ONE)))
    assert bench.map.rect().contains(QRect(at, card.size()))


def test_the_card_of_a_counter_that_was_clicked_goes_when_the_mouse_leaves(bench: Workbench) -> None:
    at_march(bench)
    point_at(bench, ONE)
    for _ in range(2):  # the second time the mouse has not moved since it came back
        QTest.mouseClick(bench.map.viewport(), Qt.MouseButton.LeftButton, pos=bench.counter(ONE))
        bench.settle()
        assert bench.campaign_view.board is not None
        assert bench.campaign_view.board.pointer.piece == ONE
        QApplication.sendEvent(bench.map, QEvent(QEvent.Type.Leave))
        bench.settle()
        assert bench.campaign_view.board.pointer.piece == ""
        assert not card_of(bench).isVisible()


def test_the_card_of_the_keys_goes_when_they_leave_the_map(bench: Workbench) -> None:
    at_march(bench)
    QTest.mouseMove(bench.map.viewport(), QPoint(2, 2))
    bench.type_keys("N")
    assert card_of(bench).isVisible()
    bench.type_keys(next(str(one.number) for one in bench.draft.listed if one.offer.label == "March"))
    assert not bench.map.hasFocus()
    assert not card_of(bench).isVisible()


def test_it_stays_while_the_mouse_rests(bench: Workbench) -> None:
    at_march(bench)
    point_at(bench, ONE)
    said = words_on(bench)
    bench.settle(20)
    assert card_of(bench).isVisible()
    assert words_on(bench) == said


def test_it_goes_when_nothing_is_pointed_at_and_when_a_piece_is_carried(bench: Workbench) -> None:
    at_march(bench)
    point_at(bench, ONE)
    bench.map.counter_hovered.emit("")
    bench.settle()
    assert not card_of(bench).isVisible()
    point_at(bench, TWO)
    bench.map.counters_picked.emit((TWO,))
    bench.settle()
    assert not card_of(bench).isVisible()


def test_it_tells_what_the_piece_did_this_turn(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.map.counter_hovered.emit(ONE)
    bench.settle()
    said = words_on(bench)
    assert "This turn:" in said
    assert "Birchley" in said or "birchley" in said


def test_the_keys_bring_it_too(bench: Workbench) -> None:
    at_march(bench)
    bench.map.setFocus()
    bench.key(Qt.Key.Key_Tab, widget=bench.map)
    assert card_of(bench).isVisible()


def test_nothing_of_a_hidden_strength_is_told(bench: Workbench) -> None:
    at_march(bench)
    point_at(bench, "Red 1")
    said = re.sub(" +", " ", words_on(bench))
    assert "Side Red" in said
    assert "May now" not in said


def test_a_card_stands_beside_its_counter_and_over_no_way() -> None:
    room, size = QRect(0, 0, 600, 400), QSize(200, 120)
    counter = QRect(280, 180, 30, 30)
    way = [QRect(320 + 40 * nth, 186, 20, 20) for nth in range(5)]
    box = QRect(place_beside(counter, size, room, way), size)
    assert room.contains(box)
    assert not box.intersects(counter)
    assert not any(map(box.intersects, way))
    corner = QRect(place_beside(QRect(570, 370, 30, 30), size, room, ()), size)
    assert room.contains(corner)
    assert not corner.intersects(QRect(570, 370, 30, 30))


def test_a_tip_lies_below_the_card_or_above_it_and_elsewhere_stays_where_it_is() -> None:
    screen, size, card = QRect(0, 0, 1280, 800), QSize(170, 80), QRect(400, 300, 270, 120)
    far = QPoint(40, 40)
    assert place_clear(far, size, card, screen) == far
    below = QRect(place_clear(QPoint(390, 310), size, card, screen) + OFFSET, size)
    assert not below.intersects(card)
    assert (below.left(), below.top()) == (400, 424)
    low = QRect(400, 660, 270, 120)
    above = QRect(place_clear(QPoint(390, 670), size, low, screen) + OFFSET, size)
    assert not above.intersects(low)
    assert above.bottom() < low.top()


def test_a_card_covers_neither_a_line_nor_what_lies_before_its_front(
    qapp: QApplication, tmp_path: Path, home: Path
) -> None:
    drill = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    drill.begin()
    view = drill.map
    for piece in ("Blue 1st", "Blue 2nd", "Blue 3rd", "Red 1st", "Red Battery"):
        view.centre_on(view.counters[piece].space)
        drill.settle()
        point_at(drill, piece)
        drill.settle()
        card = QRectF(card_of(drill).geometry())
        box = view.counters.box(piece)
        assert not card.intersects(QRectF(view.on_view(box.topLeft()), view.on_view(box.bottomRight()))), piece
        front = next(one for one, _ in view.display.overlays.regions if one.kind == "front")
        places = [place for hex in front.spaces if (place := view.geography.place(hex)) is not None]
        assert not [place for place in places if card.contains(view.on_view(QPointF(*place)))], piece
    drill.close()


def test_the_card_says_what_hides_an_enemy(qapp: QApplication, tmp_path: Path, home: Path) -> None:
    drill = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    drill.begin()
    point_at(drill, "Red Battery")
    drill.settle()
    said = re.sub(" +", " ", words_on(drill))
    assert "Does not see: 0612: the ground of 0607 is 1 high, and the line of sight passes at 5/6" in said
    point_at(drill, "Blue Guard")
    drill.settle()
    assert "Does not see" not in words_on(drill)
    drill.close()


def test_a_card_keeps_off_the_counters_that_are_fanned_out_beside_its_own(peninsula: Workbench) -> None:
    """In Madrid: three of France."""
    peninsula.window.resize(1280, 800)
    peninsula.begin()
    peninsula.settle()
    counters = peninsula.map.counters
    reserve = next(piece for piece in counters.pieces() if counters[piece].title == "Murat's Reserve")
    QTest.mouseMove(peninsula.map.viewport(), peninsula.counter(reserve))
    peninsula.settle()
    peninsula.map.open_fan(reserve)
    assert counters.fan is not None
    at_once = QRect(card_of(peninsula).mapTo(peninsula.map, QPoint(0, 0)), card_of(peninsula).size())
    beside = [peninsula.counter(one) for one in counters.fan.pieces if one != reserve]
    assert not [at for at in beside if at_once.contains(peninsula.map.viewport().mapTo(peninsula.map, at))]
    for piece in counters.fan.pieces:
        QTest.mouseMove(peninsula.map.viewport(), peninsula.counter(piece))
        peninsula.settle()
        card = card_of(peninsula)
        assert card.isVisible()
        box = QRect(card.mapTo(peninsula.map, QPoint(0, 0)), card.size())
        others = [peninsula.counter(one) for one in counters.fan.pieces if one != piece]
        assert not [at for at in others if box.contains(peninsula.map.viewport().mapTo(peninsula.map, at))]
