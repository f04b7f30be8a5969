"""Who holds what at the beginning: the fields of a setting that give spaces, or regions, to sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_origin

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.scenario.scenario_edits import SetSetting
from sandtable.engine.state.rows import SideId
from sandtable.engine.state.struct_fields import hints_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

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


def lies_in(sheet: Map, space: SpaceId, kinds: Collection[str]) -> RegionId | None:
    """Return the region of one of these kinds in which a space lies, ``None`` for none.

    The one around the smallest region that the space names counts: Venice lies in Venetia, by its province, also while
    it says of itself that it is Austria's.
    """
    found = sheet.graph.spaces.get(space)
    ways = [_way_up(sheet, RegionId(str(value)), kinds) for _, value in found.attributes] if found is not None else []
    return max((way for way in ways if way), key=len, default=[None])[-1]


def _way_up(sheet: Map, id: RegionId, kinds: Collection[str]) -> list[RegionId]:
    """Return the regions from one up to the first around it of one of these kinds; none where there is none."""
    way: list[RegionId] = []
    at: RegionId | None = id
    while at is not None and at in sheet.region and at not in way:
        way.append(at)
        if sheet.region[at].kind in kinds:
            return way
        at = sheet.region[at].within
    return []


def kinds_given(design: DesignedScenario, holding: Holding) -> set[str]:
    """Return the kinds of regions that a field gives: those it names already, else the kind that it is called after."""
    sheet = design.map
    if sheet is None:
        return set()
    named = {sheet.region[one].kind for one in design.laid.setting.get(holding.field, {}) if one in sheet.region}
    return named or {one.kind for one in sheet.regions if holding.field in (f"{one.kind}s", f"{one.kind[:-1]}ies")}


def targets(design: DesignedScenario, holding: Holding, spaces: Iterable[SpaceId]) -> list[str]:
    """Return what a field can give of these spaces: they themselves, or the regions in which they lie."""
    sheet = design.map
    if not holding.by_region or sheet is None:
        return list(dict.fromkeys(spaces))
    kinds = kinds_given(design, holding)
    found = [lies_in(sheet, space, kinds) for space in spaces]
    return list(dict.fromkeys(one for one in found if one is not None))


def give(design: DesignedScenario, holding: Holding, what: Iterable[str], side: str | None) -> SetSetting:
    """Return the edit that gives spaces or regions to a side, or to none of its own.

    With a region goes all that lies in it: its spaces are no longer given singly, but for those that the game would
    take for another region's otherwise.
    """
    what = list(what)
    values = {holding.field: _with(design.laid.setting.get(holding.field, {}), what, side)}
    singly = next((one for one in holdings(design) if not one.by_region), None)
    if holding.by_region and singly is not None and design.map is not None:
        kinds = kinds_given(design, holding)
        inside = [one for one in design.map.graph.spaces if lies_in(design.map, one, kinds) in what]
        was = design.laid.setting.get(singly.field, {})
        plain = _with(was, inside, None)
        if side is not None:
            missed = _missed(design, {**values, singly.field: plain}, singly.field, inside, side)
            plain = _with(plain, missed, side)
        if plain != was:
            values[singly.field] = plain
    return SetSetting(values)


def _with(held: Mapping[str, str], what: Iterable[str], side: str | None) -> dict[str, str]:
    after = dict(held)
    for one in what:
        if side is None:
            after.pop(one, None)
        else:
            after[one] = side
    return dict(sorted(after.items()))


def _missed(
    design: DesignedScenario, values: Mapping[str, Any], field: str, spaces: list[SpaceId], side: str
) -> list[SpaceId]:
    """Return the spaces that the game lays out otherwise once they are given singly, too."""
    before, after = (
        design.ground_with({**design.laid.setting, **values, field: _with(values[field], singly, side)})
        for singly in ((), spaces)
    )
    changed = {id for table in after for id, row in after[table].items() if before.get(table, {}).get(id) != row}
    return [one for one in spaces if one in changed]
