"""Makes the questions and the pages of the zugzwang trainer from the proofs that ship. ``scene.py`` reads one proof,
``questions.py`` asks, ``endgame.py`` plays the last cells out, and ``file.py`` puts all into one file, a board for each
page among it."""
