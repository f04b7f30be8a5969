"""A campaign outlives the code: Twin Rivers is changed in many ways, and goes on in the middle of a battle."""

import lzma
import re
import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

import sandtable_twin_rivers
from sandtable.engine.errors import Broken, Elsewhere, Illegal, Invalid
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.rules.options import Choices
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.row import Row, UnknownRow
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign

SOURCE: Final = Path(sandtable_twin_rivers.__file__)
Edit = Callable[[str], str]
numbers = count()


def put(after: str, more: str) -> Edit:
    """Put lines after a text that stands once in the source."""
    return swap(after, after + more)


def swap(old: str, new: str) -> Edit:
    def made(source: str) -> str:
        assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times"
        return source.replace(old, new)

    return made


def word(old: str, new: str, stored: str) -> Edit:
    """Rename a class everywhere; in files it keeps its name."""

    def made(source: str) -> str:
        source = re.sub(rf"\b{old}\b", new, source)
        return re.sub(rf'(class {new}\(.*\n    """(?:.|\n)*?"""\n)', rf'\1\n    stored = "{stored}"\n', source, count=1)

    return made


def both(*edits: Edit) -> Edit:
    def made(source: str) -> str:
        for edit in edits:
            source = edit(source)
        return source

    return made


def same(source: str) -> str:
    return source


KNOWN: Final = "    known: bool = False\n"
PLACE: Final = "    side: SideId\n    area: AreaId\n    steps"
LOSE: Final = '    """Name the unit that loses the step."""\n\n    unit: UnitId\n'
AREA: Final = "class Area(Row"
MARCHING: Final = "class Marching(RuleModule):"
TIRED: Final = put(KNOWN, "    tired: int = 3\n")
ARMS: Final = both(
    swap("TYPE_CHECKING, Annotated, NewType", "TYPE_CHECKING, Annotated, Literal, NewType"),
    put(KNOWN, '    arm: Literal["foot", "horse"] = "foot"\n'),
)
MORALE: Final = both(
    swap("from msgspec import Meta, convert, structs", "from msgspec import Meta, Struct, convert, structs"),
    swap(AREA, f"class Morale(Struct, frozen=True, omit_defaults=True):\n    now: int = 1000\n\n\n{AREA}"),
    put(KNOWN, "    morale: tuple[Morale, ...] = (Morale(), Morale(7))\n"),
)
FLAG: Final = both(
    swap(MARCHING, f'class Flag(Row, frozen=True):\n    """A flag."""\n\n    id: str\n\n\n{MARCHING}'),
    put('    key, brings = "marching", (MARCHED,)\n', "    rows = (Flag,)\n"),
)
MORE_MORALE: Final = put("    now: int = 1000\n", "    best: int = 2000\n")
NOT_KNOWN: Final = both(swap(KNOWN, ""), swap("row.known or ", ""), swap("known=True", "side=unit.side"))

KINDS: Final[dict[str, tuple[Edit, Edit]]] = {
    "nothing": (same, same),
    "a field with a default in a row": (same, TIRED),
    "a field with a default in an action": (same, put(LOSE, "    calmly: bool = False\n")),
    "a field with a default in what a row holds": (MORALE, both(MORALE, MORE_MORALE)),
    "a row class is renamed": (same, word("Unit", "Troop", "Unit")),
    "an action is renamed": (same, word("LoseStep", "GiveUp", "LoseStep")),
    "an action at a step is renamed": (same, word("March", "Go", "March")),
    "fields are in another order": (same, swap(PLACE, "    area: AreaId\n    side: SideId\n    steps")),
    "more values of a literal": (ARMS, both(ARMS, swap('"foot", "horse"]', '"foot", "horse", "guns"]'))),
    "wider bounds": (same, swap("Meta(ge=1, le=4,", "Meta(ge=1, le=6,")),
    "another default": (TIRED, both(TIRED, swap("tired: int = 3", "tired: int = 500"))),
    "another default of what a row holds": (MORALE, both(MORALE, swap("now: int = 1000", "now: int = 4"))),
    "a default that is none any more": (TIRED, both(TIRED, swap("tired: int = 3", "tired: int | None = None"))),
    "a module class is renamed": (same, lambda source: re.sub(r"\bMarching\b", "Movement", source)),
}  # fmt: skip


@pytest.fixture
def rivers(tmp_path: Path) -> Iterator[Callable[..., InstalledGame]]:
    """Give Twin Rivers with its source edited, each time in another file."""
    made: list[str] = []

    def load(edit: Edit, toml: Edit = same) -> InstalledGame:
        name = f"moved_rivers_{next(numbers)}"
        made.append(name)
        path = tmp_path / f"{name}.py"
        path.write_text(edit(SOURCE.read_text("utf-8")), "utf-8")
        path.with_suffix(".toml").write_text(toml(SOURCE.with_suffix(".toml").read_text("utf-8")), "utf-8")
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        spec.loader.exec_module(module)
        return InstalledGame(module.TWIN_RIVERS)

    yield load
    for name in made:
        sys.modules.pop(name, None)


def play(referee: Referee, plies: int) -> None:
    bot = RandomBot(f"on {referee.journal.serial}")
    for _ in range(plies):
        if (prompt := referee.prompt) is not None:
            ask = prompt.open[0]
            action = bot.answer(referee, ask)
            assert action is not None
            referee.play(action, ask.side)


def in_a_battle(family: InstalledGame, path: Path) -> dict[str, Any]:
    """Play to the middle of a battle, with a branch that was undone, and close; returns what stands there."""
    choices = Choices(frozenset(("forced_march", "river_line")))
    rows = family.scenario("twin_rivers").rows
    referee = new_campaign(
        family, path, lambda: Referee.begin(family, rows(), choices), scenario="twin_rivers", title="Rivers", seed="3",
        take_back="free",
    )  # fmt: skip
    while len(referee.journal.since_save_point()) < 2:
        play(referee, 1)
    here = referee.journal.head
    play(referee, 3)
    referee.history.goto(here)
    stands = standing(referee)
    referee.sink.close()
    return stands


def standing(referee: Referee) -> dict[str, Any]:
    prompt = referee.prompt
    assert prompt is not None
    return {
        "head": referee.journal.head,
        "plies": sorted(referee.journal.plies),
        "why": [(ask.side, ask.why, [kind.stored for kind in ask.kinds]) for ask in prompt.asks],
        "units": {id: (row["area"], row.get("steps")) for id, row in referee.game.state.documents()["Unit"].items()},
    }


def vars_of(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


def sound(opened: OpenedCampaign) -> bool:
    found = list(verify(opened.referee.family, opened.start, opened.referee.journal))
    return len(found) >= len(opened.referee.journal.plies) and not any(isinstance(one, Mismatch) for one in found)


@pytest.mark.parametrize("kind", KINDS)
def test_a_campaign_goes_on_in_the_middle_of_a_battle_when_the_code_has_changed(
    kind: str, rivers: Callable[..., InstalledGame], tmp_path: Path
) -> None:
    before, after = (rivers(edit) for edit in KINDS[kind])
    path = tmp_path / "war.campaign"
    stood = in_a_battle(before, path)
    written = path.read_bytes()
    looked_at = open_campaign(after, path, reading=True)
    assert not looked_at.notices
    assert standing(looked_at.referee) == stood
    assert sound(looked_at)
    assert path.read_bytes() == written
    for _ in range(2):
        opened = open_campaign(after, path)
        assert not opened.notices
        opened.referee.source = SeededDice("other dice")
        play(opened.referee, 3)
        opened.referee.history.goto(stood["head"])
        assert standing(opened.referee)["why"] == stood["why"]
        play(opened.referee, 30)
        now = opened.referee.game.state.hash
        opened.referee.sink.close()
    again = open_campaign(after, path, reading=True)
    assert again.referee.game.state.hash == now
    assert sound(again)


HASH_STANDS: Final = (
    "a field with a default in a row", "a field with a default in an action", "a row class is renamed",
    "a field with a default in what a row holds", "fields are in another order", "more values of a literal",
)  # fmt: skip


@pytest.mark.parametrize("kind", HASH_STANDS)
def test_no_hash_moves(kind: str, rivers: Callable[..., InstalledGame], tmp_path: Path) -> None:
    before, after = (rivers(edit) for edit in KINDS[kind])
    in_a_battle(before, path := tmp_path / "war.campaign")
    hashes = [
        [
            opened.referee.game.state.hash,
            opened.start.hash,
            *(ply.hash for ply in opened.referee.journal.plies.values()),
        ]
        for opened in (open_campaign(family, path, reading=True) for family in (before, after))
    ]
    assert hashes[0] == hashes[1]


@pytest.mark.parametrize(
    ("kind", "was", "now"), [("another default", 3, 500), ("a default that is none any more", 3, None)]
)
def test_what_was_not_written_means_what_it_meant(
    kind: str, was: int, now: int | None, rivers: Callable[..., InstalledGame], tmp_path: Path
) -> None:
    """A changed default changes no row of a kept campaign; only what is made later has it."""
    before, after = (rivers(edit) for edit in KINDS[kind])
    in_a_battle(before, path := tmp_path / "war.campaign")
    for _ in range(2):
        opened = open_campaign(after, path)
        unit = opened.referee.game.state.schema.kinds["Unit"]
        assert {vars_of(row)["tired"] for row in opened.referee.game.state[unit]} == {was}
        assert unit(id="new", side="Red", area="x", steps=1).tired == now  # type: ignore[call-arg,attr-defined]
        opened.referee.sink.close()


def test_a_table_that_nobody_knows_any_more_stays_as_it_is(
    rivers: Callable[..., InstalledGame], tmp_path: Path
) -> None:
    before, after = rivers(FLAG), rivers(same)
    path = tmp_path / "war.campaign"
    flag = before.schema.kinds["Flag"]
    rows = before.scenario("twin_rivers").rows
    referee = new_campaign(
        before, path, lambda: Referee.begin(before, [*rows(), flag(id="eagle")]), scenario="twin_rivers",
        title="Rivers", seed="3", take_back="free",
    )  # fmt: skip
    play(referee, 5)
    stood = referee.game.state.hash
    referee.sink.close()
    looked_at = open_campaign(after, path, reading=True)
    assert "the campaign holds Flag, which no installed module knows" in looked_at.notices[0]
    assert [row.table for row in looked_at.referee.game.state[UnknownRow]] == ["Flag"]
    assert looked_at.referee.game.state.hash == stood
    with pytest.raises(Invalid, match="install the module that brings them"):
        open_campaign(after, path)
    opened = open_campaign(before, path)
    assert opened.referee.game.state.hash == stood
    opened.referee.sink.close()


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (same, NOT_KNOWN, "Unit .* has known"),
        (same, swap("Meta(ge=1, le=4,", "Meta(ge=1, le=2,"), "Unit: Expected `int` <= 2"),
        (same, swap(PLACE, f"    flag: str\n{PLACE}"), "Unit: Object missing required field `flag`"),
    ],
    ids=["a field is gone", "narrower bounds", "a field without a default"],
)  # fmt: skip
def test_what_a_version_cannot_read_was_made_by_another_and_is_not_damaged(
    before: Edit, after: Edit, says: str, rivers: Callable[..., InstalledGame], tmp_path: Path
) -> None:
    in_a_battle(rivers(before), path := tmp_path / "war.campaign")
    written = path.read_bytes()
    for last_good in (False, True):
        with pytest.raises(Elsewhere, match=rf"war\.campaign was made by Sandtable \S+ with Twin Rivers 1, .*{says}"):
            open_campaign(rivers(after), path, last_good=last_good)
    assert path.read_bytes() == written
    assert not open_campaign(rivers(before), path, reading=True).notices


def test_two_actions_of_one_name_are_refused(rivers: Callable[..., InstalledGame]) -> None:
    with pytest.raises(Broken, match=r'two actions are called March in files: .*Retreat and .*March; .*stored = "'):
        rivers(put('    """Leave the battle, all units together."""\n', '\n    stored = "March"\n'))


def test_two_tables_of_one_name_are_refused(rivers: Callable[..., InstalledGame]) -> None:
    with pytest.raises(Invalid, match=r"two row classes are called Area in files"):
        rivers(
            put(
                '    """A unit with its steps; ``None`` is what its enemy knows of them before it has fought."""\n',
                '\n    stored = "Area"\n',
            )
        )


# --- upgrades -------------------------------------------------------------------------------------------------------

UPGRADES: Final = """

def rows_of_2(tables):
    for unit in tables["Unit"].values():
        unit["strength"] = unit.pop("steps", None)
        unit.pop("known", None)
    tables["Crossing"] = {id: {"id": id} for id, area in tables["Area"].items() if area.pop("bridge", False)}
    return tables


def act_of_2(name, fields, tables):
    return (name, {"loser": fields["unit"]}) if name == "LoseStep" else (name, fields)


TWIN_RIVERS = structs_replace(TWIN_RIVERS, upgrades=(Upgrade("steps are called strength", rows_of_2, act_of_2),))
"""
CROSSING: Final = '\n\nclass Crossing(Row, frozen=True):\n    """A bridge."""\n\n    id: AreaId\n'
BRIDGES: Final = 'BRIDGES = [area["id"] for area in SET_UP["area"] if area.pop("bridge", False)]'
PATHS: Final = "from pathlib import Path\n"
ENGINE: Final = "from sandtable.engine import (  # isort: skip\n"
SECOND: Final = both(
    lambda source: re.sub(r"(?<=[.(, ])steps(?=[ =:)-])", "strength", source),
    NOT_KNOWN,
    swap("    bridge: bool = False\n", CROSSING),
    swap("'*' if area.bridge else", "'*' if area.id in game[Crossing] else"),
    swap("for area in game[Area] if area.bridge", "for area in game[Crossing]"),
    swap("game[Area][area].bridge", "area in game[Crossing]"),
    swap("(Area, Unit), HOOK", "(Area, Crossing, Unit), HOOK"),
    swap(f'{LOSE}\n    @fills("unit")', LOSE.replace("unit:", "loser:") + '\n    @fills("loser")'),
    swap("loss.unit", "loss.loser"),
    swap("{self.unit} loses", "{self.loser} loses"),
    swap("    return [*map(Side, SIDES), ", "    return [*map(Side, SIDES), *map(Crossing, BRIDGES), "),
    swap(PATHS, f"from dataclasses import replace as structs_replace\n{PATHS}"),
    swap(ENGINE, f"from sandtable.engine import Upgrade\n{ENGINE}"),
    swap("LAST_TURN = 10", f"LAST_TURN = 10\n{BRIDGES}"),
    lambda source: source + UPGRADES,
)


def second_toml(text: str) -> str:
    return text.replace("steps = ", "strength = ")


@pytest.mark.parametrize("from_kept", [False, True], ids=["of today", "of the first encoding"])
def test_an_upgrade_brings_a_campaign_up_in_the_middle_of_a_battle(
    from_kept: bool, rivers: Callable[..., InstalledGame], tmp_path: Path
) -> None:
    path = tmp_path / "war.campaign"
    first, second = rivers(same), rivers(SECOND, second_toml)
    if from_kept:
        kept = Path(__file__).parent / "kept" / "1" / "twin-rivers-battle.campaign.xz"
        path.write_bytes(lzma.decompress(kept.read_bytes()))
        stood = standing(open_campaign(first, path, reading=True).referee)
    else:
        stood = in_a_battle(first, path)
    written = path.read_bytes()
    looked_at = open_campaign(second, path, reading=True)
    assert path.read_bytes() == written
    for opened in (looked_at, open_campaign(second, path)):
        referee = opened.referee
        (notice,) = opened.notices
        assert "was brought up to newer data of its game at ply" in notice
        assert "steps are called strength" in notice
        now = standing(referee)
        assert now["why"] == stood["why"]
        units = referee.game.state.documents()["Unit"]
        assert {id: (unit["area"], unit["strength"]) for id, unit in units.items()} == stood["units"]
        assert len(referee.game.state.documents()["Crossing"]) == 2
        base = referee.journal.base
        for ply in (0, 1, base - 1):
            with pytest.raises(Illegal, match=r"was brought up: steps are called strength at ply .* cannot go back"):
                referee.history.goto(ply)
        referee.history.goto(base)
        with pytest.raises(Illegal, match="cannot go back there"):
            referee.history.undo()
        referee.history.goto(now["head"])
    play(referee, 12)
    assert sound_since(opened)
    stands = referee.game.state.hash
    referee.sink.close()
    for _ in range(2):
        again = open_campaign(second, path)
        assert not again.notices
        assert again.referee.game.state.hash == stands
        assert sound_since(again)
        play(again.referee, 2)
        stands = again.referee.game.state.hash
        again.referee.sink.close()
    with pytest.raises(Elsewhere, match=r"war\.campaign was made by Sandtable \S+ with Twin Rivers 1"):
        open_campaign(first, path)


def sound_since(opened: OpenedCampaign) -> bool:
    found = list(verify(opened.referee.family, opened.start, opened.referee.journal))
    return bool(found) and not any(isinstance(one, Mismatch) for one in found)
