# Every target makes .venv by itself: a machine with Python 3.11 and make is enough.

# The first interpreter that will do; `make PYTHON=…` names another.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3; do \
	$$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
BENCH := build/bench
JOBS ?= 2

.PHONY: demo test check fix goldens bench soak clean

demo: $(READY)
	$(BIN)/pbem demo

test: $(READY)
	$(BIN)/pytest -n $(JOBS) --dist worksteal

check: $(READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy

fix: $(READY)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Rewrites the golden files; their diff is part of the review.
goldens: $(READY)
	$(BIN)/pytest --goldens

# Measures an installed package with compiled bytecode, in a virtualenv of its own.
bench: $(READY)
	rm -rf $(BENCH)
	$(PYTHON) -m venv $(BENCH)/venv
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir $(BENCH) .
	$(BENCH)/venv/bin/pip install --quiet --compile "$$(echo $(BENCH)/pbem-*.whl)[bench]"
	env -u PYTHONDONTWRITEBYTECODE $(BENCH)/venv/bin/python tests/bench/bench.py

# PBEM_SOAK is the number of random games.
soak: $(READY)
	PBEM_SOAK=$${PBEM_SOAK:-1000} $(BIN)/pytest -m soak -n $(JOBS)

clean:
	rm -rf $(VENV) build dist

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: Python 3.11 or newer with venv is needed" >&2; exit 1; }
	$(BIN)/python -c "" 2>/dev/null || $(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test,dev]'
	touch $@
