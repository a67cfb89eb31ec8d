#!/usr/bin/env bash
# Makes a release, for x86-64 and arm64, and checks that all of it has the same version.
#
#     scripts/release.sh --check [TAG]   compares version, changelog, documentation and tag (a second)
#     scripts/release.sh --pack [TAG]    checks, tests and packs it for this machine's processor
#     scripts/release.sh --dry-run       the same for both processors, and publishes nothing
#     scripts/release.sh --plan          prints the commands of --dry-run
#     scripts/release.sh --notes         prints the text of the release
#     scripts/release.sh --sums          writes the checksums of all packages
#
# The tag of a release is its version, 1.0.0. .github/workflows/release.yml runs --pack on both
# processors for each tag. Packages and checksums (SHA256SUMS) are in .build-static/dist. --dry-run
# cross-builds for arm64 as .ci/portability does, and needs root on Linux on x86-64.
#
# PROGRAM         a built program, whose --version and manual --check compares, too
# REPOSITORY_URL  the repository's URL, which --notes writes in place of the word REPOSITORY_URL: all
#                 texts that need the URL have this word
set -euo pipefail
cd "$(dirname "$0")/.."
dist=.build-static/dist

# The one home of the version.
version=$(sed -n 's/.*let version = "\(.*\)"$/\1/p' Sources/SignupTUI/Program/Program.swift)

usage() { sed -n 's/^#     scripts/scripts/p' "$0" >&2; exit 2; }
step() { printf '== %4d s: %s\n' "$SECONDS" "$*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
problems=0
problem() { echo "release: $*" >&2; problems=$((problems + 1)); }

# The changelog's entry for the version, without its heading.
entry() {
  awk -v heading="## [$version]" \
    'index($0, "## [") == 1 { inside = index($0, heading) == 1; next } /^\[.*\]: / { next } inside' CHANGELOG.md
}

# The libraries of the package, sorted, one a line.
libraries() { sed -n 's/.*\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift | sort; }

check() {
  local tag=${1-} line number
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
    problem "the version in Sources/SignupTUI/Program/Program.swift is '$version', not like 1.0.0"
  if grep -rnE 'version: "[0-9]' Sources/SignupTUI; then
    problem "the version has one home, Sources/SignupTUI/Program/Program.swift"
  fi

  # The changelog: Keep a Changelog 1.1.0.
  line=$(grep -m 1 -E '^## \[[0-9]' CHANGELOG.md || true)
  [[ $line =~ ^"## [$version] - "[0-9]{4}-[0-9]{2}-[0-9]{2}$ ]] ||
    problem "CHANGELOG.md: the newest entry is '$line', not '## [$version] - YEAR-MONTH-DAY'"
  while read -r line; do
    problem "CHANGELOG.md: '$line' is not Added, Changed, Deprecated, Removed, Fixed or Security"
  done < <(grep -E '^###' CHANGELOG.md | grep -vxE '### (Added|Changed|Deprecated|Removed|Fixed|Security)')

  # The tag: the one that is given, and those of this commit.
  for line in ${tag:+"$tag"} $(git tag --points-at HEAD 2> /dev/null | grep -E '^v?[0-9]' || true); do
    [ "$line" = "$version" ] || problem "the tag is $line, and the version is $version"
  done
  if [ -n "$tag" ] && awk '/^## \[Unreleased\]/ { inside = 1; next } /^## / { exit } inside && NF' \
    CHANGELOG.md | grep . > /dev/null; then
    problem "CHANGELOG.md: there are changes under 'Unreleased', and $tag is to be released"
  fi

  # Texts: what to depend on, and the names of files.
  while IFS=: read -r line number text; do
    [[ $text == *'.package(url: "REPOSITORY_URL", from: "'$version'")'* ]] ||
      problem "$line:$number: a dependency is written .package(url: \"REPOSITORY_URL\", from: \"$version\")"
  done < <(git ls-files '*.md' | xargs grep -nE '\.package\(url: "[^"]*(REPOSITORY_URL|ViewModelKit)' /dev/null || true)
  while IFS=: read -r line number text; do
    problem "$line:$number: $text is of another version than $version"
  done < <(git ls-files '*.md' | xargs grep -noE 'signup-tui[-_][0-9]+\.[0-9]+\.[0-9]+' /dev/null |
    grep -vE "signup-tui[-_]$version\$" || true)
  grep -qE "^\| ${version%%.*}\.x " SECURITY.md ||
    problem "SECURITY.md: the table of supported versions has no row for ${version%%.*}.x"

  # The package index documents every library, and so does `make docs`, but for Combine, which only
  # exports others.
  diff <(libraries | grep -vx Combine) <(sed -n 's/^        - //p' .spi.yml | sort) ||
    problem ".spi.yml: the documentation targets (>) are not the libraries of Package.swift (<)"
  diff <(libraries | grep -vx Combine) <(make -s --eval 'names: ; @echo $(MODULES)' names | tr ' ' '\n' | sort) ||
    problem "Makefile: MODULES (>) are not the libraries of Package.swift (<)"

  if [ -n "${PROGRAM:-}" ]; then
    [ "$("$PROGRAM" --version)" = "SignupTUI $version" ] ||
      problem "$PROGRAM --version prints '$("$PROGRAM" --version)', and the version is $version"
    "$PROGRAM" manual | grep "^\.TH .*SignupTUI $version" > /dev/null ||
      problem "$PROGRAM manual does not have the version $version in its heading"
  fi
  [ "$problems" = 0 ] || fail "$problems of the release's texts do not agree"
  echo "Version $version: program, changelog, documentation${tag:+, tag} agree."
}

# verify ARCHITECTURE MACHINE: what was packed has the version, and is for the processor.
verify() {
  local architecture=$1 machine=$2 name=signup-tui-$version-$1 deb=$dist/signup-tui_${version}_$1.deb folder
  folder=$(mktemp -d)
  for file in "$dist/$name.tar.gz" "$dist/$name-symbols.tar.gz" "$deb"; do
    [ -s "$file" ] || fail "$file is missing"
  done
  tar -C "$folder" -xzf "$dist/$name.tar.gz"
  for file in bin/SignupTUI share/man/man1/SignupTUI.1.gz LICENSE README.md CHANGELOG.md; do
    [ -s "$folder/$name/$file" ] || fail "$name.tar.gz has no $file"
  done
  # The processor of an ELF file: two bytes at 18.
  [ "$(od -An -tu2 -j18 -N2 "$folder/$name/bin/SignupTUI" | tr -d ' ')" = "$machine" ] ||
    fail "$name.tar.gz: the program is not for $architecture"
  gzip -dc "$folder/$name/share/man/man1/SignupTUI.1.gz" | grep "^\.TH .*SignupTUI $version" > /dev/null ||
    fail "$name.tar.gz: the manual does not have the version $version"
  [ "$(dpkg-deb -f "$deb" Version Architecture | tr '\n' ' ')" = "Version: $version Architecture: $architecture " ] ||
    fail "$deb: $(dpkg-deb -f "$deb" Version Architecture)"
  rm -rf "$folder"
  echo "$architecture: the packages have the version $version."
}

# This machine's processor, as Debian calls it, and its number in an ELF file.
native() {
  case $(uname -m) in
    x86_64) echo amd64 62 ;;
    aarch64) echo arm64 183 ;;
    *) fail "releases are for x86-64 and arm64, and this machine is $(uname -m)" ;;
  esac
}

# The program in the tar.gz for this machine: its version, what scripts rely on, and accounts.
packed() {
  local folder program
  folder=$(mktemp -d)
  program=$folder/signup-tui-$version-$1/bin/SignupTUI
  tar -C "$folder" -xzf "$dist/signup-tui-$version-$1.tar.gz"
  PROGRAM=$program check
  Tests/Integration/interface.py "$program"
  Tests/Integration/accounts.sh "$program" 20
  rm -rf "$folder"
}

# The checksums of the packages for both processors.
sums() {
  local architecture
  for architecture in amd64 arm64; do
    [ -s "$dist/signup-tui_${version}_$architecture.deb" ] || fail "$dist has no packages for $architecture"
  done
  (cd "$dist" && sha256sum signup-tui[-_]"$version"[-_]*.{tar.gz,deb} | tee SHA256SUMS)
}

# The changelog's entry and how to install it, with links that lead to the repository.
notes() {
  local file='](REPOSITORY_URL/blob/'$version
  {
    entry | sed -E "s#\]\(([^):]+)\)#$file/\1)#g"
    sed '1,/^The commands below/d' docs/install.md | sed -E "s#\]\(([^):]+)\)#$file/docs/\1)#g"
  } | sed "s|REPOSITORY_URL|${REPOSITORY_URL:-REPOSITORY_URL}|g"
}

# do_it COMMAND...: runs a command, or prints it where a plan is asked for.
do_it() {
  if [ -n "${plan:-}" ]; then echo "$*"; else step "$*" && "$@"; fi
}

# What is released must be what was committed.
clean() { [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"; }

pack() {
  local architecture number
  read -r architecture number < <(native)
  [ -n "$number" ] || exit 1
  do_it check "${1-}"
  do_it swift build --build-tests
  do_it swift test
  do_it rm -rf "$dist"
  if [ "$architecture" = amd64 ]; then
    do_it make dist
    do_it Tests/Integration/package.sh .build-static/release/SignupTUI
  else
    # Linked as the cross-build links it: the order of functions is measured on x86-64 alone.
    do_it make dist COMPACT=
  fi
  do_it verify "$architecture" "$number"
  do_it packed "$architecture"
}

dry_run() {
  do_it clean
  pack
  # Cross-builds, runs it under qemu beside this machine's program, and packs it.
  do_it .ci/portability arm64
  do_it verify arm64 183
  do_it sums
  do_it notes
}

case ${1-} in
  --check | --pack) [ $# -le 2 ] || usage ;;
  --dry-run | --plan | --notes | --sums) [ $# = 1 ] || usage ;;
  *) usage ;;
esac
case $1 in
  --check) check "${2-}" ;;
  --pack) pack "${2-}" ;;
  --dry-run) dry_run ;;
  --plan) plan=1 dry_run ;;
  --notes) notes ;;
  --sums) sums ;;
esac
