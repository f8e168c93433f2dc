# make play    a game in the terminal            make check   format, lint, types, generated docs
# make test    check, then every test            make bench   speed, beside another engine
# make format  put the source in order           make clean   forget everything that was built
#
# Needs Python 3.11 or newer. With a C compiler the engine is compiled, without one it runs as it is.

PYTHON ?= python3
WORKERS ?= 2
ARGS ?=

VENV := .venv
BENCH_VENV := .venv-bench
BIN := $(VENV)/bin
BENCH_PYTHON := $(BENCH_VENV)/bin/python
PIP_INSTALL := -m pip install -qq --disable-pip-version-check

# The folders that src/rollplayer/build.py names.
COMPILED := $(sort $(foreach folder,engine rules words expansions,\
	$(shell find src/rollplayer/$(folder) -name '*.py' 2>/dev/null)))
CHECKED := $(wildcard setup.py src tests benchmarks tools examples)

INSTALLED := $(VENV)/installed
BUILT := $(VENV)/built
# A removed module or a newly installed compiler dates no source, so what was built is noted, too.
COMPILERS := $(notdir $(shell command -v cc gcc clang 2>/dev/null))
WANTED := $(strip $(ROLLPLAYER_PURE) $(COMPILERS) $(COMPILED))
ifneq ($(WANTED),$(shell cat $(BUILT) 2>/dev/null))
$(BUILT): list-changed
endif

.DEFAULT_GOAL := test
.PHONY: play test check format bench lock clean build list-changed
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

play: $(BUILT)
	@$(BIN)/rollplayer play $(ARGS)

test: check $(BUILT)
	@kind="$$($(BIN)/python -c 'import rollplayer.build as b; print(b.kind())')"; \
	echo "tests: $$kind"; \
	$(BIN)/python -m pytest -q -n $(WORKERS) $(ARGS) || exit; \
	if [ "$$kind" != interpreted ]; then \
		echo "tests again: interpreted"; \
		ROLLPLAYER_PURE=1 $(BIN)/python -m pytest -q -n $(WORKERS) -m "not once" $(ARGS) \
			|| [ $$? = 5 ]; \
	fi

check: $(INSTALLED)
	@$(BIN)/ruff format -q --check $(CHECKED) || { echo "make format puts that right"; exit 1; }
	@$(BIN)/ruff check -q $(CHECKED)
	@$(BIN)/mypy --strict --no-error-summary $(CHECKED)
	@# From the source, since compiled classes have no docstrings.
	@if [ -e tools/docs.py ]; then ROLLPLAYER_PURE=1 $(BIN)/python -m tools.docs --check; fi

format: $(INSTALLED)
	@$(BIN)/ruff format -q $(CHECKED)
	@$(BIN)/ruff check -q --fix $(CHECKED)

bench: $(BUILT) $(BENCH_VENV)/installed
	@PYTHONPATH=src:. $(BENCH_PYTHON) benchmarks/bench.py $(ARGS)

build: $(BUILT)

# Dated by its start: a source edited while the compiler runs is compiled next time.
$(BUILT): $(INSTALLED) setup.py src/rollplayer/build.py $(COMPILED)
	@echo $(WANTED) > $@.started
	@ROLLPLAYER_STRICT_BUILD=1 $(BIN)/python setup.py -q build_ext --inplace
	@mv $@.started $@

list-changed:

# The package is installed uncompiled, in place; $(BUILT) compiles where one can see what it says.
$(INSTALLED): requirements-dev.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; try make PYTHON=python3.11")'
	@[ -x $(BIN)/python ] || { echo "installing into $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/python $(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@ROLLPLAYER_PURE=1 $(BIN)/python $(PIP_INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH_VENV)/installed: requirements-bench.lock
	@[ -x $(BENCH_PYTHON) ] || $(PYTHON) -m venv $(BENCH_VENV)
	@$(BENCH_PYTHON) $(PIP_INSTALL) --require-hashes -r requirements-bench.lock
	@touch $@

# Newest versions that pyproject.toml allows, for every system and Python, with hashes.
# The first file is the one to install beside the package where nothing is developed.
lock:
	@[ -x .venv-lock/bin/uv ] || { $(PYTHON) -m venv .venv-lock; .venv-lock/bin/python $(PIP_INSTALL) uv; }
	@for extra in "" dev bench; do \
		.venv-lock/bin/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-emit-index-url --custom-compile-command "make lock" $${extra:+--extra $$extra} \
			pyproject.toml -o requirements$${extra:+-$$extra}.lock || exit; \
	done

clean:
	@rm -rf $(VENV) $(BENCH_VENV) .venv-lock build dist src/*.egg-info
	@rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find src \( -name '*.so' -o -name '*.pyd' \) -delete
	@find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
