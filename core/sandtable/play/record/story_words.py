"""A story in words: its heading, its stages, its bars, how it ended; what window and terminal both show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandtable.engine.words import sentence
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.engine.running.game import RunningGame
    from sandtable.play.record.contests_fought import Fought
    from sandtable.play.record.story import Stage, Story
    from sandtable.present import Contest, Gauge

WIDTH: Final = 12
"""Characters of a bar at the terminal."""


def story_title(fought: Fought) -> str:
    """Return what a contest was called at its end, and whether it has ended."""
    return fought.contest.title + ("" if fought.is_over else " (being fought)")


def verdict(story: Story) -> str:
    """Say how a contest ended, or that it has not."""
    outcome = story.outcome
    if not story.fought.is_over:
        return "Nothing is decided yet."
    if outcome is None or not outcome.winner:
        return "Nobody has won."
    return f"Winner: {outcome.winner}"


def losses_text(contest: Contest, losses: Mapping[str, int]) -> str:
    """Say what the parties have lost: ``France 3 factors, Spain 5 factors``; no text where nobody has."""
    if not any(losses.values()):
        return ""
    return ", ".join(f"{party} {_counted(lost, contest.unit)}" for party, lost in losses.items())


def _counted(lost: int, unit: str) -> str:
    return f"{lost or 'no'} {unit.removesuffix('s') if lost == 1 else unit}"


def stage_headings(story: Story) -> list[str]:
    """Return what stands over each stage: its title, after what the contest is called where that changes."""
    found: list[str] = []
    called = ""
    several = len({stage.of for stage in story.stages}) > 1
    for stage in story.stages:
        new = several and stage.of != called
        found.append(" · ".join(part for part in (stage.of if new else "", stage.title) if part))
        called = stage.of
    return found


def stage_bars(story: Story) -> list[tuple[Gauge, ...]]:
    """Return the bars that are shown under each stage: none where they are as they were."""
    before = ((), *(stage.gauges for stage in story.stages))
    return [() if was == stage.gauges else stage.gauges for was, stage in zip(before, story.stages, strict=False)]


def story_lines(game: RunningGame, story: Story) -> list[tuple[str, str]]:
    """Tell a story in lines, each with its manner: ``title``, ``plain`` or ``faint``."""
    told: list[tuple[str, str]] = [("title", story_title(story.fought))]
    for heading, stage, gauges in zip(stage_headings(story), story.stages, stage_bars(story), strict=True):
        told += [("title", f"  {heading}")] if heading else []
        told += [("plain", f"    {line}") for line in stage_lines(game, story.contest, stage)]
        told += [("faint", f"    {line}") for line in bar_lines(gauges)]
    return [*told, *(("plain", f"  {line}") for line in ending_lines(story))]


def stage_lines(game: RunningGame, contest: Contest, stage: Stage) -> list[str]:
    """Say what was done, thrown and noted in a stage, and what came of it."""
    told: list[str] = []
    for line in stage.lines:
        who = side_title(game, line.side) if line.kind == "throw" and line.side else ""
        told.append(f"thrown{f' by {who}' if who else ''}: {line.cited}" if line.kind == "throw" else line.cited)
    lost = losses_text(contest, stage.losses)
    news = (event for event in stage.events if not any(line.text.startswith(event) for line in stage.lines))
    return [*told, *([f"Lost: {lost}"] if lost else []), *news]


def ending_lines(story: Story) -> list[str]:
    """Say how it ended: who won, what each lost, who broke, who was taken."""
    if not story.contest.sequence:
        return []  # of a single action its one stage says it
    outcome = story.outcome
    lost = losses_text(story.contest, outcome.losses) if outcome is not None else ""
    events = sentence(", ".join(outcome.events)) if outcome is not None else ""
    return [verdict(story), *([f"Lost in all: {lost}"] if lost else []), *([events] if events else [])]


def bar_lines(gauges: Iterable[Gauge]) -> list[str]:
    """Draw bars with characters, one below the other."""
    there = list(gauges)
    party, title = (max((len(text) for text in texts), default=0) for texts in _columns(there))
    return [f"{one.party:{party}}  {one.title:{title}}  [{_bar(one)}] {one.in_words}" for one in there]


def _columns(gauges: list[Gauge]) -> tuple[list[str], list[str]]:
    return [one.party for one in gauges], [one.title for one in gauges]


def _bar(gauge: Gauge) -> str:
    """Draw a bar: full where nothing is lost, with something in it as long as there is something."""
    left = max(0, min(gauge.value, gauge.full))
    filled = max(1, WIDTH * left // gauge.full) if left else 0
    return "#" * filled + "." * (WIDTH - filled)
