"""The page on the architecture has a line for every module of what goes in and out, and for none that is not there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_module_has_its_line() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    tables = text.split("## In and out, module by module")[1].split("\n## ")[0]
    home = ROOT / "core" / "sandtable" / "interchange"
    modules = {path.relative_to(home).as_posix() for path in home.rglob("*.py") if path.name != "__init__.py"}
    assert set(re.findall(r"^\| `([\w/]+\.py)` \|", tables, re.MULTILINE)) == modules
