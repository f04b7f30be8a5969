"""The house rule of the designer's guide is made by form as the guide says, and does what the table wanted."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox

from sandtable.engine import Choices, InstalledGame, SpaceId
from sandtable.testing import position
from sandtable_empires.march import March
from sandtable_empires.model import AreaId, CorpsId
from tests.editor.rules.rules_bench import RulesBench
from tests.editor.rules.test_house_form import FormHand, kept

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


def lines() -> list[str]:
    (found,) = re.findall(r"```house-rule\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return str(found).splitlines()


class GuideHand(FormHand):
    """Does what stands in a line of the guide."""

    def do(self, line: str) -> None:
        """Press, tick, read, or fill in a field."""
        act, _, what = line.partition(" ")
        name, is_filled, value = line.partition(" = ")
        if is_filled:
            self.fill(name, value)
        elif act == "press":
            self.press(what)
            self.bench.wait(lambda: not self.bench.window.jobs.running)
        elif act == "tick":
            (box,) = (one for one in self.dialog.findChildren(QCheckBox) if one.accessibleName() == what)
            box.setFocus()
            self.bench.key(Qt.Key.Key_Space, widget=box)
        else:
            assert what in self.bench.plain_screen(), (line, self.form_says())

    def form_says(self) -> str:
        """Return what the form has made of it so far."""
        return str(self.dialog.form.said)

    def fill(self, name: str, value: str) -> None:
        """Write into a line, or choose from a list what is shown there."""
        box = self.named(name)
        if isinstance(box, QComboBox) and not box.isEditable():
            at = box.findText(value)
            assert at >= 0, f"{name} has no {value!r}"
            self.choose(name, str(box.itemData(at)))
        else:
            self.write(name, value)


def test_the_house_rule_of_the_guide_is_made_kept_and_at_work(rules: RulesBench) -> None:
    rules.come_to_rules()
    hand = GuideHand(rules)
    for line in lines():
        hand.do(line)
    made = kept("heavy_columns")
    rules.switch("heavy_columns")
    assert "heavy_columns" in rules.desk.choices.on
    assert "These rules work together" in rules.plain_screen()
    scenario = rules.desk.family.scenario("peninsula-1808")
    system = rules.desk.family.system
    family = InstalledGame(system, by_form=[made])
    assert Choices(frozenset({"heavy_columns"})).on <= family.options.keys()
    play = position(
        family, *system.start_rows(scenario), board=scenario.board(), on=("heavy_columns",), at="France: land_movement"
    )
    moncey = CorpsId("Moncey's Corps")
    assert "HOUSE-heavy-columns" in play.why_not(March(moncey, (AreaId(SpaceId("cuenca")),)))
    assert "HOUSE-heavy-columns" not in play.why_not(March(moncey, (AreaId(SpaceId("toledo")),)))
