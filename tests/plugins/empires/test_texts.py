"""The rule texts: whatever players are referred to has a title and a sentence, and a place in the rules."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from sandtable.cli import main
from sandtable.engine import InstalledGame
from sandtable_empires.system import EMPIRES

FAMILY = InstalledGame(EMPIRES)
IDS = sorted(EMPIRES.texts)


def test_every_text_is_a_title_and_a_sentence() -> None:
    for id in IDS:
        text = EMPIRES.texts[id]
        assert text.title, id
        assert text.says[0].isupper() or not text.says[0].isalpha(), f"{id}: {text.says}"
        assert text.says.endswith("."), f"{id}: {text.says}"


def test_every_text_is_of_a_rule_that_somebody_implements() -> None:
    assert [id for id in IDS if not FAMILY.where.get(id)] == []


@pytest.mark.parametrize("id", ["EIA-10.1.1-create-by-die", "BASE-7.3-once", "BASE-7.5.2-field"])
def test_a_rule_can_be_read(id: str) -> None:
    shown = CliRunner().invoke(main, ["rules", id])
    assert shown.exit_code == 0
    text = EMPIRES.texts[id]
    assert shown.output.startswith(f"{id}: {text.title} (empires)")
    assert "Implemented: " in shown.output
    assert "Nothing that is installed" not in shown.output
