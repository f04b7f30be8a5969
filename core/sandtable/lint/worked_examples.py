"""The worked examples of house rules by form, played: a position, an act or a question, what must come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal, cast

import msgspec

from sandtable.engine.errors import Invalid, SandtableError, unknown
from sandtable.engine.rules.forms.conditions import Expressions
from sandtable.engine.rules.forms.rule_document import (
    AllowRule,
    CellRule,
    Example,
    HouseRules,
    LimitRule,
    NumberRule,
    PartRule,
    Shape,
)  # fmt: skip
from sandtable.engine.rules.forms.vocabulary import Vocabulary, roots_of
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.tally import Tally
from sandtable.engine.unfit import unfit
from sandtable.testing.positions import position

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.rules.rule_functions import RuleFunction
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.engine.state.row import Row
    from sandtable.testing.play import Play


def example_faults(family: InstalledGame, rules: HouseRules, one: Shape, *, on: Literal[True, False]) -> Iterator[str]:
    """Play each example of a rule, with it or without; yield a sentence for each that comes out otherwise."""
    for number, example in enumerate(one.example, 1):
        try:
            fault = _fault(family, rules, one, example, on)
        except SandtableError as error:
            fault = f"it cannot be played: {error}"
        if fault:
            yield f"example {number} of {one.id}: {fault}"


def _fault(family: InstalledGame, rules: HouseRules, one: Shape, example: Example, on: bool) -> str:
    play = _play(family, rules, example, on)
    if isinstance(one, CellRule):
        cell = play.game.chart(one.chart).at(*one.at)
        return "" if cell == example.total else f"the cell is {cell}, not {example.total}"
    if isinstance(one, PartRule | LimitRule | NumberRule):
        return _number_fault(family, play, one, example)
    if not example.act:
        raise Invalid("it says in `act` what is done")
    act = _act(family, example)
    _require_known(family, play, act)
    if example.refused is not None:
        return _refusal_fault(play, one, example, act)
    if example.after is None:
        raise Invalid("it says in `refused` or `after` what must come of it")
    play.play(act)
    holds = _holds(family, rules, play, act, example)
    return "" if holds else "what it says of afterwards is not so"


def _play(family: InstalledGame, rules: HouseRules, example: Example, on: bool) -> Play:
    scenarios = family.system.scenarios
    if not scenarios:
        raise Invalid(f"{family.system.title} has no scenario to stand on")
    scenario = family.scenario(example.scenario) if example.scenario else scenarios[0]
    rows = _rows(family, example, family.system.start_rows(scenario))
    chosen = {*scenario.options, *example.on, *([rules.key] if on else [])} - ({rules.key} if not on else set[str]())
    numbers = {**scenario.parameters, **({rules.key: example.parameters} if example.parameters and on else {})}
    return position(
        family, *rows, on=chosen, parameters=numbers, grants=scenario.grants, at=example.at, dice=example.dice,
        board=scenario.board(), mends=True,
    )  # fmt: skip


def _rows(family: InstalledGame, example: Example, start: Iterable[Row]) -> list[Row]:
    """Return the rows that a scenario begins with, as the example has changed them."""
    rows = {(type(row).stored, row.id): row for row in start}
    for table, some in example.put.items():
        for fields in some:
            row = _row(family, table, fields)
            rows[table, row.id] = row
    for table, changed in example.change.items():
        for id, fields in changed.items():
            _require(rows, table, id)
            rows[table, id] = _row(family, table, {**msgspec.to_builtins(rows[table, id]), **fields})
    for table, gone in example.remove.items():
        for id in gone:
            _require(rows, table, id)
            del rows[table, id]
    return list(rows.values())


def _require(rows: dict[tuple[str, str], Row], table: str, id: str) -> None:
    if (table, id) not in rows:
        raise unknown(f"{table} of the scenario", id, [one for name, one in rows if name == table])


def _row(family: InstalledGame, table: str, fields: dict[str, Any]) -> Row:
    kinds = {kind.stored: kind for kind in family.schema.kinds.values()}
    if table not in kinds or kinds[table] is Chart:
        raise unknown("table", table, kinds)
    try:
        return msgspec.convert(fields, kinds[table])
    except msgspec.ValidationError as error:
        raise Invalid(f"{table} {fields.get('id', '?')}: {unfit(error)}") from error


def _act(family: InstalledGame, example: Example) -> Action:
    if example.act not in family.kinds:
        raise unknown("action", example.act, family.kinds)
    try:
        return msgspec.convert(example.given, family.kinds[example.act])
    except msgspec.ValidationError as error:
        raise Invalid(f"{example.act}: {unfit(error)}") from error


def _require_known(family: InstalledGame, play: Play, act: Action) -> None:
    """Raise ``Invalid`` for an act that names what is not there: it would be refused for that, whatever a rule says."""
    for field, table in family.schema.tables_of(type(act)).items():
        value: object = getattr(act, field)
        for id in cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,):
            if isinstance(id, str) and id and id not in play[table]:
                raise unknown(f"{table.stored} of the example", id, [row.id for row in play[table]])


def _refusal_fault(play: Play, one: Shape, example: Example, act: Action) -> str:
    cited = one.rule if isinstance(one, AllowRule) else one.id
    reasons = play.referee.verdict(act)
    is_refused = any(cited in (reason.rule, *reason.instead_of) for reason in reasons)
    if is_refused is example.refused:
        return ""
    told = "; ".join(map(str, reasons)) or "nothing stands in the way"
    return f"{cited} {'refuses' if is_refused else 'does not refuse'} it: {told}"


def _number_fault(family: InstalledGame, play: Play, one: PartRule | LimitRule | NumberRule, example: Example) -> str:
    if example.total is None:
        raise Invalid("it says in `total` what the number comes to")
    name = one.rule if isinstance(one, NumberRule) else one.number
    hook = _hook_of(family, family.where[name][0]) if isinstance(one, NumberRule) else name
    owner = next(kind for kind in family.hook_sets if hook in vars(kind))
    names = [each for each in family.hooks[hook].parameters if each != "game"]
    if lacking := [each for each in names if each not in example.given]:
        raise Invalid(f"`given` lacks {lacking[0]}, which the number is of")
    answer = getattr(play.game.hooks(owner), hook)(play.game, *(example.given[each] for each in names))
    total = answer if isinstance(answer, int) else Tally("number", answer).total
    return "" if total == example.total else f"the number is {total}, not {example.total}"


def _hook_of(family: InstalledGame, function: RuleFunction) -> str:
    while function.slot is None:
        function = family.where[function.citation.amends[0]][0]
    return str(function.slot[1])


def _holds(family: InstalledGame, rules: HouseRules, play: Play, act: Action, example: Example) -> bool:
    """Tell whether a condition on what was done holds now."""
    hints = {each.name: each.type for each in msgspec.structs.fields(type(act))}
    code = Expressions(Vocabulary.of(family), roots_of(hints, "act.", {}), rules.parameter, "after")
    told = code.condition(example.after)
    return bool(eval(told, {**code.names}, {"game": play.game, "act": act}))
