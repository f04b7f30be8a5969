"""What the window loads before it shows its first page: nothing that reads files, runs rules or draws maps."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "shapely", "sqlite3", "sandtable.engine.referee.referee", "sandtable.library.campaigns.opening")


def test_the_first_page_is_there_before_anything_heavy_is_loaded() -> None:
    workspaces = ", ".join(f"sandtable_editor.{one}.workspace" for one in ("play", "map", "scenario", "rules"))
    code = f"import sys, {workspaces}; print(*[one for one in {HEAVY!r} if one in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []
