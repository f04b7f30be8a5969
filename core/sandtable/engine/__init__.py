"""The minimal core: phases, hooks, state, actions, chance, the referee. It knows no game.

What a rules module needs is here by name: ``from sandtable.engine import RuleModule, rule, refuses, ...``.
"""

from sandtable.engine.actions import Action, Ask, EndStep, EnterThrow, Pass, Prompt, Refusal, Verdict, fills
from sandtable.engine.chance import Entered, Scripted, Seeded
from sandtable.engine.charts import Axis, Chart, ChartId, Lookup, Overlay
from sandtable.engine.domains import Choice, Domain, Path, Range, Rows, Subset, Sums, Text
from sandtable.engine.errors import Broken, Illegal, Invalid, SandtableError, Stale
from sandtable.engine.family import Family
from sandtable.engine.game import Game
from sandtable.engine.hooks import HookSet, collects, decides, happens, hookimpl, settles
from sandtable.engine.hookspecs import CoreHooks
from sandtable.engine.options import AllOf, AnyOf, Choices, Not, Option, Preset
from sandtable.engine.phases import Insert, Phase, Sequence, Step
from sandtable.engine.procedures import ask, ask_all, ask_any, ask_together, offer, perform, pick, react, roll, throw
from sandtable.engine.referee import Referee, Refused
from sandtable.engine.remarks import Cure, Fault, Remark
from sandtable.engine.remembering import remembered, remembered_here
from sandtable.engine.rows import Due, Duty, Frame, Later, Mark, Seat, SeatId, Side, SideId
from sandtable.engine.rules import (
    Moment,
    Reaction,
    RuleModule,
    Was,
    closes,
    conceals,
    doable,
    fails,
    leaves,
    opens,
    reacts,
    refuses,
    rule,
    works,
)
from sandtable.engine.rulings import ruling
from sandtable.engine.state import Row
from sandtable.engine.system import GameSystem, RuleText, Scenario, read_texts
from sandtable.engine.tally import Part, Quantity, Tally
from sandtable.engine.upgrades import Upgrade

__all__ = [
    "Action", "AllOf", "AnyOf", "Ask", "Axis", "Broken", "Chart", "ChartId", "Choice", "Choices", "CoreHooks", "Cure",
    "Domain", "Due", "Duty", "EndStep", "EnterThrow", "Entered", "Family", "Fault", "Frame", "Game", "GameSystem",
    "HookSet", "Illegal", "Insert", "Invalid", "Later", "Lookup", "Mark", "Moment", "Not", "Option", "Overlay", "Part",
    "Pass", "Path", "Phase", "Preset", "Prompt", "Quantity", "Range", "Reaction", "Referee", "Refusal", "Refused",
    "Remark", "Row", "Rows", "RuleModule", "RuleText", "SandtableError", "Scenario", "Scripted", "Seat", "SeatId",
    "Seeded", "Sequence", "Side", "SideId", "Stale", "Step", "Subset", "Sums", "Tally", "Text", "Upgrade", "Verdict",
    "Was", "ask", "ask_all", "ask_any", "ask_together", "closes", "collects", "conceals", "decides", "doable",
    "fails", "fills", "happens", "hookimpl", "leaves", "offer", "opens", "perform", "pick", "react", "reacts",
    "read_texts", "refuses", "remembered", "remembered_here", "roll", "rule", "ruling", "settles", "throw",
    "works",
]  # fmt: skip
