"""Settings: flags before the environment before one file; what cannot be is refused by name."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from cyclopts import App

from scripts import settings as guide
from skulk.server.limits import Limits
from skulk.server.operate.config import OTHERS, SETTINGS, BadSetting, settled
from skulk.server.serve import serve
from skulk.server.settings import Server


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "skulk.toml"
    path.write_text('port = 1\nhost = "::1"\nproxy = ["10.0.0.1"]\n[limits]\nburst = 7\n', encoding="utf-8")
    return path


def test_a_flag_goes_before_the_environment_and_that_before_the_file(file):
    environment = {"SKULK_PORT": "2", "SKULK_WEBHOOKS": "true", "SKULK_PROXY": "10.0.0.2,10.0.0.3"}
    found = settled({"webhooks": False, "url": None}, environment, file)
    assert (found.server.host, found.server.port, found.server.webhooks) == ("::1", 2, False)
    assert found.server.proxies == ["10.0.0.2", "10.0.0.3"]
    assert found.server.limits == Limits(burst=7)
    assert found.origins["host"] == str(file)
    assert [found.origins[name] for name in ("port", "webhooks", "url")] == ["SKULK_PORT", "--webhooks", "left out"]
    assert settled({}, {"SKULK_CONFIG": str(file)}).server.port == 1


def test_what_is_shown_can_be_read_again(file, tmp_path):
    shown = settled({"store": "postgresql://me:secret@db/skulk", "data": tmp_path}, {}, file).toml()
    assert "secret" not in shown
    again = tmp_path / "again.toml"
    again.write_text(shown, encoding="utf-8")
    assert settled({}, {}, again).server.limits == Limits(burst=7)
    assert tomllib.loads(shown)["port"] == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("prot = 1", "no setting 'prot'; did you mean port?"),
        ("is_public = true", "no setting 'is_public'; did you mean public?"),
        ("allowances = {}", "no setting 'allowances'"),
        ('port = "many"', "port cannot be 'many'"),
        ("port = true", "port cannot be True"),
        ("data = 3", "data cannot be 3"),
        ("[limits]\nbrust = 1", "no setting 'brust'; did you mean burst?"),
        ('[limits]\nburst = "x"', "[limits]"),
        ("limits = 3", "limits is a table"),
        ("port = ", "is no TOML"),
    ],
)
def test_what_cannot_be_in_the_file_is_refused_by_name(tmp_path, text, says):
    (tmp_path / "skulk.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadSetting) as refused:
        settled({}, {}, tmp_path / "skulk.toml")
    assert says in str(refused.value)
    assert "skulk.toml" in str(refused.value)


def test_the_environment_is_read_with_the_same_care():
    with pytest.raises(BadSetting, match="did you mean SKULK_PORT"):
        settled({}, {"SKULK_PROT": "1"})
    with pytest.raises(BadSetting, match=r"SKULK_PORT: port cannot be 'tcp://10"):
        settled({}, {"SKULK_PORT": "tcp://10.0.0.1:80"})
    others = {"SKULK_SERVICE_HOST": "10.0.0.1", "SKULK_COMPILE": "off", "SKULK_LEASE": "5", "SKULK_STORE": ""}
    assert settled({}, others).server == Server()
    with pytest.raises(BadSetting, match=r"nowhere\.toml cannot be read"):
        settled({}, {}, Path("nowhere.toml"))


def test_what_else_is_read_of_the_environment_is_no_mistake():
    sources = (Path(__file__).parents[2] / "skulk").rglob("*.py")
    read = {name for path in sources for name in re.findall(r'environ.*?"(SKULK_[A-Z_]+)"', path.read_text("utf-8"))}
    assert "SKULK_SECRET" in read
    assert settled({}, dict.fromkeys(read, "")).server == Server()


def test_the_files_to_copy_hold_settings_that_there_are(tmp_path):
    host = Path(__file__).parents[2] / "examples" / "host"
    server = settled({}, {}, host / "skulk.toml").server
    assert (server.is_public, server.url, server.proxies) == (True, "https://fox.example.org", ["127.0.0.1"])
    for name in ("Containerfile", "compose.yaml", "skulk.service"):
        found = re.findall(r"\b(SKULK_[A-Z]+)[=:] ?(\S+)", (host / name).read_text(encoding="utf-8"))
        given = {variable: value.strip('"') for variable, value in found if variable not in OTHERS}
        assert settled({}, given).server, name
    assert all(name in guide.PAGE.read_text(encoding="utf-8") for name in (path.name for path in host.iterdir()))


def test_every_setting_is_a_flag_and_stands_in_the_guide():
    app, given = App(), {}
    app.default(serve)
    _, bound, _ = app.parse_args(["--port", "3", "--proxy", "a", "--proxy", "b", "--no-listing", "--data", "x"])
    given = bound.arguments
    assert given == {"port": 3, "proxy": ["a", "b"], "listing": False, "data": Path("x")}
    assert all(setting.says.endswith(".") for setting in SETTINGS.values())
    assert guide.PAGE.read_text(encoding="utf-8") == guide.page(), "docs/host-it.md: python -m scripts.settings"


def test_the_command_shows_and_refuses(tmp_path):
    skulk, more = str(Path(sys.executable).parent / "skulk"), {**os.environ, "SKULK_PORT": "9000"}
    shown = subprocess.run([skulk, "serve", "--show-config"], env=more, capture_output=True, text=True, check=True)
    assert "port = 9000                              # SKULK_PORT" in shown.stdout
    done = subprocess.run(
        [skulk, "serve", "--config", str(tmp_path / "no")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("skulk: ")
    assert done.stderr.count("\n") == 1
