#!/usr/bin/env python3
"""How the times of the readers grow with their input, as a Markdown table.

    scripts/bench-linearity.py [--program PROGRAM] [--only WORD] [--list]

PROGRAM is the built SignupTUI (default: the release build's). Each row of ROWS is a name, the
generator of an input of some size, and the command that reads it. The input is made once, twice, four
and eight times as long; the best of TURNS user times counts for each. Fails where an input four times
as long takes more than six times the time, be it 4 × to 1 × or 8 × to 2 ×, beyond a floor of
FLOOR seconds, within which nothing is compared. What a command makes of its input does not matter:
most of these are refused or full of errors; but it must end within LIMIT seconds.

To add a row: write a function that takes a number of bytes and returns about as many, decorate it
with the row's name and command, and name the file it is written to by {}.
"""
import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile

TURNS = int(os.environ.get("TURNS", 2))
FLOOR = float(os.environ.get("FLOOR", 0.15))
LIMIT = float(os.environ.get("LIMIT", 120))
MOST = 6.0
SIZE = int(os.environ.get("BYTES", 1_000_000))

ROWS = []


def row(name, *command, size=SIZE, ending="txt"):
    """Adds a row: the decorated function makes its input."""
    def add(make):
        ROWS.append((name, make, command, size, ending))
        return make
    return add


def filled(head, part, tail=b""):
    """An input of a head, a part again and again, and a tail."""
    return lambda size: head + part * max(1, (size - len(head) - len(tail)) // len(part)) + tail


def add(name, make, *command, ending="txt", size=SIZE):
    row(name, *(command or ("stats", "{}")), ending=ending, size=size)(make)


HEAD = b"time,lat,lon,name\n2025-05-02T09:00:00Z,55.7,12.55,a\n"

# Tables.
add("table: unclosed quotation mark",
    filled(HEAD + b'2025-05-02T09:00:01Z,55.7,12.55,"', b"x" * 79 + b"\n"))
add("table: unclosed quotation mark in each row",
    filled(HEAD, b'2025-05-02T09:00:01Z,55.7,12.55,"abc\n'))
add("table: nothing but quotation marks", filled(HEAD, b'"'))
add("table: unclosed marks in cells of one row", filled(HEAD, b',"x'))
add("table: doubled quotation marks", filled(HEAD + b'"', b'""'))
add("table: columns of the heading", filled(b"lat,lon", b",column", b"\n55.7,12.55\n"))
add("table: columns named lat", filled(b"lat,lon", b",lat", b"\n55.7,12.55\n"))
add("table: columns of each row",
    lambda size: HEAD + (b"1," * (size // 20) + b"\n") * 10)
add("table: one long line", filled(b"", b"x"))
add("table: one long number", filled(b"lat,lon\n55.7,", b"5", b"\n"))
add("table: long numbers", filled(b"lat,lon\n", b"55.7," + b"5" * 60_000 + b"\n"))
add("table: a long heading", filled(b"lat,lon,", b"(km[h) ", b"\n55.7,12.55\n"))
add("table: blanks", filled(HEAD, b" "))
add("table: line ends", filled(HEAD, b"\r\n"))
add("table: comments", filled(b"", b"# lat,lon\n", HEAD))
add("table: no heading", filled(b"", b"55.7001,12.5501,3\n"))
add("table: named columns", filled(b"", b"55.7001,12.5501,3\n"),
    "stats", "{}", "--columns", "lat,lon,ele")
add("table: bare speeds", lambda size: b"time,lat,lon,speed\n" + b"".join(
    b"2025-05-02T%02d:%02d:%02dZ,55.%07d,12.55,72\n" % (n // 3600 % 24, n // 60 % 60, n % 60, n * 1800 % 10_000_000)
    for n in range(size // 44)))
add("table: Windows-1252", filled(b"time;lat;lon;H\xF6he\n", b"2025-05-02T09:00:01Z;55,7;12,55;31,5\n"))
add("table: UTF-16", lambda size: b"\xFF\xFE" + (
    "time;lat;lon;Höhe\n" + "2025-05-02T09:00:01Z;55,7;12,55;31,5\n" * (size // 76)).encode("utf-16-le"))
add("table: UTF-16 without ASCII", lambda size: b"\xFF\xFE" + (
    "time;lat;lon;Höhe\n" + "å" * (size // 2)).encode("utf-16-le"))
add("table: modem", filled(b"", b"+CGPSINFO: 5542.6298,N,01233.2903,E,020525,090000.0,30.3,1.2,0.0\r\nOK\r\n"))

# XML.
GPX = b"<?xml version='1.0'?><gpx><trk><trkseg>"
POINT = b"<trkpt lat='55.7' lon='12.55'><ele>31.5</ele></trkpt>"
for name, head, tail in [("GPX", b"<gpx>", b""), ("KML", b"<kml>", b""),
                         ("TCX", b"<TrainingCenterDatabase>", b"")]:
    add(f"{name}: nesting", filled(head, b"<a>"))
    add(f"{name}: unclosed tag", filled(head + b"<trkpt ", b"a='b' "))
    add(f"{name}: attributes of many tags", filled(head, b"<trkpt " + b"a='b' " * 2000 + b"/>"))
    add(f"{name}: unclosed quotation mark", filled(head + b"<trkpt lat='", b"5"))
    add(f"{name}: unclosed comment", filled(head + b"<!--", b"- "))
    add(f"{name}: unclosed CDATA", filled(head + b"<name><![CDATA[", b"] "))
    add(f"{name}: document type", filled(head[:0] + b"<!DOCTYPE a [", b"<!ENTITY a 'b'>[", b"]>" + head))
    add(f"{name}: long text", filled(head + b"<trk><name>", b"x"))
    add(f"{name}: entities", filled(head + b"<trk><name>", b"&#x41;"))
    add(f"{name}: angle brackets", filled(head, b"<"))
    add(f"{name}: long declaration", filled(b"<?xml version='1.0' ", b"a='b' ", b"?>" + head))
add("GPX: points", filled(GPX, POINT))
add("GPX: long numbers", filled(GPX, b"<trkpt lat='55." + b"7" * 5000 + b"' lon='12'><ele>" + b"3" * 5000 + b"</ele></trkpt>"))
add("GPX: Windows-1252", filled(
    b"<?xml version='1.0' encoding='windows-1252'?><gpx>", b"<wpt lat='55.7' lon='12.5'><name>\xD8</name></wpt>"))
add("GPX: Windows-1252, one long text", filled(
    b"<?xml version='1.0' encoding='windows-1252'?><gpx><trk><name>", b"\xD8"))
add("GPX: no root", filled(b"<?xml version='1.0'?>", b"<a/>"))
add("KML: coordinates", filled(b"<kml><Placemark><LineString><coordinates>", b"12.55,55.7,1 "))
add("KML: one long tuple", filled(b"<kml><Placemark><LineString><coordinates>", b"1,"))
add("KML: gx:coord without when", filled(b"<kml><Placemark><gx:Track>", b"<gx:coord>12.5 55.7 1</gx:coord>"))
add("KML: when without gx:coord", filled(b"<kml><Placemark><gx:Track>", b"<when>2025-05-02T09:00:00Z</when>"))

# JSON.
FEATURE = b'{"type":"Feature","geometry":{"type":"Point","coordinates":[12.55,55.7]},"properties":{"name":"a"}},'
add("GeoJSON: lists", filled(b'{"type":"Feature","geometry":{"type":"LineString","coordinates":', b"["))
add("GeoJSON: objects", filled(b'{"type":"Feature"', b',"a":{"b":1'))
add("GeoJSON: unclosed text", filled(b'{"type":"Feature","a":"', b"x"))
add("GeoJSON: escapes", filled(b'{"type":"Feature","a":"', b"\\\\\\\""))
add("GeoJSON: one long number", filled(b'{"type":"Feature","geometry":{"type":"Point","coordinates":[', b"5"))
add("GeoJSON: positions", filled(b'{"type":"Feature","geometry":{"type":"LineString","coordinates":[', b"[12.55,55.7],"))
add("GeoJSON: features", filled(b'{"type":"FeatureCollection","features":[', FEATURE))
add("GeoJSON: times before the geometry", filled(
    b'{"type":"Feature","properties":{"coordTimes":[', b'"2025-05-02T09:00:00Z",'))
add("JSON lines: one long line", filled(b'{"latitude":55.7,"longitude":12.5}\n{"a":"', b"x"))
add("JSON lines: nesting", filled(b'{"latitude":55.7,"longitude":12.5}\n{"a":', b"["))
add("JSON lines: members", filled(b'{"latitude":55.7,"longitude":12.5', b',"a":1', b"}\n"))
add("JSON lines: objects", filled(b"", b'{"latitude":55.7,"longitude":12.5}\n'))
add("JSON of no kind: nesting", filled(b"", b'{"a":'))
add("JSON of no kind: objects", filled(b"", b'{"a":{"latitude":1}}\n'))
add("gpsd: one long line", filled(b'{"class":"TPV","mode":3,"lat":55.7,"lon":12.5}\n{"class":"TPV","a":"', b"x"))
add("gpsd: nesting", filled(b'{"class":"TPV","mode":3,"lat":55.7,"lon":12.5}\n{"class":"TPV","a":', b"["))
add("gpsd: reports", filled(b"", b'{"class":"TPV","mode":3,"lat":55.7,"lon":12.5}\n'))

# Sentences and logs of lines.
add("NMEA: dollar signs", filled(b"$GPGLL,5542.0,N,01233.0,E,090000,A*27\n", b"$"))
add("NMEA: one long sentence", filled(b"$GPGLL,5542.0,N,01233.0,E,090000,A*27\n$GPGSV", b",1"))
add("NMEA: fields", filled(b"$GPGLL,5542.0,N,01233.0,E,090000,A*27\n", b"$GPGSV" + b",1" * 2000 + b"\n"))
add("NMEA: no line end", filled(b"", b"$GPGLL,5542.0,N,01233.0,E,090000,A"))
add("IGC: one long line", filled(b"AXXX\nHFDTE020525\nB", b"1"))
add("IGC: extensions", filled(b"AXXX\nHFDTE020525\n", b"I01" + b"3638FXA" * 10 + b"\n"))
add("no trace: text", filled(b"", b"The quick brown fox, and so on.\n"))
add("no trace: zeros", filled(b"", b"\0"))
add("no trace: UBX frames", filled(b"", b"\xB5\x62\x01\x07\xFF\xFF"))


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=os.path.join(root, ".build/release/SignupTUI"))
    parser.add_argument("--only", default="", help="rows with this in their name")
    parser.add_argument("--list", action="store_true", help="names of rows alone")
    options = parser.parse_args()
    rows = [row for row in ROWS if options.only.lower() in row[0].lower()]
    if options.list:
        print("\n".join(row[0] for row in rows))
        return
    folder = tempfile.mkdtemp(prefix="bench-linearity-")
    problems = []
    try:
        print("| input | MB | 1 × | 2 × | 4 × | 8 × | growth |\n| --- | --: | --: | --: | --: | --: | --: |")
        for name, make, command, size, ending in rows:
            times = []
            for factor in (1, 2, 4, 8):
                path = os.path.join(folder, f"input.{ending}")
                with open(path, "wb") as file:
                    file.write(make(size * factor))
                words = [os.path.abspath(options.program)] + [path if word == "{}" else word for word in command]
                times.append(min(measure(words, folder) for _ in range(TURNS)))
                if times[-1] >= LIMIT:
                    break
            growth = max([later / max(before, FLOOR) for before, later in zip(times, times[2:])] or [0])
            if len(times) < 4 or times[-1] >= LIMIT or growth > MOST:
                problems.append(name)
            cells = [f"{time:.2f}" for time in times] + ["-"] * (4 - len(times))
            print(f"| {name} | {size / 1e6:.1f} | {' | '.join(cells)} | {growth:.1f} |", flush=True)
    finally:
        shutil.rmtree(folder)
    if problems:
        sys.exit(f"not linear: {', '.join(problems)}")


def measure(words, folder):
    """The user time of a command, whatever its status; LIMIT where it does not end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    try:
        subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, cwd=folder, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return LIMIT
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


main()
