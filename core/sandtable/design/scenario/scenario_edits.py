"""What every edit of a scenario is, and those of its head: title, dates, options, setting, what it builds on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, cast

from msgspec import Struct
from msgspec.structs import replace

from sandtable.design.edits.edit import NothingChanges
from sandtable.design.scenario.scenario_patch import ScenarioPatch
from sandtable.engine.errors import Invalid, unknown
from sandtable.engine.rules.option_solver import parameters
from sandtable.library.store.layers import looked_over
from sandtable.library.store.scenario_parts import Dates
from sandtable.library.text.field_values import read_value

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.library.store.documents import ScenarioDocument


class ScenarioEdit(Struct, frozen=True, tag=True, tag_field="edit", forbid_unknown_fields=True, omit_defaults=True):
    """Something that is done to a scenario, as a value."""

    subject: ClassVar[str] = "scenario"

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        """Return the scenario after it, raising ``Invalid`` in one sentence; ``notes`` takes what was done besides."""
        raise NotImplementedError

    def says(self, design: DesignedScenario) -> str:
        """Return what it does to this scenario, in a few words, as a history shows it."""
        raise NotImplementedError

    def patch(self, design: DesignedScenario, notes: list[str]) -> ScenarioPatch:
        """Return what it changes; raises ``Invalid`` for what cannot be done, and for what changes nothing."""
        found = ScenarioPatch.between(design.document, self.change(design, notes))
        if not found:
            raise NothingChanges(f"nothing would change ({self.says(design)}): the scenario is so already")
        return found


class SetScenario(ScenarioEdit, frozen=True):
    """Say what the scenario is called, what it says of itself, and what it grants to modules that need it."""

    title: str | None = None
    about: str | None = None
    grants: tuple[str, ...] | None = None

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        given = {"title": self.title, "says": self.about, "grants": self.grants}
        if self.title is not None and not self.title.strip():
            raise Invalid("a scenario cannot be without a title: give it one")
        return replace(design.document, **{name: value for name, value in given.items() if value is not None})

    def says(self, design: DesignedScenario) -> str:
        return f"Call the scenario {self.title}" if self.title is not None else "Say something else of the scenario"


class SetDates(ScenarioEdit, frozen=True):
    """Say when the scenario begins and ends: a year, a month or a day ("1809", "1809-04", "1809-04-10")."""

    begins: str = ""
    ends: str = ""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        dates = Dates(self.begins, self.ends).require_sound()
        return replace(design.document, dates=dates if dates != Dates() else None)

    def says(self, design: DesignedScenario) -> str:
        return f"Date it {self.begins or '?'} to {self.ends or '?'}"


class SetSetting(ScenarioEdit, frozen=True):
    """Say what the game's ground wants to know of the map; null takes a word back."""

    values: dict[str, Any]

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        ground = design.family.system.ground
        if ground is None:
            raise Invalid(f"{design.family.system.title} asks for no setting: leave it out")
        from sandtable.engine.state.struct_fields import hints_of

        hints = dict(
            zip(ground.setting.__struct_encode_fields__, hints_of(cast("type", ground.setting)).values(), strict=True)
        )
        setting = dict(design.document.setting)
        for name, value in self.values.items():
            if name not in hints:
                raise unknown("setting", name, hints)
            if value is None:
                setting.pop(name, None)
            else:
                setting[name] = _read(name, value, hints[name], design)
        if not design.document.extends:
            ground.read_setting(setting)
        return replace(design.document, setting=setting)

    def says(self, design: DesignedScenario) -> str:
        return f"Set {', '.join(self.values)}"


def _read(name: str, value: Any, hint: Any, design: DesignedScenario) -> Any:
    try:
        return read_value(value, hint, design.places)
    except Invalid as error:
        raise Invalid(f"the setting: {name}: {error}") from error


# --- options --------------------------------------------------------------------------------------------------------


class SwitchOptions(ScenarioEdit, frozen=True):
    """Switch options on and off. What the preset, or the scenario that this one extends, has on is noted as off."""

    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        document, family = design.document, design.family
        for key in (*self.on, *self.off):
            if key not in family.options:
                raise unknown("option", key, family.options)
        if both := sorted({*self.on} & {*self.off}):
            raise Invalid(f"{both[0]} is switched both on and off: choose one")
        builds = bool(document.preset or document.extends)
        on = [one for one in document.options if one not in self.off]
        off = [one for one in document.off if one not in self.on]
        on += [one for one in self.on if one not in on]
        off += [one for one in self.off if one not in off and builds]
        given = {key: some for key, some in document.parameters.items() if key not in self.off}
        notes += [f"the parameters of {key} are gone with it" for key in document.parameters if key in self.off]
        return replace(document, options=tuple(on), off=tuple(off), parameters=given)

    def says(self, design: DesignedScenario) -> str:
        words = [f"{how} {', '.join(keys)}" for how, keys in (("on", self.on), ("off", self.off)) if keys]
        return f"Switch {' and '.join(words)}"


class SetParameters(ScenarioEdit, frozen=True):
    """Set parameters of an option, or decide a ruling; null takes one back to its default."""

    option: str
    values: dict[str, Any]

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        family, document = design.family, design.document
        if self.option not in family.modules:
            raise unknown("option", self.option, family.options)
        given = {**document.parameters.get(self.option, {}), **self.values}
        given = {name: value for name, value in given.items() if value is not None}
        parameters(family.modules[self.option], given)
        every = {**document.parameters, self.option: given}
        return replace(document, parameters={key: some for key, some in sorted(every.items()) if some})

    def says(self, design: DesignedScenario) -> str:
        return f"Set {', '.join(f'{self.option}.{name}' for name in self.values)}"


class BeginWith(ScenarioEdit, frozen=True):
    """Begin with a preset; without one with the options that the scenario names alone."""

    preset: str = ""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        if self.preset and self.preset not in design.presets:
            raise unknown("preset", self.preset, design.presets)
        off = design.document.off if self.preset or design.document.extends else ()
        return replace(design.document, preset=self.preset, off=off)

    def says(self, design: DesignedScenario) -> str:
        return f"Begin with the preset {self.preset}" if self.preset else "Begin with no preset"


# --- what it builds on ----------------------------------------------------------------------------------------------


class BindMap(ScenarioEdit, frozen=True):
    """Bind the scenario to its map as it is now."""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        if design.map is None:
            raise Invalid("the scenario lies on no map: there is nothing to bind it to")
        if not design.document.map:
            raise Invalid("the scenario is on the map of the one that it extends: bind that one")
        return replace(design.document, revision=(design.newer or design.map).digest)

    def says(self, design: DesignedScenario) -> str:
        return "Bind it to the map as it is"


class LookOver(ScenarioEdit, frozen=True):
    """Note that an overlay was looked over on its base as that is: what collided counts, what was for nothing goes."""

    def change(self, design: DesignedScenario, notes: list[str]) -> ScenarioDocument:
        if design.base is None:
            raise Invalid("the scenario extends none: there is nothing to look it over on")
        return looked_over(design.document, design.base, design.base_digest)

    def says(self, design: DesignedScenario) -> str:
        return f"Look it over on {design.document.extends} as it is"


def shown(values: Mapping[str, Any]) -> str:
    """Return fields in a few words."""
    parts = [f"{name} {'nothing' if value is None else value}" for name, value in values.items()]
    return ", ".join(parts[:3]) + (", ..." if len(parts) > 3 else "")
