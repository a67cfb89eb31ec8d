# What a developer does, by name. `make` alone builds.

PREFIX ?= /usr/local
SWIFT ?= swift
DOCS ?= .build/docs
MODULES = Reactive ReactiveExtras ReactiveFoundation ReactiveNetworking Positioning Expressions Forms Credentials \
  Fetching SessionFetching Streams ViewModels TerminalKit TerminalForms
SOURCES = $(wildcard .ci/*.swift) Sources Tests scripts Benchmarks/Sources Package.swift \
  Benchmarks/Package.swift Benchmarks/Client/Sources Benchmarks/Client/Package.swift

.PHONY: build characters manifests portability test tutorials tsan tsan-core nightly fuzz fuzz-streams fuzz-traces fuzz-check trace-fuzzer format lint \
  arrows atomics bench bench-client bench-traces bench-linearity differential static function-order install dist docs surface libraries

build:
	$(SWIFT) build -c release

test:
	$(SWIFT) test

# Follows README.md, docs and the tutorials: writes their files, runs their commands, compares the output.
tutorials:
	Tests/Tutorials/run.sh

# Everything under the thread sanitizer, which does not understand Swift 6.3's Mutex on Linux: the
# kernel hands it over. So neither the sources nor the tests have one. Tests that ask `ThreadSanitizer`
# are skipped, or look for less.
TSAN = --sanitize=thread -Xswiftc -DTHREAD_SANITIZER

# Under the sanitizer Swift's backtraces crash, and hide what a crash had to say.
tsan tsan-core: export SWIFT_BACKTRACE = enable=no

tsan:
	$(SWIFT) test $(TSAN) --scratch-path .build-tsan

# The parts in which threads meet, without the program, which takes half of the time.
tsan-core:
	ONLY=ReactiveTests,ReactiveExtrasTests,ReactiveFoundationTests,ReactiveNetworkingTests,TerminalKitTests,PositioningTests \
	  $(SWIFT) test $(TSAN) --scratch-path .build-tsan-core \
	  --filter 'ReactiveTests|ReactiveExtrasTests|ReactiveFoundationTests|ReactiveNetworkingTests|EventLoopTests|TraceReadAheadTests'

# What finds bugs, but takes too long for each change: some four hours.
nightly: tsan
	$(SWIFT) build -c release --package-path Benchmarks
	$(MAKE) differential SEED=$$(date +%s) COUNT=1000000
	$(MAKE) fuzz FUZZ_SECONDS=$(NIGHTLY_FUZZ_SECONDS)
	Tests/Integration/products.sh
	Tests/Integration/clients.py
	$(MAKE) install PREFIX=.build-static/nightly
	Tests/Integration/hostile-streams.py .build-static/nightly/bin/SignupTUI --count 500
	Tests/Integration/accounts.sh .build-static/nightly/bin/SignupTUI 300
	Tests/Integration/pages.py .build-static/nightly/bin/SignupTUI
	Tests/Integration/weather.py .build-static/nightly/bin/SignupTUI
	$(MAKE) portability
NIGHTLY_FUZZ_SECONDS ?= 3600

# What any bytes do to the language and the stream files, and to the readers of traces, each for
# so many seconds, under the address sanitizer. It stops at the first input that crashes, leaks,
# takes long or takes more than 32 MiB at once, and names its file; what led somewhere new is kept in
# .build-fuzz/corpus, for the next run to begin with.
FUZZ_SECONDS ?= 60
# What the fuzzer of streams may have in all, in MiB: what is its own under the address sanitizer, with
# memory that was freed and all that was learnt, and 64 for an input.
FUZZ_RSS ?= 1024
FUZZ = .build-fuzz/release
FUZZ_MODULES = Reactive ReactiveExtras Platform Formats Expressions Fetching Streams
FUZZ_FLAGS = -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=10 -malloc_limit_mb=32 \
  -artifact_prefix=.build-fuzz/ -print_final_stats=1
# Swift's package manager names the package after its folder, and so do the fuzzers that use what only
# the package sees.
FUZZ_PACKAGE = $(shell basename '$(CURDIR)' | tr A-Z a-z | tr -c 'a-z0-9\n' _)
FUZZ_COMPILE = $(SWIFT)c -O -use-ld=lld -parse-as-library -sanitize=fuzzer,address \
  -package-name $(FUZZ_PACKAGE) -I $(FUZZ)/Modules

fuzz: fuzz-streams fuzz-traces

fuzz-streams:
	$(SWIFT) build -c release --scratch-path .build-fuzz --target Streams \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
	$(FUZZ_COMPILE) -module-name StreamsFuzzer Tests/Fuzz/StreamsFuzzer.swift \
	  Tests/StreamsTests/StreamFuzzing.swift \
	  $(foreach module,$(FUZZ_MODULES),$(FUZZ)/$(module).build/*.o) -o $(FUZZ)/streams-fuzzer
	mkdir -p .build-fuzz/corpus/streams
	$(FUZZ)/streams-fuzzer $(FUZZ_FLAGS) -rss_limit_mb=$(FUZZ_RSS) -dict=Tests/Fuzz/streams.dict \
	  .build-fuzz/corpus/streams Tests/Fuzz/Corpus

fuzz-traces: trace-fuzzer
	mkdir -p .build-fuzz/corpus/traces
	$(FUZZ)/trace-fuzzer $(FUZZ_FLAGS) -dict=Tests/Fuzz/trace.dict \
	  .build-fuzz/corpus/traces Tests/Fuzz/Traces

# The readers of traces with so many inputs, the same ones every time: from one seed, from the inputs
# that are kept in Tests/Fuzz alone, and without regard to how long anything takes.
FUZZ_RUNS ?= 3000
fuzz-check: trace-fuzzer
	rm -rf .build-fuzz/check && mkdir -p .build-fuzz/check
	$(FUZZ)/trace-fuzzer -seed=1 -runs=$(FUZZ_RUNS) -max_len=4096 -timeout=600 -reload=0 \
	  -malloc_limit_mb=32 -artifact_prefix=.build-fuzz/ -print_final_stats=1 -verbosity=0 \
	  -dict=Tests/Fuzz/trace.dict .build-fuzz/check Tests/Fuzz/Traces

trace-fuzzer:
	$(SWIFT) build -c release --scratch-path .build-fuzz --target Positioning \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
	$(FUZZ_COMPILE) -module-name TraceFuzzer Tests/Fuzz/TraceFuzzer.swift \
	  $(FUZZ)/Formats.build/*.o $(FUZZ)/Platform.build/*.o $(FUZZ)/Positioning.build/*.o -o $(FUZZ)/trace-fuzzer

# Swift 6.0 of Debian stable, that of Debian unstable, and arm64, in systems of their own; needs root.
portability:
	.ci/portability

format:
	$(SWIFT) format -i -r $(SOURCES)

# The manifest that package managers before 6.3 read: Package.swift but for its first line.
OLDER_MANIFEST = sed '1s|.*|// swift-tools-version: 6.0|' Package.swift
manifests:
	$(OLDER_MANIFEST) > Package@swift-6.0.swift

lint:
	$(OLDER_MANIFEST) | cmp - Package@swift-6.0.swift || { echo "make manifests"; exit 1; }
	$(SWIFT) format lint -r --strict $(SOURCES)
	! LC_ALL=C.UTF-8 grep -rnE --include=*.swift '^.{101,}$$' $(SOURCES) | grep -E '^[^:]+:[0-9]+: *//'

# Which folder may use which: .ci/arrows.txt. Between modules the compiler sees to it. And whether the
# files are there that ARCHITECTURE.md names for those who want to change something.
arrows:
	$(SWIFT) .ci/arrows.swift
	.ci/paths

# Where characters are compared as people see them: .ci/characters.txt. Looks at what the compiler has made.
characters:
	$(SWIFT) build
	.ci/characters.py

# Prints Markdown tables: Reactive beside OpenCombine 0.14.0, the trace readers, and streams of
# documents beside those written by hand.
bench:
	$(SWIFT) run -c release --package-path Benchmarks Benchmarks

# How many atomic operations and instructions a value takes: in each of its rows, by Valgrind, and in
# a client's on arm64, by qemu.
atomics:
	$(SWIFT) build -c release --package-path Benchmarks --product Benchmarks
	scripts/atomics.py "$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/Benchmarks"
	.ci/portability atomics

# The commands on traces beside grep, on a log of 200 MB.
bench-traces: build
	scripts/bench-traces.py

bench-linearity: build
	scripts/bench-linearity.py

# The same program built in a package of its own, as a user's is, and in the benchmarks' package.
bench-client:
	$(SWIFT) build -c release --package-path Benchmarks --product InHouse
	$(SWIFT) run -c release --package-path Benchmarks/Client Client \
	  "$$($(SWIFT) build -c release --package-path Benchmarks --show-bin-path)/InHouse"

# Random pipelines through Reactive and OpenCombine 0.14.0, which must do the same but for known
# reasons. `make differential SEED=7` repeats one, COUNT=1000 runs so many from SEED on.
differential:
	$(SWIFT) run -c release --package-path Benchmarks Differential \
	  $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT))

# With all libraries linked in, so that it runs where there is no Swift, in less memory than with
# Swift's alone, and starts sooner. It asks nothing of the C library that would load another library,
# as names of hosts, users and groups do: those are read from the system's files, or asked of its
# program getent. There is a dlopen of the Swift runtime's, which only a variable for debugging calls;
# Tests/Integration/package.sh looks, too.
# Elsewhere than on Linux the system's libraries cannot be linked in, nor with a Swift that lacks
# libraries to link, such as Debian 13's: there the program needs those of the Swift that built it.
ifneq ($(filter static install dist function-order,$(MAKECMDGOALS)),)
  LINKS_ALL := $(shell folder=$$(mktemp -d); echo 'print(1)' > $$folder/main.swift; \
    $(SWIFT)c -static-executable $$folder/main.swift -o $$folder/main > /dev/null 2>&1 && echo yes; \
    rm -r $$folder)
endif
ifeq ($(shell uname)-$(LINKS_ALL),Linux-yes)
  STATIC = -Xswiftc -static-executable --scratch-path .build-static $(COMPACT)
  # Modules that are compiled for their size: the end of Package.swift.
  static function-order install dist: export SMALL_PROGRAM = 1
  static function-order: libraries
else ifneq ($(shell uname),Linux)
  STATIC = --static-swift-stdlib
endif

# What the program maps is what it has in memory, 64 KiB around each function that is called. So each
# function gets a section, those that nothing calls are left out, and those that a sign-up calls lie
# together, in the order of a list that scripts/function-order.py makes. Names of functions that are
# there no more do no harm; make the list anew when the figures of docs/speed.md are not met.
# A type is asked for by a function, and not by its name: to find what a name means, the runtime goes
# through all conformances of the program.
FRONTEND = -Xswiftc -Xfrontend -Xswiftc
# Of functions with the same code one is kept, whose name backtraces then have for all of them.
# What stacks are unwound by lies behind the rest, for scripts/strip.sh, and functions that have no name
# lie side by side.
COMPACT = $(FRONTEND) -function-sections $(FRONTEND) -internalize-at-link \
  $(FRONTEND) -disable-concrete-type-metadata-mangled-name-accessors -Xswiftc -use-ld=lld \
  -Xlinker --no-warn-symbol-ordering \
  -Xlinker --symbol-ordering-file=$(CURDIR)/scripts/function-order.txt \
  -Xlinker -T -Xlinker $(CURDIR)/scripts/sections.ld -Xlinker --no-eh-frame-hdr \
  -Xlinker --remap-inputs-file=$(CURDIR)/.build-static/libraries/list -Xlinker --icf=all

# Copies of Swift's libraries of which the linker leaves out what the program does not use; without
# python3 the libraries themselves are linked.
libraries:
	mkdir -p .build-static/libraries
	if command -v python3 > /dev/null; then \
	  SWIFT=$(SWIFT) scripts/trim-libraries.py .build-static/libraries; \
	  else : > .build-static/libraries/list; fi

PROGRAM = "$$($(SWIFT) build -c release $(STATIC) --show-bin-path)/SignupTUI"
SHARE = $(DESTDIR)$(PREFIX)/share

static:
	$(SWIFT) build -c release $(STATIC) --product SignupTUI

# Which functions a sign-up calls; it takes a minute or two, and needs valgrind.
function-order:
	$(SWIFT) build -c release $(STATIC) --product SignupTUI -Xlinker -Map=.build-static/map \
	  -Xlinker --icf=none
	scripts/function-order.py $(PROGRAM) .build-static/map

# The program that is installed has no symbols, and nothing to unwind stacks by; .build-static/stripped
# keeps them, for backtraces.
install: static
	scripts/strip.sh $(PROGRAM) .build-static/stripped
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions \
	  $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	install -m 755 .build-static/stripped/SignupTUI $(DESTDIR)$(PREFIX)/bin/SignupTUI
	$(PROGRAM) manual > $(SHARE)/man/man1/SignupTUI.1
	$(PROGRAM) completions bash > $(SHARE)/bash-completion/completions/SignupTUI
	$(PROGRAM) completions zsh > $(SHARE)/zsh/site-functions/_SignupTUI
	$(PROGRAM) completions fish > $(SHARE)/fish/vendor_completions.d/SignupTUI.fish

# A tar.gz and, where dpkg-deb is there, a Debian package, and the symbols for both, in
# .build-static/dist. `make dist ARCH=arm64` cross-builds them, as .ci/portability does.
ifeq ($(ARCH)-$(filter aarch64,$(shell uname -m)),arm64-)
dist:
	.ci/portability dist
else
dist: static
	$(if $(LINKS_ALL),,$(error This Swift cannot link all libraries into the program; use one from swift.org))
	scripts/dist.sh $(PROGRAM) .build-static/dist
endif

# One archive of the libraries' documentation, which any file server serves at its root:
#
#     python3 -m http.server -d .build/docs/ViewModelKit.doccarchive
#
# It fails at a link that leads nowhere, at a public symbol that has no comment and inherits none, and
# if the public declarations are not those of .ci/surface, which `make surface` writes anew.
docs:
	$(SWIFT) build
	SWIFT=$(SWIFT) scripts/docs.sh $(DOCS) $(MODULES)

surface:
	.ci/surface.py --symbols $(DOCS)/symbols --update
