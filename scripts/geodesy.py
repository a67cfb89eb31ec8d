#!/usr/bin/env python3
"""Compares Positioning's geodesics with GeographicLib's.

    apt-get install geographiclib-tools
    python3 scripts/geodesy.py [COUNT]

COUNT random pairs (default 100,000) and the hard ones: nearly antipodal, nearly equal, meridional,
equatorial, at the poles, across the date line. The oracle is GeodSolve with its exact elliptic
integrals. Prints the greatest difference of each kind, and exits with 1 where one is above 40 nm,
or a bearing, at the arm of the distance, above a micrometre.
"""

import math
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parent.parent
DISTANCE, BEARING = 40e-9, 1e-6


def pairs(count, luck):
    """The cases of each kind, by its name."""
    degrees = lambda low, high: luck.uniform(low, high)
    anywhere = lambda: (math.degrees(math.asin(degrees(-1, 1))), degrees(-180, 180))
    yield "anywhere", [anywhere() + anywhere() for _ in range(count)]
    hard = max(1000, count // 20)
    rows = []
    for _ in range(hard):
        latitude, longitude = anywhere()
        off = 10 ** degrees(-12, 0)
        rows.append((latitude, longitude, max(-90, min(90, -latitude + degrees(-off, off))),
                     math.remainder(longitude + 180 + degrees(-off, off), 360)))
    yield "nearly antipodal", rows
    rows = []
    for _ in range(hard):
        latitude, longitude = anywhere()
        off = 10 ** degrees(-12, -1)
        rows.append((latitude, longitude, max(-90, min(90, latitude + degrees(-off, off))),
                     max(-180, min(180, longitude + degrees(-off, off)))))
    yield "nearly equal", rows
    yield "along a meridian", [
        (degrees(-90, 90), longitude, degrees(-90, 90), math.remainder(longitude + turn, 360))
        for longitude, turn in ((degrees(-180, 180), luck.choice((0, 180))) for _ in range(hard))]
    yield "along the equator", [
        (0, degrees(-180, 180), 0, degrees(-180, 180)) for _ in range(hard)]
    yield "nearly the equator", [
        (10 ** degrees(-14, -2), degrees(-180, 180), -(10 ** degrees(-14, -2)),
         degrees(-180, 180)) for _ in range(hard)]
    yield "at a pole", [
        (luck.choice((90, -90)), degrees(-180, 180), degrees(-90, 90), degrees(-180, 180))
        for _ in range(hard)]
    yield "across the date line", [
        (degrees(-80, 80), 180 - 10 ** degrees(-12, 1), degrees(-80, 80),
         -180 + 10 ** degrees(-12, 1)) for _ in range(hard)]


def run(command, rows):
    # Without exponents, whose E GeodSolve would take for the east.
    text = "\n".join(" ".join(f"{x:.20f}" for x in row) for row in rows) + "\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [[float(x) for x in line.split()] for line in done.stdout.splitlines()]


def bearing_error(found, wanted, distance):
    """How far the end of an arm of that length is off, metres."""
    turn = abs(math.remainder(found - wanted, 360))
    return math.radians(turn) * min(distance, 6.4e6)


def compare(tool, name, rows):
    """The greatest errors: of the distance, the bearings and the end, metres."""
    wanted = run(["GeodSolve", "-i", "-E", "-f", "-p", "10"], rows)
    found = run([tool], rows)
    errors = [0.0, 0.0, 0.0]
    direct = []
    for row, (distance, first, last), oracle in zip(rows, found, wanted):
        _, _, azimuth, latitude, longitude, arrival, length = oracle[:7]
        errors[0] = max(errors[0], abs(distance - length))
        # At a pole, for equal points and near the antipode a bearing is a matter of convention or
        # of a coordinate's last bit.
        if 1 < length < 19.9e6 and max(abs(row[0]), abs(row[2])) < 89.9:
            errors[1] = max(errors[1], bearing_error(first, azimuth, length),
                            bearing_error(last, arrival, length))
        direct.append((row[0], row[1], azimuth, length))
    ends = run([tool, "direct"], direct)
    truth = run(["GeodSolve", "-E", "-f", "-p", "10"], direct)
    apart = run(["GeodSolve", "-i", "-E", "-f", "-p", "10"],
                [(end[0], end[1], true[3], true[4]) for end, true in zip(ends, truth)])
    errors[2] = max(row[6] for row in apart)
    print(f"{name:22}{len(rows):8}  distance {errors[0] * 1e9:6.1f} nm"
          f"  bearings {errors[1] * 1e9:8.1f} nm  destination {errors[2] * 1e9:6.1f} nm")
    return errors[0] <= DISTANCE and errors[1] <= BEARING and errors[2] <= DISTANCE


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        tool = str(pathlib.Path(folder) / "geodesy")
        sources = [ROOT / "Sources/Positioning" / path for path in (
            "Location/Location.swift", "Location/Timestamp.swift")]
        sources += sorted((ROOT / "Sources/Positioning/Geodesy").glob("*.swift"))
        subprocess.run(["swiftc", "-O", "-package-name", "geodesy", "-module-name", "Geodesy", "-o",
                        tool, *map(str, sources), str(ROOT / "scripts/geodesy/main.swift")],
                       check=True)
        luck = random.Random(1)
        fine = [compare(tool, name, rows) for name, rows in pairs(count, luck)]
    sys.exit(0 if all(fine) else 1)


main()
