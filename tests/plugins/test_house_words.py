"""What the games declare for house rules by form, and rules of the guide made of it."""

from typing import Any

import pytest

from sandtable.engine import GameSystem, InstalledGame
from sandtable.engine.rules.forms.rule_document import HouseRules, house_rules
from sandtable.engine.rules.forms.vocabulary import Vocabulary
from sandtable_empires import testing as empires
from sandtable_empires.combat.attack import Attack
from sandtable_empires.land.depots import LayDepot
from sandtable_empires.march import March
from sandtable_empires.model import Corps, CorpsId, Treasury
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing import FR, SP
from sandtable_grande_armee.system import GRANDE_ARMEE
from sandtable_twin_rivers import TWIN_RIVERS

HEAD = {"game": "empires", "key": "house", "title": "House", "says": "A rule of the house."}


def rules(*some: dict[str, Any], game: str = "empires") -> HouseRules:
    return house_rules({**HEAD, "game": game, "rule": some}, "house.toml")


@pytest.mark.parametrize(
    ("system", "wanted"),
    [
        (TWIN_RIVERS, {("UnitId", "side"), ("AreaId", "bridge"), ("", "turn")}),
        (
            EMPIRES,
            {
                ("CorpsId", "nation"),
                ("CorpsId", "infantry"),
                ("AreaId", "terrain"),
                ("AreaId", "holder"),
                ("", "month"),
            },
        ),
        (
            GRANDE_ARMEE,
            {("UnitId", "arm"), ("UnitId", "strength"), ("SpaceId", "terrain"), ("SpaceId", "holder"), ("", "month")},
        ),
    ],
)
def test_a_game_declares_its_words(system: GameSystem, wanted: set[tuple[str, str]]) -> None:
    words = Vocabulary.of(InstalledGame(system))
    assert wanted <= words.facts.keys()
    assert words.occasions
    assert words.consequences


def family(*some: dict[str, Any]) -> InstalledGame:
    made = InstalledGame(EMPIRES, by_form=[rules(*some)])
    assert not made.left_out
    return made


DEAR = {
    "shape": "part", "id": "HOUSE-dear", "says": "One more for each depot.", "number": "depot_cost_parts",
    "value": {"word": "side.depots"},
}  # fmt: skip
WINTER = {
    "shape": "forbid", "id": "HOUSE-winter", "says": "In winter armies rest.", "action": "Attack",
    "because": "armies rest in winter", "when": {"word": "month", "among": [12, 1, 2]},
}  # fmt: skip
SNIPERS = {
    "shape": "throw", "id": "HOUSE-snipers", "says": "Snipers.", "event": "after_area_entered", "dice": "1d6",
    "on": {"among": [6]}, "then": "lose_infantry", "to": "entry.corps", "amount": 1,
    "when": {"word": "entry.side", "is": "France"},
}  # fmt: skip
HILLS = {
    "shape": "forbid", "id": "HOUSE-hills", "says": "Nobody goes into the hills.", "action": "March", "step": True,
    "because": "{corps} does not go into {there}", "when": {"word": "there.terrain", "is": "mountain"},
}  # fmt: skip


@pytest.mark.parametrize(("on", "money"), [((), 1), (("house",), 3)])
def test_dear_depots_by_form(on: tuple[str, ...], money: int) -> None:
    spain = empires.position(
        empires.corps("S I", SP, "Madrid", infantry=9), empires.depot(SP, "Toledo"), empires.purse(SP, 5, 0),
        land=empires.iberia, at="Spain: depots", extra=(InstalledGame(EMPIRES).form(rules(DEAR)),), on=on,
    )  # fmt: skip
    spain.play(LayDepot(empires.area("Madrid")))
    assert 5 - spain[Treasury]["Spain"].money == money


@pytest.mark.parametrize(("month", "refused"), [(12, {"HOUSE-winter"}), (5, set[str]())])
def test_winter_quarters_by_form(month: int, refused: set[str]) -> None:
    play = empires.position(
        empires.corps("F I", FR, "Madrid", infantry=12), empires.corps("S I", SP, "Madrid", infantry=9),
        empires.calendar(1808, month, 12), land=empires.iberia, at="France: land_combat",
        extra=(InstalledGame(EMPIRES).form(rules(WINTER)),), on=("house",),
    )  # fmt: skip
    assert play.why_not(Attack(empires.area("Madrid")), side=FR) == refused


def test_snipers_by_form() -> None:
    play = empires.position(
        empires.corps("F I", FR, "Madrid", infantry=12), land=empires.iberia, at="France: land_movement",
        extra=(InstalledGame(EMPIRES).form(rules(SNIPERS)),), on=("house",), dice=(6,),
    )  # fmt: skip
    play.play(March(CorpsId("F I"), (empires.area("Cuenca"),)))
    assert (play[Corps]["F I"].infantry, play.log) == (11, ["F I loses 1 infantry"])


def test_a_step_of_a_way_is_forbidden_by_its_terrain() -> None:
    made = family(HILLS)
    (function,) = made.functions["house"]
    assert function.looks_at == ("corps", "there")
    assert made.modules["house"].__dict__["sentences"]["HOUSE-hills"] == (
        "Nobody may march into a space if the terrain of the area it enters is mountain."
    )


def test_a_rule_of_grande_armee_by_form() -> None:
    said = {
        "shape": "forbid", "id": "HOUSE-wood", "says": "No wood.", "action": "March", "step": True,
        "because": "nobody goes into {there}",
        "when": {"all": [{"word": "there.terrain", "is": "wood"}, {"word": "turn", "is": 2}]},
    }  # fmt: skip
    sentence = InstalledGame(GRANDE_ARMEE).form(rules(said, game="grande_armee")).sentences["HOUSE-wood"]
    assert sentence == (
        "Nobody may march into a space if the terrain of the hex that is entered is wood and the turn is 2."
    )
