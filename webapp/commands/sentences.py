"""Refuses wrong input in one sentence, with exit code 2."""

import errno
import io
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import click

from engine.console import readable, use_words_for_signs
from engine.files import FileError, reason

_NUMERIC = re.compile(r"\s*-?[0-9][0-9.,-]*\s*", re.ASCII)
"""Matches words that can only be numbers or moves. Paths and names stay as they are."""

_UNWRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)
_GIVEN = "fourthought.given"
"""The key of the context under which the words of the command line lie."""


class FriendlyGroup(click.Group):
    """Prints one sentence and exits with code 2 for a GameError, an unknown option or a missing argument."""

    def __init__(self, *args: Any, **extra: Any) -> None:
        super().__init__(*args, **extra)
        self._sections: dict[str, list[str]] = {}
        self._later: dict[str, Callable[[], Sequence[click.Command]]] = {}

    def add_section(self, heading: str, commands: Callable[[], Sequence[click.Command]]) -> None:
        """Adds commands which the help lists under a heading. They are asked for with the first command or help, so a
        server starts without them."""
        self._later[heading] = commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all commands."""
        self._load()
        return super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of a name, or None."""
        self._load()
        return super().get_command(ctx, cmd_name)

    def _load(self) -> None:
        later, self._later = self._later, {}
        for heading, commands in later.items():
            found = commands()
            for command in found:
                self.add_command(command)
            self._sections[heading] = sorted(str(command.name) for command in found if not command.hidden)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options and the commands, without empty lines between, to fit a screen."""
        formatter.write_heading("Options")
        with formatter.indentation():
            formatter.write_dl([record for one in self.get_params(ctx) if (record := one.get_help_record(ctx))])
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands, each section under its heading."""
        self._load()
        for heading, names in self._sections.items():
            width = formatter.width - 4 - max(map(len, names))
            formatter.write_heading(heading)
            with formatter.indentation():
                formatter.write_dl([(name, self.commands[name].get_short_help_str(width)) for name in names])

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Finds the command, where there is an output to write to."""
        if sys.stdout is None:
            raise click.ClickException("There is no standard output to write to.")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command line. What the system refuses, such as output on a full disk, is one sentence and code 1."""
        try:
            try:
                return super().main(*args, **extra)
            finally:
                if sys.stdout:
                    sys.stdout.flush()  # while it can still be told
        except OSError as error:
            if not isinstance(error, BrokenPipeError):  # whoever read has enough
                with suppress(OSError, ValueError):
                    click.echo(f"Error: {_refused(error)}", err=True)
            if sys.stdout is sys.__stdout__ and sys.stdout:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest at its end
            sys.exit(1)

    def make_context(self, info_name: str | None, *args: Any, **extra: Any) -> click.Context:
        """Reads the group's own options."""
        use_words_for_signs()
        if sys.stdin is None:  # closed, as some schedulers start programs
            sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="strict")  # bytes that are no text are told as such, in every locale
        try:
            return super().make_context(info_name, *args, **extra)
        except click.UsageError as error:
            raise _in_one_sentence(error) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments. Copied numbers get a plain minus sign and lose invisible characters."""
        from engine.games.formats.numerals import plain

        ctx.meta[_GIVEN] = tuple(args)
        return super().parse_args(ctx, [short if _NUMERIC.fullmatch(short := plain(one)) else one for one in args])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command, and turns errors in the input into one sentence."""
        from engine import KernelError
        from engine.games import GameError

        try:
            return super().invoke(ctx)
        except (GameError, KernelError, FileError) as error:
            raise OneSentenceError(str(error)) from None
        except MemoryError:
            raise OneSentenceError("this needs more memory than there is") from None
        except RecursionError:
            raise OneSentenceError("the input is nested too deeply to be read") from None
        except UnicodeDecodeError:
            raise OneSentenceError("the input is no text in UTF-8; save the file in UTF-8") from None
        except UnicodeEncodeError as error:
            raise OneSentenceError(f"{error.object!r:.200} is no text in UTF-8") from None
        except click.UsageError as error:
            raise _in_one_sentence(error) from None


class OneSentenceError(click.ClickException):
    """Says in one sentence which input cannot be used, and why."""

    exit_code = 2

    def __init__(self, text: str) -> None:
        text = readable(text)  # it may quote a whole file, and names with line breaks
        first = text[:1] if _begins_with_a_name(text) else text[:1].upper()
        super().__init__(f"{first}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else "."))


def _begins_with_a_name(text: str) -> bool:
    """Tells whether a sentence begins with a word of the command line, such as a file: with a capital it is another."""
    ctx = click.get_current_context(silent=True)
    given = ctx.meta.get(_GIVEN, ()) if ctx else ()
    return any(re.match(rf"{re.escape(os.path.normpath(one))}(?!\w)", text) for one in given)


def _refused(error: OSError) -> str:
    if error.filename is None:
        what = "The output cannot be written" if error.errno in _UNWRITTEN else "The system refuses this"
        return f"{what}: {reason(error)}."
    return f"{readable(os.fsdecode(error.filename))} cannot be used: {reason(error)}."


def _in_one_sentence(error: click.UsageError) -> click.ClickException:
    command = error.ctx.command_path if error.ctx else "fourthought"
    group = error.ctx.command if error.ctx and isinstance(error, click.exceptions.NoArgsIsHelpError) else None
    if isinstance(group, click.Group):
        names = sorted(name for name, one in group.commands.items() if not one.hidden)
        return OneSentenceError(f"add one of these words: {', '.join(names)}; see {command} --help")
    said = re.sub("is not a valid integer( range)?", "is no whole number", error.format_message().rstrip("."))
    said = re.sub("is not a valid float( range)?", "is no number", said)
    return OneSentenceError(f"{said}; see {command} --help")


def _name_database(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.find_root().params["database"] = value


database_option = click.option(
    "--database", expose_value=False, callback=_name_database, help="File or URL of all games."
)
"""The option in front of the command, behind it as well."""


def not_installed(missing: ModuleNotFoundError) -> OneSentenceError:
    """Returns the refusal of a cluster's command if its packages are missing."""
    return OneSentenceError(f"a cluster needs {missing.name}: pip install 'fourthought[cluster]'")
