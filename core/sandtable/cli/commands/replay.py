"""``sandtable replay``: a campaign's journal, told and verified."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from sandtable.cli import show
from sandtable.cli.exit_status import FOUND, ExitWith

if TYPE_CHECKING:
    from sandtable.engine.referee.asking import Answers
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable.library.campaigns.opening import OpenedCampaign

NOT_HERE: Final = "is not installed"
CHANGED: Final = "has been changed since"
MANY: Final = 4
"""So many modules that have been changed are told in one list."""


@click.command("replay")
@click.argument("campaign", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--verify", is_flag=True, help="Replay every ply, undone ones too, and compare throws, changes and hash.")
@click.option("--seat", metavar="SEAT", help="Show only what this seat may read (default: everything in the file).")
@click.option("--last-good", is_flag=True, help="Read a damaged campaign up to the damage.")
@show.json_option
def command(campaign: Path, verify: bool, seat: str | None, last_good: bool, as_json: bool) -> None:
    """Show what happened in a campaign, by round and step; the file is not changed.

    Exit status 1 when --verify finds a ply with a different result, or one that cannot be replayed because a module is
    missing.
    """
    from sandtable.cli.installed import plugins
    from sandtable.library.campaigns.opening import open_campaign, read_header

    header = read_header(campaign, damaged=True)
    opened = open_campaign(plugins().family(header.game), campaign, last_good=last_good, reading=True)
    family = opened.referee.family
    plies = _ply_facts(family, opened, seat)
    epochs: list[dict[str, Any]] = [
        {"epoch": number, "differences": found} for number, found in enumerate(differences(family, opened), 1)
    ]
    verified, mismatches = _verify(family, opened, campaign, last_good=last_good) if verify else (0, [])
    if as_json:
        facts = {
            "campaign": str(campaign),
            "game": header.game,
            "scenario": header.scenario,
            "notices": opened.notices,
            "plies": plies,
        }
        show.as_json_text({**facts, "epochs": epochs, "verified": verified, "mismatches": mismatches})
    else:
        _print(opened, plies)
        for notice in opened.notices:
            click.echo(notice, err=True)
    if verify:
        _print_verdict(campaign, epochs, verified, mismatches, quiet=as_json)
        lacking = any(one.endswith(NOT_HERE) for epoch in epochs for one in epoch["differences"])
        if mismatches or lacking:
            raise ExitWith(FOUND)


def _ply_facts(family: InstalledGame, opened: OpenedCampaign, seat: str | None) -> list[dict[str, Any]]:
    """Tell each ply with where it was played, following the position by the changed fields alone."""
    from sandtable.engine.journal.log import read_ply
    from sandtable.engine.referee.replay import since_base
    from sandtable.engine.running.game import RunningGame
    from sandtable.engine.state.rows import Seat
    from sandtable.play.record.log_lines import ply_lines
    from sandtable.play.words.where import frame_place as placed

    journal = opened.referee.journal
    state = opened.start.clone()
    game = RunningGame(family, state)
    sides = None
    if seat is not None:
        game[Seat][seat]
        sides = game.sides_of(seat)
    found: list[dict[str, Any]] = []
    for ply in since_base(journal):
        place, heading = _place(game), placed(game, game.frames[0])
        state.reapply(ply.changes)
        if ply.kind == "start":
            place, heading = _place(game), placed(game, game.frames[0])
        lines = ply_lines(
            game if sides is None else game.seen_by_sides(frozenset(sides)), journal, ply, sides, numbered=True
        )
        entry = read_ply(journal, ply, sides, game)
        throws = [
            {"dice": one.dice, "faces": list(one.faces), "why": one.why, "rule": one.rule} for one in entry.throws
        ]
        said = {
            "ply": ply.id,
            "kind": ply.kind,
            "seat": ply.seat,
            "side": ply.side,
            "says": "; ".join(one.says for one in entry.actions),
        }
        found.append({**said, **place, "throws": throws, "told": lines, "where": heading, "hash": f"{ply.hash:032x}"})
    return found


def _place(game: RunningGame) -> dict[str, Any]:
    """Say where a position is."""
    frame = game.frame
    return {"round": game.round, "step": frame.step, "of": frame.side or ""}


def _print(opened: OpenedCampaign, plies: list[dict[str, Any]]) -> None:
    header = opened.header
    show.heading(f"{header.title} ({header.game}/{header.scenario}), {len(plies)} plies")
    heading = None
    for ply in plies:
        if ply["where"] != heading:
            heading = ply["where"]
            click.echo()
            show.heading(heading)
        for line in ply["told"]:
            click.echo(line)
    ended = opened.referee.game.ended
    if ended is not None:
        click.echo()
        show.heading(f"{ended.winner or 'Nobody'} wins: {ended.why}")


def differences(family: InstalledGame, opened: OpenedCampaign) -> list[list[str]]:
    """Say for each epoch what the installed rules have otherwise than those it was played under."""
    found: list[list[str]] = []
    for epoch in opened.referee.journal.epochs:
        lines: list[str] = []
        for key, (version, content) in sorted(epoch.modules.items()):
            module = family.modules.get(key)
            if module is None:
                lines.append(f"module {key} (version {version}) {NOT_HERE}")
            elif module.version != version:
                lines.append(f"module {key} is installed in version {module.version}, it was played in {version}")
            elif family.content(key) != content:
                lines.append(f"module {key} {CHANGED} (version {version} as before)")
        found.append(lines)
    return found


def _verify(
    family: InstalledGame, opened: OpenedCampaign, campaign: Path, *, last_good: bool
) -> tuple[int, list[dict[str, Any]]]:
    """Work all plies out again; return how many came out the same, and the others."""
    from sandtable.cli.second_process import in_second_process
    from sandtable.engine.referee.asking import astray
    from sandtable.engine.referee.replay import Mismatch, verify

    journal = opened.referee.journal
    changed = differences(family, opened)
    verified = 0
    mismatches: list[dict[str, Any]] = [
        {"ply": ply, "says": says, "epoch": 1, "rules": [], "at_work": []} for ply, says in opened.map_faults()
    ]
    answers: dict[int, Answers] = {}
    with (
        show.progress("verifying", len(journal.plies)) as tick,
        in_second_process(campaign, last_good=last_good) as there,
    ):
        for result in verify(family, opened.start, journal, tell=answers.__setitem__):
            tick()
            if isinstance(result, Mismatch):
                if any((one["ply"], one["says"]) == (result.ply, result.says) for one in mismatches):
                    continue  # another branch has come by it too
                epoch = journal.plies[result.ply].epoch
                rules = changed[epoch] if epoch < len(changed) else []
                says = result.says.partition(": a module asks")[0] if rules else result.says  # there is a better reason
                found = {"ply": result.ply, "says": says, "epoch": epoch + 1, "rules": rules}
                mismatches.append({**found, "at_work": _at_work(family, opened, result.ply) if rules else []})
            else:
                verified += 1
        for ply, says in astray(family, answers.items(), there()).items():
            verified -= 1
            mismatches.append(
                {"ply": ply, "says": says, "epoch": journal.plies[ply].epoch + 1, "rules": [], "at_work": []}
            )
    return verified, mismatches


def _at_work(family: InstalledGame, opened: OpenedCampaign, ply: int) -> list[str]:
    """Return the rules that are asked in a ply, of modules that are others than it was played with."""
    from sandtable.engine.errors import SandtableError
    from sandtable.engine.referee.rules_at_work import rules_at_work

    journal = opened.referee.journal
    modules = journal.epochs[journal.plies[ply].epoch].modules
    others = {
        key
        for key, (version, content) in modules.items()
        if key in family.modules and (family.modules[key].version, family.content(key)) != (version, content)
    }
    try:
        return rules_at_work(family, opened.start, journal, ply, others)
    except SandtableError:
        return []


def _print_verdict(
    campaign: Path, epochs: list[dict[str, Any]], verified: int, mismatches: list[dict[str, Any]], *, quiet: bool
) -> None:
    for epoch in epochs:
        if epoch["differences"]:
            click.echo(f"epoch {epoch['epoch']} was played under other rules: {_few(epoch['differences'])}", err=True)
    for one in mismatches:
        click.echo(f"{campaign.name}, {_describe_changed(one) if one['rules'] else _describe_mismatch(one)}", err=True)
    if not mismatches and not quiet:
        click.echo(f"verified: all {verified} plies come out the same")


def _describe_mismatch(one: dict[str, Any]) -> str:
    return f"ply {one['ply']} does not come out the same: {one['says']}"


def _describe_changed(one: dict[str, Any]) -> str:
    """Say of a ply that was played under other rules what they make of it now; nothing is wrong with the campaign."""
    at_work = ", ".join(one["at_work"])
    which = f"; rules of changed modules that are at work in it: {at_work}" if at_work else ""
    return (
        f"{_describe_mismatch(one)}; it was played under other rules (epoch {one['epoch']}){which}. "
        "The campaign is sound: it stands as it was played and goes on by the present rules; install the former "
        "ones to verify it"
    )


def _few(differences: list[str]) -> str:
    """Join what is different; many modules that have been changed are told by their names alone."""
    changed = [one for one in differences if CHANGED in one]
    if len(changed) < MANY:
        return "; ".join(differences)
    names = ", ".join(one.split()[1] for one in changed)
    rest = [one for one in differences if one not in changed]
    return "; ".join([f"{len(changed)} modules {CHANGED.replace('has', 'have')}: {names}", *rest])
