"""The odds of a contest in words and as facts, for the terminal, the window and reports."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from sandtable.present import Table

if TYPE_CHECKING:
    from sandtable.lab.odds import Odds, Results

RARE: Final = 0.01
"""What happens less often is not told."""
COLUMNS: Final = 80
"""So wide are lines, as far as names allow."""
MOST: Final = 8
"""So many things that may happen are told."""


def percent(share: float) -> str:
    """Say a share: 63%; what is possible is never 0%, what is not certain never 100%."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1%"
    return ">99%" if whole == 100 and share < 1 else f"{whole}%"


def title(odds: Odds) -> str:
    """Say whose odds of what these are."""
    return f"{odds.contest.title}: the odds" + (f", as {odds.side} may know them" if odds.side else "")


def wins(odds: Odds) -> str:
    """Say who wins in what share of the trials."""
    results = odds.results
    first, *rest = odds.contest.parties
    told = [f"{first} wins {percent(results.share(first))}"]
    told += [f"{party} {percent(results.share(party))}" for party in rest]
    told += [f"nobody {percent(results.share(''))}"] if results.wins[""] else []
    return ", ".join(told)


def events(results: Results) -> str:
    """Say what may happen, the likeliest first."""
    found = sorted(results.events, key=lambda event: (-results.events[event], event))
    return ", ".join(
        f"{event} {percent(results.chance(event))}" for event in found[:MOST] if results.chance(event) >= RARE
    )


def losses(odds: Odds) -> list[tuple[str, str, str]]:
    """Return for each party what it loses on average, and in eight of ten trials."""
    rows = [("", "average loss", "in 8 of 10 battles")]
    for party in odds.contest.parties:
        low, high = odds.results.between(party)
        rows.append((party, f"{odds.results.mean(party):.1f} {odds.contest.unit}", f"{low} to {high}"))
    return rows


def answers(odds: Odds) -> list[tuple[str, ...]]:
    """Return for each answer that the seat can give how it comes out for each party; heads first, none: no rows."""
    if not odds.answers:
        return []
    rows: list[tuple[str, ...]] = [(f"{odds.side} chooses", *odds.contest.parties)]
    for says, results in odds.answers.items():
        cells = [
            f"wins {percent(results.share(party)):>4}, loses {results.mean(party):.1f}"
            for party in odds.contest.parties
        ]
        rows.append((says, *cells))
    return rows


def basis(odds: Odds) -> str:
    """Say what the odds rest on."""
    trials = odds.results.trials
    each = f", each choice {trials // len(odds.answers)} times" if odds.answers else ""
    open_ = f"; {odds.results.unfinished} did not finish" if odds.results.unfinished else ""
    return f"Played out {trials} times{each}; all other choices, of both sides, at random{open_}."


def lines(odds: Odds) -> list[str]:
    """Tell the odds in lines of at most 80 columns, as far as names allow; the first is the title."""
    told = [title(odds), f"  {wins(odds)}", *_columns(losses(odds))]
    told += wrap(events(odds.results), COLUMNS, initial_indent="  ", subsequent_indent="    ")
    return [*told, *_columns(answers(odds)), f"  {basis(odds)}"]


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))] if rows else []
    return [
        "  " + "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def panels(odds: Odds) -> list[Table]:
    """Show the odds as tables: who wins and what it costs, and each answer that the seat can give."""
    (_, mean, usual), *rows = losses(odds)
    wins = [percent(odds.results.share(party)) for party in odds.contest.parties]
    listed = tuple((party, won, lost, low) for won, (party, lost, low) in zip(wins, rows, strict=True))
    heads = ("", "wins", mean, usual)
    shown = [Table(key="odds", title=title(odds), columns=heads, rows=listed, where="window")]
    if told := answers(odds):
        shown.append(Table(key="answers", title=told[0][0], columns=told[0], rows=tuple(told[1:]), where="window"))
    return shown


def facts(odds: Odds) -> dict[str, Any]:
    """Return the odds as plain data."""
    contest = odds.contest
    answered = [{"answer": says, **_facts(odds, results)} for says, results in odds.answers.items()]
    return {
        "contest": contest.title,
        "sides": list(contest.parties),
        "seat": odds.seat,
        "unit": contest.unit,
        "games": odds.results.trials,
        "unfinished": odds.results.unfinished,
        **_facts(odds, odds.results),
        "answers": answered,
    }


def _facts(odds: Odds, results: Results) -> dict[str, Any]:
    parties = odds.contest.parties
    lost = {party: {"mean": round(results.mean(party), 3), "between": results.between(party)} for party in parties}
    return {
        "wins": {party: round(results.share(party), 6) for party in parties},
        "nobody": round(results.share(""), 6),
        "losses": lost,
        "events": {event: round(results.chance(event), 6) for event in sorted(results.events)},
    }
