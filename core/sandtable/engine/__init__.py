"""The minimal core: phases, hooks, state, actions, chance, the referee. It knows no game.

What a rules module needs is here by name: ``from sandtable.engine import RuleModule, rule, refuses, ...``.
"""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action, Ask, Game, Pass, fills
    from sandtable.engine.actions.allowance import Allowance, CostUnit
    from sandtable.engine.actions.answer_to import AnswerTo
    from sandtable.engine.actions.domains import MANY, Choice, Domain, Range, Rows, Subset, Sums, Text
    from sandtable.engine.actions.kept_strides import KeptStrides
    from sandtable.engine.actions.own_pieces import own_pieces
    from sandtable.engine.actions.prompts import Prompt
    from sandtable.engine.actions.refusals import Refusal, Stop, Verdict
    from sandtable.engine.actions.strides import Stride
    from sandtable.engine.actions.way_goals import Goal
    from sandtable.engine.actions.ways import Ways
    from sandtable.engine.errors import Broken, Illegal, Invalid, SandtableError, Stale, unknown
    from sandtable.engine.hooks import HookSet, collects, decides, gone, happens, hookimpl, settles
    from sandtable.engine.hookspecs import CoreHooks
    from sandtable.engine.referee.referee import Referee, Refused
    from sandtable.engine.rule_at_work import this_rule
    from sandtable.engine.rules.facts import Consequence, Fact, Occasion, Word, fields_of
    from sandtable.engine.rules.forms.rule_document import HouseRules
    from sandtable.engine.rules.forms.rule_text import read_rules
    from sandtable.engine.rules.ground import Ground, MapKind, Misfit
    from sandtable.engine.rules.options import AllOf, AnyOf, Choices, Not, Option, Preset
    from sandtable.engine.rules.phases import Insert, Phase, Sequence, Step
    from sandtable.engine.rules.rules import (
        Moment,
        Reaction,
        RuleModule,
        Was,
        closes,
        conceals,
        doable,
        ends_way,
        fails,
        leaves,
        opens,
        reacts,
        refuses,
        refuses_end,
        refuses_step,
        rule,
        works,
    )
    from sandtable.engine.rules.rulings import ruling
    from sandtable.engine.rules.setup_findings import ScenarioFault, ScenarioFinding, ScenarioFix
    from sandtable.engine.rules.system import (
        GameSystem,
        GameTitle,
        RuleText,
        Scenario,
        ScenarioTitle,
        read_texts,
        system_at,
    )
    from sandtable.engine.running.caching import cached_for_position, cached_while_unchanged
    from sandtable.engine.running.chance import DiceSource, EnteredDice, ScriptedDice, SeededDice
    from sandtable.engine.running.common_actions import EndStep, EnterThrow
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.running.procedures import (
        ask,
        ask_all,
        ask_any,
        ask_together,
        offer,
        perform,
        pick,
        react,
        roll,
        throw,
    )
    from sandtable.engine.state.boards import Board, Boards, SpaceId
    from sandtable.engine.state.charts import (
        Axis,
        Chart,
        ChartId,
        DesignedCell,
        DesignedChart,
        Lookup,
        Origin,
        Overlay,
        read_charts,
    )
    from sandtable.engine.state.kinds import FOREVER, DutyKind, MarkKind, RowKind, Work
    from sandtable.engine.state.row import NameGiver, Row
    from sandtable.engine.state.rows import (
        AgendaItem,
        Due,
        Duty,
        Frame,
        Grants,
        Mark,
        OnBoard,
        Seat,
        SeatId,
        Side,
        SideId,
    )
    from sandtable.engine.state.state import State
    from sandtable.engine.state.tally import Part, Quantity, Tally
    from sandtable.engine.state.upgrades import Act, Tables, Upgrade
    from sandtable.engine.words import counted, doing, in_a_row, with_article
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "FOREVER",
    "MANY",
    "Act",
    "Action",
    "AgendaItem",
    "AllOf",
    "Allowance",
    "AnswerTo",
    "AnyOf",
    "Ask",
    "Axis",
    "Board",
    "Boards",
    "Broken",
    "Chart",
    "ChartId",
    "Choice",
    "Choices",
    "Consequence",
    "CoreHooks",
    "CostUnit",
    "DesignedCell",
    "DesignedChart",
    "DiceSource",
    "Domain",
    "Due",
    "Duty",
    "DutyKind",
    "EndStep",
    "EnterThrow",
    "EnteredDice",
    "Fact",
    "Frame",
    "Game",
    "GameSystem",
    "GameTitle",
    "Goal",
    "Grants",
    "Ground",
    "HookSet",
    "HouseRules",
    "Illegal",
    "Insert",
    "InstalledGame",
    "Invalid",
    "KeptStrides",
    "Lookup",
    "MapKind",
    "Mark",
    "MarkKind",
    "Misfit",
    "Moment",
    "NameGiver",
    "Not",
    "Occasion",
    "OnBoard",
    "Option",
    "Origin",
    "Overlay",
    "Part",
    "Pass",
    "Phase",
    "Preset",
    "Prompt",
    "Quantity",
    "Range",
    "Reaction",
    "Referee",
    "Refusal",
    "Refused",
    "Row",
    "RowKind",
    "Rows",
    "RuleModule",
    "RuleText",
    "SandtableError",
    "Scenario",
    "ScenarioFault",
    "ScenarioFinding",
    "ScenarioFix",
    "ScenarioTitle",
    "ScriptedDice",
    "Seat",
    "SeatId",
    "SeededDice",
    "Sequence",
    "Side",
    "SideId",
    "SpaceId",
    "Stale",
    "State",
    "Step",
    "Stop",
    "Stride",
    "Subset",
    "Sums",
    "Tables",
    "Tally",
    "Text",
    "Upgrade",
    "Verdict",
    "Was",
    "Ways",
    "Word",
    "Work",
    "ask",
    "ask_all",
    "ask_any",
    "ask_together",
    "cached_for_position",
    "cached_while_unchanged",
    "closes",
    "collects",
    "conceals",
    "counted",
    "decides",
    "doable",
    "doing",
    "ends_way",
    "fails",
    "fields_of",
    "fills",
    "gone",
    "happens",
    "hookimpl",
    "in_a_row",
    "leaves",
    "offer",
    "opens",
    "own_pieces",
    "perform",
    "pick",
    "react",
    "reacts",
    "read_charts",
    "read_rules",
    "read_texts",
    "refuses",
    "refuses_end",
    "refuses_step",
    "roll",
    "rule",
    "ruling",
    "settles",
    "system_at",
    "this_rule",
    "throw",
    "unknown",
    "with_article",
    "works",
]  # fmt: skip
