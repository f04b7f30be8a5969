"""Whatever goes wrong comes to one dialog: the sentence, the details, the log; and the window goes on."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeySequence, QPaintEvent, QShortcut
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QWidget

from sandtable.engine.errors import Invalid
from sandtable_editor.shell.collecting import Collector
from sandtable_editor.shell.error_dialog import ErrorDialog
from sandtable_editor.shell.errors import Reporter, fault_of, log_file, plain
from tests.editor.workbench import Workbench


def broken() -> None:
    raise KeyError("nothing")


class Fragile(QWidget):
    """A widget whose painting or events fail."""

    def __init__(self, parent: QWidget, what: str) -> None:
        super().__init__(parent)
        self.what, self.painted = what, 0
        self.resize(50, 50)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        if self.what == "paint":
            raise RuntimeError("the brush broke")

    def event(self, event: QEvent) -> bool:
        if self.what == "event" and event.type() == QEvent.Type.User:
            raise RuntimeError("the bell broke")
        return super().event(event)


def in_paint(bench: Workbench) -> None:
    Fragile(bench.window, "paint").show()


def in_event(bench: Workbench) -> None:
    QApplication.postEvent(Fragile(bench.window, "event"), QEvent(QEvent.Type.User))


def in_slot(bench: Workbench) -> None:
    button = QPushButton("Break", bench.window)
    button.clicked.connect(broken)
    button.show()
    bench.click(button)


def in_shortcut(bench: Workbench) -> None:
    shortcut = QShortcut(QKeySequence("Ctrl+K"), bench.window)
    shortcut.activated.connect(broken)
    bench.type_keys("Ctrl+K")


def in_timer(bench: Workbench) -> None:
    QTimer.singleShot(0, broken)


def in_thread(bench: Workbench) -> None:
    thread, collector = threading.Thread(target=broken), Collector(bench.window)
    collector.hold()
    thread.start()
    thread.join()
    collector.release()


def in_job(bench: Workbench) -> None:
    bench.window.jobs.run("Breaking", lambda _: broken(), lambda _: None)
    bench.wait(lambda: not bench.window.jobs.running)


def in_command(bench: Workbench) -> None:
    bench.window.commands.add("break", "Help", "Break", broken).trigger()


WAYS = [in_paint, in_event, in_slot, in_shortcut, in_timer, in_thread, in_job, in_command]


@pytest.mark.parametrize("way", WAYS)
def test_it_reaches_the_dialog_and_the_log(bench: Workbench, way: Callable[[Workbench], None]) -> None:
    way(bench)
    bench.wait(lambda: bench.window.error_dialog is not None)
    dialog = bench.window.error_dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert "broke" in dialog.says.text() or "KeyError: 'nothing'" in dialog.says.text()
    assert "Error calling Python override" not in dialog.says.text()
    assert "Traceback" in dialog.details.toPlainText()
    assert "Traceback" in log_file().read_text("utf-8")
    for fragile in bench.window.findChildren(Fragile):
        fragile.hide()
    bench.press("Close", dialog)
    bench.forgive()
    bench.window.commands["palette"].trigger()  # the window goes on
    assert bench.window.menus.finder.isVisible()


def test_what_fails_at_every_painting_is_told_once_and_counted(bench: Workbench) -> None:
    fragile = Fragile(bench.window, "paint")
    fragile.show()
    for _ in range(5):
        fragile.update()
        bench.settle()
    dialogs = [one for one in QApplication.topLevelWidgets() if isinstance(one, ErrorDialog) and one.isVisible()]
    assert len(dialogs) == 1
    bench.press("Close", dialogs[0])
    fragile.update()
    bench.settle()
    assert bench.window.error_dialog is None
    assert bench.window.status.faults.text() == f"⚠ {len(bench.reporter.faults)}"
    assert len(bench.reporter.faults) >= 5
    fragile.hide()
    bench.click(bench.window.status.faults)
    assert bench.window.error_dialog is not None
    bench.forgive()


def test_further_faults_join_the_open_dialog(bench: Workbench) -> None:
    for what in ("one", "two", "three"):
        bench.reporter.report(Invalid(f"{what} is wrong: mend it"))
        bench.settle()
    dialog = bench.window.error_dialog
    assert dialog is not None
    assert dialog.says.text() == "One is wrong: mend it"
    assert dialog.more.text() == "2 more since then; the latest: Three is wrong: mend it"
    bench.press("Show details", dialog)
    assert dialog.details.isVisible()
    bench.press("Copy details", dialog)
    copied = QGuiApplication.clipboard().text()
    assert "one is wrong" in copied
    assert "three is wrong" in copied
    bench.forgive()


def test_a_dialog_that_went_with_another_does_not_keep_the_next_fault_from_being_told(bench: Workbench) -> None:
    above = QDialog(bench.window)
    above.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    above.open()
    bench.settle()
    bench.reporter.report(Invalid("one is wrong: mend it"))
    bench.wait(lambda: bench.window.error_dialog is not None)
    above.reject()
    bench.settle()
    bench.reporter.report(Invalid("two is wrong: mend it"))
    bench.settle()
    assert "Two is wrong: mend it" in bench.screen()
    bench.click(bench.window.status.faults)
    dialog = bench.window.error_dialog
    assert dialog is not None
    assert dialog.isVisible()
    assert [fault.says for fault in bench.reporter.faults] == ["One is wrong: mend it", "Two is wrong: mend it"]
    bench.forgive()


def test_an_error_of_ours_is_its_sentence_and_another_says_what_it_is() -> None:
    assert fault_of(Invalid("the file is no map: choose another")).says == "The file is no map: choose another"
    assert fault_of(ValueError("seven")).says == "Something went wrong inside the program (ValueError: seven)."
    nested = "Error calling Python override of A::b(): Error calling Python override of C::d(): seven"
    assert plain(ValueError(nested)) == "seven"


def test_the_hooks_are_put_back() -> None:
    before = sys.excepthook, threading.excepthook
    reporter = Reporter()
    reporter.install()
    assert sys.excepthook is not before[0]
    reporter.uninstall()
    assert (sys.excepthook, threading.excepthook) == before


def test_where_no_log_can_be_written_it_goes_to_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: object
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", f"{__file__}/nowhere")
    Reporter().report(Invalid("seven is no number"))
    assert "seven is no number" in capsys.readouterr().err
