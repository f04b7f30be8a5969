"""Draw until a binding that loses references to None has lost them all.

Run by test_qt_fault.py in a process of its own. Prints the number of calls and how many references to
None they cost.
"""

import sys

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPen, QPolygonF

ROUNDS = 10_000
CALLS_A_ROUND = 6


def main() -> None:
    application = QGuiApplication.instance() or QGuiApplication(["draw"])
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    pen, triangle = QPen(QColor("black")), QPolygonF([QPointF(1, 1), QPointF(9, 1), QPointF(5, 8)])
    before = sys.getrefcount(None)
    painter = QPainter(image)
    for _ in range(ROUNDS):
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(triangle)
        painter.drawLine(0, 0, 9, 9)
        painter.fillRect(2, 2, 4, 4, Qt.GlobalColor.red)
        painter.resetTransform()
    painter.end()
    lost = before - sys.getrefcount(None)
    print(ROUNDS * CALLS_A_ROUND, lost)
    del application


if __name__ == "__main__":
    main()
