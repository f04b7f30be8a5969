"""Mistakes that a designer can make in a campaign, each planted in the one that ships, and how it is found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sandtable.engine.rules.setup_findings import Severity
from sandtable_empires.model import CorpsId, SiegeId

Rows = dict[str, dict[str, dict[str, Any]]]
Plant = Callable[[Rows], object]


class Mistake(NamedTuple):
    """What is planted, and how it is found: its code, where, and what its words say."""

    plant: Plant
    code: str
    row: str
    says: str
    severity: Severity = "error"


# --- ways to plant


def change(table: str, id: str, **fields: Any) -> Plant:
    return lambda rows: rows[table][id].update(fields)


def add(table: str, id: str, **fields: Any) -> Plant:
    def plant(rows: Rows) -> None:
        rows.setdefault(table, {})[id] = {"id": id, **fields}

    return plant


def drop(table: str, id: str) -> Plant:
    return lambda rows: rows[table].pop(id)


def both(*plants: Plant) -> Plant:
    def plant(rows: Rows) -> None:
        for one in plants:
            one(rows)

    return plant


def cells(chart: str, cell: Any, at: int | None = None) -> Plant:
    """Put a word or a number into one cell of a chart, or into all."""

    def plant(rows: Rows) -> None:
        row = rows["Chart"][chart]
        row["cells"] = [cell if at in (None, place) else was for place, was in enumerate(row["cells"])]

    return plant


def without_key(chart: str, axis: int, key: str) -> Plant:
    """Take a key out of an axis of a chart of two axes (or one), with its cells."""

    def plant(rows: Rows) -> None:
        row = rows["Chart"][chart]
        keys = [list(one["keys"]) for one in row["axes"]]
        width = len(keys[-1]) if axis == 0 and len(keys) > 1 else 1
        at = keys[axis].index(key)
        row["axes"] = [
            {**one, "keys": [k for k in one["keys"] if (n, k) != (axis, key)]} for n, one in enumerate(row["axes"])
        ]
        row["cells"] = [cell for place, cell in enumerate(row["cells"]) if place // width != at]

    return plant


def key_twice(rows: Rows) -> None:
    row = rows["Chart"]["breach"]
    row["axes"] = [{**row["axes"][0], "keys": ["0", "1", "2", "3", "4", "4"]}]


def many_depots(rows: Rows) -> None:
    for number, area in enumerate(list(rows["Area"])[:13]):
        add("Depot", f"depot {number:02}", side="France", area=area)(rows)


KELLERMANN: Final = {
    "title": "Kellermann",
    "side": "France",
    "nation": "France",
    "strategic": 3,
    "tactical": 4,
    "maximum": 2,
    "seniority": "C",
}
CHART = "chart-misfit"

A3: Final[dict[str, Mistake]] = {
    "a chart is missing": Mistake(drop("Chart", "morale"), "chart-missing", "morale", "there is no chart 'morale'"),
    "a chart full of words": Mistake(cells("morale", "x"), CHART, "morale", "it holds 'x' at Great Britain, militia"),
    "a corps over its room": Mistake(
        change("Corps", "Dupont's Corps", infantry=21),
        "empires/corps-over-room",
        "Dupont's Corps",
        "Dupont's Corps has 21 factors of infantry and room for 20",
    ),
    "a corps in a city with the enemy": Mistake(
        change("Corps", "Dupont's Corps", area="badajoz", inside=True),
        "empires/city-of-enemies",
        "Dupont's Corps",
        "are both in the city of Badajoz, and at war",
    ),
    "a corps in an enemy's city, which may be meant": Mistake(
        both(change("Corps", "Dupont's Corps", inside=True), change("Area", "toledo", holder="Spain")),
        "empires/city-enemy-held",
        "Dupont's Corps",
        "stands in Toledo, which Spain holds",
        "hint",
    ),
    "a corps without factors": Mistake(
        change("Corps", "Dupont's Corps", infantry=0, cavalry=0),
        "empires/corps-empty",
        "Dupont's Corps",
        "stands in Toledo but has no factors",
    ),
    "a nation of another side": Mistake(
        change("Corps", "Dupont's Corps", nation="Spain"),
        "empires/nation-other-side",
        "Dupont's Corps",
        "belongs to France, but Spain plays Spain",
    ),
    "two leaders in a corps, which may be meant": Mistake(
        add("Leader", "Kellermann", **KELLERMANN, corps="Dupont's Corps", standing="on the map"),
        "empires/leaders-in-a-corps",
        "Dupont's Corps",
        "Dupont and Kellermann are both with Dupont's Corps",
        "hint",
    ),
    "a leader's corps off the map": Mistake(
        change("Corps", "Dupont's Corps", area=None, infantry=0, cavalry=0),
        "empires/leader-off-map",
        "Dupont",
        "is on the map with Dupont's Corps, which is not",
    ),
    "an arrival after the end": Mistake(
        change("Arrival", "V Corps", turn=21), "scenario-date", "V Corps", "is for turn 21, after the last, 20"
    ),
    "a fleet on an inland space": Mistake(
        change("Fleet", "Cadiz Squadron", space="madrid"),
        "scenario-wrong-terrain",
        "Cadiz Squadron",
        "it lies in a port, and that is land",
    ),
    "an area that is not on the map": Mistake(
        add("Area", "nowhere", title="Nowhere", province="leon", port=True),
        "empires/area-not-on-map",
        "nowhere",
        "Nowhere is 'nowhere', which is not a space of the map",
    ),
    "no calendar": Mistake(drop("Calendar", "calendar"), "empires/calendar-missing", "", "there is no Calendar"),
    "99 provinces to win": Mistake(
        change("Contest", "contest", needs=99), "empires/victory-out-of-reach", "contest", "needs 99 provinces"
    ),
    "war and alliance at once": Mistake(
        add("Alliance", "France|Spain", nations=["France", "Spain"]),
        "empires/war-and-alliance",
        "France|Spain",
        "France and Spain are at war and allied at once",
    ),
    "an unknown area": Mistake(
        change("Corps", "Dupont's Corps", area="Tolledo"),
        "reference-dangling",
        "Dupont's Corps",
        "did you mean 'toledo'?",
    ),
    "negative factors": Mistake(
        change("Corps", "Dupont's Corps", infantry=-1), "row-unsound", "Dupont's Corps", "is not a valid row"
    ),
    "an arrival in an unknown area": Mistake(
        change("Arrival", "V Corps", areas=["Bayone"]), "reference-dangling", "V Corps", "did you mean 'bayonne'?"
    ),
    "an arrival in turn 0": Mistake(
        change("Arrival", "V Corps", turn=0), "row-unsound", "V Corps", "is not a valid row"
    ),
    "a link to an unknown area": Mistake(
        add("Link", "Madrid|Nowhere", ends=["madrid", "Nowhere"]), "reference-dangling", "Madrid|Nowhere", "'Nowhere'"
    ),
}
"""What a designer had planted before anybody else."""

CHARTS: Final[dict[str, Mistake]] = {
    "a cell out of its range": Mistake(
        cells("combat losses", 500, 7), CHART, "combat losses", "500 at 1-1, 7, where a number from 0 to 100 belongs"
    ),
    "a table that there is not": Mistake(
        cells("storm tables", "9-9", 0), CHART, "storm tables", "it holds '9-9' at assault on 0, attacker"
    ),
    "a number where a table belongs": Mistake(
        cells("attacker tables", 3, 4), CHART, "attacker tables", "it holds 3 at"
    ),
    "a chart without marsh": Mistake(
        without_key("terrain movement", 0, "marsh"), CHART, "terrain movement", "its axis terrain lacks marsh"
    ),
    "a chart without Spain": Mistake(
        without_key("morale", 0, "Spain"), "empires/chart-nation-missing", "morale", "Spain has forces"
    ),
    "a chart with a key twice": Mistake(key_twice, "chart-shape", "breach", "axis fortress has a key twice"),
    "a chart with a cell too few": Mistake(
        change("Chart", "breach", cells=[0, 3, 4, 5, 6]),
        "chart-shape",
        "breach",
        "5 cells where its axes make 6",
    ),
    "a nation that no chart rates": Mistake(
        without_key("corps ratings", 0, "Spain"), "empires/chart-nation-missing", "corps ratings", "Spain has forces"
    ),
    "an attack from which nobody can withdraw": Mistake(
        cells("withdrawal modifier", None, 5), "empires/chart-no-withdrawal", "withdrawal modifier", "against outflank"
    ),
    "an empty cell that is looked up": Mistake(cells("pursuit", None, 3), CHART, "pursuit", "it is empty at 1, 4"),
}

LAND: Final[dict[str, Mistake]] = {
    "a link from an area to itself": Mistake(
        add("Link", "madrid|madrid", ends=["madrid", "madrid"]),
        "empires/link-ends",
        "madrid|madrid",
        "name two different",
    ),
    "a link by another name": Mistake(
        both(drop("Link", "madrid|toledo"), add("Link", "the bridge", ends=["madrid", "toledo"])),
        "empires/link-id-other",
        "the bridge",
        "call it madrid|toledo",
    ),
    "an area without a way in, which may be meant": Mistake(
        add("Area", "paris", title="Paris", province="leon"),
        "empires/area-without-link",
        "paris",
        "no link",
        "hint",
    ),
    "a capital in another province": Mistake(
        change("Province", "aragon", capital="madrid"),
        "empires/province-capital",
        "aragon",
        "not one of its areas",
    ),
    "a province without a capital": Mistake(
        change("Province", "aragon", capital=None),
        "empires/province-no-capital",
        "aragon",
        "nobody can hold it",
        "warning",
    ),
    "a guerilla value outside Spain": Mistake(
        change("Province", "portugal-province", guerilla=3),
        "empires/guerilla-value-elsewhere",
        "portugal-province",
        "home province of Portugal",
    ),
    "guerillas outside Spain": Mistake(
        add("Guerillas", "lisbon", factors=2), "empires/guerillas-abroad", "lisbon", "which is not in Spain"
    ),
}

FORCES: Final[dict[str, Mistake]] = {
    "guards where a corps may hold none": Mistake(
        change("Corps", "Dupont's Corps", guard=2), "empires/corps-no-guards", "Dupont's Corps", "2 guard factors"
    ),
    "a corps whose room is no room": Mistake(
        change("Corps", "Dupont's Corps", room=[20, 4]),
        "empires/corps-room",
        "Dupont's Corps",
        "how many foot, horse and guns",
    ),
    "a field that is misspelt": Mistake(
        change("Corps", "Dupont's Corps", infantery=12),
        "row-field-unknown",
        "Dupont's Corps",
        "did you mean 'infantry'?",
    ),
    "an unknown kind of troops": Mistake(
        change("Garrison", "Spain garrison of cadiz", cossacks=3),
        "row-field-unknown",
        "Spain garrison of cadiz",
        "'cossacks'",
    ),
    "too many corps in a city": Mistake(
        both(
            change("Corps", "Moncey's Corps", inside=True),
            change("Corps", "Murat's Reserve", inside=True),
            change("Area", "madrid", fortress=1),
        ),
        "scenario-over-stacked",
        "Murat's Reserve",
        "2 corps stand in Madrid, where 1 may",
    ),
    "a garrison where there is no city": Mistake(
        both(change("Area", "cadiz", city=""), lambda rows: None),
        "empires/city-missing",
        "Spain garrison of cadiz",
        "is in the city of Cadiz, which has none",
    ),
    "a garrison without factors": Mistake(
        change("Garrison", "Spain garrison of cadiz", infantry=0),
        "empires/garrison-empty",
        "Spain garrison of cadiz",
        "",
    ),
    "a guard of no depot": Mistake(
        change("Garrison", "Spain garrison of cadiz", place="depot"),
        "empires/depot-missing",
        "Spain garrison of cadiz",
        "neither Spain nor an ally has one",
    ),
    "a depot without an owner": Mistake(
        add("Depot", "a depot", side="Nobody", area="madrid"), "side-unknown", "a depot", "'Nobody'"
    ),
    "two depots in an area": Mistake(
        both(add("Depot", "one", side="France", area="madrid"), add("Depot", "two", side="France", area="madrid")),
        "empires/depot-twice",
        "two",
        "one and two are both depots of France in Madrid",
    ),
    "a siege that nobody keeps up": Mistake(
        add("Siege", SiegeId("cadiz"), area="cadiz", side="France"),
        "empires/siege-idle",
        "cadiz",
        "has no corps in the open",
    ),
    "a leader of another side": Mistake(
        change("Leader", "Dupont", corps="Army of Castile"),
        "empires/leader-of-another-side",
        "Dupont",
        "Dupont of France is with Army of Castile of Spain",
    ),
    "a leader of another nation, which may be meant": Mistake(
        both(
            change("Corps", "Wellesley's Corps", area="oporto", infantry=9),
            drop("Arrival", "Wellesley's Corps"),
            change("Leader", "Beresford", corps="Wellesley's Corps", standing="on the map"),
            change("Arrival", "Portuguese Corps", leaders=[]),
        ),
        "empires/leader-of-another-nation",
        "Beresford",
        "a Portuguese leader",
        "hint",
    ),
    "a leader on the map without a corps": Mistake(
        change("Leader", "Dupont", corps=None), "empires/leader-without-corps", "Dupont", "on the map without a corps"
    ),
    "a captive of nobody": Mistake(
        change("Leader", "Dupont", corps=None, standing="captured"),
        "empires/leader-captor",
        "Dupont",
        "his captor is nobody",
    ),
}

COMING: Final[dict[str, Mistake]] = {
    "an arrival that comes nowhere": Mistake(
        change("Arrival", "V Corps", areas=[]), "empires/arrival-placeless", "V Corps", "has no areas to arrive in"
    ),
    "an arrival where enemies are": Mistake(
        change("Arrival", "V Corps", areas=["cadiz"]),
        "empires/arrival-enemy-held",
        "V Corps",
        "enemies hold Cadiz",
        "warning",
    ),
    "an arrival without factors": Mistake(
        change("Arrival", "V Corps", infantry=0, cavalry=0), "empires/arrival-empty", "V Corps", "brings no factors"
    ),
    "an arrival over its corps's room": Mistake(
        change("Arrival", "V Corps", infantry=30), "empires/corps-over-room", "V Corps", "30 factors of infantry"
    ),
    "an arrival of a corps that is there": Mistake(
        change("Arrival", "V Corps", corps=CorpsId("Dupont's Corps")),
        "empires/arrival-on-map",
        "V Corps",
        "stands in Toledo",
    ),
    "a recall of nobody": Mistake(
        add("Recall", "Grouchy", turn=3), "empires/recall-unknown", "Grouchy", "no such leader"
    ),
    "a leader back before he goes": Mistake(
        change("Recall", "Wellesley", turn=12, back=6), "empires/recall-back-early", "Wellesley", "is back in turn 6"
    ),
    "a fleet in a port that has none": Mistake(
        change("Fleet", "Cadiz Squadron", port="madrid"), "empires/fleet-port-missing", "Cadiz Squadron", "has no port"
    ),
    "a fleet at sea and in port": Mistake(
        change("Fleet", "Purvis's Squadron", port="cadiz"), "empires/fleet-port", "Purvis's Squadron", "at once"
    ),
    "a blockade of nobody, which may be meant": Mistake(
        change("Area", "lisbon", holder="Great Britain"),
        "empires/blockade-of-nobody",
        "Cotton's Squadron",
        "which Great Britain holds",
        "hint",
    ),
    "a seizure of no fleet": Mistake(
        add("Seizure", "Villeneuve", turn=2, side="Spain", nation="Spain"),
        "empires/seizure-unknown",
        "Villeneuve",
        "no such",
    ),
}

POWERS: Final[dict[str, Mistake]] = {
    "a nation at war with itself": Mistake(
        add("War", "a civil war", nations=["Spain", "Spain"]),
        "empires/relation-ends",
        "a civil war",
        "two different nations",
    ),
    "a side at war with itself": Mistake(
        add("War", "a quarrel", nations=["Great Britain", "Portugal"]),
        "empires/relation-one-side",
        "a quarrel",
        "both of which Great Britain plays",
    ),
    "enemies who move together": Mistake(
        add("Combined", "friends", nations=["France", "Spain"]), "empires/combined-foes", "friends", "but are at war"
    ),
    "a side that plays nobody": Mistake(
        add("Side", "Austria"), "empires/side-nationless", "Austria", "plays no nation"
    ),
    "an unknown nation": Mistake(
        change("Province", "aragon", home="Aragonia"), "reference-dangling", "aragon", "'Aragonia'"
    ),
    "a treasury below nothing": Mistake(
        change("Treasury", "Spain", money=-1), "row-unsound", "Spain", "is not a valid row"
    ),
    "a side without a treasury": Mistake(
        drop("Treasury", "Spain"), "empires/treasury-missing", "Spain", "can pay for nothing", "warning"
    ),
    "a calendar that ends before it begins": Mistake(
        change("Calendar", "calendar", last=0), "row-unsound", "calendar", "is not a valid row"
    ),
    "a second calendar": Mistake(
        add("Calendar", "other", year=1808, month=5, last=3), "empires/calendar-other", "other", "never looked up"
    ),
    "a victory at the start": Mistake(
        change("Contest", "contest", needs=1),
        "empires/victory-at-start",
        "contest",
        "at the start and needs 1",
        "warning",
    ),
    "an invader who defends": Mistake(
        change("Contest", "contest", defender="France"),
        "empires/contest-one-side",
        "contest",
        "both invader and defender",
    ),
}

MORE: Final[dict[str, Mistake]] = {
    "a depot among enemies, which may be meant": Mistake(
        add("Depot", "a depot", side="France", area="seville"),
        "empires/depot-among-enemies",
        "a depot",
        "it is gone",
        "hint",
    ),
    "more depots than a side may have": Mistake(
        many_depots,
        "empires/depots-too-many",
        "depot 12",
        "France has more than 12 depots",
        "warning",
    ),
    "a leader who waits with a corps": Mistake(
        change("Leader", "Dupont", standing="waiting"), "empires/leader-standing", "Dupont", "is waiting, but with"
    ),
    "two leaders of one name": Mistake(
        change("Leader", "Moncey", title="Dupont"),
        "empires/leader-namesake",
        "Moncey",
        "two leaders are called Dupont, Dupont and Moncey",
    ),
    "a corps that cannot march, which may be meant": Mistake(
        change("Corps", "Dupont's Corps", movement=0),
        "empires/corps-still",
        "Dupont's Corps",
        "no movement points",
        "hint",
    ),
    "guerillas without Spain": Mistake(
        change("Nation", "Spain", side=None), "empires/guerilla-without-spain", "aragon", "nobody plays Spain"
    ),
    "factors off the map": Mistake(
        change("Corps", "V Corps", infantry=3),
        "empires/corps-factors-off-map",
        "V Corps",
        "off the map but has factors",
        "warning",
    ),
    "guerillas in a city that is not there": Mistake(
        both(change("Area", "teruel", city=""), add("Guerillas", "teruel", inside=2)),
        "empires/guerillas-no-city",
        "teruel",
        "which has none",
    ),
    "an arrival of another nation's corps": Mistake(
        change("Arrival", "V Corps", corps="La Romana's Corps"),
        "empires/arrival-other-corps",
        "V Corps",
        "brings La Romana's Corps, a corps of Spain",
    ),
}

MISTAKES: Final = {**A3, **CHARTS, **LAND, **FORCES, **COMING, **POWERS, **MORE}


# --- in a campaign of all phases

ATLANTIC: Final[dict[str, Any]] = {
    "title": "Atlantic Fleet", "side": "France", "nation": "France", "ships": 9, "port": "brest",
}  # fmt: skip

OF_A_CAMPAIGN: Final[dict[str, Mistake]] = {
    "a port that the map does not show": Mistake(
        change("Area", "madrid", port=True),
        "empires/port-without-sea",
        "madrid",
        "Madrid has a port, but the map shows none",
    ),
    "a fleet in the port of one area and the space of another": Mistake(
        add("Fleet", "Atlantic Fleet", **ATLANTIC, space="port-toulon"),
        "empires/fleet-elsewhere",
        "Atlantic Fleet",
        "Atlantic Fleet lies in the port of Brest, and its space is Port of Toulon: make it Port of Brest",
    ),
    "a fleet that has a port and no space": Mistake(
        add("Fleet", "Atlantic Fleet", **ATLANTIC),
        "empires/fleet-elsewhere",
        "Atlantic Fleet",
        "Atlantic Fleet lies in the port of Brest, but in no space of the map: make it Port of Brest",
    ),
    "a corps aboard that stands ashore": Mistake(
        both(
            add("Fleet", "Atlantic Fleet", **ATLANTIC, space="port-brest"),
            add("Corps", "I Corps", title="I Corps", side="France", nation="France", area="brest", infantry=5),
            add("Aboard", "I Corps", fleet="Atlantic Fleet"),
        ),
        "empires/corps-aboard",
        "I Corps",
        "I Corps is aboard Atlantic Fleet, but stands ashore: take it off the map, or from the fleet",
    ),
    "a country of two major districts": Mistake(
        change("District", "norway", secondary=False),
        "empires/district-majors",
        "denmark-proper",
        "Denmark has 2 major districts",
    ),
    "a capital in another district": Mistake(
        change("District", "norway", capital="copenhagen"),
        "empires/district-capital",
        "norway",
        "the capital of Norway is Copenhagen, which lies elsewhere",
    ),
    "a neutral country that somebody holds": Mistake(
        change("District", "bavaria", holder="France"),
        "empires/district-control",
        "bavaria",
        "Bavaria is neutral and held by France",
    ),
    "a power that begins nowhere": Mistake(
        drop("PoliticalStatus", "Russia"),
        "empires/status-missing",
        "Russia",
        "Russia has no political status",
    ),
    "a status beyond the display": Mistake(
        change("PoliticalStatus", "Russia", start=99),
        "empires/status-off-display",
        "Russia",
        "Russia stands in box 99 of the display",
    ),
    "a status of a minor country": Mistake(
        both(add("Side", "Denmark"), add("PoliticalStatus", "Denmark", start=5)),
        "empires/status-no-power",
        "Denmark",
        "Denmark has a political status, which only major powers have",
    ),
    "a loan from somebody without a purse": Mistake(
        both(drop("Treasury", "Russia"), add("Loan", "1", lender="Russia", borrower="Spain", money=5, due=4)),
        "empires/loan-without-purse",
        "1",
        "Russia has no treasury",
    ),
    "a loan to oneself": Mistake(
        add("Loan", "1", lender="Spain", borrower="Spain", money=5, due=4),
        "empires/loan-to-itself",
        "1",
        "Spain owes itself 5 money",
    ),
    "a loan of more than there is": Mistake(
        add("Loan", "1", lender="Spain", borrower="Turkey", money=9999, due=4),
        "empires/loan-too-large",
        "1",
        "Spain has lent Turkey 9999 money, and all treasuries hold",
    ),
    "a power that has won before it begins": Mistake(
        add("Score", "Spain", points=9, target=8),
        "empires/score-won",
        "Spain",
        "Spain has 9 victory points and wins with 8",
    ),
    "a truce in the past": Mistake(
        add("Truce", "Lunéville", bound="Austria", towards="France", until=0),
        "empires/truce-past",
        "Lunéville",
        "the truce of Austria and France is over before the campaign begins: give its last turn, 1 or later",
    ),
    "a truce of two powers at war": Mistake(
        both(
            add("War", "Austria|France", nations=["Austria", "France"]),
            add("Truce", "Lunéville", bound="Austria", towards="France", until=9),
        ),
        "empires/truce-and-war",
        "Lunéville",
        "Austria and France are at war and have a truce",
    ),
    "a truce of a minor country": Mistake(
        both(add("Side", "Denmark"), add("Truce", "Amiens", bound="Denmark", towards="France", until=9)),
        "empires/accord-ends",
        "Amiens",
        "Amiens is a truce of Denmark, which is not a major power",
    ),
    "access that a minor country gives": Mistake(
        both(add("Side", "Denmark"), add("Permission", "Sound", owner="Denmark", guest="Russia")),
        "empires/access-between",
        "Sound",
        "Denmark lets Russia in: name two different major powers",
    ),
    "access that an enemy gives": Mistake(
        both(
            add("War", "Austria|France", nations=["Austria", "France"]),
            add("Permission", "Tyrol", owner="Austria", guest="France"),
        ),
        "empires/access-at-war",
        "Tyrol",
        "Austria lets France in, with which it is at war",
    ),
    "access that ends before it begins": Mistake(
        add("Permission", "Tyrol", owner="Austria", guest="France", since=5, until=3),
        "empires/access-dates",
        "Tyrol",
        "access from turn 5 until turn 3: let it end later",
    ),
    "access to a province of another": Mistake(
        add("Permission", "Tyrol", owner="Austria", guest="France", provinces=["alsace"]),
        "empires/access-elsewhere",
        "Tyrol",
        "Austria gives access to Alsace and holds nothing of it",
        severity="warning",
    ),
}
