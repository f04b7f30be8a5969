"""A panel of the Scenario workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from sandtable_editor.design.panel import DesignPanel

if TYPE_CHECKING:
    from sandtable_editor.design.panel import Side
    from sandtable_editor.scenario.open_scenario import OpenScenario


class ScenarioPanel(DesignPanel):
    """Shows something of the scenario that is open; made once for it, and put into a dock."""

    side: ClassVar[Side] = "bottom"
    order: ClassVar[int] = 50
    """Where it stands among those of its side, from left to right or from above."""

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__()
        self.scenario = scenario
        self._followed: tuple[object, ...] = (None, None, None)
        """The scenario, its position, and why there is none, when it was last told of them."""

    def follow(self, *_: object) -> None:
        """Show what there is now; not twice where an edit and the position that comes of it both tell of it."""
        now = self.scenario.design, self.scenario.laid, self.scenario.laid_wrong
        if any(one is not other for one, other in zip(now, self._followed, strict=True)):
            self._followed = now
            self.renew()
