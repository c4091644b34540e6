"""Runs the ``fourthought`` command: ``python -m fourthought``."""

from webapp.cli import main

if __name__ == "__main__":
    main()
