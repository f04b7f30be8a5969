"""How access looks: the matrix of wars, alliances and access, what has been given, the map mode, an area's sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sandtable.board import SpaceId
from sandtable.engine import Game, RuleModule, SideId, hookimpl, in_a_row
from sandtable.present import Colour, MapMode, Matrix, Panel, PresentHooks, Sheet, SheetEntry, Table
from sandtable_empires.access.terms import terms_text
from sandtable_empires.hookspecs.access import Right
from sandtable_empires.model import Area, Corps, Forcing, Passage, allies, at_war, own_minor, power_of, powers, sides
from sandtable_empires.model.access import Permission, Validity
from sandtable_empires.model.accords import Accord, truce_between
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.territory import forcing_of, friends, open_areas, permissions_between, right_in

OWN, FOE, NEUTRAL, GIVEN, FORCED, CLOSED = "#5f9e52", "#c8553d", "#e9e4d4", "#78a5f0", "#d9a441", "#8c857a"
LEGEND: Final[tuple[tuple[Colour, str], ...]] = (
    (OWN, "its own territory"), (FOE, "an enemy's"), (NEUTRAL, "neutral minor countries"), (GIVEN, "open by access"),
    (FORCED, "by force"), (CLOSED, "closed"),
)  # fmt: skip
IN_WORDS: Final[dict[Validity, str]] = {
    "proposed": "proposed", "to come": "to come", "in force": "holds", "closed": "closed to others", "over": "over",
}  # fmt: skip


class AccessLooks(RuleModule):
    """What is shown of access; it changes nothing."""

    key = "access_looks"
    needs = CAMPAIGN
    after = ("looks?",)

    @hookimpl
    def panels(self, game: Game) -> Iterator[Panel]:
        """Who stands how to whom, and what access has been given."""
        yield relations_matrix(game)
        if given := permissions_table(game):
            yield given

    @hookimpl
    def situation(self, game: Game) -> Iterator[str]:
        """The same in lines: wars, alliances, who lets whom in, who goes through whose land by force."""
        pairs = [(one, other) for one in parties(game) for other in parties(game) if one < other]
        yield _of_pairs(game, "At war", [pair for pair in pairs if at_war(game, *pair)], "nobody")
        if friendly := [(one, other) for one, other in pairs if other in allies(game, one)]:
            yield _of_pairs(game, "Allied", friendly)
        if given := permissions_table(game):
            told = (f"{owner} lets {guest} in {terms} ({state})" for owner, guest, state, terms in given.rows)
            yield f"Access: {'; '.join(told)}"
        if forced := [f"{game.name(one.side)} through {game.name(one.owner)}" for one in game[Forcing]]:
            yield f"By force: {', '.join(forced)}"

    @hookimpl
    def map_modes(self, game: Game) -> Iterable[MapMode]:
        """Where the forces of the side at move may be, and by what right."""
        side = game.frame.side or next(iter(powers(game)), None)
        if side is None:
            return []
        may = open_areas(game, side)
        fills: dict[SpaceId, Colour] = {area.id: shade(game, side, may.get(area.id)) for area in game[Area]}
        hatched = frozenset(area for area, colour in fills.items() if colour == CLOSED)
        says = f"Where the forces of {game.name(side)} may be"
        return [MapMode(key="access", title="Access", fills=fills, legend=LEGEND, hatched=hatched, says=says)]

    @hookimpl(of=PresentHooks.about)
    def access_to(self, game: Game, space: SpaceId) -> Iterable[Sheet]:
        """By what right the side at move, and those let in who are there, may be in an area."""
        area, side = game[Area].get(space), game.frame.side
        if area is None or side is None:
            return []
        right = right_in(game, side, area.id)
        entries = [SheetEntry(title=game.name(side), value=right.says if right is not None else "no access")]
        guests = (one for one in game[Corps].where("area", area.id) if game[Passage].ids("corps", one.id))
        entries += [SheetEntry(title=one.title, value=_let_in(game, one)) for one in guests]
        return [Sheet(key="access", title="Access", entries=tuple(entries), about=space)]


def _let_in(game: Game, corps: Corps) -> str:
    """Say by whose leave a corps has come in."""
    owners = [game.name(one.owner) for one in game[Passage].where("corps", corps.id)]
    return f"let in by {in_a_row(owners)}"


def _of_pairs(game: Game, what: str, pairs: list[tuple[SideId, SideId]], none: str = "") -> str:
    return f"{what}: {', '.join(f'{game.name(one)} and {game.name(other)}' for one, other in pairs) or none}"


def shade(game: Game, side: SideId, right: Right | None) -> Colour:
    """Return the colour of a right by which forces of a side are somewhere."""
    if right is None:
        return CLOSED
    if right.forced:
        return FORCED
    if right.owner is None:
        return NEUTRAL
    if right.owner in friends(game, side):
        return OWN
    return FOE if at_war(game, side, right.owner) else GIVEN


def relations_matrix(game: Game) -> Matrix:
    """Return how each side stands to each power, and whether its forces may be in that power's land."""
    heads, columns = parties(game), powers(game)
    cells = tuple(tuple(stands(game, one, other) for other in columns) for one in heads)
    return Matrix(
        key="relations", title="Wars, alliances, access: each row's forces in each column's land",
        heads=tuple(map(game.name, heads)), columns=tuple(map(game.name, columns)), cells=cells, where="bottom",
    )  # fmt: skip


def parties(game: Game) -> tuple[SideId, ...]:
    """Return the powers, and after them the minor countries at war."""
    majors = powers(game)
    minors = (one for one in sides(game) if one not in majors and own_minor(game, one) is None)
    return (*majors, *(one for one in minors if power_of(game, one) != one))


def stands(game: Game, one: SideId, other: SideId) -> str:
    """Say how a side stands to a power: at war, allied, bound by a truce; let in, or there by force."""
    if one == other:
        return "–"
    if at_war(game, one, other):
        return "war"
    if power_of(game, one) == other:
        return "runs it"
    words = ["ally"] if other in allies(game, one) else ["truce"] if truce_between(game, one, other) else []
    given = [each for each in permissions_between(game, other, one) if each.validity in ("in force", "closed")]
    holding = {right.permission for right in open_areas(game, one).values()}
    if any(each.unconditional for each in given):
        words.append("access (C.5)")
    elif any(each.id in holding for each in given):
        words.append("access")
    elif given:
        words.append("access, not now" if any(each.validity == "in force" for each in given) else "access closed")
    return ", ".join([*words, "by force"] if forcing_of(game, one, other) is not None else words)


def _state(game: Game, permission: Permission) -> str:
    """Say what has become of access; of what is proposed, also that it was refused."""
    accord = game[Accord].get(permission.id)
    refused = permission.validity == "proposed" and accord is not None and accord.answer == "refused"
    return "refused" if refused else IN_WORDS[permission.validity]


def permissions_table(game: Game) -> Table | None:
    """Return the access that has been given, or is proposed, with its terms."""
    given = [(one, other) for one in powers(game) for other in powers(game) if one != other]
    rows = tuple(
        (game.name(each.owner), game.name(each.guest), _state(game, each), terms_text(game, each))
        for owner, guest in given
        for each in permissions_between(game, owner, guest)
    )
    columns = ("Who lets in", "Whom", "State", "On what terms")
    return Table(key="permissions", title="Access", columns=columns, rows=rows, where="bottom") if rows else None
