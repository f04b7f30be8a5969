"""The library: one SQLite file of maps, scenarios, presets and underlays; campaigns are files of their own."""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.library.store.build import Thing
    from sandtable.library.store.documents import ScenarioDocument
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "ScenarioDocument", "Thing",
]  # fmt: skip
