# What a developer does, by name. `make` alone builds.

PREFIX ?= /usr/local
SWIFT ?= swift
DOCS ?= .build/docs

.PHONY: build test tsan format lint bench install docs

build:
	$(SWIFT) build -c release

test:
	$(SWIFT) test

# Everything under the thread sanitizer. Left out is one test whose threads contend for a Mutex:
# on Linux, Swift 6.3's is handed over in the kernel, where the sanitizer cannot see it.
tsan:
	$(SWIFT) test --sanitize=thread --scratch-path .build-tsan --skip EventLoopTests/otherThreads

format:
	$(SWIFT) format -i -r Sources Tests scripts Benchmarks/Sources Package.swift Benchmarks/Package.swift

lint:
	$(SWIFT) format lint -r --strict Sources Tests scripts Benchmarks/Sources Package.swift Benchmarks/Package.swift

# Prints a Markdown table: Reactive beside OpenCombine 0.14.0, and the trace readers.
bench:
	$(SWIFT) run -c release --package-path Benchmarks Benchmarks

# With all libraries linked in, so that it runs where there is no Swift; it takes 3 MiB less memory
# than with Swift's alone. The linker's warning about dlopen is of no concern: nothing calls it.
# Elsewhere than on Linux the system's libraries cannot be linked in.
ifeq ($(shell uname),Linux)
  STATIC = -Xswiftc -static-executable --scratch-path .build-static
else
  STATIC = --static-swift-stdlib
endif

install:
	$(SWIFT) build -c release $(STATIC) --product SignupTUI
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 "$$($(SWIFT) build -c release $(STATIC) --show-bin-path)/SignupTUI" \
	  $(DESTDIR)$(PREFIX)/bin/SignupTUI

docs:
	rm -rf $(DOCS) && mkdir -p $(DOCS)/symbols
	for module in Reactive ReactiveFoundation ViewModels; do \
	  $(SWIFT) build --target $$module -Xswiftc -emit-symbol-graph \
	    -Xswiftc -emit-symbol-graph-dir -Xswiftc $(abspath $(DOCS))/symbols || exit 1; \
	done
	docc convert --fallback-display-name ViewModelKit --fallback-bundle-identifier ViewModelKit \
	  --additional-symbol-graph-dir $(DOCS)/symbols --output-path $(DOCS)/ViewModelKit.doccarchive
