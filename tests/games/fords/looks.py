"""How the Fords look."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import SpaceId
from sandtable.engine import (
    Game,
    RuleModule,
    SideId,
    hookimpl,
)
from sandtable.present import (
    Box,
    Contest,
    Counter,
    Course,
    MapMode,
    Matrix,
    Measure,
    Outcome,
    Panel,
    Sheet,
    SheetEntry,
    SideScore,
    Standing,
    Table,
    Track,
)
from tests.games.fords.area_map import NAMES, area_id
from tests.games.fords.marching import MOST
from tests.games.fords.model import LAST, LOST, MARCHED, Battle, BattleId, Corps, there
from tests.games.sides import COLOURS, ENEMY, RED, SIDES, infantry


def strength_words(corps: Corps) -> str:
    return "?" if corps.strength is None else str(corps.strength)


def boxes(title: str, many: int, at: int, colour: str) -> tuple[Box, ...]:
    return tuple(Box(title=f"{title}{n}", markers=((colour, "now"),) if n == at else ()) for n in range(1, many + 1))


class Looks(RuleModule):
    """How the game looks."""

    key = "looks"

    @hookimpl
    def situation(self, game: Game) -> Iterable[str]:
        for name in NAMES:
            stands = [f"{corps.id} ({strength_words(corps)})" for corps in game[Corps].where("area", area_id(name))]
            yield f"{name:14}{'  '.join(stands)}"

    @hookimpl
    def standing(self, game: Game) -> Standing:
        left = {side: len(game[Corps].where("side", side)) for side in SIDES}
        ahead = tuple(side for side in SIDES if left[side] == max(left.values()))
        return Standing(
            aim=f"Whoever has more corps left after turn {LAST} wins.",
            rule="FOR-5-victory",
            leaders=ahead if len(ahead) == 1 else (),
            scores=tuple(SideScore(side=side, says=f"{left[side]} corps") for side in SIDES),
        )

    @hookimpl
    def counters(self, game: Game) -> Iterable[Counter]:
        for corps in game[Corps]:
            yield infantry(
                corps.id,
                "Corps",
                corps.side,
                corps.id,
                space=SpaceId(corps.area),
                strength=strength_words(corps),
                movement=str(MOST),
                badges=("marched",) if game.mark_of(corps.id, MARCHED) else (),
                says=f"{corps.id}, {corps.fed} wagons",
            )

    @hookimpl
    def measures(self, game: Game) -> Iterable[Measure]:
        corps = {side: list(game[Corps].where("side", side)) for side in SIDES}
        yield Measure(key="corps", title="Corps", values={side: len(those) for side, those in corps.items()})
        known = {
            side: sum(one.strength or 0 for one in those)
            for side, those in corps.items()
            if all(one.strength is not None for one in those)
        }
        yield Measure(key="strength", title="Strength", values=known, unit="factors")

    @hookimpl
    def contests(self, game: Game) -> Iterable[Contest]:
        for frame in game.frames:
            if frame.sequence == "fighting" and (battle := game[Battle].get(BattleId(frame.subject))):
                title = f"Battle of {battle.area}"
                yield Contest(sequence="fighting", subject=battle.id, title=title, parties=SIDES, unit="strength")

    @hookimpl
    def outcome(self, game: Game, course: Course) -> Outcome | None:
        area = course.contest.subject.removeprefix("battle-")
        left = [side for side in SIDES if there(game, area, side)]
        lost = dict.fromkeys(map(str, SIDES), 0)
        for before, *_, after in course.histories(Corps).values():
            if before is not None:
                lost[before.side] += (before.strength or 0) - ((after.strength or 0) if after is not None else 0)
        away = [f"{ENEMY[side]} is gone from {area}" for side in left]
        return Outcome(winner=left[0] if len(left) == 1 else "", losses=lost, events=tuple(away))

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        fills = {SpaceId(corps.area): COLOURS[corps.side] for corps in game[Corps]}
        legend = tuple((COLOURS[side], str(side)) for side in SIDES)
        yield MapMode(key="owner", title="Who stands where", fills=fills, legend=legend)

    @hookimpl
    def about(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        stands = game[Corps].where("area", space)
        entries = tuple(SheetEntry(title=corps.id, value=strength_words(corps)) for corps in stands)
        if entries:
            yield Sheet(key="who", title="Who stands here", entries=entries, about=space)

    @hookimpl
    def panels(self, game: Game) -> Iterable[Panel]:
        yield self._strengths(game)
        yield Matrix(
            key="wars", title="Wars", heads=("Blue", "Red"), columns=("Blue", "Red"), cells=(("–", "war"), ("war", "–"))
        )
        yield Track(key="turns", title="Turns", boxes=boxes("Turn ", LAST, game.round, "#444444"))
        for battle in game[Battle]:
            for side in SIDES:
                yield self._fighter(game, battle, side)
            rounds = next((frame.round for frame in game.frames if frame.subject == battle.id), 1)
            now = boxes("", 3, rounds, COLOURS[RED])
            yield Track(key=f"rounds-{battle.id}", title="Rounds", boxes=now, where="window")

    def _strengths(self, game: Game) -> Table:
        corps = list(game[Corps])
        return Table(
            key="corps",
            title="Corps",
            columns=("Corps", "Where", "Strength"),
            rows=tuple((one.id, one.area, strength_words(one)) for one in corps),
            spaces=tuple(SpaceId(one.area) for one in corps),
        )

    def _fighter(self, game: Game, battle: Battle, side: SideId) -> Sheet:
        stands = there(game, battle.area, side)
        total = sum(corps.strength or 0 for corps in stands)
        reasons = tuple(f"+{corps.strength} {corps.id} (FOR-3-battle)" for corps in stands)
        lost = battle.losses if game.mark_of(side, LOST) else 0
        return Sheet(
            key=f"{battle.id}-{side}",
            title=str(side),
            entries=(
                SheetEntry(title="Strength", value=str(total), reasons=reasons, rule="FOR-3-battle"),
                SheetEntry(title="Losses this round", value=str(lost)),
            ),
            colour=COLOURS[side],
            where="window",
            group=battle.id,
            about=SpaceId(battle.area),
        )
