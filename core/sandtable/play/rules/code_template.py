"""A house rule in Python from a template: a rules file of the rules folder, and the test that goes with it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.engine.words import key_title

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame

CODE: Final = '''\
"""{title}."""

from sandtable.engine import Action, Game, Option, Refusal, RuleModule, refuses, rule


class {name}(RuleModule):
    """{title}."""

    key = "{key}"
    game = "{game}"
    option = Option("{title}", "What the table reads of it.", ("HOUSE-{id}",))

    @refuses(Action)
    @rule("HOUSE-{id}")
    def forbidden(self, game: Game, act: Action) -> Refusal | None:
        """Say what the rule says."""
        return None  # or Refusal("{{act}} is forbidden", act=act)
'''
TEST: Final = '''\
"""The house rule {key} does what it says; run with pytest."""

from pathlib import Path

from sandtable.testing import install_rules_file

FAMILY = install_rules_file(Path(__file__).parents[1] / "{key}.py", "{game}")


def test_it_is_an_option() -> None:
    """What the rule says is to be tested here: position(FAMILY, *rows, on=["{key}"]) is where it is in force."""
    assert "{key}" in FAMILY.options
'''


def require_free_key(family: InstalledGame, key: str) -> None:
    """Raise ``Invalid`` for a key that a module cannot have, or that another has."""
    if not key.isidentifier() or not key.isascii():
        raise Invalid(f"the key {key!r} must be of letters, digits and _, and begin with a letter")
    if key in family.modules:
        raise Invalid(f"there is a module {key!r} of {family.system.key} already: choose another key")


def write_code(family: InstalledGame, folder: Path, key: str, title: str = "") -> list[Path]:
    """Write a rules file and its test into the rules folder; return both. They are not trusted yet."""
    require_free_key(family, key)
    filled = {"game": family.system.key, "key": key, "title": title or key_title(key), "id": key.replace("_", "-")}
    filled["name"] = "".join(word.capitalize() for word in key.split("_"))
    texts = {folder / f"{key}.py": CODE, folder / "tests" / f"test_{key}.py": TEST}
    return write_new({path: text.format_map(filled) for path, text in texts.items()})


def write_new(texts: Mapping[Path, str]) -> list[Path]:
    """Write files that are not there yet; raises ``Invalid`` for one that is, and then none is written."""
    for path in texts:
        if path.exists():
            raise Invalid(f"{path} already exists: choose another key or file")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return list(texts)
