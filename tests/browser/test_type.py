"""The type that travels with the page: there at once, from nobody else, and not needed to be at the table."""

from typing import Any
from urllib.parse import urlsplit

from .conftest import Den

FACES = "[...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family.replaceAll('\"', ''))"
SIZE = """(family) => {
  const line = document.createElement("span");
  line.style.cssText = `font: 400 100px/normal ${family}; white-space: nowrap; position: absolute`;
  line.textContent = "Five foxes hide behind 12 trees.";
  document.body.append(line);
  const { width, height } = line.getBoundingClientRect();
  line.remove();
  return [width, height];
}"""
FAMILIES = ("var(--sans)", "var(--serif)")


def test_both_families_come_from_this_server_alone(den: Den, window: Any) -> None:
    page = window()
    hosts, fonts = set(), set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    page.on("request", lambda request: fonts.add(request.url) if request.resource_type == "font" else None)
    page.goto(den.url)
    page.wait_for_selector("article")
    page.evaluate("document.fonts.ready")
    assert {"Figtree Variable", "Fraunces Variable"} <= set(page.evaluate(FACES))
    assert hosts == {urlsplit(den.url).netloc}
    assert len(fonts) == 2, "letters that English does not use are left where they are"
    for family in ("figtree", "fraunces"):
        assert "SIL Open Font License" in page.request.get(f"{den.url}/type/{family}-OFL.txt").text()


def test_the_wide_type_of_the_tests_is_a_fifth_wider_and_no_higher(den: Den, window: Any) -> None:
    own, wide = window(), window(type="wide")
    for page in (own, wide):
        page.goto(den.url)
        page.wait_for_selector("article")
        page.evaluate("document.fonts.ready")
    for family in FAMILIES:
        (width, height), (wider, higher) = (page.evaluate(SIZE, family) for page in (own, wide))
        assert abs(wider / width - 1.2) < 0.02
        assert abs(higher / height - 1) < 0.02


def test_where_they_cannot_come_a_stand_in_is_as_wide_and_as_high(den: Den, window: Any) -> None:
    own, without = window(), window()
    without.route("**/*.woff2", lambda route: route.abort())
    for page in (own, without):
        page.goto(den.url)
        page.wait_for_selector("article")
        page.evaluate("document.fonts.ready")
    for family in FAMILIES:
        (width, height), (other, high) = (page.evaluate(SIZE, family) for page in (own, without))
        assert abs(other / width - 1) < 0.12, family
        assert abs(high / height - 1) < 0.02, family
