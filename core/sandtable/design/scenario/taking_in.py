"""A text taken into the scenario that is worked on: it becomes as the text has it, as one edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sandtable.design.scenario.scenario_edits import ScenarioEdit
from sandtable.engine.errors import Invalid
from sandtable.library.text.scenario_text import read_scenario

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument


class TakeInText(ScenarioEdit, frozen=True):
    """Make the scenario as a text in TOML has it; its key, its map and what it extends stay. Presets are left out."""

    text: str
    name: str = "the text"

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        here, family = design.document, design.family
        said = read_scenario(self.text, self.name, family.schema.kinds, family.system.ground, design.map)
        for what, wanted, there in (
            ("of the game", said.game, here.game),
            ("laid over", said.extends, here.extends),
            ("on the map", said.map or here.map, here.map),
        ):
            if wanted != there:
                raise Invalid(
                    f"{self.name} is {what} {wanted or 'none'}, and this scenario is {what} {there or 'none'}: "
                    "import it as a scenario of its own"
                )
        if said.presets:
            notes.append(f"{self.name} has presets, which were left out: take them in among the rules")
        come = said.document(family, design.map)
        return replace(come, key=here.key, map=here.map, revision=here.revision, base=here.base)

    def says(self, design: DesignedScenario) -> str:
        return f"Take in {self.name}"
