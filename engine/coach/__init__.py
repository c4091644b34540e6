"""Explains positions of boards with gravity by small proofs, and checks every proof by the rules alone. ``leaf.py`` and
``aside.py`` state the theorems, ``proof_kernel.py`` and ``proof_search.py`` find proofs, ``words.py`` puts them into
sentences, and ``proving`` proves whole boards."""
