"""Europe in 1805: who holds what, what borders what, and that it all fits."""

import unicodedata
from collections.abc import Iterator

import numpy as np
import pytest
import shapely

from sandtable.board.maps import Map, Region, RegionId
from sandtable.board.spaces import Edge, SpaceId
from sandtable.interchange.projection import Conic
from sandtable_empires.maps.cartography.topology import Topology
from sandtable_empires.maps.europe_1805 import drawing, europe_1805, sources

MAJORS = ("austria", "france", "great-britain", "prussia", "russia", "spain", "turkey")
MINORS = """
algeria baden bavaria berg corsica cyrenaica denmark duchies egypt finland flanders georgia gibraltar hanover hesse
holland kleves lombardy malta mecklenburg morocco naples norway palatinate piedmont poland portugal rhodes romagna
sardinia saxony sicily sweden switzerland syria tripolitania tunisia tuscany venetia wurttemberg
"""
WITH_CITIES = """
Abo; Amsterdam; Berlin; Brussels; Cadiz; Christiana; Colberg; Constantinople; Copenhagen; Corunna; Dijon; Dresden;
Edinburgh; Frankfurt; Freiburg; Galatz; Genoa; Gibraltar; Gothenburg; Grenoble; Hanover; Karlskrona; Kassel; Leipzig;
Lille; Lisbon; Lubeck; Lyon; Magdeburg; Malmo; Malta; Mantua; Metz; Milan; Montpellier; Moscow; Munich; Naples; Nemirov;
Ofen; Paris; Piacenza; Poitiers; Portsmouth; Prague; Pressburg; Rome; Ruschuk; Soissons; St Malo; St. Petersburg;
Stettin; Stockholm; Stralsund; Taganrog; Tangier; Taranto; Tiflis; Toulon; Turin; Ulm; Viborg; Vienna; Warsaw; Zurich
"""
PROVINCES = """
tyrol illyria military-border transylvania hungary masovia posen pomerania west-prussia lithuania polesia white-russia
ukraine podolia astrakhan west-galicia east-galicia karelia livonia languedoc ile-de-france moravia silesia ireland
scotland piedmont-province
"""

# Area, who held it in October 1805, whose it was by right (the country its province lies within).
OWNERS = [
    line.split()
    for line in """
paris france france
lille france france
strasbourg france france
turin france piedmont
genoa france piedmont
piacenza france lombardy
corsica france corsica
brussels france flanders
antwerp france flanders
cologne france palatinate
mayence france palatinate
amsterdam holland holland
hanover hanover hanover
emden prussia hanover
hamburg hanse-towns hanse-towns
lubeck hanse-towns hanse-towns
kleves prussia kleves
munster prussia kleves
dusseldorf bavaria berg
kassel hesse hesse
frankfurt hesse hesse
karlsruhe baden baden
freiburg baden baden
stuttgart wurttemberg wurttemberg
munich bavaria bavaria
ulm bavaria bavaria
ansbach prussia bavaria
bayreuth prussia bavaria
weimar duchies duchies
dresden saxony saxony
wittenberg saxony saxony
schwerin mecklenburg mecklenburg
stralsund sweden sweden
berlin prussia prussia
magdeburg prussia prussia
breslau prussia prussia
danzig prussia prussia
warsaw prussia prussia
posen prussia prussia
bialystok prussia prussia
cracow austria austria
lublin austria austria
lemberg austria austria
czernowitz austria austria
vienna austria austria
salzburg austria austria
innsbruck austria austria
trent austria austria
prague austria austria
pressburg austria austria
ofen austria austria
hermannstadt austria austria
laibach austria austria
venice austria venetia
zara austria venetia
milan lombardy lombardy
mantua lombardy lombardy
bologna lombardy romagna
florence tuscany tuscany
rome papal-states papal-states
naples naples naples
palermo naples sicily
cagliari sardinia sardinia
malta great-britain malta
gibraltar great-britain gibraltar
london great-britain great-britain
dublin great-britain great-britain
madrid spain spain
minorca spain spain
lisbon portugal portugal
zurich switzerland switzerland
copenhagen denmark denmark
christiana denmark denmark
stockholm sweden sweden
abo sweden sweden
viborg russia russia
riga russia russia
mitau russia russia
vilna russia russia
minsk russia russia
kamenets russia russia
kiev russia russia
sevastopol russia russia
tiflis russia georgia
corfu russia turkey
constantinople turkey turkey
jassy turkey turkey
bucharest turkey turkey
bender turkey turkey
belgrade turkey turkey
serajevo turkey turkey
athens turkey turkey
rhodes turkey rhodes
aleppo syria syria
cairo egypt egypt
benghazi cyrenaica cyrenaica
tripoli tripolitania tripolitania
tunis tunisia tunisia
algiers algeria algeria
tangier morocco morocco
""".strip().splitlines()
]
CAPITALS = {
    "austria": "Vienna",
    "france": "Paris",
    "great-britain": "London",
    "prussia": "Berlin",
    "russia": "St. Petersburg",
    "spain": "Madrid",
    "turkey": "Constantinople",
    "bavaria": "Munich",
    "saxony": "Dresden",
    "denmark": "Copenhagen",
    "norway": "Christiana",
    "sweden": "Stockholm",
    "finland": "Abo",
    "holland": "Amsterdam",
    "naples": "Naples",
    "portugal": "Lisbon",
    "lombardy": "Milan",
    "egypt": "Cairo",
    "flanders": "Brussels",
    "georgia": "Tiflis",
}
MASTERS = {
    "flanders": "france",
    "holland": "france",
    "hanover": "france",
    "lombardy": "france",
    "piedmont": "france",
    "switzerland": "france",
    "tuscany": "france",
    "venetia": "austria",
    "kleves": "prussia",
    "georgia": "russia",
    "gibraltar": "great-britain",
    "malta": "great-britain",
    "rhodes": "turkey",
}
ISLANDS = {"malta", "gibraltar", "minorca"}


@pytest.fixture(scope="module")
def europe() -> Map:
    return europe_1805()


def of_kind(europe: Map, kind: str) -> Iterator[SpaceId]:
    return (space.id for space in europe.graph.spaces.values() if space.kind == kind)


def province_of(europe: Map, area: str) -> Region:
    return europe.region[RegionId(str(europe.graph[SpaceId(area)].get("province")))]


def home_of(europe: Map, area: str) -> str:
    region = province_of(europe, area)
    while region.within is not None:
        region = europe.region[region.within]
    return region.id


def edge_of(europe: Map, a: str, b: str) -> Edge | None:
    return europe.graph.edge(SpaceId(a), SpaceId(b))


def across(europe: Map, a: str, b: str) -> list[str]:
    edge = edge_of(europe, a, b)
    return [feature.kind for feature in edge.across] if edge else []


# --- who holds what -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("area", "owner", "home"), OWNERS, ids=[area for area, _, _ in OWNERS])
def test_an_area_belongs_to_whom_it_did(europe: Map, area: str, owner: str, home: str) -> None:
    assert europe.graph[SpaceId(area)].get("country") == owner
    assert home_of(europe, area) == home


@pytest.mark.parametrize(("country", "capital"), CAPITALS.items())
def test_a_country_has_its_capital(europe: Map, country: str, capital: str) -> None:
    area = europe.graph[SpaceId(str(europe.region[RegionId(country)].get("capital")))]
    assert area.name == capital
    assert area.get("capital") == ("major" if country in MAJORS else "minor")
    assert area.id in europe.spaces_of(RegionId(country))


@pytest.mark.parametrize("minor", MINORS.split())
def test_every_minor_country_has_land(europe: Map, minor: str) -> None:
    assert europe.spaces_of(RegionId(minor))


def test_poland_has_to_be_made_of_the_lands_of_others(europe: Map) -> None:
    assert europe.region[RegionId("poland")].get("to_be_made")
    lands = europe.spaces_of(RegionId("poland"))
    assert {"warsaw", "posen", "danzig", "cracow", "lemberg", "vilna", "lutsk"} <= set(lands)
    assert {home_of(europe, area) for area in lands} == {"prussia", "austria", "russia"}
    assert {province_of(europe, area).id for area in lands} == {one.id for one in europe.regions if one.get("polish")}


@pytest.mark.parametrize(("minor", "master"), MASTERS.items())
def test_a_minor_country_obeys_its_master(europe: Map, minor: str, master: str) -> None:
    assert europe.region[RegionId(minor)].get("controlled_by") == master


def test_every_region_and_area_names_what_there_is(europe: Map) -> None:
    for region in europe.regions:
        capital = region.get("capital")
        assert capital in europe.graph.spaces or region.kind in ("homeland", "sea_crossing")
        assert region.get("controlled_by", "france") in europe.region
        if region.kind == "province":
            assert province_of(europe, str(capital)) is region
    for id in of_kind(europe, "land"):
        assert europe.graph[id].get("country") in europe.region


def test_the_two_districts_of_denmark_and_of_sweden(europe: Map) -> None:
    secondary = {region.id: region.within for region in europe.regions if region.get("secondary")}
    assert secondary == {"norway": "denmark", "finland": "sweden"}
    assert {"bergen", "christiana"} <= set(europe.spaces_of(RegionId("norway")))
    assert "stralsund" in europe.spaces_of(RegionId("sweden-proper"))


def test_the_provinces_that_the_rules_speak_of(europe: Map) -> None:
    assert {*PROVINCES.split()} <= {region.id for region in europe.regions if region.kind == "province"}
    border = {region.id for region in europe.regions if region.get("border_province")}
    assert border == {"hungary", "illyria", "military-border", "transylvania"}  # Tyrol has a corps of its own (10.1.5)
    cossack = {region.id for region in europe.regions if region.get("cossack")}
    assert cossack == {"ukraine", "don-cossacks", "astrakhan", "caucasian-line"}
    feudal = {region.id for region in europe.regions if region.get("feudal") == "for Turkey"}
    assert feudal == {"crimea", "podolia", "transylvania"}


def test_spain_prints_what_the_source_says(europe: Map) -> None:
    spain = [region for region in europe.regions if region.kind == "province" and region.within == "spain"]
    assert sum(int(str(region.get("money"))) for region in spain) == 32
    assert sum(int(str(region.get("manpower"))) for region in spain) == 16
    assert all(region.get("guerilla") for region in spain)
    assert not any(region.get("guerilla") for region in europe.regions if region.within != "spain")


@pytest.mark.parametrize("attribute", ["money", "manpower", "guerilla", "fortress", "forage", "terrain", "country"])
def test_a_number_says_that_it_is_ours(europe: Map, attribute: str) -> None:
    said = europe.origin_of("old-castile", attribute)
    assert said is not None
    assert said.origin == "house"


def test_a_number_from_a_source_says_so(europe: Map) -> None:
    said = europe.origin_of("sardinia-province", "money")
    assert said is not None
    assert (said.origin, europe.region[RegionId("sardinia-province")].get("money")) == ("public source", 1)


# --- names ----------------------------------------------------------------------------------------------------------


def test_every_area_of_the_published_list_is_there(europe: Map) -> None:
    lands = [europe.graph[id] for id in of_kind(europe, "land")]
    there = {space.name for space in lands} | {str(space.get("city")) for space in lands}
    assert {name.strip() for name in WITH_CITIES.split(";")} - there == set()


def test_names_are_clean_and_unique(europe: Map) -> None:
    names = [space.name for space in europe.graph.spaces.values()]
    assert len(set(names)) == len(names)
    for name in (*names, *(region.name for region in europe.regions), *(line.name for line in europe.lines)):
        assert name
        assert name == name.strip() == unicodedata.normalize("NFC", name)
        assert all(unicodedata.category(letter)[0] in "LPZ" for letter in name), name
        assert not any(modern in name for modern in ("Oblast", "Region", "Nordrhein", "Kaliningrad", "Istanbul"))


# --- shapes ---------------------------------------------------------------------------------------------------------


def test_there_are_as_many_areas_as_a_campaign_can_bear(europe: Map) -> None:
    assert 350 <= len(list(of_kind(europe, "land"))) <= 450
    assert 50 <= len(list(of_kind(europe, "sea"))) <= 60
    iberia = {"spain", "portugal", "gibraltar"}
    assert 45 <= sum(home_of(europe, id) in iberia for id in of_kind(europe, "land")) <= 60


def test_the_readme_counts_right(europe: Map) -> None:
    lands, seas = (len(list(of_kind(europe, kind))) for kind in ("land", "sea"))
    provinces = sum(region.kind == "province" for region in europe.regions)
    text = (sources.HERE / "README.md").read_text(encoding="utf-8")
    assert f"{lands} land areas in {provinces} provinces, {seas} sea areas" in text


def test_no_area_is_tiny(europe: Map) -> None:
    assert europe.areas is not None
    sizes = {id: europe.areas[id].area for id in of_kind(europe, "land")}
    assert {id for id, size in sizes.items() if size < 1700} == ISLANDS
    assert max(sizes.values()) < 170_000
    inner = [sizes[id] for id in of_kind(europe, "land") if home_of(europe, id) in {"france", "spain", "bavaria"}]
    assert max(inner) < 14 * min(size for size in inner if size > 1700)


def test_land_and_sea_fit_to_the_last_digit(europe: Map) -> None:
    assert europe.areas is not None
    assert not europe.areas.faults(gap_width=50.0)
    whole = shapely.union_all([europe.areas[id] for id in europe.areas])
    assert isinstance(whole, shapely.Polygon)  # in one piece, without a hole wide enough to see
    assert sum(shapely.Polygon(ring).area for ring in whole.interiors) == 0


def test_coordinates_lie_on_a_grid_of_ten_metres(europe: Map) -> None:
    assert europe.areas is not None
    xy = shapely.get_coordinates([europe.areas[id] for id in europe.areas])
    assert abs(xy * 100 - (xy * 100).round()).max() < 1e-6


def test_everything_lies_where_it_should(europe: Map) -> None:
    assert europe.areas is not None
    for id in europe.graph.spaces:
        assert id in europe.places
    for id in europe.areas:
        assert europe.areas[id].buffer(1e-6).contains(shapely.Point(europe.places[id])), id


def test_north_is_up(europe: Map) -> None:
    (_, rome), (oslo_x, oslo), (lisbon_x, _) = (europe.places[SpaceId(id)] for id in ("rome", "christiana", "lisbon"))
    assert oslo > rome
    assert oslo_x > lisbon_x
    cone = Conic.read(europe.info.projection)
    assert cone == drawing.PROJECTION
    places = np.array([europe.places[SpaceId(id)] for id in ("rome", "christiana", "lisbon")])
    assert np.abs(cone.degrees(places) - [(12.48, 41.89), (10.75, 59.91), (-9.14, 38.71)]).max() < 0.1


# --- borders --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pair",
    [
        "genoa grenoble",
        "bayonne pamplona",
        "gerona perpignan",
        "madrid toledo",
        "almeida ciudad-rodrigo",
        "badajoz elvas",
        "gibraltar cadiz",
        "munich augsburg",
        "vienna pressburg",
        "warsaw plock",
        "moscow smolensk",
        "strasbourg karlsruhe",
        "boulogne lille",
        "st-petersburg viborg",
    ],
)
def test_neighbours(europe: Map, pair: str) -> None:
    edge = edge_of(europe, *pair.split())
    assert edge is not None
    assert (edge.contact, edge.status) == ("border", "derived")


@pytest.mark.parametrize(
    "pair",
    [
        "toulon turin",
        "madrid lisbon",
        "vienna prague",
        "paris lyon",
        "rome palermo",
        "gibraltar seville",
        "berlin warsaw",
        "copenhagen stockholm",
        "constantinople chanak",
        "portsmouth lille",
    ],
)
def test_no_neighbours(europe: Map, pair: str) -> None:
    assert edge_of(europe, *pair.split()) is None


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("copenhagen", "malmo", "crossing"),
        ("constantinople", "uskudar", "strait"),
        ("gallipoli", "chanak", "strait"),
        ("messina", "reggio", "strait"),
        ("lille", "dover", "optional_crossing"),
        ("bayonne", "pamplona", "pass"),
        ("innsbruck", "trent", "pass"),
        ("bellinzona", "zurich", "pass"),
    ],
)
def test_what_lies_across(europe: Map, a: str, b: str, kind: str) -> None:
    assert across(europe, a, b) == [kind]


@pytest.mark.parametrize("pair", ["constantinople uskudar", "gallipoli chanak", "messina reggio", "copenhagen odense"])
def test_water_lies_between_the_shores_of_a_strait(europe: Map, pair: str) -> None:
    edge = edge_of(europe, *pair.split())
    assert edge is not None
    assert edge.status == "added"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("strasbourg", "freiburg"),  # Rhine
        ("mayence", "nassau"),  # Rhine
        ("cologne", "dusseldorf"),  # Rhine
        ("bucharest", "ruschuk"),  # Danube
        ("vienna", "krems"),  # Danube
        ("belgrade", "pancsova"),  # Danube
        ("dresden", "bautzen"),  # Elbe
        ("schwerin", "luneburg"),  # Elbe
        ("warsaw", "plock"),  # Vistula
        ("saragossa", "huesca"),  # Ebro
        ("milan", "piacenza"),  # Po
        ("valladolid", "segovia"),  # Douro
        ("almeida", "braganza"),  # Douro
        ("talavera", "toledo"),  # Tagus
        ("caceres", "plasencia"),  # Tagus
        ("badajoz", "merida"),  # Guadiana
        ("faro", "huelva"),  # Guadiana
        ("seville", "huelva"),  # Guadalquivir
        ("oporto", "vigo"),  # Minho
        ("lublin", "brest-litovsk"),  # Bug
        ("augsburg", "munich"),  # Lech
        ("riga", "mitau"),  # Dvina
        ("lyon", "grenoble"),  # Rhone
    ],
)
def test_a_river_parts_two_areas(europe: Map, a: str, b: str) -> None:
    edge = edge_of(europe, a, b)
    assert edge is not None
    assert [feature.kind for feature in edge.along] == ["river"]


def test_coast_runs_where_land_meets_sea(europe: Map) -> None:
    kind = {id: space.kind for id, space in europe.graph.spaces.items()}
    for edge in europe.graph.edges.values():
        shore = {kind[edge.a], kind[edge.b]} == {"land", "sea"}
        assert any(one.kind == "coast" for one in edge.along) == shore


# --- ways -----------------------------------------------------------------------------------------------------------


def test_every_port_has_its_harbour(europe: Map) -> None:
    for port in of_kind(europe, "port"):
        box = SpaceId(port.replace("port-", "blockade-", 1))
        area = SpaceId(port.removeprefix("port-"))
        assert across(europe, area, port) == ["port"]
        assert across(europe, port, box) == ["harbour"]
        (sea,) = (id for id in europe.graph.neighbours(box) if id != port)
        assert europe.graph[sea].kind == "sea"
        assert across(europe, box, sea) == ["harbour"]
        edge = edge_of(europe, area, sea)
        assert edge is not None
        assert edge.along
        assert europe.areas is not None
        assert europe.areas[sea].contains(shapely.Point(europe.places[box]))
        assert europe.areas[sea].distance(shapely.Point(europe.places[port])) < 0.01
        assert europe.areas[area].distance(shapely.Point(europe.places[port])) < 0.01


def reachable_from(europe: Map, start: str, kinds: set[str]) -> set[SpaceId]:
    """Return the spaces of these kinds that can be reached from one of them."""
    found: set[SpaceId] = set()
    new = [SpaceId(start)]
    while new:
        here = new.pop()
        found.add(here)
        near = europe.graph.neighbours(here)
        new += [id for id in near if id not in found and europe.graph[id].kind in kinds]
    return found


def test_every_area_can_be_reached(europe: Map) -> None:
    by_land = reachable_from(europe, "paris", {"land"})
    assert {SpaceId(id) for id in ("moscow", "cairo", "tangier", "stockholm", "palermo", "smyrna")} <= by_land
    by_ship = reachable_from(europe, "paris", {"land", "port", "blockade", "sea"})
    ports = {SpaceId(id.removeprefix("port-")) for id in of_kind(europe, "port")}
    for id in of_kind(europe, "land"):
        assert id in by_land or ports & reachable_from(europe, id, {"land"}), f"{id} has no way in"
        assert id in by_ship


def test_every_sea_leads_to_every_other_but_the_red_sea(europe: Map) -> None:
    seas = reachable_from(europe, "bay-of-biscay", {"sea"})
    assert set(of_kind(europe, "sea")) - seas == {"red-sea"}


# --- how it is made -------------------------------------------------------------------------------------------------


def test_what_is_drawn_is_what_the_recipe_says() -> None:
    kept = (sources.HERE / "areas.topojson").read_text(encoding="utf-8")
    again = drawing.draw_map()
    if Topology.read(kept).facts["drawn_with"] == again.facts["drawn_with"]:
        assert again.text() == kept, "the recipe has changed: run scripts/europe"
    else:  # another GEOS may round otherwise
        for layer in ("land", "sea"):
            now, then = again.shapes[layer], Topology.read(kept).shapes[layer]
            assert now.keys() == then.keys()
            assert all(abs(now[id].area / then[id].area - 1) < 0.01 for id in now)


def test_the_map_is_one_value(europe: Map) -> None:
    europe_1805.cache_clear()
    assert europe_1805().digest == europe.digest
