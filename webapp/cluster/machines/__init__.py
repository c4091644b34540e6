"""Runs hosts and jobs on several machines by Ray. Nothing else imports Ray: games need neither Ray nor its head.

``node`` starts Ray's processes, ``hosting`` runs a host as an actor, ``fan`` computes jobs.
"""
