"""What a scenario says of its map, as a designer writes it: lists of spaces and regions by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, get_origin

from sandtable.board.spaces import RegionId, SpaceId
from sandtable.design.scenario.holding import setting_hints
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.design.scenario.designed import DesignedScenario


def listed_fields(design: DesignedScenario) -> list[str]:
    """Return the fields of what a game asks of its map that are lists."""
    return [name for name, hint in setting_hints(design).items() if _of_list(hint) is not None]


def list_text(design: DesignedScenario, field: str) -> str:
    """Return a list with commas between what stands in it: a place by its name where only it has that, else its id."""
    of = _of_list(setting_hints(design)[field])
    return ", ".join(_called(design, of, str(one)) for one in design.laid.setting.get(field) or ())


def _of_list(hint: Any) -> Any:
    """Return the type of what stands in a list, ``None`` for what is none."""
    for one in (hint, *get_args(hint)):
        if get_origin(one) in (tuple, list):
            return get_args(one)[0]
    return None


def _called(design: DesignedScenario, of: Any, id: str) -> str:
    """Return the name of a space or a region if that is read as this one, else the id."""
    sheet = design.map
    name, read = "", _as_it_is
    if sheet is not None and of is RegionId and RegionId(id) in sheet.region:
        name, read = sheet.region[RegionId(id)].name, design.places.region
    elif sheet is not None and of is SpaceId and sheet.knows(id):
        name, read = sheet.name(id), design.places.space
    return name if name and "," not in name and _reads_as(read, name, id) else id


def _as_it_is(text: str) -> str:
    return text


def _reads_as(read: Callable[[str], str], name: str, id: str) -> bool:
    try:
        return read(name) == id
    except Invalid:
        return False
