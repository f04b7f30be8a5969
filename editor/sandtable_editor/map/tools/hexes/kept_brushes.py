"""Brushes that are kept under the numbers 1 to 9: a tool of hexes with all that is chosen for it, on whichever map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta, Struct

from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.tools.hexes.hex_tool import HexTool
from sandtable_editor.map.tools.hexes.palette import WIDEST, HexPalette, How, Lift

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

NUMBERS: Final = range(1, 10)
MENU: Final = "Draw/Kept brushes"


class KeptBrush(Struct, frozen=True):
    """A tool by its key, and the choices of the palette."""

    tool: str
    terrain: tuple[str, ...]
    how: How
    instead_of: str
    radius: Annotated[int, Meta(ge=0, le=WIDEST)]
    within: int
    stops_at_water: bool
    side: str
    favours: bool
    way: str
    bridges: bool
    lift: Lift
    level: int
    slopes: bool


CHOICES: Final = tuple(name for name in KeptBrush.__struct_fields__ if name != "tool")


def keep_brush(number: int, desk: MapDesk) -> None:
    """Keep the tool in hand under a number."""
    tool = desk.tool
    if not isinstance(tool, HexTool):
        desk.refuse("Only a tool that draws hexes can be kept: take up the brush, or another one.")
        return
    kept = KeptBrush(tool.key, **{name: getattr(tool.palette, name) for name in CHOICES})
    desk.window.settings.put(_place(number), msgspec.json.encode(kept).decode())
    key = desk.window.commands.key_of(f"brush_{number}")
    desk.hints.note([f"{tool.title} is kept as {number}, with all that is chosen for it: {key} takes it up"])


def take_brush(number: int, desk: MapDesk) -> None:
    """Take up what is kept under a number."""
    kept = _kept(number, desk)
    if kept is None:
        key = desk.window.commands.key_of(f"keep_brush_{number}")
        desk.refuse(f"No brush is kept as {number}: {key} keeps the one in hand.")
        return
    HexPalette.of(desk).put(**{name: getattr(kept, name) for name in CHOICES})
    desk.take(kept.tool)
    desk.begin_step()


def _kept(number: int, desk: MapDesk) -> KeptBrush | None:
    try:
        kept = msgspec.json.decode(desk.window.settings.text(_place(number)), type=KeptBrush)
    except msgspec.MsgspecError:
        return None
    return kept if isinstance(desk.tools.get(kept.tool), HexTool) else None


def _place(number: int) -> str:
    return f"brushes/{number}"


def _has_hexes(desk: MapDesk) -> bool:
    return desk.design.map.hexes is not None


COMMANDS: Final = (
    *(
        DeskCommand(
            f"brush_{number}", MENU, f"Take up brush &{number}", partial(take_brush, number), f"Alt+{number}",
            may=_has_hexes, hint="Take up the tool that was kept so, with all that was chosen for it",
        )
        for number in NUMBERS
    ),
    *(
        DeskCommand(
            f"keep_brush_{number}", MENU, f"Keep as brush {number}", partial(keep_brush, number), f"Ctrl+{number}",
            may=_has_hexes, hint="Keep the tool in hand with all that is chosen for it, for this map and others",
        )
        for number in NUMBERS
    ),
)  # fmt: skip
