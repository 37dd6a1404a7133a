"""The check of boxes finds what it is there to find."""

from typing import Any

import pytest

from .boxes import faults

ROOMY = "<style>* { margin: 0 } button { width: 60px; height: 50px }</style>"


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("<div style='width: 2000px'>wide</div>", "the page is 2000 wide"),
        ("<div style='width: 40px; overflow: hidden; white-space: nowrap'>a long sentence</div>", "cut off by <div"),
        ("<div style='height: 30px; overflow: hidden'>one<br>two<br>three</div>", "cut off by <div"),
        ("<p style='position: absolute; left: -40px'>gone to the left</p>", "cut off by the window"),
        ("<button>a</button><button style='margin-left: -30px'>b</button>", "lie on each other"),
        ("<p>one</p><p style='margin-top: -12px'>two</p>", "text on text"),
        ("<button style='height: 20px'>a</button>", "too small to touch, 60 × 20"),
        ("<p style='font-size: 11px'>tiny</p>", "small text"),
    ],
)
def test_what_does_not_fit_is_found(page: str, fault: str, window: Any) -> None:
    shown = window(400, 400)
    shown.set_content(ROOMY + page)
    assert any(found.startswith(fault) for found in faults(shown)), faults(shown)


@pytest.mark.parametrize(
    "page",
    [
        "<button>a</button><button>b</button><p>one</p><p>two</p>",
        "<div style='width: 40px; overflow: auto; white-space: nowrap'>a long sentence</div>",
        "<button>a</button><button style='margin-left: -30px; pointer-events: none'>b</button>",
        "<div style='position: relative; top: 3000px'><button>far below</button></div>",
    ],
)
def test_what_fits_is_let_be(page: str, window: Any) -> None:
    shown = window(400, 400)
    shown.set_content(ROOMY + page)
    assert faults(shown) == []


def test_a_fan_of_cards_may_be_allowed(window: Any) -> None:
    shown = window(400, 400)
    shown.set_content(f"{ROOMY}<div class=fan><button>a</button><button style='margin-left: -30px'>b</button></div>")
    assert faults(shown) != []
    assert faults(shown, overlap=".fan") == []
