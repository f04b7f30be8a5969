"""Regions and attributes."""

import dataclasses

from msgspec.structs import replace

from sandtable.board.maps import Map, Region, RegionId
from tests.lint.case import Case
from tests.lint.sheets import isle, with_attributes


def more_regions(*regions: Region) -> Map:
    sheet = isle()
    return dataclasses.replace(sheet, regions=(*sheet.regions, *regions))


def shire(id: str, within: str | None) -> Region:
    return Region(RegionId(id), "shire", id.title(), RegionId(within) if within else None)


def capital(id: str) -> Map:
    sheet = isle()
    own = tuple(replace(one, attributes=(("capital", id),)) for one in sheet.regions)
    return dataclasses.replace(sheet, regions=own)


def often(attribute: str, value: str | int, slip: str, other: str | int) -> Map:
    """Return nine squares, of which eight have an attribute and one has another."""
    from sandtable.board import Graph, Space
    from sandtable.board.areas import AreaMap
    from sandtable.board.maps import MapInfo
    from tests.board.areamaps import squares

    areas = AreaMap(squares(3, 2))
    spaces = [Space(id, f"Field {id}", "field", ((attribute, value),)) for id in areas]
    spaces[-1] = replace(spaces[-1], attributes=((slip, other),))
    return Map(MapInfo("squares", "Squares"), Graph(spaces, areas.edges()), areas)


CASES = {
    "region-circle": Case(
        lambda: more_regions(shire("east", "west"), shire("west", "east")),
        lambda: more_regions(shire("east", None), Region(RegionId("farm"), "farm", "Farm", RegionId("east"))),
        frozenset({"region-empty"}),
    ),
    "region-unknown": Case(
        lambda: with_attributes(isle(), "ash", country="ilse"), lambda: with_attributes(isle(), "ash", country="isle")
    ),
    "region-empty": Case(lambda: more_regions(shire("east", None)), isle),
    "region-empty, but it names spaces": Case(
        lambda: more_regions(replace(shire("ford", None), attributes=(("capital", "ash"),))),
        lambda: more_regions(replace(shire("ford", None), attributes=(("shore", "ash"),))),
    ),
    "capital-unknown": Case(lambda: capital("dael"), lambda: capital("cedar")),
    "capital-unknown, of another": Case(lambda: capital("mere"), lambda: capital("major")),
    "attribute-mixed": Case(
        lambda: with_attributes(isle(), "ash", fortress="2"), lambda: with_attributes(isle(), "ash", fortress=2)
    ),
    "attribute-misspelt": Case(
        lambda: often("terrain", "wood", "terain", "wood"), lambda: often("terrain", "wood", "tower", "wood")
    ),
    "value-misspelt": Case(
        lambda: often("terrain", "forest", "terrain", "forst"), lambda: often("terrain", "forest", "terrain", "marsh")
    ),
}
