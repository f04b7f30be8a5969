"""The properties of spaces: name, kind, regions, attributes with where each value comes from; of several at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.design.attribute_values import common_value
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.regions import PaintRegion
from sandtable.engine.errors import Invalid
from sandtable.engine.words import key_title
from sandtable_editor.map.properties.attribute_fields import add_attributes
from sandtable_editor.shell.pieces import faint

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Region
    from sandtable.board.spaces import Attributes, SpaceId
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.properties.form import PropertyForm

KINDS: Final = ("land", "sea", "city", "port", "blockade", "box", "lake", "impassable")
"""Kinds that are offered beside those of the map."""


def show_spaces(form: PropertyForm, ids: tuple[SpaceId, ...]) -> None:
    """Show what is said of spaces."""
    sheet = form.desk.design.map
    spaces = [sheet.graph[id] for id in ids]
    if len(ids) == 1:
        form.add("Id", faint(ids[0]))
    form.add_text("Name", common_value([one.name for one in spaces]), lambda text: SetFields(ids, name=text))
    kinds = sorted({*KINDS, *(one.kind for one in sheet.graph.spaces.values())})
    form.add_choice("Kind", common_value([one.kind for one in spaces]), kinds, lambda text: SetFields(ids, kind=text))
    held = [one.attributes for one in spaces]
    _show_regions(form, ids, held)
    inside = {region.kind for region in sheet.regions}
    add_attributes(form, ids, held, lambda given: SetFields(ids, attributes=given), besides=tuple(inside))


def _show_regions(form: PropertyForm, ids: tuple[SpaceId, ...], held: list[Attributes]) -> None:
    """Show in which region of each kind the spaces lie."""
    sheet = form.desk.design.map
    for kind in dict.fromkeys(region.kind for region in sheet.regions):
        named = {str(one.id): region_words(one, sheet) for one in sheet.regions if one.kind == kind}
        values = [str(dict(attributes).get(kind, "")) for attributes in held]
        shown = common_value([named.get(one, one) for one in values])

        def edit(text: str, kind: str = kind, named: dict[str, str] = named) -> MapEdit:
            found = next((id for id, words in named.items() if text in (words, id)), None)
            if text and found is None:
                raise Invalid(f"there is no {kind} {text}: choose one, or add it first")
            region = next((one.id for one in sheet.regions if one.id == found), None)
            return PaintRegion(ids, region, "" if region is not None else kind)

        form.add_choice(key_title(kind), shown, ["", *named.values()], edit)


def region_words(region: Region, sheet: Map) -> str:
    """Return what a region is called, with its id where another of its kind is called so too."""
    name = region.name or str(region.id)
    alike = [one for one in sheet.regions if one.kind == region.kind and (one.name or str(one.id)) == name]
    return name if len(alike) == 1 else f"{name} ({region.id})"
