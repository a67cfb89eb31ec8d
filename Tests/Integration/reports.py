#!/usr/bin/env python3
"""Runs what public bug reports of this kind of program are about, and says which results are wrong.

    Tests/Integration/reports.py PROGRAM [NAME...]     all rows, or those whose names contain a word

A row is a function below, named after its fault; its inputs are in reports/. Each runs the installed
program as a user would, and returns nothing if all is right, or raises with what differs.
"""

import contextlib
import json
import math
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reports")
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent", "TERM": "xterm"}
ROWS = []


class Wrong(Exception):
    """A result that is not the expected one."""


def row(function):
    ROWS.append(function)
    return function


def run(*arguments, text=b"", timeout=60, output=subprocess.PIPE):
    """A run of the program in the folder of the inputs: status, standard output, standard error."""
    if isinstance(text, str):
        text = text.encode()
    result = subprocess.run([PROGRAM, *arguments], input=text, stdout=output,
                            stderr=subprocess.PIPE, cwd=WORK, env=ENVIRONMENT, timeout=timeout,
                            check=False)
    out = result.stdout.decode(errors="surrogateescape") if result.stdout is not None else ""
    return result.returncode, out, result.stderr.decode(errors="replace")


def shell(script, timeout=60):
    """A run of bash, for which S is the program."""
    result = subprocess.run(["bash", "-c", script], stdin=subprocess.DEVNULL, capture_output=True, cwd=WORK,
                            env={**ENVIRONMENT, "S": PROGRAM}, timeout=timeout, check=False)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def expect(found, wanted, what=""):
    if found != wanted:
        raise Wrong(f"{what}: {found!r}, expected {wanted!r}")


def holds(condition, what):
    if not condition:
        raise Wrong(what)


def file(name, text):
    path = os.path.join(WORK, name)
    with open(path, "wb") as stream:
        stream.write(text if isinstance(text, bytes) else text.encode())
    return path


def read(name):
    with open(os.path.join(WORK, name), "rb") as stream:
        return stream.read()


def stats(name):
    status, output, complaints = run("stats", "--json", name)
    expect(status, 0, f"stats {name} ({complaints.strip()})")
    return json.loads(output)


def table(name, *options):
    """The rows of a log as `export` writes them, each a dictionary, and what it says of them."""
    status, output, complaints = run("export", name, "--to", "csv", *options)
    expect(status, 0, f"export {name} ({complaints.strip()})")
    head, *rows = output.splitlines()
    return [dict(zip(head.split(","), line.split(","))) for line in rows], complaints


def near(found, wanted, tolerance, what):
    holds(found not in (None, "") and math.isclose(float(found), wanted, abs_tol=tolerance),
          f"{what}: {found!r}, expected {wanted}")


def refused(name, *words):
    """A log that is not read has a sentence that says what it is, and the status 1."""
    status, output, complaints = run("export", name)
    expect(status, 1, f"export {name}: status, which wrote {output[:60]!r}, {complaints.strip()!r}")
    for word in words:
        holds(word.lower() in complaints.lower(), f"“{word}” is not in {complaints!r}")


# MARK: GPS


@row
def laps_do_not_split():
    distance = stats("laps.fit")["distance"]
    _, gpx, _ = run("export", "laps.fit", "--to", "gpx")
    expect((gpx.count("<trk>"), gpx.count("<wpt"), gpx.count("<trkpt")), (1, 3, 180), "laps as GPX")
    holds(gpx.rindex("<wpt") < gpx.index("<trk>"), "a waypoint stands behind the track")
    for format in ["gpx", "kml", "geojson", "csv", "nmea", "jsonl"]:
        _, text, _ = run("export", "laps.fit", "--to", format)
        again = stats(file("laps." + format, text))
        near(again["distance"], distance, 0.5, f"distance of the laps read back from {format}")
        expect(again["tracks"], 1, f"tracks of the laps read back from {format}")


@row
def waypoints_do_not_split():
    _, gpx, _ = run("export", "waypoint-between-fixes.nmea", "--to", "gpx")
    expect((gpx.count("<trk>"), gpx.count("<wpt")), (1, 1), "tracks and waypoints")


@row
def zero_is_no_position():
    near(stats("zero-at-night.csv")["distance"], 1100, 10, "distance without 0,0")
    near(stats("zero-then-four.nmea")["distance"], 15, 1.5, "distance behind 0,0")


@row
def receivers_do_not_void_each_other():
    expect(stats("two-receivers.nmea")["fixes"], 20, "fixes")


@row
def records_of_one_time_are_one():
    rows, _ = table("bryton-records.fit")
    expect(len(rows), 40, "rows")
    holds(all(line.get("heart_rate") for line in rows), "a row has no heart rate")
    _, nmea, _ = run("export", "bryton-records.fit", "--to", "nmea")
    expect(stats(file("bryton.nmea", nmea))["fixes"], 40, "fixes of the NMEA")


@row
def segments_begin_damaged():
    found = stats("segment-begins-damaged.gpx")
    near(found["distance"], 60, 6, "distance")
    _, gpx, _ = run("export", "segment-begins-damaged.gpx", "--to", "gpx")
    expect(gpx.count("<trkseg>"), 2, "segments")


@row
def encodings_of_xml():
    for name in ["name-utf16.gpx", "name-cp1252.gpx"]:
        status, gpx, complaints = run("export", name, "--to", "gpx")
        expect(status, 0, complaints)
        holds("Ørestad – Blågård" in gpx, f"{name}: the name is not in {gpx[:300]!r}")


@row
def encodings_of_tables():
    for name in ["german-cp1252.csv", "german-utf16.csv"]:
        rows, _ = table(name)
        expect([float(line["altitude"] or "nan") for line in rows], [31.5] * 5, f"{name}: altitudes")


@row
def units_of_headings_and_values():
    near(table("feet-in-heading.csv")[0][0]["altitude"], 304.8, 0.05, "1000 ft")
    first = table("units-behind-quotes.log")[0][0]
    near(first["altitude"], 30.48, 0.05, "100 ft")
    near(first["speed"], 22.35, 0.02, "50 mph")


@row
def decimals_are_not_positions():
    refused("accelerometer.csv")
    status, output, _ = run("export", "modem.txt", "--to", "csv")
    holds(status == 1 or ("55.71" in output and "12.55" in output), f"modem.txt: {output[:300]!r}")


@row
def guesses_are_said():
    name = file("bare.csv", "2025-05-02T02:00:00Z,55.7,12.55\n2025-05-02T02:00:01Z,55.7001,12.55\n")
    status, _, complaints = run("export", name)
    holds(status == 0 and "column" in complaints, f"the guess is not said: {complaints!r}")


@row
def speeds_fit_the_positions():
    for line in table("bare-speed-kmh.csv")[0]:
        holds(not line["speed"] or abs(float(line["speed"]) - 20) < 1.5, f"speed {line['speed']}")


@row
def positions_in_json():
    expect(len(table("canboat.json")[0]), 5, "fixes of canboat")
    expect(len(table("overland.json")[0]), 3, "fixes of Overland")
    for name in ["timeline-android.json", "timeline-ios.json", "takeout-records.json"]:
        rows, _ = table(name)
        expect(len(rows), 4, f"fixes of {name}")
        near(rows[3]["latitude"], 55.703, 1e-7, f"last latitude of {name}")
    expect(table("timeline-ios.json")[0][1]["time"], "2025-05-02T09:05:00.000Z", "minutes of iOS")


@row
def drones_and_skydivers():
    rows, _ = table("dji.srt")
    expect(len(rows), 4, "subtitles of a drone")
    near(rows[1]["altitude"], 41, 0.001, "height of a drone")
    rows, _ = table("flysight2.csv")
    expect(len(rows), 4, "fixes of FlySight 2")
    near(rows[0]["speed"], 5, 0.001, "speed of FlySight 2")


@row
def tag_blocks_say_dates():
    rows, _ = table("tag-block-date.nmea")
    expect([row["time"][:10] for row in rows], ["2025-05-02"] * 4, "dates of tag blocks")


@row
def decimal_commas():
    near(table("decimal-comma-ele.gpx")[0][0]["altitude"], 31.5, 0.01, "31,5")


@row
def unknown_column():
    status, _, complaints = run("export", "feet-in-heading.csv", "--columns", "-,nam,lat,lon")
    expect(status, 2, "status")
    holds("nam" in complaints, f"the word is not named: {complaints!r}")


# MARK: forms


def form(name, *options, text="", **more):
    return run("form", name, *options, text=text, **more)


@row
def shell_syntax_is_bytes():
    declared = file("text.json", '{"fields": [{"id": "a", "kind": "text"}]}')
    answers = file("answers.json", json.dumps({"a": "x'\u0301;echo RUN;'\u0301"}))
    for target in ["shell", "env"]:
        status, output, complaints = run("form", declared, "--answers", answers, "--to", target)
        expect(status, 0, complaints)
        file("out", output)
        _, found, _ = shell('. ./out; printf %s "$a"')
        if target == "shell":
            expect(found, "x'\u0301;echo RUN;'\u0301", "the answer in the shell")
        holds("RUN\n" not in found, f"--to {target} ran the answer")


@row
def names_that_a_shell_obeys():
    for name in ["PATH", "IFS", "LD_PRELOAD", "BASH_ENV", "PROMPT_COMMAND"]:
        declared = file("names.json", json.dumps({"fields": [{"id": name, "kind": "text"}]}))
        status, output, complaints = form(declared, "--set", f"{name}=x", "--to", "shell")
        holds(status != 0 and "--prefix" in complaints, f"{name}: {status} {complaints!r}")
        status, output, _ = form(declared, "--set", f"{name}=x", "--to", "shell", "--prefix", "form_")
        holds(status == 0 and f"form_{name}=" in output, f"--prefix: {output!r}")


@row
def nul_is_refused():
    answers = file("nul.json", '{"a": "x\\u0000y", "b": null}')
    status, output, _ = form("one.json", "--answers", answers, "--to", "shell")
    expect(status, 1, f"NUL in an answer: {output!r}")


@row
def drafts_leave_other_files_alone():
    notes = file("n.txt", "notes\n")
    status, _, complaints = form("one.json", "--set", "a=x", "--draft", "n.txt")
    expect((status, read("n.txt")), (2, b"notes\n"), f"a file that is no draft ({complaints.strip()})")
    status, _, complaints = form("one.json", "--set", "a=x", "--draft", "/proc/nope/d")
    holds(status != 0 and "No such" in complaints or "no such" in complaints,
          f"/proc/nope/d: {status} {complaints!r}")


@row
def drafts_outlive_lost_answers():
    # A draft of this form, made by typing on a terminal and hanging up.
    draft = os.path.join(WORK, "d")
    typed(["form", "one.json", "--draft", "d"], [b"hello"], signal.SIGHUP)
    holds(os.path.exists(draft), "SIGHUP left no draft")
    expect(os.stat(draft).st_mode & 0o777, 0o600, "the draft's mode")
    status, _, complaints = shell('"$S" form one.json --draft d --set a=x > /dev/full')
    holds(status != 0 and os.path.exists(draft), f"answers that were not written: {status}, {complaints!r}")


def typed(arguments, keys, ending, pause=0.3):
    """Runs the program on a terminal, types, and ends it by a signal, if there is one."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(WORK)
        # nohup ignores it, and what it starts inherits that.
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.execve(PROGRAM, [PROGRAM, *arguments], ENVIRONMENT)
    read_for(terminal, 1.0)
    output = b""
    for key in keys:
        os.write(terminal, key)
        output += read_for(terminal, pause)
    if ending is not None:
        os.kill(child, ending)
    output += read_for(terminal, 10)
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), output


def read_for(terminal, seconds):
    output, end = b"", time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if not select.select([terminal], [], [], left)[0]:
            continue
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    return output


@row
def drafts_follow_the_typing():
    draft = os.path.join(WORK, "quick")
    typed(["form", "one.json", "--draft", "quick"], [b"a", b"b", b"c"] * 12, signal.SIGKILL, pause=0.1)
    holds(os.path.exists(draft), "3.6 s of typing without a pause, then SIGKILL: no draft")


@row
def eval_stops_after_cancel():
    status, output, _ = shell('eval "$("$S" form one.json --to shell </dev/null)" && echo GOING ON')
    holds("GOING ON" not in output, f"{status} {output!r}")


@row
def rules_see_rows():
    status, output, _ = form("rows.json", "--set", "disks[0].size=1")
    expect(status, 1, f"status, with {output!r}")
    status, output, complaints = form("rows.json", "--set", "disks[0].size=20")
    expect(status, 0, f"status, {complaints!r}")
    status, output, _ = form("rows.json", "--set", "raid=true", "--set", "disks[0].size=20")
    expect(status, 1, f"one disk and RAID: {output!r}")


@row
def labels_before_positions():
    _, output = typed(["form", "rate.json", "--accessible"], [b"7\r", b"\r", b"\r", b"y\r"], None)
    holds(b'"r": "7"' in output, f"{output[-400:]!r}")


@row
def decimals_are_exact():
    for cents in range(1, 2000, 37):
        fee, net = cents, cents * 41 + 7
        text = lambda value: f"{value // 100}.{value % 100:02}"
        status, output, _ = form("amounts.json", "--set", f"fee={text(fee)}", "--set", f"net={text(net)}",
                                 "--set", f"total={text(fee + net)}")
        expect(status, 0, f"{text(fee)} + {text(net)}: {output!r}")
    status, _, _ = form("amounts.json", "--set", "fee=22.79", "--set", "net=999.43", "--set", "total=1022.23")
    expect(status, 1, "a sum that is wrong")


@row
def texts_have_one_limit():
    long = file("long.json", '{"fields": [{"id": "a", "kind": "text", "maxLength": 50000}]}')
    status, output, complaints = form(long, "--check")
    holds(status == 1 and "16,384" in output + complaints or "16384" in output + complaints,
          f"{status} {output!r} {complaints!r}")


@row
def accounts_by_their_name():
    file("accounts", "\ufeffcarl:$6$abc$x\n dora:$6$abc$x\n")
    status, output, complaints = run("accounts", "--accounts", "accounts", "--json")
    holds('"carl"' in output, f"a BOM: {output!r} {complaints!r}")
    status, _, complaints = run("accounts", "remove", " dora", "--accounts", "accounts")
    expect((status, b"dora" in read("accounts")), (0, False), f"“ dora” is still there: {complaints!r}")


@row
def strength_of_words():
    _, output, _ = run("strength", text="Password@123\nFußball2024!\nPassword123456!\n")
    scores = [int(number) for number in re.findall(r"(?m)^\D*([0-4])\b", output)]
    holds(scores and max(scores) <= 1, f"{output!r}")


@row
def check_says_what_is_not_judged():
    for name in ["bug", "burger", "commit", "conf", "expense", "server", "survey"]:
        status, output, complaints = form(name + ".json", "--check")
        expect(status, 0, f"{name}: {output} {complaints}")
    declared = file("optional.json", json.dumps({
        "fields": [{"id": "pw", "kind": "text", "required": True}, {"id": "pw2", "kind": "text"}],
        "rules": [{"rule": "pw2 == pw", "at": "pw2", "message": "differs"}]}))
    status, output, complaints = form(declared, "--check")
    holds(status == 0 and "pw2" in output + complaints, f"{status} {output!r} {complaints!r}")


# MARK: streams

OBJECT = [{"input": {"id": "in", "type": "object"}},
          {"chain": {"id": "out", "source": "in", "operators": []}}]


def stream(operators, text, *options, type="any", timeout=60):
    """What a chain of operators over standard input gives, a value a line."""
    name = file("stream.json", json.dumps([
        {"input": {"id": "in", "type": type}},
        {"chain": {"id": "out", "source": "in", "operators": operators}}]))
    return run("streams", "run", name, "out", "--input", "in=-", "--to", "values", *options, text=text,
               timeout=timeout)


@row
def quotes_begin_cells():
    status, output, complaints = stream([], 'size,b\n5" disk,2\n3,x\n', "--lines", "csv", type="object")
    expect(len(output.splitlines()), 2, f"rows, {output!r} {complaints!r}")
    status, output, complaints = stream([], 'size,b\n"open,2\n3,x\n', "--lines", "csv", type="object")
    holds(complaints.strip(), "a cell that is not closed is not said")


@row
def limits_end_runs():
    name = file("distinct.json", json.dumps([
        {"input": {"id": "in", "type": "number"}},
        {"chain": {"id": "out", "source": "in", "operators": [{"distinct": {}}]}}]))
    status, output, complaints = shell(
        '(seq 1 1000000; sleep 20) | timeout 15 "$S" streams run distinct.json out --input in=- --to values | wc -l;'
        'exit ${PIPESTATUS[1]}')
    holds(status == 1 and complaints.strip() or int(output) == 1000000, f"{status} {output!r} {complaints!r}")


@row
def pending_values_at_the_end():
    for operator in ["debounce", "throttle", "sample"]:
        parameters = {"seconds": 1} | ({"latest": True} if operator == "throttle" else {})
        expect(stream([{operator: parameters}], "x\n")[1], '"x"\n', operator)


@row
def numbers_are_equal_as_numbers():
    for operator in [{"removeDuplicates": {}}, {"distinct": {}}]:
        _, output, _ = stream([operator], "20\n20.0\n2e1\n")
        expect(len(output.splitlines()), 1, f"{operator}: {output!r}")


@row
def texts_that_look_like_numbers():
    _, output, _ = stream([{"map": {"expression": "value.n"}}], "n\n01234\n+4912\n", "--lines", "csv", type="object")
    expect(output.splitlines(), ['"01234"', '"+4912"'], "cells")


@row
def byte_order_marks():
    expect(stream([], "\ufeff5\n", type="number")[1], "5\n", "a number")
    expect(stream([], "\ufeffx\n", type="text")[1], '"x"\n', "a text")


@row
def long_last_lines():
    _, output, complaints = stream([], b"1\n" + b"x" * (3 << 20))
    holds(complaints.strip() or len(output) > 3 << 20, "a last line of 3 MiB is gone without a word")


@row
def failures_are_counted():
    status, _, complaints = stream([{"map": {"expression": "value / 0"}}], "1\n" * 20000, type="number")
    lines = complaints.splitlines()
    holds(status == 1 and len(lines) <= 1001 and any("19" in line and "more" in line for line in lines[-2:]),
          f"{status}, {len(lines)} lines, {lines[-2:]}")


@row
def appended_inputs():
    file("a.txt", "1\n2\n")
    file("b.txt", "3\n")
    name = file("append.json", json.dumps([
        {"input": {"id": "a", "type": "number"}}, {"input": {"id": "b", "type": "number"}},
        {"union": {"id": "out", "operator": "append", "sources": ["a", "b"]}}]))
    status, output, complaints = run("streams", "run", name, "out", "--input", "a=a.txt", "--input", "b=b.txt",
                                     "--to", "values")
    holds(output == "1\n2\n3\n" or status == 1 and "append" in complaints, f"{status} {output!r} {complaints!r}")


@row
def one_clock():
    file("x.jsonl", '{"time": 10, "v": "x"}\n')
    file("y.jsonl", '{"time": 20, "v": "y"}\n')
    name = file("clock.json", json.dumps([
        {"input": {"id": "x", "type": "object"}}, {"input": {"id": "y", "type": "object"}},
        {"union": {"id": "out", "operator": "merge", "sources": ["x", "y"]}}]))
    status, output, complaints = run("streams", "run", name, "out", "--input", "x=x.jsonl", "--input", "y=y.jsonl",
                                     "--time", "time", "--speed", "max")
    times = [json.loads(line)["t"] for line in output.splitlines() if '"value"' in line]
    holds(len(times) == 2 and math.isclose(times[1] - times[0], 10), f"{times} {complaints!r}")


@row
def errors_of_documents_are_said():
    name = file("wrong.json", json.dumps([
        {"input": {"id": "in", "type": "number"}},
        {"chain": {"id": "out", "source": "in", "operators": [{"fliter": {"expression": "value > 1"}}]}}]))
    status, _, complaints = run("streams", "run", name, "out", "--input", "in=-", text="1\n")
    holds(status == 1 and "fliter" in complaints, f"{status} {complaints!r}")


@row
def controls_on_a_terminal():
    name = file("controls.json", json.dumps([
        {"source": {"id": "out", "stream": [{"value": {"v": "a\u001b]0;t\u0007"}, "operators": []}]}}]))
    for options in [["streams", "run", name, "out", "--to", "csv", "--speed", "max"],
                    ["streams", "run", name, "out", "--to", "values", "--speed", "max"]]:
        child, terminal = pty.fork()
        if child == 0:
            os.execve(PROGRAM, [PROGRAM, *options], ENVIRONMENT)
        output = read_for(terminal, 5)
        os.waitpid(child, 0)
        os.close(terminal)
        holds(b"\x1b]0;" not in output and b"a" in output, f"{options}: {output!r}")


@row
def links_are_followed():
    for generation in ["1", "2"]:
        os.makedirs(os.path.join(WORK, "config" + generation), exist_ok=True)
        file(f"config{generation}/s.json", json.dumps([
            {"input": {"id": "in", "type": "number"}},
            {"chain": {"id": "out", "source": "in", "operators": [
                {"map": {"expression": f"value * {generation}"}}]}}]))
    link = os.path.join(WORK, "config")
    os.symlink("config1", link)
    program = subprocess.Popen(
        [PROGRAM, "streams", "run", "config/s.json", "out", "--input", "in=-", "--to", "values", "--watch"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=WORK, env=ENVIRONMENT)
    try:
        program.stdin.write(b"10\n")
        program.stdin.flush()
        first = program.stdout.readline()
        os.symlink("config2", link + "-new")
        os.rename(link + "-new", link)
        time.sleep(1.5)
        program.stdin.write(b"10\n")
        program.stdin.flush()
        program.stdin.close()
        second = program.stdout.readline()
        expect((first, second), (b"10\n", b"20\n"), "before and after the link was changed")
    finally:
        program.kill()
        program.wait()


@row
def quadratic_readers():
    def seconds(make, size, *command):
        name = file("linear.csv", make(size))
        start = time.monotonic()
        run(*command, name, timeout=120)
        return time.monotonic() - start
    for make in [lambda size: 'lat,lon\n55.7,12.5\n"' + "x,\n" * size,
                 lambda size: ",".join(f"c{number}" for number in range(size)) + "\n" + "1," * size + "\n"]:
        small, large = (seconds(make, size, "stats") for size in (50_000, 200_000))
        holds(large < max(8 * small, 2), f"four times as much takes {large:.1f} s in place of {small:.1f}")


def main():
    global PROGRAM, WORK
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = os.path.abspath(sys.argv[1])
    words, wrong, passed = sys.argv[2:], 0, 0
    for function in ROWS:
        if words and not any(word in function.__name__ for word in words):
            continue
        with tempfile.TemporaryDirectory() as WORK:
            for folder in ["gps", "forms"]:
                shutil.copytree(os.path.join(HERE, folder), WORK, dirs_exist_ok=True)
            try:
                function()
                passed += 1
            except (Wrong, subprocess.TimeoutExpired, KeyError, IndexError, ValueError) as error:
                wrong += 1
                print(f"WRONG {function.__name__}: {type(error).__name__ + ' ' if not isinstance(error, Wrong) else ''}"
                      f"{str(error)[:600]}")
    print(f"{passed} passed, {wrong} failed")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
