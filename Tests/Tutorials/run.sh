#!/usr/bin/env bash
# Follows README.md, docs and the tutorials to the letter: writes the files that a page shows, runs its
# commands, and compares their output with the page.
#
#     Tests/Tutorials/run.sh [PAGE...]     all pages, unless some are named
#
# In a page
# - "In `FILE`:" and "At the end of `FILE`:" precede a block that is the whole file, or is added to it
#   after an empty line; `<!-- file: FILE -->` does the same as the first, without the reader's notice;
# - a block of `sh` runs in the folder of the last `cd`, and fails the test if a command fails;
# - an unmarked block after it is its output; if it begins with …, the end of the output;
# - a block that begins with `$ ` is a transcript: commands, each with its output and errors. A line of
#   … stands for any number of lines;
# - a command in a table, `SignupTUI …` in a row, must end with status 0;
# - `<!-- run: COMMAND -->` prepares something that the page takes for granted;
# - `<!-- skip: REASON -->`, before a block or in a row, is for commands that cannot run here: those that
#   need a receiver, a server or an installation.
#
# Screens run without a terminal, as `--accessible` shows them. The program is the debug build;
# PROGRAM=FILE names another one. Packages stand side by side in .build-tutorials, with this checkout
# beside them, and share one build folder, so that the libraries are built once.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$here/.build-tutorials
packages=$scratch/packages
rm -rf "$packages" "$scratch/pages" "$scratch/bin"
mkdir -p "$packages" "$scratch/build" "$scratch/bin"
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

program() {
  local program=${PROGRAM:-$("$swift" build --package-path "$here" --show-bin-path)/SignupTUI}
  [ -x "$program" ] || "$swift" build --package-path "$here" --product SignupTUI >&2
  realpath "$program"
}

page=
number=0
commands=0
fail() {
  echo "FAILED: $page:$number: $*" >&2
  exit 1
}

# Without what differs from run to run, or what a page cannot show.
shown() { tr -d '\r' | sed -E '/^(Loading\.|\{"state":"loading"\})$/d; s/after [0-9.]+ seconds/after 0.001 seconds/'; }

# Runs a transcript, command by command.
transcript() {
  local line command='' wanted='' status=0
  while IFS= read -r line; do
    if [[ $command == *'\' ]]; then
      command+=$'\n'$line
    elif [[ $line == '$ '* ]]; then
      replay_command "$command" "$wanted"
      command=${line#'$ '} wanted=''
    else
      wanted+=$line$'\n'
    fi
  done < <(printf '%s' "$1")
  replay_command "$command" "$wanted"
}

# Runs one command of a transcript, whatever its status, and compares what it writes.
replay_command() {
  local command=$1 wanted=$2 pattern
  [ -n "$command" ] || return 0
  echo "\$ $command"
  commands=$((commands + 1))
  # The next command can ask for the status by $?.
  eval "(exit $status)"$'\n'"$command" > "$scratch/printed.raw" 2>&1 < /dev/null && status=0 || status=$?
  shown < "$scratch/printed.raw" > "$scratch/printed"
  printf '%s' "$wanted" > "$scratch/expected"
  pattern=$(sed -E 's/[^A-Za-z0-9 ]/\\&/g; s/^\\…$/*/' "$scratch/expected"; echo .)
  pattern=${pattern%.}
  pattern=${pattern//$'*\n'/'*'}
  # shellcheck disable=SC2053
  [[ $(cat "$scratch/printed"; echo .) == ${pattern}. ]] ||
    compare "$scratch/expected" "$scratch/printed"
}

# Runs the commands in a row of a table.
row() {
  local command
  while IFS= read -r command; do
    command=${command//'\|'/'|'}
    echo "\$ $command"
    commands=$((commands + 1))
    ACCESSIBLE=1 timeout 60 bash -c "$command" > "$scratch/printed.raw" 2> "$scratch/errors" < /dev/null ||
      fail "“$command” ends with status $?"
  done < <(grep -oE '`SignupTUI [^`]*`' <<< "$1" | tr -d '`')
}

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

# Writes a block to "write FILE", or adds it to "add FILE".
write() {
  local file=${1#* }
  mkdir -p "$(dirname "$file")"
  case $1 in
    write*) printf '%s' "$2" > "$file" ;;
    add*) printf '\n%s' "$2" >> "$file" ;;
  esac
}

follow() {
  local line file='' kind='' block='' start printed=$scratch/printed expected=$scratch/expected
  local has_run= skip=
  while IFS= read -r line || [ -n "$line" ]; do
    number=$((number + 1))
    if [ -z "$kind" ]; then
      case $line in
        '```'*) kind=${line#'```'}; kind=${kind:-output}; block=''; start=$number ;;
        '<!-- skip:'*'-->') skip=yes ;;
        '<!-- file: '*' -->') file=${line#'<!-- file: '}; file="write ${file%' -->'}" ;;
        '<!-- run: '*' -->')
          line=${line#'<!-- run: '}; line=${line%' -->'}
          eval "$line" > "$printed.raw" 2> "$scratch/errors" < /dev/null ;;
        '|'*'<!-- skip:'*) ;;
        '|'*'`SignupTUI '*) row "$line" ;;
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
    case $skip$kind in
      yes*) ;;
      sh)
        # Not as a condition: that would switch `set -e` off inside.
        sed 's/^/$ /' <<< "${block%$'\n'}"
        commands=$((commands + $(grep -cvE '^($|#)' <<< "$block")))
        # A tutorial's screens have a terminal of their own.
        [ -n "$is_tutorial" ] || export ACCESSIBLE=1
        eval "$block" > "$printed.raw" 2> "$scratch/errors" < /dev/null
        unset ACCESSIBLE
        shown < "$printed.raw" | tee "$printed"
        has_run=yes ;;
      output)
        if [ -n "$file" ]; then
          write "$file" "$block"
        elif [[ $block == '$ '* ]]; then
          transcript "$block"
        elif [ -n "$has_run" ]; then
          printf '%s' "$block" | shown > "$expected"
          compare "$expected" "$printed"
        else
          [ -z "$is_tutorial" ] || fail "nothing was run that could print this"
        fi ;;
      *)
        if [ -n "$file" ]; then
          write "$file" "$block"
        elif [ "$kind$is_tutorial" = swiftyes ]; then
          fail "nothing says which file this is"
        fi ;;
    esac
    number=$((start + $(wc -l <<< "$block")))
    kind='' file='' skip=''
  done < "$page"
}

pages=("$@")
[ $# -gt 0 ] || pages=("$here"/README.md "$here"/docs/*.md "$here"/docs/tutorials/*.md)
export LC_ALL=C.UTF-8
for page in "${pages[@]}"; do
  page=$(realpath "$page")
  name=${page#"$here"/}
  echo "== $name"
  if grep -q '^socat ' "$page" && ! command -v socat > /dev/null; then
    echo "There is no socat: this page is not followed."
    continue
  fi
  (
    trap 'status=$?; [ $status = 0 ] || tail -n 20 "$scratch/errors" "$scratch/printed.raw" >&2
      kill $(jobs -p) 2> /dev/null || true; exit $status' EXIT
    is_tutorial=yes
    cd "$packages"
    if [[ $name != docs/tutorials/* ]]; then
      is_tutorial=
      # A home of the page's own, in which only the program is there.
      [ -e "$scratch/bin/SignupTUI" ] || ln -s "$(program)" "$scratch/bin/SignupTUI"
      if [[ $name == docs/* ]]; then
        mkdir -p "$scratch/pages/$name"
        cd "$scratch/pages/$name"
        export HOME=$PWD checkout=$here
        unset "${!XDG_@}" "${!SIGNUP_TUI_@}" SSH_CONNECTION SSH_TTY
      fi
    fi
    follow
    echo "-- $commands commands"
  )
done
echo "The pages do what they say."
