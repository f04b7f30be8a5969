"""The line at the foot of the window: what the mouse and the keys do just now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandtable.play.turn.entries import DiceEntry, ListEntry, NumberEntry, SharesEntry, SubsetEntry, TextEntry, WayEntry

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.commands import Commands


def hint(
    campaign: Campaign,
    draft: ActionDraft,
    commands: Commands,
    on_map: Callable[[str], bool] | None,
    *,
    bots_wait: bool = False,
) -> str:
    """Return the hint for where things stand; ``on_map`` tells what can be clicked there, ``None`` without a map."""
    match campaign.turn_state:
        case "next":
            return "Enter: hand over"
        case "bots" if bots_wait:
            return f"The bots are paused · {_keys('Enter', commands.key_of('bots_wait'))}: resume them"
        case "bots":
            return f"The bots are playing · {commands.way_to('bots_wait')}: pause them"
        case "over":
            return f"The game is over · {commands.way_to('undo')}: undo"
        case "broken":
            return "A rule has failed: the table decides"
        case "curtain":
            return f"The screen is covered · Enter: {campaign.lift_title}"
        case "asks":
            return _asks(draft, commands.way_to("do_it"), on_map)


def _asks(draft: ActionDraft, do_it: str, on_map: Callable[[str], bool] | None) -> str:
    if draft.offer is None:
        if draft.only_way:
            return f"Only one choice · Enter: {draft.open[0].label[:1].lower()}{draft.open[0].label[1:]}"
        keys = "0–9: choose · Enter, Space: do it"
        return f"Click a counter, or drag it · right-click: all it can do · {keys}" if on_map is not None else keys
    leave = "Backspace: back one step · Esc: cancel"
    there = " or on the map" if on_map is not None and any(map(on_map, draft.spots())) else ""
    match draft.entry:
        case ListEntry():
            return f"Choose in the list{there}: a click, or arrows and Enter · {leave}"
        case SubsetEntry():
            return f"Tick them in the list{there} · Space: tick · {do_it}: go on · {leave}"
        case SharesEntry():
            return f"Share with the arrows, or click{there} · {do_it}: go on · {leave}"
        case WayEntry():
            return f"Choose the steps in the list{there} · {do_it}: go this way · {leave}"
        case NumberEntry() | TextEntry() | DiceEntry():
            return f"Type it · Enter: go on · {leave}"
        case _ if draft.only_way:
            return "Only one choice · Enter: do it"
        case _:
            return f"Enter: do it · {leave}"


def _keys(*keys: str) -> str:
    return ", ".join(filter(None, keys))
