#!/usr/bin/env bash
# The live track against a real gpsd, a serial line of socat's, and what can happen to them.
#
#     Tests/Integration/receivers.sh [PROGRAM] [TRACE]
#
# PROGRAM is the built SignupTUI (default: the release build's, or else the debug build's). TRACE is
# a log in NMEA 0183 (default: one of the tests'). Needs gpsd and gpsfake (Debian: gpsd, gpsd-clients,
# gpsd-tools) and socat; what is not installed is skipped. As root it also drops root where a device
# may not be opened. Everything happens in a folder of its own. Exits 1 if anything was wrong.
set -uo pipefail
cd "$(dirname "$0")/../.."

program=${1:-}
for built in .build/release/SignupTUI .build/debug/SignupTUI; do
  if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
[ -x "$program" ] || { echo "Build SignupTUI first: swift build -c release"; exit 2; }
program=$(realpath "$program")
trace=${2:-$(ls Tests/TestSupport/Fixtures/Traces/*.nmea | head -1)}
trace=$(realpath "$trace")

work=$(mktemp -d)
chmod 755 "$work"
cd "$work"
failures=0
children=()
stop_children() {
  for pid in "${children[@]}"; do kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; done
  children=()
}
cleanup() {
  stop_children
  rm -rf "$work"
}
trap cleanup EXIT

ok() { echo "ok    $1"; }
wrong() { echo "WRONG $1"; failures=$((failures + 1)); }
skip() { echo "skip  $1"; }
# is WHAT FOUND WANTED
is() { if [ "$2" = "$3" ]; then ok "$1"; else wrong "$1: found '$2', wanted '$3'"; fi; }
# has WHAT FILE TEXT: waits up to 20 seconds until a file has a text
has() {
  if timeout 20 sh -c 'tail -n +1 -F "$1" 2>/dev/null | grep -q -m1 -e "$2"' _ "$2" "$3"; then
    ok "$1"
  else
    wrong "$1: '$3' is not in: $(tail -5 "$2")"
  fi
}
# follow FILE OPTION…: follows a receiver in lines, into a file
follow() {
  local file=$1
  shift
  : >"$file"
  "$program" track --accessible --every 1 "$@" </dev/null >"$file" 2>&1 &
  children+=($!)
}

# MARK: gpsd

if command -v gpsd >/dev/null && command -v gpsfake >/dev/null; then
  port=$((20000 + RANDOM % 10000))
  fake() { gpsfake -q -c 0.1 -P "$port" "$trace" >/dev/null 2>&1 & fake=$!; children+=("$fake"); }
  follow gpsd.txt --gpsd "localhost:$port" --log "$work/gpsd.json"
  has "a gpsd that is not there yet is said" gpsd.txt "connection refused"
  fake
  has "gpsd is found once it is there" gpsd.txt "^receiving from gpsd at localhost:$port"
  has "gpsd's receiver is followed" gpsd.txt "^[0-9:]* [0-9.]* [NS] "
  kill "$fake"
  wait "$fake" 2>/dev/null
  has "a gpsd that ends is said" gpsd.txt "the connection has ended"
  has "and the last position with its age" gpsd.txt "^no fix for [0-9]* s; the last: .* [0-9.]* [NS] "
  before=$(grep -c "^receiving" gpsd.txt)
  fake
  timeout 40 sh -c "until [ \$(grep -c '^receiving' gpsd.txt) -gt $before ]; do sleep 0.2; done"
  is "a gpsd that was started anew is followed on" "$(grep -c "^receiving" gpsd.txt)" $((before + 1))
  stop_children
  "$program" stats gpsd.json --json >gpsd.stats 2>&1
  is "what it has reported is recorded and read back" \
    "$(grep -c '"format": "gpsd JSON"' gpsd.stats) $(grep -c '"fixes": 0' gpsd.stats)" "1 0"
else
  skip "gpsd: not installed"
fi

# MARK: Serial line

if command -v socat >/dev/null; then
  # What a receiver says before somebody listens is lost: it speaks once it is followed.
  mkfifo receiver
  exec 9<>receiver
  line() { socat -u "FILE:$work/receiver,ignoreeof" "pty,raw,echo=0,link=$work/ttyGPS" & line=$!; children+=("$line"); }
  line
  timeout 20 sh -c "until [ -e ttyGPS ]; do sleep 0.05; done" || wrong "socat gave no line"
  follow line.txt --device "$work/ttyGPS:4800" --log "$work/drive.nmea"
  has "a serial line is followed" line.txt "^receiving from $work/ttyGPS at 4800 baud"
  cat "$trace" >receiver
  has "its positions are said" line.txt "^[0-9:]* [0-9.]* [NS] "
  has "a fix that nothing follows is old" line.txt "^no fix for [0-9]* s; the last: .* [0-9.]* [NS] "
  has "and its receiver silent" line.txt "is open but silent"
  head -c 400 /dev/urandom >receiver
  has "random bytes are not received" line.txt "sends nothing readable"
  is "and nobody says so" "$(grep -c "^receiving" line.txt)" 1
  # An acknowledgement of UBX, over and over.
  for _ in $(seq 60); do printf '\xb5\x62\x05\x01\x02\x00\x06\x01\x0f\x38' >receiver; done
  has "UBX is named" line.txt "sends UBX"
  kill "$line"
  wait "$line" 2>/dev/null
  has "a line that is unplugged is said" line.txt "the connection has ended"
  line
  timeout 40 sh -c "until [ \$(grep -c '^receiving' line.txt) -gt 1 ]; do sleep 0.2; done"
  is "a line that is plugged in again is followed on" "$(grep -c "^receiving" line.txt)" 2
  stop_children
  "$program" export "$trace" 2>/dev/null | cut -d, -f1-9 >said.csv
  "$program" export drive.nmea 2>/dev/null | cut -d, -f1-9 >logged.csv
  is "all that it said is in the log" "$(cksum <logged.csv)" "$(cksum <said.csv)"
  exec 9>&-
else
  skip "serial line: socat is not installed"
fi

# MARK: Permission

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
  mkfifo device
  chgrp dialout device 2>/dev/null
  chmod 660 device
  cp "$program" program 2>/dev/null && chmod 755 program
  setpriv --reuid 65534 --regid 65534 --clear-groups \
    ./program track --device "$work/device" --accessible </dev/null >denied.txt 2>&1
  is "a device that may not be opened has the status" $? 1
  has "and is a denial with its sentence" denied.txt "permission denied; join its group with"
else
  skip "permission: needs root and setpriv"
fi

[ "$failures" = 0 ]
