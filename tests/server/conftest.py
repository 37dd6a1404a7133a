"""One server for the tests that need nothing special of it, and one PostgreSQL for those that need one."""

import pytest

from .playing import Running


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


@pytest.fixture
def url(server):
    return server.url


@pytest.fixture(scope="session")
def cluster():
    from .postgresql import Cluster

    cluster = Cluster()
    yield cluster
    cluster.close()
