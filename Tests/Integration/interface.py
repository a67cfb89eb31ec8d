#!/usr/bin/env python3
"""Compares what scripts can rely on with the files in .ci/surface/program; see docs/compatibility.md.

    Tests/Integration/interface.py PROGRAM             fails if anything differs
    Tests/Integration/interface.py PROGRAM --update    writes the files again

json.txt        the keys of every JSON output and of every JSON file that the program writes, with
                the types of their values, or the words that these can be; `*` stands for keys that
                are names of the data
columns.txt     the columns of the tables
statuses.txt    the exit status of command lines, one or more for each status

The command-line options are in Tests/SignupTUITests/Golden/Options.txt, the public declarations in
.ci/surface, the schemas of forms and streams in docs.
"""
import argparse
import contextlib
import gzip
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile

from measured import server

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("--update", action="store_true")
OPTIONS = parser.parse_args()
PROGRAM = os.path.abspath(OPTIONS.program)
HERE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
SURFACE = os.path.join(HERE, ".ci/surface/program")
TRACES = os.path.join(HERE, "Tests/TestSupport/Fixtures/Traces")
PASSWORD = "Correct-horse-7\n"
failures = []


class Run:
    """A run of the program in a folder of its own, without a terminal."""

    def __init__(self, folder, *arguments, given="", succeeds=None):
        environment = {name: value for name, value in os.environ.items()
                       if not name.startswith(("SIGNUP_TUI_", "XDG_"))}
        environment.update(
            HOME=folder, TZ="UTC", TERM="xterm", LC_ALL="C.UTF-8", OPENWEATHER_API_KEY="")
        done = subprocess.run(
            [PROGRAM, *arguments], input=given.encode(), capture_output=True, cwd=folder,
            env=environment, timeout=60)
        self.status, self.output = done.returncode, done.stdout.decode()
        self.errors = done.stderr.decode()
        if succeeds is not None and (self.status == 0) != succeeds:
            failures.append(f"{' '.join(arguments)}: exit status {self.status}: {self.errors[:300]}")

    @property
    def lines(self):
        """The values of lines of JSON."""
        return [json.loads(line) for line in self.output.splitlines()]

    @property
    def object(self):
        """The one value of the output, in a list; empty if there is none."""
        return [json.loads(self.output)] if self.output else []


# Keys

# Members whose keys are names of the data: kinds of sentences, of damage, of fixes.
NAMED_BY_DATA = {"sentences_by_type", "damage", "irregularities", "fix_kinds", "value", "record"}
# Members whose values are one of a few words.
WORDS = {"access", "class", "completion", "kind", "speed_source", "state", "strength", "type"}


def kind(value, path):
    if isinstance(value, str) and path.split(".")[-1] in WORDS:
        return f'"{value}"'
    return {bool: "boolean", int: "number", float: "number", str: "text", type(None): "null"}[type(value)]


def gather(value, path, found):
    """Adds the paths of a value and their types."""
    if isinstance(value, dict):
        named = path.split(".")[-1].removesuffix("[]") in NAMED_BY_DATA
        for key, member in value.items():
            gather(member, f"{path}.{'*' if named else key}" if path else key, found)
    elif isinstance(value, list):
        if not value:
            found.setdefault(path + "[]", set())
        for element in value:
            gather(element, path + "[]", found)
    else:
        found.setdefault(path, set()).add(kind(value, path))


def keys(values):
    found = {}
    for value in values:
        gather(value, "", found)
    return [f"  {path}: {' or '.join(sorted(types))}" for path, types in sorted(found.items()) if types]


def sensors(folder):
    """A drive of ten minutes as JSON lines with all that a row can have, and another one."""
    rows = Run(
        folder, "simulate", "--seed", "7", "--duration", "600", "--to", "jsonl", succeeds=True).lines
    for index, row in enumerate(rows):
        row.update(
            heart_rate=100 + index % 60, cadence=80, power=200, temperature=21.5, course=90,
            heading=91, magnetic_variation=4, speed_accuracy=0.5, course_accuracy=2,
            kind="track", number=1 + index // 300, name=f"Part {index // 300}",
            description="A drive", symbol="car", line_name="Drive", line_description="All of it",
            lap=1 + index // 100)
    path = os.path.join(folder, "drive.jsonl")
    with open(path, "w") as output:
        output.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def read(path):
    """The value of a JSON file, in a list."""
    if os.path.exists(path):
        with open(path) as file:
            return [json.load(file)]
    failures.append(f"{os.path.basename(path)} was not written")
    return []


def streams(folder):
    path = os.path.join(folder, "streams.json")
    with open(path, "w") as output:
        json.dump({"version": 1, "documents": [
            {"source": {"id": "s", "stream": [{"value": 1, "operators": []}]}},
            {"input": {"id": "n", "name": "Numbers", "type": "number"}},
            {"chain": {"id": "c", "source": "n", "operators": [{"map": {"expression": "value + 1"}}]}}]},
            output)
    return path


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as output:
        output.write(text)
    return path


GALLERY = {
    "text": "a", "lines": "a\nb", "secret": "Correct-horse-7", "integer": 3, "decimal": 1.5,
    "date": "2026-12-24", "time": "14:30", "datetime": "2026-12-24T14:30", "choice": "summer",
    "choices": ["red"], "toggle": True, "more": "m", "list": [{"name": "Ada", "age": 36}, {"name": "Bea"}],
    "file": "/tmp", "rating": 4, "ranking": ["speed", "price", "support"], "email": "a@example.org",
    "url": "https://example.org", "host": "example.org", "pin": "1234", "again": "1234"}


def json_outputs(folder, weather, service):
    drive, numbers = sensors(folder), streams(folder)
    nmea = os.path.join(TRACES, "drive.nmea")
    outputs = {}

    def add(title, values):
        outputs[title] = outputs.get(title, []) + values

    accounts = os.path.join(folder, "accounts")
    Run(folder, "signup", "--accounts", accounts, "--username", "annika", "--password-stdin",
        given=PASSWORD, succeeds=True)
    with open(accounts, "a") as file:
        file.write("closed:!\nother:$9$unknown\nfair:$2y$05$" + 53 * "a" + "\nweak:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n")
    add("accounts --json", Run(folder, "accounts", "--accounts", accounts, "--json", succeeds=True).lines)
    add("users --json", Run(
        folder, "users", "--accounts", accounts, "--username", "annika", "--password-stdin", "--json",
        given=PASSWORD, succeeds=True).lines)

    broken = os.path.join(folder, "cut.nmea.gz")
    with open(nmea, "rb") as file, open(broken, "wb") as output:
        output.write(gzip.compress(file.read())[:-20])
    route = write(folder, "route.gpx", '<gpx><rte><name>R</name><rtept lat="55" lon="12"><ele>3</ele>'
                  '</rtept><rtept lat="55.1" lon="12"/></rte></gpx>')
    table = os.path.join(TRACES, "drive-semicolon.csv")
    # A third of its positions is elsewhere, and the last time comes twice.
    jumping = write(folder, "jumping.csv", "time,latitude,longitude\n" + "".join(
        f"2026-01-01T00:00:{min(second, 58):02}Z,{55 + (second % 3 == 0) + second * 0.0001:.4f},12\n"
        for second in range(60)))
    for arguments in ([drive, "--splits", "1km", "--max-hr", "190"], [nmea, table], [route], [jumping]):
        add("stats --json", Run(folder, "stats", *arguments, "--json", succeeds=True).object)
    add("stats --json", Run(folder, "stats", broken, "--json", succeeds=False).object)
    waypoints = write(folder, "points.gpx", '<gpx><wpt lat="55" lon="12"><name>W</name></wpt></gpx>')
    for format in ("jsonl", "geojson"):
        for file in (drive, nmea, route, waypoints):
            run = Run(folder, "export", file, "--to", format, succeeds=True)
            add(f"export --to {format}", run.lines if format == "jsonl" else run.object)
    add("track --json", Run(folder, "track", "-", "--json", given=open(nmea).read(), succeeds=True).lines)
    add("track --json", Run(
        folder, "track", "-", "--json", given=open(os.path.join(TRACES, "receiver-l1.nmea")).read(),
        succeeds=True).lines)

    gpsd = json.dumps({
        "class": "TPV", "mode": 3, "time": "2026-01-01T00:00:00.000Z", "lat": 55, "lon": 12, "alt": 3, "eps": 1})
    add("track --json", Run(folder, "track", "-", "--json", given=gpsd + "\n", succeeds=True).lines)

    for provider in ("open-meteo", "openweather"):
        key = write(folder, "key", "0123456789abcdef0123456789abcdef\n")
        add("weather --json", Run(
            folder, "weather", "Paris", "--json", "--base-url", f"{weather}/good", "--provider", provider,
            *(["--key-file", key] if provider == "openweather" else []), succeeds=True).lines)
    Run(folder, "weather", "Paris", "--save", "home", "--json", "--base-url", f"{weather}/good", succeeds=True)
    add("the file places.json", read(os.path.join(folder, ".config/signup-tui/places.json")))

    records = write(folder, "records.jsonl", '{"id": 1, "name": "Ada", "more": "x"}\nplain\n')
    add("pages --json", Run(folder, "pages", "--file", records, "--json", succeeds=True).lines)
    add("pages --json", Run(
        folder, "pages", "--file", records, "--title", "value.name", "--detail", "value.more", "--json",
        succeeds=True).lines)
    for behaviour, succeeds in (("busy-once?page={page}", True), ("missing?page={page}", False)):
        add("pages --json", Run(
            folder, "pages", "--url", f"{service}/{behaviour}", "--json", succeeds=succeeds).lines)

    add("streams --json", Run(folder, "streams", write(folder, "s.json", json.dumps([
        {"source": {"id": "s", "stream": [{"value": 1, "operators": []}]}}])), "--json", succeeds=True).lines)
    add("streams run", Run(
        folder, "streams", "run", numbers, "c", "--input", "n=-", given="1\n2\n", succeeds=True).lines)
    wrong = write(folder, "wrong.json", json.dumps([
        {"chain": {"id": "c", "source": "none", "operators": [{"map": {"expression": "value +"}}]}},
        {"chain": {"id": "d", "operators": 3}}]))
    for file in (wrong, write(folder, "cut.json", "[{"), os.path.join(folder, "none.json")):
        add("streams check --json", Run(folder, "streams", "check", file, "--json").lines)

    filled = Run(folder, "form", "--demo", "gallery", "--answers", "-", given=json.dumps(GALLERY), succeeds=True)
    add("form --to json, by the id of the field of each kind in --demo gallery",
        [{name: value for name, value in filled.lines[0].items() if name in GALLERY}] if filled.output else [])
    form = write(folder, "form.json", json.dumps({"title": "T", "fields": [
        {"id": "a", "kind": "text"}, {"id": "b", "kind": "text"}]}))
    draft = os.path.join(folder, "draft.json")
    interrupted(["form", form, "--accessible", "--draft", draft], (b"A: ", b"x\n"), (b"B: ", CONTROL_C))
    add("the file of form --draft", read(draft))
    return [line for title, values in outputs.items() for line in [title] + keys(values)]


def columns(folder):
    drive, numbers = sensors(folder), streams(folder)
    rows = {
        "export --to csv": Run(folder, "export", drive, "--to", "csv", succeeds=True),
        "streams run --to csv, of numbers": Run(
            folder, "streams", "run", numbers, "c", "--input", "n=-", "--to", "csv", given="1\n", succeeds=True),
    }
    lines = [f"{title}: {run.output.splitlines()[0]}" for title, run in rows.items()]
    strength = Run(folder, "strength", given=PASSWORD, succeeds=True).output.splitlines()
    return lines + [f"strength: {len(strength[0].split(chr(9)))} columns with tabs between them"]


# Exit statuses

def statuses(folder):
    accounts = ["--accounts", os.path.join(folder, "accounts"), "--password-stdin"]
    nmea = os.path.join(TRACES, "drive.nmea")
    empty = write(folder, "empty.nmea", "$GPRMC,,V,,,,,,,,,,N*53\n")
    form = write(folder, "required.json", '{"fields": [{"id": "a", "kind": "text", "required": true}]}')
    wrong = write(folder, "wrong.json", '{"fields": [{"id": "a", "kind": "none"}]}')
    table = []

    def add(what, *arguments, given=""):
        run = Run(folder, *arguments, given=given)
        table.append((run.status, what))
        if run.status != 0 and not run.errors + run.output:
            failures.append(f"{what}: status {run.status} without a word")

    add("--version", "--version")
    add("--help", "--help")
    add("signup: the account is made", "signup", "--username", "annika", *accounts, given=PASSWORD)
    add("signup: the password is weak", "signup", "--username", "bertha", *accounts, given="password\n")
    add("signup: the name is taken", "signup", "--username", "annika", *accounts, given=PASSWORD)
    add("signup: the account file cannot be written", "signup", "--username", "annika", "--password-stdin",
        "--accounts", os.path.join(form, "accounts"), given=PASSWORD)
    add("signup: no terminal for the form", "signup", "--accounts", os.path.join(folder, "a"))
    add("login: the password is right", "login", "annika", *accounts, given=PASSWORD)
    add("login: the password is wrong", "login", "annika", *accounts, given="Wrong-horse-7\n")
    add("login: there is no account file", "login", "annika", "--password-stdin", "--accounts",
        os.path.join(folder, "none"), given=PASSWORD)
    add("accounts remove: there is no such account", "accounts", "remove", "bertha", *accounts[:2])
    add("accounts remove: the account is removed", "accounts", "remove", "annika", *accounts[:2])
    add("an unknown command", "frobnicate")
    add("an unknown option", "stats", nmea, "--frobnicate")
    add("a missing operand", "stats")
    add("a value out of range", "simulate", "--duration", "-1")
    add("replay: no terminal for the screen", "replay", nmea)
    add("stats: done", "stats", nmea)
    add("stats: a trace without a fix", "stats", empty)
    add("stats --quiet: a trace without a fix", "stats", empty, "--quiet")
    add("export: done", "export", nmea, "--to", "gpx")
    add("export: there is no such file", "export", os.path.join(folder, "none.nmea"))
    add("export: the file is not a trace", "export", form)
    add("form: filled in", "form", form, "--set", "a=x")
    add("form: an answer is missing", "form", form, "--answers", "-", given="{}")
    add("form: there is no such file", "form", os.path.join(folder, "none.json"))
    add("form --check: the form is right", "form", "--check", form)
    add("form --check: the form has an error", "form", "--check", wrong)
    add("streams check: the documents are right", "streams", "check", streams(folder))
    add("streams check: a document has an error", "streams", "check", wrong)
    add("streams run: there is no such stream", "streams", "run", streams(folder), "none")
    add("weather: the service cannot be reached", "weather", "Paris", "--json", "--base-url",
        "http://127.0.0.1:1")
    add("users: the service cannot be reached", "users", "--url", "http://127.0.0.1:1", "--json")
    add("pages: there is no such file", "pages", "--file", os.path.join(folder, "none"), "--json")
    run = ["streams", "run", streams(folder), "c", "--input", f"n={os.path.join(folder, 'lines')}", "--follow"]
    write(folder, "lines", "1\n")
    table.append((interrupted(run, (b'"value"', CONTROL_C)), "streams run: interrupted with ^C"))
    asked = ["form", form, "--accessible"]
    table.append((interrupted(asked, (b"A: ", CONTROL_C)), "form: interrupted with ^C"))
    table.append((interrupted(asked, (b"A: ", b"\x04")), "form: ended with ^D"))
    return [f"{status:3}  {what}" for status, what in sorted(table)]


CONTROL_C = b"\x03"


def interrupted(arguments, *steps):
    """Runs a command on a terminal and types each text after another has been written.

    Returns its exit status, as shells have it.
    """
    process, terminal = pty.fork()
    if process == 0:
        # A shell in the background ignores it, and what it starts inherits that.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.environ["TERM"] = "xterm"
        os.execv(PROGRAM, [PROGRAM, *arguments])
    written = b""
    with contextlib.suppress(OSError):  # The end of the program's terminal.
        for awaited, typed in steps:
            while awaited not in written:
                written += os.read(terminal, 4096)
            os.write(terminal, typed)
        while os.read(terminal, 4096):
            pass
    os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    return status if status >= 0 else 128 - status


def compare(name, lines):
    path = os.path.join(SURFACE, name)
    if OPTIONS.update:
        os.makedirs(SURFACE, exist_ok=True)
        with open(path, "w") as output:
            output.writelines(line + "\n" for line in lines)
        return
    known = open(path).read().splitlines() if os.path.exists(path) else []
    # A line of keys is compared together with its output's title.
    title, marked = "", [[], []]
    for side, some in zip(marked, (lines, known)):
        for line in some:
            title = title if line.startswith("  ") else line
            side.append((title, line.strip()) if name == "json.txt" else ("", line))
    for sign, one, other in (("+", *marked), ("-", *reversed(marked))):
        for title, line in one:
            if (title, line) not in other:
                failures.append(f"{name}: {sign} {title}{': ' if title else ''}{line}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        with server("misbehaving_weather.py") as weather, server("misbehaving_server.py") as service:
            compare("json.txt", json_outputs(folder, weather, service))
        compare("columns.txt", columns(folder))
    with tempfile.TemporaryDirectory() as folder:
        compare("statuses.txt", statuses(folder))
    for failure in failures:
        print("FAILED:", failure)
    if failures:
        sys.exit(
            "interface: the lines above differ from .ci/surface/program (+ new, - gone); --update writes it again."
            " What is gone or changed breaks scripts: it needs a new major version. What is new needs a minor one.")
    print("The JSON keys, the tables' columns and the exit statuses are those of .ci/surface/program.")


main()
