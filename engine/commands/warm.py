"""Defines ``fourthought warm``, which compiles before the first start."""

import click


@click.command("warm")
@click.argument("games", nargs=-1, metavar="[GAME]...")
def warm_command(games: tuple[str, ...]) -> None:
    """Compiles the engine for all boards or those named.

    A server does so itself while it runs. Use it when an image is built, or before a user without write access starts
    the server (with the same HOME or XDG_CACHE_HOME).
    """
    import engine
    from engine.compiled import use_cache_directory
    from engine.console import bars
    from engine.games import GameError, all_games, find

    try:
        boards = [find(name) for name in games] or list(all_games().values())
    except GameError as error:
        raise click.ClickException(str(error)) from None
    folder = use_cache_directory()
    if folder is None:
        raise click.ClickException("compiled kernels cannot be kept here; set HOME or XDG_CACHE_HOME.")
    engine.compile_apart()
    failed = []
    with bars() as bar:
        task = bar.add_task("The first board, and all searches", total=len(boards) + 1)
        for game in boards:
            bar.update(task, description=game.title)
            engine.warm_up(game)
            if not engine.are_loaded(game):
                failed.append(game.title)
            bar.advance(task)
        bar.update(task, description="Explanations")
        engine.load_coach()
        bar.advance(task)
    if failed:
        raise click.ClickException(f"not compiled: {', '.join(failed)}. The lines above say why.")
    click.echo(f"{len(boards)} {'board is' if len(boards) == 1 else 'boards are'} compiled, in {folder}.")


COMMANDS = [warm_command]
