"""The Python blocks of a page, and how to run them one after the other in one module."""

import re
import sys
from pathlib import Path
from types import ModuleType

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str) -> list[tuple[int, str]]:
    """Return each block with the line it begins on."""
    return [(text.count("\n", 0, match.start(1)) + 1, match.group(1)) for match in BLOCK.finditer(text)]


def run(page: Path, text: str | None = None, name: str = "the_guide") -> ModuleType:
    """Run every block of a page in one module; an error shows the page and its line."""
    module = sys.modules[name] = ModuleType(name)
    try:
        for line, code in blocks(page.read_text("utf-8") if text is None else text):
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), module.__dict__)
    finally:
        del sys.modules[name]
    return module
