"""Names, labels and places."""

import dataclasses

from msgspec.structs import replace

from sandtable.board import Edge, Feature, Space
from sandtable.board.maps import Map, Region, RegionId
from tests.lint.case import Case
from tests.lint.sheets import S, isle, with_space


def called(name: str, id: str = "ash") -> Map:
    sheet = isle()
    return dataclasses.replace(sheet, graph=sheet.graph.rename(S(id), name))


def labelled(x: float) -> Map:
    """Return the map with the label of Long Dale that far to the right."""
    sheet = isle()
    return dataclasses.replace(sheet, places={**sheet.places, S("dale"): (x, 15.0)})


def inn(*, at: tuple[float, float] | None) -> Map:
    """Return one more space, beside Ashford."""
    way = Edge(S("ash"), S("inn"), across=(Feature("road"),), status="added")
    return with_space(isle(), Space(S("inn"), "The Inn", "box"), way, at=at)


def harbour(x: float) -> Map:
    """Return the port of Ashford that far to the left."""
    sheet = isle()
    return dataclasses.replace(sheet, places={**sheet.places, S("ash-port"): (x, 5.0)})


def twins(name: str) -> Map:
    """Return the map with another country, beside The Isle, to which Long Dale belongs."""
    sheet = isle()
    other = Region(RegionId("vale"), "country", name)
    graph = sheet.graph.put_space(sheet.graph[S("cedar")].with_attributes(country="vale"))
    return dataclasses.replace(sheet, regions=(*sheet.regions, other), graph=graph)


def region_called(name: str) -> Map:
    sheet = isle()
    return dataclasses.replace(sheet, regions=tuple(replace(one, name=name) for one in sheet.regions))


CASES = {
    "name-missing": Case(lambda: called(" "), lambda: called("", "ash-box")),
    "name-twice": Case(lambda: called("birchwood"), lambda: called("Ashmouth")),
    "name-twice, of regions": Case(lambda: twins("the isle"), lambda: twins("The Vale")),
    "name-untidy": Case(lambda: called("Ash\u200eford"), lambda: called("Ashford-on-the-Sea")),
    "name-untidy, of regions": Case(lambda: region_called("The  Isle "), lambda: region_called("The Isle")),
    "label-outside": Case(lambda: labelled(20.01), lambda: labelled(20.0)),
    "place-missing": Case(lambda: inn(at=None), lambda: inn(at=(5.0, 5.0))),
    "port-away": Case(lambda: harbour(-0.81), lambda: harbour(-0.8)),
}
