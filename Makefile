# All that a checkout needs is python3, python3-venv and make; everything else is set up here, in .venv.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Debian packages of the firmware and its tests, of wiring and men, and of the whole-machine tests.
FIRMWARE_PACKAGES := gcc g++ libc6-dev gcc-avr avr-libc libsimavr-dev arduino-core-avr
DRAWING_PACKAGES := graphviz openscad
SYSTEM_PACKAGES := xvfb xdotool gnugo gcc libc6-dev mmdebstrap

# Inference is measured apart: all games, kits and hands take hours.
BENCHES := $(filter-out __init__ inference,$(basename $(notdir $(wildcard tests/bench/*.py))))

.DEFAULT_GOAL := help
.PHONY: help run test check system firmware wiring men bench bench-inference soak soak-inference soak-kill soak-week texts clean ready ready-dev always

help: ## show this list
	@awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo '  ARGS="..." is handed on to the program (run, ...-inference) or to pytest.'

run: ready ## play a sample game on a simulated board; then the board is yours
	@$(VENV)/bin/tavreli-board run --link sim: $(ARGS)

test: ready-dev ## the quick tests
	@$(call need,$(FIRMWARE_PACKAGES) graphviz)
	@$(PY) -m pytest -n auto -m 'not system and not soak' $(ARGS)

check: ready-dev ## ruff, mypy --strict, import-linter
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check
	@$(PY) -m mypy
	@$(VENV)/bin/lint-imports --no-logo

system: ready-dev ## whole-machine tests: real time, kills, a real window
	@$(call need,$(FIRMWARE_PACKAGES) $(DRAWING_PACKAGES) $(SYSTEM_PACKAGES))
	@$(PY) -m pytest -m system $(ARGS)

firmware: ## the firmware of all kits: hardware/firmware/build/*.hex
	@$(call need,$(FIRMWARE_PACKAGES))
	@$(MAKE) -s -C hardware/firmware kits

wiring: ready-dev ## the pictures and netlists of hardware/wiring, from its texts
	@$(call need,graphviz)
	@$(PY) -m tests.hardware.wiring

men: ready-dev ## the men and squares to be printed: build/men/*.stl
	@$(call need,openscad)
	@$(PY) -m tests.hardware.men build/men

bench: ready-dev ## measure speeds
	@set -e; for bench in $(BENCHES); do echo "== $$bench"; $(PY) -m tests.bench.$$bench; done

bench-inference: ready-dev ## how well games are recorded, for all kits and hands: hours; ARGS="--help" tells of less
	@$(PY) -m tests.bench.inference $(ARGS)

soak: ready-dev ## the long tests, apart from the runs below; soak-NAME: only those with NAME in their name
	@$(PY) -m pytest -m soak $(ARGS)

soak-inference: ready-dev ## 200,000 plies by all hands on all kits; may be stopped, and goes on from there
	@$(PY) -m tests.soak.inference $(ARGS)

soak-kill: ready-dev ## the program is killed 1,000 times while hands play; may be stopped, and goes on from there
	@$(PY) -m tests.soak.kill $(ARGS)

soak-week: ready-dev ## a week at the board in virtual time; may be stopped, and goes on from there
	@$(PY) -m tests.soak.week $(ARGS)

soak-%: ready-dev always
	@$(PY) -m pytest -m soak -k '$*' $(ARGS)

texts: ready-dev ## bring the catalogues of the languages in step with the sources
	@$(PY) -m tests.display.texts

clean: ## remove all that was made, .venv too
	rm -rf $(VENV) build dist hardware/firmware/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready:
	@$(call install,.,$(VENV)/ready)

ready-dev:
	@$(call install,.[dev],$(VENV)/ready-dev $(VENV)/ready)

# $(call install,WHAT,STAMPS): make the venv and install WHAT into it, unless that is done already.
# The first stamp is the newest thing in the venv when all is done, so an interrupted run starts again; a venv
# can be neither moved nor used with another Python, so `made-for` says which place and Python it is good for.
# The lock makes a second make wait for the first.
define install
set -e; exec 9<pyproject.toml; flock 9; \
identity() { echo "$(CURDIR) $$(readlink -e $(PY))"; }; \
fits() { [ "$$(cat $(VENV)/made-for 2>/dev/null)" = "$$(identity)" ]; }; \
if fits && [ $(firstword $(2)) -nt pyproject.toml ]; then exit 0; fi; \
if ! fits; then \
	$(check_python); \
	echo 'Making $(VENV) ...'; \
	$(PYTHON) -m venv --clear $(VENV); \
	identity > $(VENV)/made-for; \
fi; \
echo 'Installing tavreli-board and what it needs into $(VENV) (once; a minute or two) ...'; \
$(PY) -m pip install -qq --disable-pip-version-check --no-input -e '$(1)'; \
touch $(2)
endef

define check_python
stop() { echo "$$1" >&2; exit 1; }; \
command -v $(PYTHON) >/dev/null || stop 'There is no $(PYTHON): sudo apt install python3 python3-venv'; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	stop "$$($(PYTHON) -V) is too old, 3.11 is needed: make PYTHON=python3.11 ..., if you have that beside it"; \
$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || stop 'python3-venv is missing: sudo apt install python3-venv'
endef

# $(call need,PACKAGES): install those that are missing if we may; else name the command, and let the tests say
# what they lack.
define need
dpkg -s $(1) >/dev/null 2>&1 || { \
	if [ "$$(id -u)" = 0 ]; then sudo=; \
	elif sudo -n true 2>/dev/null; then sudo='sudo -n'; \
	else echo 'For all of these tests: sudo apt install $(1)' >&2; exit 0; fi; \
	echo 'Installing $(1) ...'; \
	$$sudo apt-get -qq update && \
	$$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends $(1) >/dev/null </dev/null; \
}
endef
