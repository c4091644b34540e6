"""Makes the questions and the pages of the zugzwang trainer from the proofs that ship. ``scene.py`` reads one proof,
``questions.py`` asks, ``theory_pages.py`` chooses a board for each page, ``file.py`` puts all into one file."""
