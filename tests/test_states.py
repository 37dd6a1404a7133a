"""What an editor knows of the games' records is what they declare."""

import pytest

from scripts.states import RENEW, files

WRITTEN = files()


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.parent.name)
def test_the_types_of_a_record_are_as_it_declares_them(path):
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert kept == WRITTEN[path], f"{path} is stale: `{RENEW}` writes it anew"
