# Thin: every target drives CMake, a test runner or a script.
#
#   make                       build into build/ (installs nothing)
#   ./run TARGET               make TARGET, where make itself may be missing
#   make demo                  set up, build, and show what lathe is for
#   make test                  set up, build with -Werror, run every test
#   make test SAN=1            the same under ASan + UBSan, in build-san/
#   make test ARENA=malloc     the same with a malloc per arena object, in build-arena/
#   make bare                  README's commands on bare Debian systems, as root;
#                              BARE=bookworm for one release, COMMANDS='*demo' for one command
#   make bench                 measure the ratios that the project promises
#   make fuzz oracle campaign  what is too long for CI
#   make sanitize              transformed programs under ASan, LSan and UBSan
#   make fake                  do the tests notice a lathe that does nothing?
#   make torture               2,000 kills of programs with checkpoints, 500 damaged files
#   make install PREFIX=/usr/local DESTDIR=
#   make deb                   a Debian package, in build/
#   make api                   what is made of the public headers, and the record of the ABI
#   make style | format | clean

PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
ifeq ($(origin CC),default)
CC := clang-22
endif
export CC

BUILD := build
CONFIG :=
ifeq ($(SAN),1)
BUILD := build-san
CONFIG += -DLATHE_SAN=ON
endif
ifeq ($(ARENA),malloc)
BUILD := build-arena
CONFIG += -DLATHE_ARENA_MALLOC=ON
endif

.PHONY: all build build-strict release setup setup-test demo test bench fuzz fake sanitize torture \
        oracle campaign bare install deb api style format clean

all: build

$(BUILD)/build.ninja:
	@cmake -G Ninja -B $(BUILD) $(CONFIG) || { rm -f $@; \
	    echo "make: cannot configure; 'make demo' or scripts/setup.sh installs what is missing" >&2; \
	    exit 1; }

build: $(BUILD)/build.ninja
	@ninja -C $(BUILD) -j $(JOBS)

# Warnings are errors here, so that a compiler of the future does not break a plain `make`, and
# asserts are on.
STRICT = ^LATHE_(WERROR|ASSERTS):BOOL=ON
build-strict: $(BUILD)/build.ninja
	@[ "$$(grep -cE '$(STRICT)' $(BUILD)/CMakeCache.txt)" = 2 ] || \
	    cmake -B $(BUILD) -DLATHE_WERROR=ON -DLATHE_ASSERTS=ON
	@ninja -C $(BUILD) -j $(JOBS)

# What is installed or measured has no asserts, also after `make test` in the same folder.
release: $(BUILD)/build.ninja
	@! grep -q '^LATHE_ASSERTS:BOOL=ON' $(BUILD)/CMakeCache.txt || \
	    cmake -B $(BUILD) -DLATHE_ASSERTS=OFF
	@ninja -C $(BUILD) -j $(JOBS)

setup:
	@sh scripts/setup.sh build

setup-test:
	@sh scripts/setup.sh test

demo: setup
	@$(MAKE) --no-print-directory build
	@sh scripts/demo.sh $(BUILD)

test: setup-test
	@$(MAKE) --no-print-directory build-strict
	@python3 scripts/run_tests.py --build $(BUILD) --jobs $(JOBS)

bench: release
	@python3 bench/run.py --build $(BUILD) $(BENCHFLAGS)

fuzz: build
	@$(BUILD)/tests/unit/object_fuzz 1000000
	@python3 tests/fuzz/mutate.py --lathe $(BUILD)/bin/lathe --clang clang-22 --count 10000
	@python3 tests/fuzz/odd_ir.py --lathe $(BUILD)/bin/lathe --llvm-as llvm-as-22 --passes all \
	    --jobs $(JOBS) --keep $(BUILD)/fuzz-failures
	@python3 tests/fuzz/run_structs.py --lathe $(BUILD)/bin/lathe --clang clang-22 --count 2000 \
	    --csmith --pipelines tests/run/pipelines.txt --keep $(BUILD)/fuzz-failures
	@python3 tests/fuzz/run_structs.py --lathe $(BUILD)/bin/lathe --clang clang-22 --count 1000 \
	    --arrays --pipelines tests/run/pipelines.txt --keep $(BUILD)/fuzz-failures
	@python3 tests/fuzz/run_reentry.py --lathe $(CURDIR)/$(BUILD)/bin/lathe --clang clang-22 \
	    --count 2000 --keep $(BUILD)/fuzz-failures
	@python3 tests/fuzz/run_loops.py --lathe $(BUILD)/bin/lathe --clang clang-22 --count 1000 \
	    --keep $(BUILD)/fuzz-failures
	@LATHE_FUZZ_SEED=$$(python3 tests/fuzz/seeds.py) LATHE_DD_PAIRS=1000000 \
	    $(BUILD)/tests/unit/hir_dd_random_test
	@python3 tests/fuzz/run_deps.py --lathe $(BUILD)/bin/lathe --clang clang-22 --pairs 10000 \
	    --sanitize --keep $(BUILD)/fuzz-failures
	@python3 tests/fuzz/run_transforms.py --lathe $(BUILD)/bin/lathe --clang clang-22 \
	    --count 100000 --keep $(BUILD)/fuzz-failures

# Long programs are saved now and then, short ones at every directive.
TORTURE := python3 tests/torture/torture.py --lathe $(BUILD)/bin/lathe --clang clang-22 \
    --kills 1000 --damage 250

LONG := $(wildcard tests/torture/*.c) tests/ckpt/programs/innermost-long.c

# Programs of tests/run after the transforms of layouts, under AddressSanitizer with leaks, and with
# the checks of UndefinedBehaviorSanitizer that types can change under.
SANITIZE = python3 tests/run/sanitize.py --lathe $(BUILD)/bin/lathe --clang clang-22
PROGRAMS = $(shell grep -l 'RUN: %compare' tests/run/*.c)
sanitize: build
	@$(SANITIZE) $(PROGRAMS)
	@$(SANITIZE) --checks=address,undefined --trap $(PROGRAMS)

fake: build
	@python3 scripts/fake_lathe.py --build $(BUILD) --jobs $(JOBS)

torture: build
	@$(TORTURE) --every 0.01 $(LONG)
	@$(TORTURE) $(filter-out $(LONG),$(wildcard tests/ckpt/programs/*.c))

oracle: build
	@sh scripts/oracle.sh $(BUILD)
	@sh scripts/oracle-remap.sh $(BUILD)
	@sh scripts/oracle-ptr.sh $(BUILD)

campaign:
	@echo "campaign: 10,000 mutated inputs, 2,000 random programs, 2,000 whose functions are active"
	@echo "campaign: more than once, 1,000 of loops, 1,000,000 pairs of"
	@echo "campaign: references, 100,000 loop nests through every transform (fuzz),"
	@echo "campaign: real programs against LLVM's own analyses (oracle),"
	@echo "campaign: the struct types of real programs that may change (yield), and all their loops,"
	@echo "campaign: the same programs, the loop kernels, tests/run and tests/torture run with their"
	@echo "campaign: loops made again, with instructions counted, and the programs with other layouts,"
	@echo "campaign: 20 seeds over tests/run,"
	@echo "campaign: real projects built with lathe cc, with their own tests,"
	@echo "campaign: and every promised ratio (bench); allow eight hours on two cores"
	@$(MAKE) --no-print-directory fuzz
	@$(MAKE) --no-print-directory oracle
	@sh scripts/campaign-dtrans.sh $(BUILD)
	@PATH="$(CURDIR)/$(BUILD)/bin:/usr/lib/llvm-22/bin:$$PATH" \
	    python3 tests/hir/Inputs/forest.py $(BUILD)/campaign/bc/*.bc
	@python3 scripts/campaign_hir.py --lathe $(BUILD)/bin/lathe --bitcode $(BUILD)/campaign/bc \
	    --work $(BUILD)/campaign --instructions
	@sh scripts/campaign-transforms.sh $(BUILD)
	@python3 scripts/run_tests.py --build $(BUILD) --jobs $(JOBS) --filter run/ --param seeds=20
	@python3 scripts/campaign_cc.py --build $(BUILD)
	@$(MAKE) --no-print-directory bench

BARE ?= bookworm trixie
bare:
	@COMMANDS="$(COMMANDS)" sh scripts/bare.sh $(BUILD) $(BARE)

install: release
	@DESTDIR="$(DESTDIR)" cmake --install $(BUILD) --prefix "$(PREFIX)"

deb: release
	@sh scripts/deb.sh $(BUILD)

api: build
	@python3 scripts/api_reference.py
	@python3 scripts/api_python.py
	@python3 scripts/api_abi.py record $(BUILD)

style:
	@python3 scripts/style.py .

format:
	@git ls-files 'src/*.[ch]' 'src/*.cpp' 'include/*.h' 'tests/unit/*.[ch]' \
	    'tests/passes/*.[ch]' 'examples/*.c' 'runtime/*.[ch]' | \
	    xargs clang-format-22 -i

clean:
	@rm -rf build build-san build-arena
