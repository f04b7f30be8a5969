"""``sandtable completion``: what a shell runs to complete our commands with Tab."""

from __future__ import annotations

from typing import Literal

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
def command(shell: Literal["bash", "zsh", "fish"]) -> None:
    """Print the script that lets Tab complete commands, scenarios, options and files in SHELL (bash, zsh or fish).

    In ~/.bashrc or ~/.zshrc: eval "$(sandtable completion bash)"; for fish:
    sandtable completion fish > ~/.config/fish/completions/sandtable.fish
    """
    from click.shell_completion import get_completion_class

    from sandtable.cli.group import COMPLETE, Sandtable

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(Sandtable(), {}, "sandtable", COMPLETE).source())
