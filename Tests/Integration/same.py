#!/usr/bin/env python3
"""Compares two builds of the program, as for two processors: same input, same bytes, same exit status.

    Tests/Integration/same.py PROGRAM OTHER [ARGUMENT...]

OTHER with its ARGUMENTs is a command, such as an emulator and a program. Every trace of the repository
is exported to every format and summarised; forms are filled in by script, streams are drawn, run and
checked, and the account that one build makes logs in with the other. Exits 1 if anything differs, if
there is nothing to compare, or if most exports or summaries fail with both.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
FORMATS = ("csv", "gpx", "geojson", "kml", "jsonl", "nmea")
PASSWORD = b"Correct-horse-7\n"
ENVIRONMENT = {**os.environ, "TZ": "UTC", "TERM": "dumb"}

program, other = [sys.argv[1]], sys.argv[2:]
compared, failures = 0, []
# The exit statuses for each command: two builds that refuse everything are equal, too.
statuses = collections.defaultdict(list)
MOSTLY_FINE = ("export", "stats", "simulate")


def run(command, arguments, given=b""):
    done = subprocess.run(
        command + arguments, input=given, capture_output=True, timeout=120, cwd=HERE, env=ENVIRONMENT)
    return done.returncode, done.stdout, done.stderr


def compare(*arguments, given=b"", succeeds=False, but=None):
    """Runs both; their exit statuses, outputs and errors have to be equal, but for what a pattern matches."""
    global compared
    compared += 1
    mine, theirs = (run(command, list(arguments), given) for command in (program, other))
    if but:
        mine, theirs = ((status, re.sub(but, b"", output), said) for status, output, said in (mine, theirs))
    statuses[arguments[0]].append(mine[0])
    if mine != theirs:
        failures.append(f"{' '.join(arguments)}: {str(mine)[:200]} and {str(theirs)[:200]}")
    elif succeeds and mine[0] != 0:
        failures.append(f"{' '.join(arguments)}: both exit with {mine[0]}: {mine[2][:200]}")


def files(pattern):
    """The files of the repository that match a pattern, at least one."""
    found = sorted(file for file in glob.glob(pattern, root_dir=HERE) if not file.endswith(".md"))
    if not found:
        failures.append(f"there are no files {pattern}")
    return found


def traces():
    for folder in ("TestSupport/Fixtures/Traces", "Integration/reports/gps", "Fuzz/Traces"):
        for file in files(f"Tests/{folder}/*"):
            for format in FORMATS:
                compare("export", file, "--to", format)
            compare("stats", file)
            compare("stats", file, "--json")
    for format in FORMATS:
        compare("simulate", "--seed", "7", "--multipath", "--to", format, succeeds=True)


def forms():
    compare("form", "--schema", succeeds=True)
    for file in files("Tests/Integration/reports/forms/*.json"):
        compare("form", "--check", file, succeeds=True)
        compare("form", file, "--answers", "-", given=b"{}")
    answers = json.dumps({"name": "Ada", "guests": [{"name": "Bea"}]}).encode()
    for demo in ("address", "booking", "conference", "gallery"):
        for format in ("json", "shell", "env"):
            compare("form", "--demo", demo, "--answers", "-", "--to", format, given=answers)
    for format in ("json", "shell", "env"):
        compare("form", "--demo", "gallery", "--answers", "-", "--to", format, given=b"{}", succeeds=True)


def streams(folder):
    compare("streams", "schema", succeeds=True)
    for file in files("Tests/Fuzz/Corpus/*"):
        compare("streams", "check", file)
        compare("streams", "marbles", file)
    file = os.path.join(folder, "streams.json")
    with open(file, "w") as output:
        json.dump({"version": 1, "documents": [
            {"input": {"id": "n", "name": "Numbers", "type": "number"}},
            {"chain": {"id": "c", "source": "n", "operators": [
                {"filter": {"expression": "value % 3 != 0"}},
                {"scan": {"initialValue": 0, "expression": "result + value * 0.1"}}]}}]}, output)
    numbers = "".join(f"{number}\n" for number in range(20000)).encode()
    compare("streams", "run", file, "c", "--input", "n=-", given=numbers, succeeds=True, but=rb'"t":[0-9.]+,')


def accounts(folder):
    for number, (first, second) in enumerate(((program, other), (other, program))):
        file = os.path.join(folder, f"accounts-{number}")
        arguments = ["--accounts", file, "--password-stdin"]
        made = run(first, ["signup", "--username", "annika.b"] + arguments, PASSWORD)
        if made[0] != 0:
            failures.append(f"signup: {made}")
        for command in (first, second):
            found = run(command, ["login", "annika.b"] + arguments, PASSWORD)
            refused = run(command, ["login", "annika.b"] + arguments, b"Wrong-horse-7\n")
            if found[0] != 0 or refused[0] == 0:
                failures.append(f"login: {found}, and with a wrong password {refused}")
    compare("strength", given=PASSWORD + b"password\nzxcvbn qwerty\n")


with tempfile.TemporaryDirectory() as folder:
    accounts(folder)
    forms()
    streams(folder)
    traces()
for command, ends in sorted(statuses.items()):
    print(f"{command}: {ends.count(0)} of {len(ends)} calls exit with 0")
    if command in MOSTLY_FINE and ends.count(0) * 2 < len(ends):
        failures.append(f"{command}: most calls fail with both builds")
for failure in failures:
    print("FAILED:", failure)
if failures:
    sys.exit(1)
print(f"{compared} outputs are equal, and accounts of either build log in with the other.")
