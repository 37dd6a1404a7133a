"""docs/research.md does what it says, and the learner learns."""

import re
from pathlib import Path

from bench.leduc import GAME as LEDUC
from examples.learner import Net, against_random, learn
from skulk.engine.batch import batch

PAGE = Path(__file__).parent.parent / "docs" / "research.md"


def test_the_code_of_the_page_for_research(capsys):
    exec("\n".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)), {})
    printed = capsys.readouterr().out
    assert "(64, 425)" in printed
    assert "\n30 0.0333" in printed
    assert "\n> " in printed, "an own move"


def test_the_learner_learns():
    """Leduc poker, the same rounds every time: from nothing to a clear win over random."""
    env = batch(LEDUC)
    before = against_random(LEDUC, Net(env.spec.width, LEDUC.actions, LEDUC.seats), 2000)
    net, told = learn(LEDUC, tables=64, seconds=0, rounds=40)
    assert told["decisions"] == 64 * 32 * 40
    gain = [after - was for was, after in zip(before, against_random(LEDUC, net, 2000), strict=True)]
    assert min(gain) > 0.02, "of 13 chips"
