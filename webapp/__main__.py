"""Starts the ``fourthought`` command. Nothing is loaded before Ctrl-C is awaited."""

import sys


def main() -> None:
    """Runs the command. Ctrl-C while modules load ends it with one word, as it does later."""
    try:
        from webapp.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit("Aborted!")
    except ImportError as error:
        if error.name != "engine":
            raise
        sys.stderr.write(f"Error: {error}.\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
