"""What a game shows, declared without a window: counters, map modes, reach, what a piece covers and sees, tables.

A game adds ``PresentHooks`` to its hook sets and its modules answer; the workbench, pictures and reports draw
what they say. Everything is asked of the game as a seat sees it.
"""

from typing import TYPE_CHECKING

from sandtable.faces import lazily

if TYPE_CHECKING:
    from sandtable.present.board import Colour, Counter, FormationShape, MapMode, Reach, Sign, SpaceSide, Symbol
    from sandtable.present.contests import Contest, Course, Gauge, Outcome
    from sandtable.present.guidance import Advice, Lesson
    from sandtable.present.hookspecs import PresentHooks, present_hooks
    from sandtable.present.lesson_texts import LessonText, LessonTexts, read_lessons
    from sandtable.present.measures import Measure
    from sandtable.present.panels import Box, Matrix, Panel, Sheet, SheetEntry, Table, Track
    from sandtable.present.poses import (
        Arrow,
        Ghost,
        Obstacle,
        OverlayKind,
        PieceOverlay,
        PoseSides,
        SightLine,
        Trace,
        line_of_sight,
        lines_of_sight,
        sides_of,
    )
    from sandtable.present.set_up import Branch, PieceTemplate, PlacingFault, SetUpCount, SetUpLimit
    from sandtable.present.set_up_forms import AimForm, DatedField, Relation
    from sandtable.present.set_up_hooks import SetUpHooks
    from sandtable.present.standing import SideScore, Standing
    from sandtable.present.strikes import Strike, StrikeLooks
else:
    __getattr__ = lazily(__name__)

__all__ = [
    "Advice", "AimForm", "Arrow", "Box", "Branch", "Colour", "Contest", "Counter", "Course", "DatedField",
    "FormationShape",
    "Gauge", "Ghost", "Lesson", "LessonText", "LessonTexts", "MapMode", "Matrix", "Measure", "Obstacle", "Outcome",
    "OverlayKind", "Panel", "PieceOverlay", "PieceTemplate", "PlacingFault", "PoseSides", "PresentHooks", "Reach",
    "Relation",
    "SetUpCount", "SetUpHooks", "SetUpLimit", "Sheet", "SheetEntry", "SideScore", "SightLine", "Sign", "SpaceSide",
    "Standing", "Strike", "StrikeLooks", "Symbol", "Table", "Trace", "Track", "line_of_sight", "lines_of_sight",
    "present_hooks", "read_lessons", "sides_of",
]  # fmt: skip
