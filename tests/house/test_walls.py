"""Who may import whom, in the real house and in small fake ones where each wall is broken once."""

import re
from pathlib import Path

import pytest
from tests.house.walls import breaches, is_deep, modules

ROOT = Path(__file__).parents[2]

RULES = "class R(RuleModule): ..."
SOUND = {
    "core/sandtable/__init__.py": "from sandtable.engine.running.game import Game",
    "core/sandtable/engine/running/game.py": "import random\nfrom . import state",
    "core/sandtable/engine/state/state.py": "",
    "core/sandtable/board/graph.py": "from sandtable.engine import state",
    "core/sandtable/lab/bots.py": "from ..board import graph",
    "plugins/sandtable_x/__init__.py": "from . import supply, weather",
    "plugins/sandtable_x/model.py": "from sandtable.engine import Row",
    "plugins/sandtable_x/hookspecs.py": "from sandtable_x.model import Corps\nclass XRules(RuleModule): ...",
    "plugins/sandtable_x/terms.py": "import sandtable_x.model",
    "plugins/sandtable_x/supply.py": f"from sandtable_x import model, hookspecs, terms\n{RULES}",
    "plugins/sandtable_x/weather.py": f"from .model import Corps\n{RULES}",
    "plugins/sandtable_y/__init__.py": "",
    "docs/examples/sandtable_small.py": RULES,
    "docs/examples/sandtable_small_title.py": "def load():\n    from sandtable_small import SMALL",
    "editor/sandtable_editor/window.py": "from PySide6.QtWidgets import QMainWindow\nimport sandtable.lab.bots",
}

BROKEN = [
    ("core/sandtable/lab/bots.py", "import sandtable_x", "core imports nothing of ours"),
    ("core/sandtable/cli/main.py", "def f():\n    from sandtable_editor import window", "core imports nothing of ours"),
    ("core/sandtable/cli/main.py", "import_module('sandtable_editor')", "core imports nothing of ours"),
    ("core/sandtable/present/pen.py", "import PySide6.QtGui", "Qt is for the editor"),
    ("plugins/sandtable_x/pen.py", "from PySide6 import QtGui", "Qt is for the editor"),
    ("docs/examples/sandtable_small/pen.py", "from PySide6 import QtGui", "Qt is for the editor"),
    ("core/sandtable/engine/state.py", "from sandtable.board.graph import Graph", "never back"),
    ("core/sandtable/engine/state.py", "from .. import board", "never back"),
    ("core/sandtable/engine/state.py", "from sandtable import __version__", "never back"),
    ("core/sandtable/engine/state.py", "if TYPE_CHECKING:\n    from ..lab import bots", "never back"),
    ("core/sandtable/board/graph.py", "import sandtable.lab.bots", "never back"),
    ("plugins/sandtable_x/terms.py", "from sandtable_editor import window", "a plugin imports core"),
    ("plugins/sandtable_x/terms.py", "from sandtable_y import model", "a plugin imports core"),
    ("plugins/sandtable_x/weather.py", f"from .supply import R\n{RULES}", "meet through hooks"),
    ("plugins/sandtable_x/weather.py", f"from sandtable_x import supply\n{RULES}", "meet through hooks"),
    ("plugins/sandtable_x/weather.py", f"import sandtable_x\n{RULES}", "meet through hooks"),
    ("plugins/sandtable_x/terms.py", "from . import weather", "leads to sandtable_x.weather"),
    ("plugins/sandtable_x/model.py", "from .supply import R", "below the rules"),
    ("plugins/sandtable_x/hookspecs.py", "from .supply import R", "below the rules"),
    ("plugins/sandtable_x/weather.py", f"from random import randint\n{RULES}", "chance"),
    ("plugins/sandtable_x/weather.py", f"import time\n{RULES}", "clock"),
    ("plugins/sandtable_x/terms.py", "from sandtable.engine.state import Row", "from sandtable.engine by name"),
    ("plugins/sandtable_x/terms.py", "def f():\n    import sandtable.board.graph", "from sandtable.board by name"),
    ("docs/examples/sandtable_small/pen.py", "import sandtable.engine.state.state", "from sandtable.engine by name"),
    ("docs/examples/sandtable_small_title.py", "from sandtable_y import model", "not another plugin"),
    ("docs/examples/sandtable_small.py", "import sandtable_small_title", "not another plugin"),
    ("editor/sandtable_editor/window.py", "import sandtable_x.model", "no plugin"),
]


def build(root: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_no_import_goes_through_a_wall() -> None:
    found = breaches(ROOT)
    assert not found, "\n".join(found)


def test_the_real_house_is_read() -> None:
    names = {module.name for module in modules(ROOT)}
    assert {"sandtable", "sandtable_editor"} <= names


def test_a_sound_house_has_no_breach(tmp_path: Path) -> None:
    assert not breaches(build(tmp_path, SOUND))


@pytest.mark.parametrize(("place", "text", "words"), BROKEN)
def test_each_wall_is_watched(tmp_path: Path, place: str, text: str, words: str) -> None:
    found = breaches(build(tmp_path, {**SOUND, place: text}))
    assert found
    assert any(words in breach for breach in found), found


def test_a_breach_names_its_line(tmp_path: Path) -> None:
    place = "core/sandtable/engine/state/state.py"
    found = breaches(build(tmp_path, {**SOUND, place: "\n\nimport sandtable.lab.bots"}))
    assert [breach.split(" ")[0] for breach in found] == [f"{place}:3:"]


def test_the_guides_take_what_they_show_from_the_faces() -> None:
    found = [f"{page.name}: {line}" for page in sorted((ROOT / "docs").glob("*.md")) for line in _deep_imports(page)]
    assert not found, "\n".join(found)


def test_an_import_past_a_face_is_seen_in_a_guide(tmp_path: Path) -> None:
    page = tmp_path / "guide.md"
    page.write_text("```python\nfrom sandtable.engine import rule\n    from sandtable.engine.rules import rules\n```\n")
    assert _deep_imports(page) == ["from sandtable.engine.rules import rules"]


def _deep_imports(page: Path) -> list[str]:
    """Return the lines of a page that import from behind a face of core."""
    lines = (line.strip().removeprefix(">>> ") for line in page.read_text("utf-8").splitlines())
    found = [(line, re.match(r"(?:from|import) (sandtable\.[\w.]+)", line)) for line in lines]
    return [line for line, match in found if match is not None and is_deep(match[1])]


def test_rules_by_way_of_a_base_class_of_the_plugin_are_rules(tmp_path: Path) -> None:
    own = "from .hookspecs import XRules\nclass R(XRules): ..."
    clash = {"plugins/sandtable_x/mud.py": own, "plugins/sandtable_x/ice.py": f"from .mud import R\n{own}"}
    assert any("sandtable_x.mud" in breach for breach in breaches(build(tmp_path, {**SOUND, **clash})))
