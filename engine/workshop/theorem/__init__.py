"""Has Coq check what is proved about the cards (:mod:`engine.cards.proof`). Nothing else needs this folder."""
