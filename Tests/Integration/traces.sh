#!/usr/bin/env bash
# What export and simulate write, read by the programs it is for.
#
#     Tests/Integration/traces.sh [PROGRAM] [TRACE…]
#
# PROGRAM is the built SignupTUI (default: the release build's, or else the debug build's), TRACE a
# log to convert (default: those among the tests' fixtures). GPSBabel, gpsd's gpsdecode, xmllint and
# python3 are asked where they are installed (Debian: gpsbabel, gpsd-clients, libxml2-utils).
# Exits 1 if anything was not as it should be.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

program=${1:-}
shift || true
for built in "$root/.build/release/SignupTUI" "$root/.build/debug/SignupTUI"; do
  if [ -z "$program" ] && [ -x "$built" ]; then program=$built; fi
done
[ -x "$program" ] || { echo "Build SignupTUI first: swift build -c release"; exit 2; }
program=$(realpath "$program")
traces=()
for trace in "$@"; do traces+=("$(realpath "$trace")"); done
if [ ${#traces[@]} = 0 ]; then
  traces=("$root"/Tests/TestSupport/Fixtures/Traces/*.{nmea,csv})
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
failures=0
ok() { echo "ok    $1"; }
wrong() { echo "WRONG $1"; failures=$((failures + 1)); }
skip() { echo "skip  $1"; }
# is WHAT FOUND WANTED
is() { if [ "$2" = "$3" ]; then ok "$1"; else wrong "$1: found '$2', wanted '$3'"; fi; }
# near WHAT FOUND WANTED SHARE: whether two numbers differ by at most one, or a share of the second
near() {
  if awk -v a="$2" -v b="$3" -v s="$4" 'BEGIN { d = a - b; exit !((d < 0 ? -d : d) <= (b * s > 1 ? b * s : 1)) }'; then
    ok "$1"
  else
    wrong "$1: found $2, wanted about $3"
  fi
}
has() { command -v "$1" > /dev/null 2>&1; }

# rows FILE: time (seconds of the day), latitude and longitude of each of our CSV's fixes
rows() {
  awk -F, 'NR > 1 { split(substr($1, index($1, "T") + 1), t, ":")
    printf "%.2f %.6f %.6f\n", t[1] * 3600 + t[2] * 60 + t[3], $2, $3 }' "$1"
}
# apart A B: by how much two lists of points are apart at most, degrees; -1 for other counts
apart() {
  paste -d' ' "$1" "$2" | awk -v a="$(wc -l < "$1")" -v b="$(wc -l < "$2")" '
    { for (i = 0; i < 2; i++) { d = $(1 + i) - $(3 + i); if (d < 0) d = -d; if (d > m) m = d } }
    END { print a != b ? -1 : m <= 2e-6 ? 0 : m }'
}

# ours FILE: way and time of a trace as stats has them; the way between segments is GPSBabel's, too
ours() {
  "$program" stats "$1" --json 2> said | awk -F'[:,]' '
    /^  "(gap_)?distance"/ { way += $2 } /^  "duration"/ { time = $2 }
    END { printf "%.1f %.0f\n", way, time }'
}
# theirs FORMAT FILE: the same as GPSBabel sums them for TCX, on a sphere
theirs() {
  gpsbabel -t -i "$1" -f "$2" -o gtrnctr -F - 2> said | awk -F'[<>]' '
    /TotalTimeSeconds/ { time += $3 } /DistanceMeters/ { way += $3 }
    END { printf "%.1f %.0f\n", way, time }'
}
# figures WHAT FORMAT FILE: whether way and time agree
figures() {
  read -r way time < <(ours "$3")
  read -r way2 time2 < <(theirs "$2" "$3")
  near "$1: the way is GPSBabel's" "$way" "$way2" 0.005
  near "$1: so is the time" "$time" "$time2" 0
}

for trace in "${traces[@]}"; do
  name=$(basename "$trace")
  "$program" export "$trace" -o ours.csv 2> said || { wrong "$name: export: $(cat said)"; continue; }
  rows ours.csv > ours.rows
  cut -d' ' -f2- ours.rows > ours.points
  count=$(wc -l < ours.rows)
  for format in csv gpx geojson kml jsonl nmea; do
    "$program" export "$trace" --to $format > "ours.$format" 2> said \
      || wrong "$name: export --to $format: $(cat said)"
  done

  # What we have written ourselves, read back.
  for format in csv gpx geojson jsonl nmea; do
    "$program" export "ours.$format" > again.csv 2> said
    rows again.csv | cut -d' ' -f2- > again.points
    is "$name: $format read back" "$(apart again.points ours.points)" 0
  done
  "$program" export ours.csv --to csv > again.csv 2> /dev/null
  is "$name: a table of ours stays the same" \
    "$(cut -d, -f1-9 again.csv | cksum)" "$(cut -d, -f1-9 ours.csv | cksum)"

  if has python3; then
    is "$name: geojson is JSON with every fix" \
      "$(python3 -c 'import json; print(sum(f["geometry"]["type"] == "Point" for f in json.load(open("ours.geojson"))["features"]))')" "$count"
    is "$name: jsonl is JSON with every fix" \
      "$(python3 -c 'import json; print(len([json.loads(x) for x in open("ours.jsonl")]))')" "$count"
  else
    skip "$name: JSON (no python3)"
  fi
  if has xmllint; then
    for format in gpx kml; do
      if xmllint --noout "ours.$format" 2> said; then ok "$name: $format is XML"; else
        wrong "$name: $format: $(cat said)"; fi
    done
  else
    skip "$name: XML (no xmllint)"
  fi

  if has gpsbabel; then
    # Beside the points stands a line through them, of which GPSBabel makes points as well.
    python3 -c 'import json; all = json.load(open("ours.geojson"))
all["features"] = [f for f in all["features"] if f["geometry"]["type"] == "Point"]
json.dump(all, open("ours.points.geojson", "w"))'
    for pair in "gpx gpx -t" "kml kml -t" "nmea nmea -t" "geojson points.geojson -w" "unicsv csv -w"; do
      read -r reader format kind <<< "$pair"
      if ! gpsbabel "$kind" -i "$reader" -f "ours.$format" -o csv -F theirs.csv 2> said > /dev/null; then
        wrong "$name: GPSBabel reads $format: $(head -1 said)"
        continue
      fi
      awk -F', *' '{ print $1, $2 }' theirs.csv > theirs.points
      awk '{ printf "%.6f %.6f\n", $1, $2 }' theirs.points > theirs.six
      awk '{ printf "%.6f %.6f\n", $1, $2 }' ours.points > ours.six
      found=$(apart theirs.six ours.six)
      awk -v d="$found" 'BEGIN { exit !(d >= 0 && d < 1.2e-5) }' \
        && ok "$name: GPSBabel reads $format, every fix" \
        || wrong "$name: GPSBabel reads $format: $(wc -l < theirs.points) of $count points, $found° off"
    done
  else
    skip "$name: GPSBabel"
  fi

  # What GPSBabel makes of the points, read by us.
  if has gpsbabel; then
    for pair in "garmin_fit fit" "gtrnctr tcx" "kml kml" "geojson geojson" "igc igc"; do
      read -r writer format <<< "$pair"
      gpsbabel -t -i gpx -f ours.gpx -o "$writer" -F "theirs.$format" > /dev/null 2>&1 || continue
      "$program" stats --json "theirs.$format" > theirs.stats 2> said \
        && ok "$name: GPSBabel's $format is read" || wrong "$name: GPSBabel's $format: $(cat said)"
    done
  else
    skip "$name: formats of GPSBabel"
  fi

  if has gpsdecode; then
    gpsdecode < ours.nmea > theirs.json 2> said
    found=$(grep -c '"class":"TPV".*"lat"' theirs.json)
    near "$name: gpsdecode finds the fixes" "$found" "$count" 0.02
  else
    skip "$name: gpsdecode"
  fi
done

# Way and time of what people record: rare points, several tracks, plans and places beside them.
point() { # METRES SECONDS: a point so far north of a place, so many seconds after noon
  awk -v m="$1" -v s="$2" 'BEGIN { printf "<trkpt lat=\"%.7f\" lon=\"-122.6\"><ele>%d</ele><time>2024-05-01T%02d:%02d:%02dZ</time></trkpt>\n",
    45.5 + m / 111140, 100 + m / 50, 12 + s / 3600, s / 60 % 60, s % 60 }'
}
ride() { # FIRST COUNT: the points of a ride whose recorder left out what was straight
  local second=$1 index
  for ((index = 0; index < $2; index++)); do
    point $((second * 5)) "$second"
    second=$((second + (index % 7 == 6 ? 47 : index % 3 == 0 ? 4 : 1)))
  done
}
{
  echo '<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">'
  echo '<wpt lat="45.4" lon="-122.5"><time>2019-01-01T00:00:00Z</time><name>Home &amp; hearth</name><desc>old</desc><sym>Residence</sym></wpt>'
  echo '<rte><name>Plan</name><rtept lat="45" lon="-122"><name>A</name></rtept><rtept lat="46" lon="-122"><name>B</name></rtept></rte>'
  echo '<trk><name>Morning</name><trkseg>'; ride 0 150; echo '</trkseg></trk>'
  echo '<trk><name>Noon</name><trkseg>'; ride 300 100; echo '</trkseg></trk></gpx>'
} > smart.gpx
ride 0 150 | { echo '<gpx><trk><trkseg>'; cat; echo '</trkseg></trk></gpx>'; } > one.gpx
"$program" export smart.gpx --to gpx > again.gpx
is "names stay names" "$(grep -o '<name>[^<]*' again.gpx | sort)" "$(grep -o '<name>[^<]*' smart.gpx | sort)"
"$program" export smart.gpx --to csv > again.csv
"$program" export again.csv --to gpx > twice.gpx
is "also through a table" "$(cksum < twice.gpx)" "$(cksum < again.gpx)"
is "one track by its name" "$("$program" stats smart.gpx --track Morning --json | grep '^  "distance"')" \
  "$("$program" stats one.gpx --json | grep '^  "distance"')"
"$program" stats smart.gpx --track 3 > /dev/null 2> said
is "a track that is not there" "$? $(grep -c 'Morning' said)" "1 1"
"$program" export smart.gpx --to kml > again.kml 2> said
is "what a format cannot hold is said" "$(grep -c '1 symbol' said)" 1
if has gpsbabel; then
  figures "rare points, two tracks, places" gpx smart.gpx
  figures "the same, written by us" gpx again.gpx
  is "GPSBabel finds the names" \
    "$(gpsbabel -w -r -t -i gpx -f again.gpx -o gpx -F - | grep -o '<name>[^<]*' | sort | cksum)" \
    "$(gpsbabel -w -r -t -i gpx -f smart.gpx -o gpx -F - | grep -o '<name>[^<]*' | sort | cksum)"
  for trace in "${traces[@]}"; do
    name=$(basename "$trace")
    "$program" export "$trace" --quiet --to gpx > whole.gpx
    figures "$name as GPX" gpx whole.gpx
    "$program" export "$trace" --quiet --to gpx --simplify 5 > simple.gpx
    near "$name is as long when it is simplified" "$(ours simple.gpx | cut -d' ' -f1)" \
      "$(ours whole.gpx | cut -d' ' -f1)" 0.01
    case "$trace" in *.nmea) ;; *) continue ;; esac
    # Where RMC comes first GPSBabel pairs it with another epoch's GGA, and at the ends with none:
    # of a short log that is much.
    count=$("$program" export "$trace" --quiet | tail -n +2 | wc -l)
    if [ "$count" -ge 100 ] && [ "$(gpsbabel -t -i nmea -f "$trace" -o csv -F - | wc -l)" = "$count" ]; then
      figures "$name itself" nmea "$trace"
    else
      skip "$name itself: short, or GPSBabel reads another number of fixes"
    fi
  done
fi

# The simulated receiver.
"$program" simulate --seed 7 --duration 120 > one.nmea
"$program" simulate --seed 7 --duration 120 > two.nmea
"$program" simulate --seed 8 --duration 120 > three.nmea
if cmp -s one.nmea two.nmea; then ok "one seed, the same bytes"; else wrong "one seed, other bytes"; fi
if cmp -s one.nmea three.nmea; then wrong "another seed, the same bytes"; else ok "another seed, other bytes"; fi
"$program" export one.nmea > one.csv
fixes=$(($(wc -l < one.csv) - 1))
near "we read the simulated receiver" "$fixes" 118 0.02
if has gpsdecode; then
  found=$(gpsdecode < one.nmea | grep -c '"class":"TPV".*"lat"')
  near "gpsdecode reads the simulated receiver" "$found" "$fixes" 0.02
fi
if has gpsbabel; then
  found=$(gpsbabel -t -i nmea -f one.nmea -o csv -F - | wc -l)
  near "GPSBabel reads the simulated receiver" "$found" "$fixes" 0.02
fi

# What both read: places and times of export, way and time of stats.
if has gpsbabel; then
  # their_fixes FORMAT FILE: seconds of the day (- where there is no time), latitude, longitude
  their_fixes() {
    gpsbabel -t -i "$1" -f "$2" -o gpx -F - 2> said | awk -F'["<>]' '
      function say() { if (n) printf "%s %.6f %.6f\n", time, lat, lon }
      /<trkpt/ { say(); n = 1; lat = $3; lon = $5; time = "-" }
      n && /<time>/ { split(substr($3, 12), t, /[:Z]/); time = t[1] * 3600 + t[2] * 60 + t[3] }
      END { say() }'
  }
  our_fixes() {
    "$program" export "$1" --quiet 2> said | awk -F, '
      NR == 1 { for (i = 1; i <= NF; i++) if ($i == "kind") kind = i }
      NR > 1 && (!kind || $kind != "waypoint") {
        time = "-"
        if (split(substr($1, index($1, "T") + 1), t, /[:Z]/) > 2) time = t[1] * 3600 + t[2] * 60 + t[3]
        printf "%s %.6f %.6f\n", time, $2, $3 }'
  }
  # agree WHAT FORMAT FILE: whether both have the same fixes, to a second and a metre
  agree() {
    our_fixes "$3" > ours.fixes
    their_fixes "$2" "$3" > theirs.fixes
    found=$(paste -d' ' ours.fixes theirs.fixes | awk -v a="$(wc -l < ours.fixes)" -v b="$(wc -l < theirs.fixes)" '
      function apart(x, y) { x -= y; return x < 0 ? -x : x }
      $1 != "-" && $4 != "-" && apart($1, $4) > 1 { bad++ }
      apart($2, $5) > 1.2e-5 || apart($3, $6) > 1.2e-5 { bad++ }
      END { print a, b, bad + 0 }')
    read -r here there bad <<< "$found"
    if [ "$here" = "$there" ] && [ "$bad" = 0 ] && [ "$here" -gt 0 ]; then ok "$1: the same fixes"; else
      wrong "$1: $here fixes, GPSBabel has $there, $bad of them elsewhere"; fi
  }
  "$program" export smart.gpx --track Morning --to gpx > ride.gpx
  for pair in "gpx gpx" "gtrnctr tcx" "garmin_fit fit" "igc igc" "nmea nmea" "kml,points=0,track=1 kml" \
    "unicsv,utc=0 csv" "ozi plt" "iblue747 iblue.csv" "magellan magellan.txt"; do
    read -r writer name <<< "$pair"
    # Without a kind of fix it writes NMEA 0183 of a receiver that had none.
    gpsbabel -t -i gpx -f ride.gpx -x track,fix=3d -o "$writer" -F "made.$name" > /dev/null 2>&1
    [ -s "made.$name" ] || { wrong "GPSBabel writes no $name"; continue; }
    case $name in
    # Of its tables it makes waypoints, if it reads them at all, of KML's line another track, and in
    # its NMEA 0183 it pairs the height and the time of two epochs.
    *csv | kml | nmea) near "GPSBabel's $name: its fixes" "$(our_fixes "made.$name" | wc -l)" "$(our_fixes ride.gpx | wc -l)" 0 ;;
    *) agree "GPSBabel's $name" "${writer%%,*}" "made.$name" ;;
    esac
    read -r way time < <(ours "made.$name")
    read -r way2 time2 < <(theirs gpx ride.gpx)
    near "GPSBabel's $name: the way" "$way" "$way2" 0.005
    near "GPSBabel's $name: the time" "$time" "$time2" 0
  done
  for pair in "gpx gpx" "kml kml" "nmea nmea"; do
    read -r reader name <<< "$pair"
    "$program" export ride.gpx --quiet --to "$name" > "written.$name"
    agree "our $name" "$reader" "written.$name"
    figures "our $name" "$reader" "written.$name"
  done
  # Plans and places, there and back.
  gpsbabel -w -r -t -i gpx -f smart.gpx -o nmea -F plans.nmea > /dev/null 2>&1
  is "waypoints of GPSBabel's NMEA" "$("$program" stats plans.nmea --json | grep -c '"waypoints": [1-9]')" 1
  gpsbabel -w -i gpx -f smart.gpx -o ozi -F places.wpt > /dev/null 2>&1
  is "waypoints of GPSBabel's OziExplorer" \
    "$("$program" export places.wpt --quiet | grep -c 'waypoint,,"*Home & hearth')" 1
else
  skip "figures and fixes beside GPSBabel's"
fi

# Tables that say little of themselves.
printf 'when;what;a;b\n2024-05-01T10:00:00Z;x;59,3;18,1\n2024-05-01T10:00:01Z;x;59,4;18,2\n' > nameless.csv
"$program" stats nameless.csv > /dev/null 2> said
is "a table that cannot be guessed says what helps" "$? $(grep -c -e '--columns time,lat,lon,ele' said)" "1 1"
is "and is read with that" "$("$program" export nameless.csv --columns time,-,lat,lon | cut -d, -f1-3 | tail -1)" \
  "2024-05-01T10:00:01.000Z,59.400000000,18.200000000"
printf 'lat,lon\n59.3,200\n' > far.csv
"$program" stats far.csv > /dev/null 2> said
is "a longitude of 200 is an error" "$?" 1
tr -d '\n' < smart.gpx > oneline.gpx
is "a document of one line is one" "$("$program" stats oneline.gpx --json | grep -c '"lines": 1,')" 1
"$program" simulate --time 1970-01-01T00:00Z --duration 10 > old.nmea
is "1970 is read back as 1970" "$("$program" export old.nmea --quiet | tail -1 | cut -c1-5)" 1970-
"$program" simulate --time 2004-09-15T10:00Z --duration 10 > behind.nmea
is "dates are put right by weeks" "$("$program" export behind.nmea --quiet --week-rollover | tail -1 | cut -c1-10)" \
  2024-05-01

# What export must not do.
cp "${traces[0]}" input
before=$(cksum < input)
"$program" export input -o input 2> said
is "export does not replace what it reads" "$? $(cksum < input)" "2 $before"
ln -s input link
"$program" export input -o link 2> said
is "not through a link either" "$? $(cksum < input)" "2 $before"
echo kept > output
: > empty
"$program" export empty -o output 2> said
is "an output is kept where the input is bad" "$? $(cat output)" "1 kept"
is "and nothing half-written stays" "$(ls output.* 2> /dev/null | wc -l)" 0
"$program" export - < input > piped.csv 2> said
"$program" export input > named.csv 2> said
if cmp -s piped.csv named.csv; then ok "standard input is a file like any"; else
  wrong "standard input gives other bytes"; fi
mkfifo pipe
cat input > pipe &
"$program" export pipe > fifo.csv 2> said
if cmp -s fifo.csv named.csv; then ok "and so is a pipe"; else wrong "a pipe gives other bytes"; fi
gzip -k input
"$program" export input.gz > packed.csv 2> said
if cmp -s packed.csv named.csv; then ok "and a packed file"; else wrong "a packed file gives other bytes"; fi
"$program" export - < input.gz > packed.csv 2> said
if cmp -s packed.csv named.csv; then ok "also through a pipe"; else wrong "a packed pipe gives other bytes"; fi

# A trace whose end is missing: all that came before, the reason, and the status 1.
lacks() { # WHAT FILE REASON: stats, export and a replay say the reason
  "$program" stats "$2" --json > lacking.json 2> said
  is "stats of $1" "$? $(grep -c "$3" said) $(grep -c '"complete": false' lacking.json) $(grep -c "$3" lacking.json)" \
    "1 1 1 1"
  "$program" stats "$2" > lacking.txt 2> /dev/null
  is "stats of $1 as text" "$? $(grep -c '^Incomplete ' lacking.txt)" "1 1"
  rm -f lacking.csv
  "$program" export "$2" --quiet -o lacking.csv 2> said
  is "export of $1" "$? $(grep -c "$3" said)" "1 1"
  if [ "$(wc -l < lacking.csv)" -gt 1 ]; then ok "its fixes are written"; else
    wrong "its fixes are not written"; fi
  printf 'end\n' | "$program" replay "$2" --accessible > lacking.txt 2>&1
  is "a replay of $1" "$? $(grep -c "$3" lacking.txt)" "1 1"
}
"$program" export input --quiet --to gpx > whole.gpx
"$program" export input --quiet --to csv > whole.csv
size=$(wc -c < input.gz)
head -c $((size / 2)) input.gz > half.gz
lacks "an archive that was cut" half.gz 'gzip: unexpected end of file, exit status 1'
{ head -c $((size - 8)) input.gz; printf 'XXXX'; tail -c 4 input.gz; } > wrong.gz
lacks "an archive with a wrong checksum" wrong.gz 'crc error, exit status 1'
"$program" export - < half.gz > lacking.csv 2> said
is "an archive that was cut, through a pipe" "$? $(grep -c 'standard input: the archive is damaged' said)" "1 1"
mkdir bin
printf '#!/bin/sh\n%s -dc | head -c 20000\nkill -9 $$\n' "$(command -v gzip)" > bin/gzip
chmod 755 bin/gzip
PATH="$PWD/bin:$PATH" "$program" export input.gz > lacking.csv 2> said
is "an unpacker that is killed" "$? $(grep -c 'gzip: ended by signal 9' said)" "1 1"
size=$(wc -c < whole.gpx)
head -c $((size - 200)) whole.gpx > half.gpx
lacks "GPX that was cut" half.gpx 'before its closing tag, </gpx>'
for cut in 1 4 10 25; do
  head -c $((size - cut)) whole.gpx > half.gpx
  "$program" stats half.gpx > /dev/null 2>&1
  is "GPX without its last $cut bytes" "$?" "$((cut > 1 ? 1 : 0))"
done
head -c $(($(wc -c < whole.csv) - 60)) whole.csv > half.csv
lacks "a table that was cut" half.csv 'in the middle of a row'
head -c $(($(wc -c < input) - 30)) input > half.log
lacks "a log that was cut" half.log 'in the middle of a'
head -c $(($(wc -c < whole.csv) - 60)) whole.csv | "$program" export - > lacking.csv 2> said
is "a pipe that ends in the middle of a row" "$? $(grep -c 'standard input: it ends in the middle of a row' said)" "1 1"
"$program" stats whole.csv whole.gpx > /dev/null 2> said
is "whole ones are whole" "$? $(wc -c < said)" "0 0"

# An export that is ended before it is done.
"$program" simulate --duration 20000 --rate 10 --to csv > long.csv
mkdir target
for signal in TERM KILL; do
  "$program" export long.csv long.csv long.csv -o target/out.gpx 2> said &
  exporting=$!
  # It has begun when it has its file open, which has no name yet.
  timeout 20 sh -c "until ls -l /proc/$exporting/fd | grep -q target; do :; done" ||
    wrong "an export did not begin"
  kill -$signal "$exporting" 2> /dev/null
  wait "$exporting" 2> /dev/null
  is "an export is ended by $signal" "$?" "$((128 + $(kill -l $signal)))"
  is "an export that gets $signal leaves nothing behind" "$(ls target)" ""
done
"$program" export input > /dev/full 2> said
is "a full disk is said" "$? $(grep -c 'No space left' said)" "1 1"
"$program" export long.csv | head -1 > first
is "a reader that has enough ends the program without a word" "${PIPESTATUS[0]} $(wc -l < first)" "141 1"

echo
if [ $failures = 0 ]; then echo "all is well"; else echo "$failures wrong"; exit 1; fi
