"""Runs programs of other people: the programs of an arena and the files that are graded. Knows no game.

A program gets an empty room with at most 64 MB, an environment of five names, and limits. Under Linux it has, in
namespaces of users, mounts, processes, network and IPC, a root with the system's libraries, itself and what it may
read, all read-only (:mod:`engine.jail.root`). Landlock and a filter of system calls (:mod:`engine.jail.rights`,
:mod:`engine.jail.calls`) hold as well, and alone where namespaces are refused. A first process of ours
(:mod:`engine.jail.process`) ends everything that the program has started. :mod:`engine.jail.probe` says which of this
was refused to a program a moment ago.

What stays open: the kernel is shared, time can be measured, the memory of all processes of a program together has no
bound, the number of root's processes neither, and where namespaces are refused the disk has none. A server on the
internet must not allow uploads on this alone: there each program needs a virtual machine, or a container with a control
group and a separate user.
"""
