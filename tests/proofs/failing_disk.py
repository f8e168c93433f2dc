"""A disk fails for a moment, again and again, while people play: no acknowledged answer may be lost.

    python -m tests.proofs.failing_disk --rounds 1000
    python -m tests.proofs.failing_disk --rounds 1000 --store postgresql
    python -m tests.proofs.failing_disk --rounds 10 --control   # must fail

The outages of `outages` that are a disk's, one after the other and short: no space, nothing may be written, errors when
it is written or synced. With SQLite strace puts ENOSPC, EROFS and EIO into the system calls of the server that concern
its files. With PostgreSQL it puts EIO into those that concern its log, upon which PostgreSQL ends all sessions and
recovers; the other errors are raised where rows are inserted. While answers are refused, a request must be answered with
503 and a reason; a full disk may still have room for it in the log, and what is opened then must be kept. The control
is a server that acknowledges before it commits.
"""

from tests.proofs.outages import run

if __name__ == "__main__":
    run(__doc__, rounds=1000, games=8, disk=True)
