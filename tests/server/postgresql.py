"""A real PostgreSQL for tests, in a folder of its own: nobody reaches it but by its socket, and nothing stays of it."""

import asyncio
import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import asyncpg

INSTALL = "the tests need PostgreSQL's programs: scripts/need-postgresql, or your system's package"


def program(name):
    """Debian keeps them out of the way, by version."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    there = str(found[-1]) if found else shutil.which(name)
    assert there, INSTALL
    return there


def owner():
    """As root somebody else has to run it: PostgreSQL refuses root."""
    for name in ("postgres", "nobody") if os.geteuid() == 0 else ():
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    return None


class Cluster:
    """One PostgreSQL; every store gets a schema of its own in it."""

    def __init__(self):
        self.folder, self.owner, self.numbers = Path(tempfile.mkdtemp(prefix="skulk-pg-")), owner(), itertools.count(1)
        if self.owner:
            os.chown(self.folder, self.owner.pw_uid, self.owner.pw_gid)
        self.run("initdb", "-D", self.data, "-U", "skulk", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        settings = [
            "listen_addresses = ''",
            f"unix_socket_directories = '{self.folder}'",
            "shared_buffers = 16MB",
            "max_connections = 50",
        ]
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write("\n".join(settings))
        self.start()

    @property
    def data(self):
        return self.folder / "data"

    def run(self, name, *arguments):
        command = [program(name), *map(str, arguments)]
        who = {"user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []} if self.owner else {}
        done = subprocess.run(command, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, **who)
        log = self.folder / "log"
        assert done.returncode == 0, (done.stdout or b"").decode() + (log.read_text() if log.exists() else "")

    def start(self):
        self.run("pg_ctl", "start", "-w", "-t", 60, "-D", self.data, "-l", self.folder / "log", "-s")

    def stop(self, mode="fast"):
        """`immediate`: as a crash, to be recovered from at the next start."""
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.data, "-s")

    def close(self):
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def url(self, schema="public"):
        return f"postgresql://skulk@/postgres?host={self.folder}&search_path={schema}"

    def fresh(self):
        """The address of an empty store."""
        schema = f"store{next(self.numbers)}"
        self.ask(f"create schema {schema}")
        return self.url(schema)

    def ask(self, sql, *values, url=None):
        """What the database says, beside the server."""

        async def asking():
            line = await asyncpg.connect(url or self.url())
            try:
                return [tuple(row) for row in await line.fetch(sql, *values)]
            finally:
                await line.close()

        with ThreadPoolExecutor(1) as beside:  # a loop may be running here
            return beside.submit(asyncio.run, asking()).result()
