# Every target does its own set-up; nothing has to be installed by hand first.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
READY := $(VENV)/.ready

# The seed that chooses which share of the long checks `make test` runs; it is printed, so a red run can be repeated.
SEED ?= $(shell date +%s)
export DUSKFALL_TEST_SEED := $(SEED)

# The tests start the command hundreds of times; none of these starts should have to compile every module anew.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup play test soak check format bench web shots constraints clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## Make the environment in .venv with the pinned versions

$(READY): pyproject.toml constraints.txt
	@PYTHON=$(PYTHON) scripts/system-packages run
	@test -x $(RUN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing the pinned versions into $(VENV): one or two minutes, more on a slow connection"
	@$(RUN)/python -m pip install -qq --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(RUN)/python -m compileall -q src
	@touch $@

play: $(READY) ## Start Duskfall on this machine and open it in the browser
	@$(RUN)/duskfall play

check: $(READY) ## Check format, lint and types of Python and TypeScript
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	@scripts/web-check

format: $(READY) ## Bring the code into its format and mend what lint can mend
	$(RUN)/ruff format .
	$(RUN)/ruff check --fix .
	@scripts/node-ready && cd web && npm run --silent format

test: $(READY) ## Run every check with about a tenth of the long counts
	@scripts/system-packages test
	@$(MAKE) --no-print-directory check
	@scripts/web-test
	@scripts/compile-rules
	$(RUN)/pytest -n 2 --dist worksteal

soak: $(READY) ## Run every check with the full counts; ONLY="name ..." picks some
	@scripts/system-packages test
	@scripts/compile-rules
	$(RUN)/python -m tests.soak $(ONLY)

bench: $(READY) ## Measure speed against peers; ONLY="name ..." picks some
	$(RUN)/python -m benchmarks $(ONLY)

web: $(READY) ## Build the browser client into the package (needs Node 20.19 or newer; players do not)
	@scripts/node-ready
	scripts/protocol-schema
	scripts/pixel-font
	cd web && npm run --silent types && npm run --silent check && npm run --silent build
	scripts/web-stamp

shots: $(READY) ## Take the pictures of the browser client anew, from a running server
	$(RUN)/python -m tests.web.shots docs/pictures

constraints: ## Renew constraints.txt with the newest versions that work together
	scripts/renew-constraints

clean: ## Remove the environment and everything generated
	rm -rf $(VENV) .bench .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +
