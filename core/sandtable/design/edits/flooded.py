"""Areas that were flooded from an image: drawn all at once, drafts until somebody has looked at them."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from shapely import Polygon

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, Provenance
from sandtable.board.recutting import draw
from sandtable.board.shapely_arrays import misfits
from sandtable.board.shapes import Shape, array_of, noise
from sandtable.board.spaces import Space, SpaceId
from sandtable.design.edits.edit import Given, MapEdit, Outline, named, polygon_of, require_new, space_of, with_given
from sandtable.design.redrawing import redraw
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

DRAFT: Final = "draft"
"""How sure one is of an area that nobody has looked at."""
MOST: Final = 5_000


class FloodedArea(Struct, frozen=True, omit_defaults=True):
    """The ground of an area to be drawn."""

    id: str
    outline: Outline
    holes: tuple[Outline, ...] = ()
    name: str = ""


class FloodAreas(MapEdit, frozen=True):
    """Draw areas, all at once, as lines in an image enclose them; where others are already they end at their borders.

    They are drafts until ``ConfirmAreas`` says otherwise: the source of each says so, and which image it is from.
    """

    areas: tuple[FloodedArea, ...]
    kind: str = "land"
    underlay: str = ""
    attributes: Given = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        if not 1 <= len(self.areas) <= MOST:
            raise Invalid(f"{len(self.areas):,} areas are to be drawn: give 1 to {MOST:,}")
        given = with_given((), self.attributes)
        spaces = [Space(require_new(sheet, one.id), one.name, self.kind, given) for one in self.areas]
        if len({space.id for space in spaces}) < len(spaces):
            raise Invalid("two of the areas to be drawn have one id: give each its own")
        shapes = {
            space.id: polygon_of(space.id, one.outline, one.holes)
            for space, one in zip(spaces, self.areas, strict=True)
        }
        areas = sheet.areas if sheet.areas is not None else AreaMap({})
        drawn, clipped = _all_drawn(areas, shapes)
        if clipped:
            notes.append(f"{named(sheet, sorted(clipped))} had some of the ground already, and kept it")
        source = f"flooded from the image {self.underlay}" if self.underlay else "flooded from an image"
        words = (Provenance("designer", "", space.id, source, DRAFT) for space in spaces)
        known = dataclasses.replace(
            sheet, graph=sheet.graph.put_space(*spaces), areas=areas, provenance=(*sheet.provenance, *words)
        )
        done = redraw(known, drawn)
        fresh = (edge for pair, edge in done.graph.edges.items() if pair not in sheet.graph.edges)
        borders = sum(edge.contact == "border" for edge in fresh)
        were = "was drawn as a draft" if len(spaces) == 1 else "were drawn as drafts"
        notes.append(f"{count_of(len(spaces), 'area')} {were}, with {count_of(borders, 'border')}")
        return done

    def says(self, sheet: Map) -> str:
        return f"Draw {count_of(len(self.areas), 'area')} from an image"


def _all_drawn(areas: AreaMap, shapes: dict[SpaceId, Polygon]) -> tuple[AreaMap, set[SpaceId]]:
    """Return the map with these shapes, and who kept ground that one of them would have covered.

    Those that fit each other and meet no area are drawn as they are, the others one after the other.
    """
    meeting = set(shapes) if len(misfits(array_of(list(shapes.values())))) else set(_near(areas, shapes))
    plain: dict[SpaceId, Shape | None] = {id: shape for id, shape in shapes.items() if id not in meeting}
    before = set(areas)
    areas = areas.after(plain) if plain else areas
    clipped: set[SpaceId] = set()
    for id in sorted(meeting):
        done = draw(areas, id, shapes[id])
        areas = done.areas
        clipped |= before & set(done.clipped)
    return areas, clipped


def _near(areas: AreaMap, shapes: dict[SpaceId, Polygon]) -> Iterable[SpaceId]:
    for id, shape in shapes.items():
        if len(areas) and areas.near(shape, max(areas.tolerance, noise(shape))):
            yield id


class ConfirmAreas(MapEdit, frozen=True):
    """Say that drafts are as they should be: nothing is said any more of where their ground is from."""

    spaces: tuple[SpaceId, ...]

    def change(self, sheet: Map, notes: list[str]) -> Map:
        wanted = {space_of(sheet, id).id for id in self.spaces}
        left = tuple(word for word in sheet.provenance if not (word.of in wanted and _is_draft(word)))
        return dataclasses.replace(sheet, provenance=left)

    def says(self, sheet: Map) -> str:
        return f"Confirm {named(sheet, self.spaces)}"


def draft_areas(sheet: Map) -> tuple[SpaceId, ...]:
    """Return the areas that nobody has looked at since they were flooded, in order."""
    drafts = {word.of for word in sheet.provenance if _is_draft(word)}
    return tuple(id for id in sheet.graph.spaces if id in drafts)


def _is_draft(word: Provenance) -> bool:
    return word.confidence == DRAFT and not word.attribute


def free_ids(sheet: Map, many: int, stem: str = "area") -> Sequence[str]:
    """Return ids that no space has: area-1, area-2, ..."""
    found: list[str] = []
    number = 0
    while len(found) < many:
        number += 1
        if not sheet.knows(f"{stem}-{number}"):
            found.append(f"{stem}-{number}")
    return found
