#!/usr/bin/env bash
# One site of the documentation of some modules, whose debug build is there:
#
#     scripts/docs.sh FOLDER MODULE...
#
# FOLDER/ViewModelKit.doccarchive is the site, which any file server serves at its root, and
# FOLDER/ViewModelKit-documentation.tar.gz the same in one file. Its first page is docs/README.md; the
# other pages of docs and the tutorials follow. Overloads that differ only in their constraints share a page. It fails at
# a link that leads nowhere, at a public symbol that has no comment and inherits none, and if the public declarations
# are not those of .ci/surface.
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
out=$1
shift
site=$out/ViewModelKit.doccarchive
rm -rf "$out" && mkdir -p "$out/symbols" "$out/catalogs" "$out/archives"

# A page for DocC: a block of code that is in no language is not taken for Swift.
page() { awk '/^ *```/ { if (!inside && $1 == "```") $0 = $0 "text"; inside = !inside } 1' "$1"; }

# Copies a module's catalog, if it has one, so that DocC reads its pages in this way.
catalog() {
  local source file
  source=$(ls -d "Sources/$1/$1.docc" 2>/dev/null) || return 0
  mkdir "$out/catalogs/$1.docc"
  for file in "$source"/*; do page "$file" > "$out/catalogs/$1.docc/$(basename "$file")"; done
  echo "$out/catalogs/$1.docc"
}

# The pages of docs, and links to the modules.
pages() {
  {
    cat docs/site/Topics.md
    for module in "$@"; do echo "- \`\`/$module\`\`"; done
  } > "$out/catalogs/topics.md"
  scripts/docs-pages.py "$out/catalogs/ViewModelKit.docc" ViewModelKit "$out/catalogs/topics.md" \
    docs/README.md $(ls docs/*.md docs/tutorials/*.md | grep -v README.md)
  echo "$out/catalogs/ViewModelKit.docc"
}

convert() {
  local name=$1
  shift
  docc convert "$@" --warnings-as-errors --default-code-listing-language swift \
    --enable-experimental-overloaded-symbol-presentation \
    --enable-experimental-external-link-support \
    --fallback-display-name "$name" --fallback-bundle-identifier "$name" \
    --output-path "$out/archives/$name.doccarchive"
}

build=$("$swift" build --show-bin-path)
target=$("$swift" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)
for module in "$@"; do
  mkdir "$out/symbols/$module"
  "$swift" symbolgraph-extract -module-name "$module" -I "$build/Modules" -target "$target" \
    -minimum-access-level public -emit-extension-block-symbols -skip-synthesized-members \
    -output-dir "$out/symbols/$module"
done
"$swift" .ci/undocumented.swift "$out/symbols"
.ci/surface.py --symbols "$(realpath "$out/symbols")"
for module in "$@"; do
  convert "$module" $(catalog "$module") --additional-symbol-graph-dir "$out/symbols/$module"
done
archives=()
dependencies=()
for module in "$@"; do
  archives+=("$out/archives/$module.doccarchive")
  dependencies+=(--dependency "$out/archives/$module.doccarchive")
done
convert ViewModelKit "$(pages "$@")" "${dependencies[@]}"
docc merge "$out/archives/ViewModelKit.doccarchive" "${archives[@]}" --output-path "$site"
scripts/docs-index.py "$site/index/index.json" ViewModelKit
echo '{}' > "$site/theme-settings.json"
# Each page has a file of its own for servers, with the same contents, and so one file does.
find "$site/documentation" -mindepth 2 -name index.html \
  -exec ln -f "$site/documentation/index.html" {} \;
cp docs/site/index.html "$site/index.html"
tar -czf "$out/ViewModelKit-documentation.tar.gz" -C "$out" ViewModelKit.doccarchive
du -sh "$out/ViewModelKit-documentation.tar.gz"
