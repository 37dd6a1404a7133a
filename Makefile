# make play   sets everything up and opens a game
# make test   sets everything up and runs all tests

PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test lint bench lock clean

play: .venv/play
	@$(BIN)/skulk play fox-on-the-run

test: .venv/test lint
	@scripts/need "cc --version" gcc libc6-dev
	@scripts/need "node --version" nodejs
	$(BIN)/pytest -n 2 --dist loadgroup

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/test
	@scripts/need "cc --version" gcc libc6-dev
	$(BIN)/skulk bench

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

lock: .venv/test
	$(BIN)/python -m pip install --quiet pip-tools
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--no-header --no-annotate --upgrade -o requirements/play.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--no-header --no-annotate --upgrade --extra dev --extra lab -c requirements/play.txt -o requirements/test.txt pyproject.toml

clean:
	rm -rf .venv
