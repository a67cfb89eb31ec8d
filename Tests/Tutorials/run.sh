#!/usr/bin/env bash
# Follows the tutorials to the letter: writes the files that a page shows, runs its commands, and
# compares what they print with what the page says.
#
#     Tests/Tutorials/run.sh [PAGE...]     all of docs/tutorials, unless pages are named
#
# In a page
# - "In `FILE`:" and "At the end of `FILE`:" stand before a block of code that is all of the file, or
#   is added to it, after an empty line;
# - a block of `sh` is run where the last `cd` led to;
# - a block of nothing behind it is what it prints; one that begins with … is the end of that.
#
# The pages' packages stand side by side in .build-tutorials, with this checkout beside them, and
# share one build folder: the libraries are built once.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$here/.build-tutorials
packages=$scratch/packages
rm -rf "$packages" && mkdir -p "$packages" "$scratch/build" "$scratch/bin"
ln -s "$here" "$packages/ViewModelKit"

# `swift` with that build folder for every package. A page finds its programs in .build, as a reader
# does.
swift=$(command -v swift)
cat > "$scratch/bin/swift" <<SHIM
#!/usr/bin/env bash
case \${1-} in
  build | run | test)
    command=\$1; shift
    [ -e .build ] || ln -s "$scratch/build" .build
    exec "$swift" "\$command" --scratch-path "$scratch/build" "\$@" ;;
  *) exec "$swift" "\$@" ;;
esac
SHIM
chmod +x "$scratch/bin/swift"
export PATH="$scratch/bin:$PATH"

page=
number=0
fail() {
  echo "FAILED: $page:$number: $*" >&2
  exit 1
}

# Without what differs from run to run, or what a page cannot show.
shown() { tr -d '\r' | sed -E 's/after [0-9.]+ seconds/after 0.001 seconds/'; }

# Compares what was printed with what the page says.
compare() {
  local expected=$1 printed=$2
  if [ "$(head -1 "$expected")" = "…" ]; then
    sed -i 1d "$expected"
    tail -n "$(wc -l < "$expected")" "$printed" > "$printed.end"
    mv "$printed.end" "$printed"
  fi
  diff -u --label "the page" --label "what is printed" "$expected" "$printed" >&2 ||
    fail "this is not what is printed"
}

follow() {
  local line file='' kind='' block='' start printed=$scratch/printed expected=$scratch/expected
  local has_run=
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    if [ -z "$kind" ]; then
      case $line in
        '```'*) kind=${line#'```'}; kind=${kind:-output}; block=''; start=$number ;;
        'In `'*'`:') file=${line#*\`}; file="write ${file%%\`*}" ;;
        'At the end of `'*'`:') file=${line#*\`}; file="add ${file%%\`*}" ;;
        '') ;;
        *) [ -z "$file" ] || fail "a file is announced, and no block follows"; has_run= ;;
      esac
      continue
    fi
    if [ "$line" != '```' ]; then
      block+=$line$'\n'
      continue
    fi
    number=$start
    case $kind in
      swift)
        [ -n "$file" ] || fail "nothing says which file this is"
        mkdir -p "$(dirname "${file#* }")"
        case $file in
          write*) printf '%s' "$block" > "${file#* }" ;;
          add*) printf '\n%s' "$block" >> "${file#* }" ;;
        esac ;;
      sh)
        # Not as a condition: that would switch `set -e` off inside.
        sed 's/^/$ /' <<< "${block%$'\n'}"
        eval "$block" > "$printed.raw" 2> "$scratch/errors" < /dev/null
        shown < "$printed.raw" | tee "$printed"
        has_run=yes ;;
      output)
        [ -n "$has_run" ] || fail "nothing was run that could print this"
        printf '%s' "$block" | shown > "$expected"
        compare "$expected" "$printed" ;;
    esac
    number=$((start + $(wc -l <<< "$block")))
    kind='' file=''
  done < "$page"
}

pages=("$@")
[ $# -gt 0 ] || pages=("$here"/docs/tutorials/*.md)
for page in "${pages[@]}"; do
  page=$(cd "$(dirname "$page")" && pwd)/$(basename "$page")
  echo "== ${page#"$here"/}"
  if grep -q '^socat ' "$page" && ! command -v socat > /dev/null; then
    echo "There is no socat: this page is not followed."
    continue
  fi
  (
    trap 'status=$?; [ $status = 0 ] || tail -n 20 "$scratch/errors" "$scratch/printed.raw" >&2
      kill $(jobs -p) 2> /dev/null || true; exit $status' EXIT
    cd "$packages"
    number=0
    follow
  )
done
echo "The tutorials do what they say."
