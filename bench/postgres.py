"""A PostgreSQL to be broken: 127.0.0.1 only, durable, in a folder of its own, of which nothing stays."""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

# Slows the disk down while a file is there: what PostgreSQL's commits wait for takes so much longer.
SLOW = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    if (access(getenv("SLOW_WHILE"), F_OK) == 0) usleep(200000);
    return real(file);
}
"""
SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
shared_buffers = 64MB
max_connections = 60
wal_sync_method = fdatasync
idle_in_transaction_session_timeout = 5s
tcp_keepalives_idle = 5
wal_retrieve_retry_interval = 200ms
"""


def program(name):
    """Debian keeps them out of the way, by version."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    there = str(found[-1]) if found else shutil.which(name)
    assert there, "PostgreSQL's programs are needed: scripts/need-postgresql, or your system's package"
    return there


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


class Postgres:
    """One server, or with `of` a streaming replica of another, which that one waits for. `disk`: a size in MB for a
    disk of its own, which can be filled (as root)."""

    def __init__(self, of=None, disk=0, is_slow=False):
        self.folder, self.port, self.disk = Path(tempfile.mkdtemp(prefix="skulk-pg-")), free_port(), disk
        self.owner = pwd.getpwnam("postgres") if os.geteuid() == 0 else None
        if disk:
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={disk}m", "tmpfs", self.folder], check=True)
        if self.owner:
            os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self.env = {**os.environ, **self._slowed()} if is_slow else None
        if of is None:
            self._run("initdb", "-D", self.data, "-U", "skulk", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
            self._configure(SETTINGS + f"port = {self.port}\n" + ("max_wal_size = 64MB\n" if disk else ""))
        else:
            where = f"host=127.0.0.1 port={of.port} user=skulk application_name=replica"
            slot = ("-C", "-S", "skulk_replica")
            self._run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", *slot, "-d", where)
            self._configure(f"port = {self.port}\n")
        self.start()

    def _slowed(self):
        source, library = self.folder / "slow.c", self.folder / "slow.so"
        source.write_text(SLOW)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
        return {"LD_PRELOAD": str(library), "SLOW_WHILE": str(self.folder / "slow")}

    @property
    def data(self):
        return self.folder / "data"

    @property
    def address(self):
        return f"127.0.0.1:{self.port}"

    def url(self, schema="public", *more, at=None):
        hosts = ",".join(at or [self.address, *(other.address for other in more)])
        writes = "&target_session_attrs=read-write" if more else ""
        return f"postgresql://skulk@{hosts}/postgres?search_path={schema}{writes}"

    def _run(self, name, *arguments):
        who = {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []} if self.owner else {}
        command = [program(name), *map(str, arguments)]
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(command, cwd="/", env=getattr(self, "env", None), check=False, **output, **who)
        assert done.returncode == 0, (done.stdout or b"").decode()

    def _configure(self, lines):
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write(lines)

    def start(self):
        self._run("pg_ctl", "start", "-w", "-t", 60, "-D", self.data, "-l", self.folder / "log", "-s")

    def make_wait_for_replica(self):
        """Only when it says sync is a commit safe on both."""
        self.ask("alter system set synchronous_standby_names = 'FIRST 1 (replica)'")
        self.ask("select pg_reload_conf()")
        while "sync" not in self.ask("select sync_state from pg_stat_replication").split():
            time.sleep(0.1)

    def kill(self):
        """As hard as it goes, with all its processes."""
        main = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{main}/task/{main}/children").read_text().split()
        for process in (main, *map(int, children)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)

    def start_again(self):
        """The children of one that was killed need a moment to notice; until then a start is refused."""
        for _ in range(50):
            with contextlib.suppress(AssertionError):
                self.start()
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL does not start again")

    def wait_until_up(self):
        """It may have died of what it had to suffer, and come up by itself or not."""
        for _ in range(100):
            with contextlib.suppress(subprocess.CalledProcessError):
                self.ask("select 1")
                return
            with contextlib.suppress(AssertionError):
                self.start()
            time.sleep(0.1)
        raise AssertionError("PostgreSQL does not come up again")

    def promote(self):
        """The setting came along: a new primary that waits for a replica it has not confirms nothing."""
        with (self.data / "postgresql.auto.conf").open("a") as conf:
            conf.write("synchronous_standby_names = ''\n")
        self._run("pg_ctl", "promote", "-w", "-D", self.data, "-s")

    def ask(self, sql):
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "skulk", "postgres"]
        return subprocess.run(
            [program("psql"), "-qAtX", *where, "-c", sql], check=True, stdout=subprocess.PIPE, text=True
        ).stdout

    def fill(self):
        """Not a byte more goes onto its disk."""
        with contextlib.suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as filler:
            while filler.write(b"x" * (1 << 20)):
                pass

    def empty(self):
        (self.folder / "filler").unlink()

    def close(self):
        with contextlib.suppress(AssertionError):
            self._run("pg_ctl", "stop", "-m", "immediate", "-D", self.data, "-s")
        if self.disk:
            subprocess.run(["umount", "-l", self.folder], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
