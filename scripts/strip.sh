#!/usr/bin/env bash
# Takes the symbols out of a program, and keeps them beside it for debuggers and backtraces.
#
#     scripts/strip.sh PROGRAM FOLDER
#
# Writes FOLDER/NAME and, where there is objcopy, FOLDER/NAME.debug. A debugger that finds the second
# beside the first, or below /usr/lib/debug, knows functions and lines again.
#
# Where there is python3, too, what debuggers unwind stacks by goes with the symbols, an eighth of the
# program, if it was linked by scripts/sections.ld: no other part of the file moves then.
set -euo pipefail
program=$1
folder=$2
# For a program of another processor: a command that copies such files.
objcopy=${OBJCOPY:-objcopy}
name=$(basename "$program")
here=$(cd "$(dirname "$0")" && pwd)

mkdir -p "$folder"
rm -f "$folder/$name" "$folder/$name.debug"
if ! command -v ${objcopy%% *} > /dev/null; then
  cp "$program" "$folder/$name"
  strip "$folder/$name"
  chmod 755 "$folder/$name"
  exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

$objcopy --only-keep-debug "$program" "$folder/$name.debug"
without=()
address=$(objdump --section-headers "$program" | awk '
  $2 == ".bss" { behind = 1 } $2 == ".eh_frame" && behind { print $4 }')
if [ -n "$address" ] && command -v python3 > /dev/null; then
  $objcopy --dump-section .eh_frame="$work/eh_frame" "$program" "$work/copy"
  # Some of the C library's functions are in it already.
  $objcopy --dump-section .debug_frame="$work/debug_frame" "$program" "$work/copy" 2> /dev/null || true
  if [ -s "$work/debug_frame" ]; then change=--update-section; else change=--add-section; fi
  "$here/debug-frame.py" "$work/eh_frame" "$address" "$work/debug_frame"
  $objcopy "$change" .debug_frame="$work/debug_frame" "$folder/$name.debug"
  # What is left says that there is nothing to unwind by.
  head -c 8 /dev/zero > "$work/nothing"
  without=(--update-section .eh_frame="$work/nothing")
fi
chmod 644 "$folder/$name.debug"
# The link holds the name and a checksum of the file, no path.
$objcopy --strip-all ${without[@]+"${without[@]}"} --add-gnu-debuglink="$folder/$name.debug" \
  "$program" "$folder/$name"
chmod 755 "$folder/$name"
