"""Lists what can go wrong, and the tests that prove for each fault that nothing is lost.

Tests name the faults by these numbers. ``+`` marks a long form (``-m long``).

- S1 any payload: an answer with a code, no traceback, nothing changed. webapp/sockets/test_gate.py
- S2 any packet: other clients do not notice, reserved names are refused. webapp/sockets/test_wire.py, test_gate.py
- S3 size: huge frames, bombs, fragments, 200 slow requests. webapp/sockets/test_wire.py, test_transport.py
- S4 flood: limited, then closed, without harm to others. webapp/sockets/test_wire.py
- S5 authority: everything forbidden is refused. webapp/play, webapp/sockets/test_authority.py
- S6 a move sent several times: one row for each ply, the same answer. tests/world
- S7 several moves together: one winner for each ply, no lock. webapp/play/table/test_order.py,
  webapp/storage/test_games.py, tests/world
- S8 resync: the page's board is the server's after a gap. tests/world, browser/table/test_table.py +
- S10 leaks: threads, sockets, rooms as before. webapp/sockets/test_wire.py, test_transport.py
- S11 storage: on both databases, eight writers, up/down/up. webapp/storage
- L1 load: none refused, memory and threads flat. ``python -m tests.load``, in short load/test_load.py +
- L2 saturation: clean refusals, /healthz answers. the same, webapp/test_production.py
- L3 due moves: before all pondering. engine/mind/schedule/test_scheduler.py
- C3 kill -9: every acknowledged move is stored once. test_kill.py, ``python -m tests.chaos``
- C4 SIGTERM: pages are told, nothing acknowledged is lost. webapp/test_drain.py, webapp/test_production.py
- C5 the database is locked or full: refused in words, and later accepted. tests/world,
  hostile/attacks/faults.py, webapp/storage/test_database.py
- C6 lines cut, delayed, half open: games continue, no move twice. tests/world, test_transport.py
- C7 all clients come back together: all are back. load/test_load.py +, ``python -m tests.load --storm 500``
- C8 hosts, fronts and PostgreSQL die, sleep and leave: nothing lost, former owners write nothing.
  test_cluster.py, webapp/cluster, webapp/storage/test_fence.py, ``python -m tests.chaos.deaths`` +
- C9 processes are replaced by those of a new release: nothing lost, no connection cut by a host.
  webapp/cluster/test_releases.py, ``python -m tests.chaos.upgrade`` +
- C10 the network between processes is slow, loses packets or is cut: nothing lost, all news of one owner.
  webapp/cluster/test_takeover.py, test_line.py, test_members.py

C1, C2 and S9 are about other processes than the server has. webapp/test_live.py loses all minds in mid-game.
"""
