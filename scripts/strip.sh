#!/usr/bin/env bash
# Takes the symbols out of a program, and keeps them beside it for debuggers and backtraces.
#
#     scripts/strip.sh PROGRAM FOLDER
#
# Writes FOLDER/NAME and, where there is objcopy, FOLDER/NAME.debug. A debugger that finds the second
# beside the first, or below /usr/lib/debug, knows functions and lines again.
set -euo pipefail
program=$1
folder=$2
name=$(basename "$program")

mkdir -p "$folder"
rm -f "$folder/$name" "$folder/$name.debug"
if command -v objcopy > /dev/null; then
  objcopy --only-keep-debug "$program" "$folder/$name.debug"
  chmod 644 "$folder/$name.debug"
  # The link holds the name and a checksum of the file, no path.
  objcopy --strip-all --add-gnu-debuglink="$folder/$name.debug" "$program" "$folder/$name"
else
  cp "$program" "$folder/$name"
  strip "$folder/$name"
fi
chmod 755 "$folder/$name"
