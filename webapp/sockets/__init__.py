"""Speaks Socket.IO with the pages: checks every event, passes it to the desk, and sends the news.

May import ``webapp.play.desk`` and ``webapp.play.game``, ``webapp.serving`` and the rooms below, and nothing behind the
desk.
"""
