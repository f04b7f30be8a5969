"""``sandtable rules``: a rule with all that bears on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sandtable.cli import show

if TYPE_CHECKING:
    from sandtable.engine.rules.installed_game import InstalledGame
    from sandtable.engine.rules.rule_functions import RuleFunction


@click.command("rules")
@click.argument("rule", metavar="[ID]", required=False)
@click.option("--game", metavar="G", help="Only the rules of this game.")
@click.option("--search", metavar="WORDS", default="", help="Only rules with these words, the best first.")
@show.json_option
def command(rule: str | None, game: str | None, search: str, as_json: bool) -> None:
    """Show a rule: title, text, module, where it is implemented, what changes it, who cites it.

    Without ID, list all rules, or those with the words of --search.
    """
    from sandtable.cli.installed import plugins
    from sandtable.engine.errors import Invalid, unknown
    from sandtable.play.word_search import rules_of

    if rule is not None and search:
        raise Invalid(f"say a rule or words to search for: {rule} is one rule")
    found = plugins()
    families = {game: found.family(game)} if game else found.families()
    if rule is None:
        listed = [facts(family, id) for family in families.values() for id in rules_of(family).find(search)]
        if as_json:
            show.as_json_text(listed)
        elif not listed:
            click.echo(f"no rule has the words {search!r}")
        else:
            show.columns((one["id"], one["title"], ", ".join(one["modules"])) for one in listed)
        return
    holders = [family for family in families.values() if rule in family.texts]
    if not holders:
        known = sorted({id for family in families.values() for id in family.texts})
        raise unknown("rule", rule, known, "`sandtable rules --search WORDS` finds them by their words")
    if as_json:
        show.as_json_text([facts(family, rule) for family in holders] if len(holders) > 1 else facts(holders[0], rule))
        return
    for family in holders[:1] if rule.startswith("CORE-") else holders:
        for line in rule_lines(facts(family, rule)):
            show.paragraph(line)


def facts(family: InstalledGame, id: str) -> dict[str, Any]:
    """Return all that is known of a rule."""
    text = family.texts[id]
    functions = family.where.get(id, [])
    supersedes: list[str] = []
    amends: list[str] = []
    superseded_by: list[str] = []
    amended_by: list[str] = []
    for _, where, citation, _ in family.citations():
        if id in citation.ids:
            supersedes += citation.supersedes
            amends += [citation.amends] if citation.amends else []
        else:
            named = f"{citation.ids[0] if citation.ids else where} ({where})"
            superseded_by += [named] if id in citation.supersedes else []
            amended_by += [named] if citation.amends == id else []
    modules = [key for key, _, citation, _ in family.citations() if id in citation.ids]
    return {
        "game": family.system.key,
        "id": id,
        "title": text.title,
        "says": text.says,
        "modules": list(dict.fromkeys(modules)),
        "option": next((key for key in modules if key in family.options), None),
        "implemented": [_implementation(one) for one in functions],
        "supersedes": list(dict.fromkeys(supersedes)),
        "amends": list(dict.fromkeys(amends)),
        "superseded_by": superseded_by,
        "amended_by": amended_by,
        "cited_by": cited_by(family, id),
    }


def _implementation(function: RuleFunction) -> dict[str, Any]:
    place = function.place
    return {
        "function": function.where,
        "file": place.shown,
        "line": place.line,
        "last": place.last,
        "path": str(place.file),
    }


def cited_by(family: InstalledGame, id: str) -> list[str]:
    """Name the options that count on a rule, what is left open in it, and the rules that are ordered by it."""
    from sandtable.engine.rules.rulings import parameters_of

    open_in_it = (one for module in family.modules.values() for one in parameters_of(module) if id in one.rules)
    found = [f"{one.key} ({one.title}: {one.type})" for one in open_in_it]
    for key, module in family.options.items():
        option = module.option
        assert option is not None
        need = option.need()
        if id in option.rules:
            found.append(f"option {key}")
        if need is not None and id in need.names():
            found.append(f"option {key} needs it")
        if id in option.conflicts:
            found.append(f"option {key} excludes it")
    for _, where, citation, _ in family.citations():
        found += [f"{where} comes after it"] if id in citation.after else []
        found += [f"{where} comes before it"] if id in citation.before else []
    return found


def rule_lines(rule: dict[str, Any]) -> list[str]:
    """Tell a rule in words, a line a fact."""
    lines = [f"{rule['id']}: {rule['title']} ({rule['game']})", rule["says"]]
    modules = ", ".join(rule["modules"])
    lines.append(
        f"module: {modules or 'none; no installed module implements it'}"
        + (f" (option {rule['option']})" if rule["option"] else "")
    )
    lines += [f"implemented: {one['function']}, {one['file']}:{one['line']}" for one in rule["implemented"]]
    for what in ("supersedes", "amends", "superseded_by", "amended_by", "cited_by"):
        if rule[what]:
            lines.append(f"{what.replace('_', ' ')}: {', '.join(rule[what])}")
    return lines
