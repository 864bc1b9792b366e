# make demo, make test, make build: each brings what it needs (scripts/setup.sh).
SHELL := /bin/bash
BUILD := build
PYTHON := $(or $(CUSET_PYTHON),$(CURDIR)/.venv/bin/python)

.PHONY: setup build demo test test-all bench format lint clean

setup:
	@scripts/setup.sh

build: setup
	@test "$$(cat $(BUILD)/python 2>/dev/null)" = "$(PYTHON)" || \
	    { cmake --preset release -DCUSET_PYTHON="$(PYTHON)" > /dev/null && echo "$(PYTHON)" > $(BUILD)/python; }
	@scripts/build.sh $(BUILD)

demo: build
	@scripts/demo.sh

test: build lint
	@cd $(BUILD) && ctest --output-on-failure --no-tests=error
	@scripts/test_cli.sh
	@scripts/test_repeat.sh
	@scripts/test_demo.sh

test-all: test
	@scripts/test_kill.sh

bench: build
	@benchmarks/run.sh

lint:
	@python3 scripts/check_layers.py
	@scripts/format.sh --check

format:
	@scripts/format.sh

clean:
	rm -rf $(BUILD) runs
