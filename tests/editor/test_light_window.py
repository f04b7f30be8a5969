"""What the window loads before it shows its first page: nothing that reads files, runs rules or draws maps."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HEAVY = ("numpy", "shapely", "sqlite3", "sandtable.engine.referee.referee", "sandtable.library.campaigns.opening")


def test_the_first_page_is_there_before_anything_heavy_is_loaded() -> None:
    workspaces = ", ".join(f"sandtable_editor.{one}.workspace" for one in ("play", "map", "scenario", "rules"))
    code = f"import sys, {workspaces}; print(*[one for one in {HEAVY!r} if one in sys.modules])"
    assert said(code) == []


def test_the_window_is_shown_before_qts_enumerations_and_widgets_of_contents_are_there(tmp_path: Path) -> None:
    code = (
        "from sandtable_editor.app import application, window; qt = application(); made = window(qt); made.show();"
        "from PySide6 import QtCore, QtWidgets; named = {*vars(QtCore), *vars(QtWidgets)};"
        "print(*({'Qt', 'QMainWindow', 'QMessageBox', 'QLabel', 'QComboBox'} & named)); made.close()"
    )
    assert said(code, QT_QPA_PLATFORM="offscreen", SANDTABLE_HOME=str(tmp_path)) == ["QMainWindow"]


def said(code: str, **environment: str) -> list[str]:
    """Return the words that some Python prints in a process of its own."""
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return run.stdout.split()
