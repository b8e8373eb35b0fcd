# The two commands a newcomer needs are `make demo` and `make check`; `make help` lists the rest.
BUILD := build
PROGRAMS := gb gb-coordinator gb-agent gb-runner
JOBS := $(shell nproc)

.PHONY: help demo check build programs install format format-check tidy tidy-core asan tsan bench simulate clean

help:
	@echo "make demo          install, build, run a matrix on a coordinator and three agents, print the table (KEEP=1 leaves them up)"
	@echo "make check         install, build everything, run every test"
	@echo "make build         build everything, no install step"
	@echo "make install       install the four programs to PREFIX (default /usr/local)"
	@echo "make format        format the sources; make format-check only looks"
	@echo "make tidy          clang-tidy over all sources; make tidy-core over those that compute and time, without the analyzer"
	@echo "make asan | tsan   the tests that concern a sanitizer, built with it"
	@echo "make bench         benchmarks: figures to read, never a pass or fail"
	@echo "make simulate      10,000 seeds of the scheduler simulation"

demo:
	@echo "== demo 1/3: packages" && deploy/install-deps.sh build
	@echo "== demo 2/3: build" && $(MAKE) --no-print-directory programs
	@echo "== demo 3/3: a coordinator, three agents, one matrix" && deploy/demo.sh $(BUILD)/bin

check:
	@echo "== check 1/3: packages" && deploy/install-deps.sh test
	@echo "== check 2/3: build" && $(MAKE) --no-print-directory build
	@echo "== check 3/3: tests" && ctest --test-dir $(BUILD) --output-on-failure --no-tests=error

$(BUILD)/build.ninja: CMakeLists.txt
	cmake --preset release

programs: $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS) --target $(PROGRAMS)

build: $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS)

install: programs
	cmake --install $(BUILD) $(if $(PREFIX),--prefix $(PREFIX))

SOURCES = $(shell git ls-files '*.cpp' '*.h')

format:
	@clang-format -i $(SOURCES)

format-check:
	@clang-format --dry-run -Werror $(SOURCES)

# Test sources are left to the compiler's warnings: doctest's macros are most of what tidy would find there.
# `tidy` reads everything; `tidy-core` what computes, verifies and times, without the analyzer, which takes a fifth of the time.
TIDY = xargs -P $(JOBS) -n 4 clang-tidy -p $(BUILD) --quiet
CORE = $(filter core/% workloads/% adapters/% agent/runner/% coordinator/scheduler/%,$(filter %.cpp,$(SOURCES)))

tidy: $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS) --target gb_proto gb_proto_stubs
	@printf '%s\n' $(filter-out tests/%,$(filter %.cpp,$(SOURCES))) | $(TIDY)

tidy-core: $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS) --target gb_proto gb_proto_stubs
	@printf '%s\n' $(CORE) | $(TIDY) --checks=-clang-analyzer-*

asan tsan:
	cmake --preset $@
	cmake --build build-$@ -j $(JOBS) --target $@_tests
	ctest --test-dir build-$@ -L $@ --output-on-failure --no-tests=error

bench: build
	ctest --test-dir $(BUILD) -C bench -L bench --verbose

simulate: build
	GB_SEEDS=10000 ctest --test-dir $(BUILD) -R scheduler --verbose

clean:
	rm -rf build build-dev build-asan build-tsan
