"""What can be done about an error, with the flags and commands that do it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.errors import advise

if TYPE_CHECKING:
    from sandtable.engine.discovery.modules import Plugin
    from sandtable.engine.errors import Remedy, SandtableError


def _by_flag() -> dict[type[Remedy], str]:
    """Return what is said here of the remedies that have a flag or a command; all others say what they are."""
    from sandtable.engine.discovery.loading import LoadAgain, SeePlugins
    from sandtable.engine.discovery.modules import StartNormally, TrustFile
    from sandtable.library.campaigns.opening import OpenLastGood
    from sandtable.library.text.text_faults import BringMap
    from sandtable.play.table.sitting import BeginOne, GoOnWithIt, KeepToIt

    return {
        BeginOne: "leave --last-good out to begin one",
        BringMap: "put it there with `sandtable map export`",
        GoOnWithIt: "leave --new out to go on with it, or name another file",
        KeepToIt: "leave the option out to continue it, or use --new to begin another campaign",
        LoadAgain: "`sandtable plugins --again {name}` loads it again",
        OpenLastGood: "open the last good position with --last-good, which leaves the file as it is",
        SeePlugins: "`sandtable plugins` lists what is installed",
        StartNormally: "start without --safe-mode",
        TrustFile: "read it, then type: sandtable plugins --trust {name}",
    }


def describe_remedy(remedy: Remedy | None) -> str:
    """Return what can be done, as one does it from the command line."""
    return "" if remedy is None else remedy.in_words(_by_flag().get(type(remedy), remedy.says))


def describe_error(error: SandtableError) -> str:
    """Return what is wrong and what to do about it from the command line."""
    return error.with_advice(describe_remedy(error.remedy))


def why_not_ready(plugin: Plugin) -> str:
    """Return what is wrong with a plugin, and what to do about it from the command line."""
    return advise(plugin.fault, describe_remedy(plugin.remedy))
