"""Who holds what at the beginning: the fields of a setting that give spaces, or regions, to sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.scenario.scenario_edits import SetSetting
from sandtable.engine.state.rows import SideId
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sandtable.board.maps import Map
    from sandtable.design.scenario.designed import DesignedScenario


class Holding(NamedTuple):
    """A field of the setting that gives to sides: each space by itself, or all of a region."""

    field: str
    by_region: bool

    @property
    def title(self) -> str:
        """What it gives, in words."""
        return self.field.replace("_", " ")


def setting_hints(design: DesignedScenario) -> dict[str, Any]:
    """Return the fields of what the game asks of its map, each with its type; none where it asks for nothing."""
    ground = design.family.system.ground
    if ground is None:
        return {}
    kind: Any = ground.setting
    names: tuple[str, ...] = kind.__struct_encode_fields__
    return dict(zip(names, hints_of(kind).values(), strict=True))


def holdings(design: DesignedScenario) -> list[Holding]:
    """Return the fields by which a scenario of this game says who holds what; none where it says that elsewhere."""
    found = [(name, _keys(hint)) for name, hint in setting_hints(design).items()]
    return [Holding(name, key is RegionId) for name, key in found if key is not None]


def _keys(hint: Any) -> Any:
    """Return the type of the keys of a field that gives to sides, ``None`` for another field."""
    for one in (hint, *get_args(hint)):
        if get_origin(one) is dict and get_args(one)[1] is SideId and get_args(one)[0] in (SpaceId, RegionId):
            return get_args(one)[0]
    return None


def regions_of(sheet: Map, space: SpaceId) -> Iterator[RegionId]:
    """Yield the regions in which a space lies, those first that its own attributes name."""
    found = sheet.graph.spaces.get(space)
    todo = [RegionId(str(value)) for _, value in found.attributes] if found is not None else []
    seen: set[RegionId] = set()
    while todo:
        region = sheet.region.get(todo.pop(0))
        if region is not None and region.id not in seen:
            seen.add(region.id)
            yield region.id
            if region.within is not None:
                todo.append(region.within)


def targets(design: DesignedScenario, holding: Holding, spaces: Iterable[SpaceId]) -> list[str]:
    """Return what a field can give of these spaces: they themselves, or the regions in which they lie.

    Of regions those of the kind that the field names already, else of the kind that it is called after.
    """
    sheet = design.map
    if not holding.by_region or sheet is None:
        return list(dict.fromkeys(spaces))
    kinds = {sheet.region[one].kind for one in design.laid.setting.get(holding.field, {}) if one in sheet.region}
    kinds = kinds or {one.kind for one in sheet.regions if holding.field in (f"{one.kind}s", f"{one.kind[:-1]}ies")}
    found = [one for space in spaces for one in regions_of(sheet, space)]
    return list(dict.fromkeys(one for one in found if not kinds or sheet.region[one].kind in kinds))


def give(design: DesignedScenario, holding: Holding, what: Iterable[str], side: str | None) -> SetSetting:
    """Return the edit that gives spaces or regions to a side, or to none of its own."""
    held = dict(design.laid.setting.get(holding.field, {}))
    for one in what:
        if side is None:
            held.pop(one, None)
        else:
            held[one] = side
    return SetSetting({holding.field: dict(sorted(held.items()))})
