#!/usr/bin/env python3
"""Has bash, dash and Python's shlex read back what the program quotes for shells.

    Tests/Integration/quoting.py PROGRAM [--count 100000] [--seed 1]

Random texts are filled into forms with --answers and written with --to shell: combining marks and joiners
behind quotation marks, line breaks, control characters, characters at the edge of the surrogates, text
from right to left, everything that a shell has a meaning for. Each reader has to get the very bytes, and
none may run what is in them. The same goes for rows and choices, which are JSON in a variable, and for
--to env, where a line break must be refused at its field. Bash checks at the end that no text was run.
"""

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import tempfile

FIELDS = 1000
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}

SYNTAX = list("'\"`$\\;&|<>(){}[]*?!#~=%^ \t\n\r") + [
    "'\u0301", "'\u0338", "'\u200d", "'\ufe0f", "'\u20e3", "'\u0903", "''", "'\\''", "\\'", "'\u0301'",
    "$(touch RUN)", "`touch RUN`", "';touch RUN;'", "'\u0301;touch RUN;'", "'\u200d$(touch RUN)'\u200d",
    "\n touch RUN\n", "!!", "\\\n", "\r\n", "~root", "a=b", "--", "-n", "-e"]
MARKS = ["\u0300", "\u0301", "\u0338", "\u0327", "\u200d", "\u200c", "\ufe0f", "\ufe0e", "\u20e3", "\U000e0020",
         "\u0903", "\u1160", "\u11a8", "\U0001f3fd", "\U0001f1e9", "\u0e33", "\u034f"]
OTHERS = ["\ud7ff", "\ue000", "\uffff", "\ufffd", "\U00010000", "\U0010ffff", "\u05d0", "\u0627", "\u202e", "\u2066",
          "\u2028", "\u2029", "\u0085", "\u00a0", "\ufeff", "\x01", "\x7f", "\x1b", "\x1b]0;t\x07", "\x08", "\x0b", "é",
          "e\u0301", "ß", "ﬁ", "İ", "👨‍👩‍👧", "中", "한", "가"]


def scalar(random):
    while True:
        value = random.choice([random.randrange(1, 0x80), random.randrange(1, 0x300), random.randrange(1, 0x11_0000)])
        if not 0xD800 <= value <= 0xDFFF:
            return chr(value)


def text(random):
    parts = []
    for _ in range(random.choice([0, 1, 1, 2, 3, 5, 8, 20])):
        kind = random.randrange(8)
        parts.append(
            random.choice(SYNTAX) if kind < 3 else random.choice(MARKS) if kind < 5
            else random.choice(OTHERS) if kind < 6 else scalar(random))
    return "".join(parts)


def form(folder, kind, lists=False):
    fields = [{"id": f"f{index}", "kind": kind} for index in range(FIELDS)]
    if lists:
        fields = [{"id": f"f{index}", "kind": "list", "fields": [{"id": "x", "kind": kind}]} for index in range(FIELDS)]
    path = os.path.join(folder, f"{kind}{'s' if lists else ''}.json")
    with open(path, "w") as file:
        json.dump({"fields": fields}, file)
    return path


def run(program, path, answers, *options):
    return subprocess.run(
        [program, "form", path, "--answers", "-", *options], input=json.dumps(answers).encode(),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, timeout=300)


def read_by_shell(shell, output, folder):
    """What a shell has in its variables after it took the output as the documentation says."""
    with open(os.path.join(folder, "answers"), "wb") as file:
        file.write(output)
    names = " ".join(f'"$f{index}"' for index in range(FIELDS))
    # Without the final line break a command substitution would be the same.
    script = 'a=$(cat answers) && eval "$a" && printf "%s\\0" ' + names
    result = subprocess.run(
        [shell, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, env=ENVIRONMENT, timeout=300)
    if result.returncode or result.stderr:
        fail(f"{shell} ended with {result.returncode}: {result.stderr[:300]!r}")
    return result.stdout.split(b"\0")[:-1]


def read_by_shlex(output):
    return [word.split("=", 1)[1].encode() for word in shlex.split(output.decode())]


def fail(what):
    sys.exit(f"quoting.py: {what}")


def compare(reader, found, wanted):
    if len(found) != len(wanted):
        fail(f"{reader} has {len(found)} values, not {len(wanted)}")
    for index, (have, want) in enumerate(zip(found, wanted)):
        if have != want:
            fail(f"{reader} reads f{index} as {have!r}, not {want!r}")


def check(program, folder, path, texts, wanted, answers):
    result = run(program, path, answers, "--to", "shell")
    if result.returncode:
        fail(f"status {result.returncode}: {result.stderr[:300].decode()}")
    for shell in ["bash", "dash"]:
        compare(shell, read_by_shell(shell, result.stdout, folder), wanted)
    compare("shlex", read_by_shlex(result.stdout), wanted)
    if os.path.exists(os.path.join(folder, "RUN")):
        fail("a text was run")
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    maker = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        # A secret is kept as it is typed, byte for byte.
        secrets, rows, lines = form(folder, "secret"), form(folder, "secret", lists=True), form(folder, "secret")
        for start in range(0, options.count, FIELDS):
            texts = [text(maker) for _ in range(FIELDS)]
            answers = {f"f{index}": each for index, each in enumerate(texts)}
            check(program, folder, secrets, texts, [each.encode() for each in texts], answers)
            if start % (20 * FIELDS):
                continue
            answers = {f"f{index}": [{"x": each}] for index, each in enumerate(texts)}
            result = run(program, rows, answers, "--to", "shell")
            for shell in ["bash", "dash"]:
                found = [json.loads(each) for each in read_by_shell(shell, result.stdout, folder)]
                if found != [[{"x": each or None}] for each in texts]:
                    fail(f"{shell} reads other rows")
            plain = {f"f{index}": each for index, each in enumerate(texts)}
            result = run(program, lines, plain, "--to", "env")
            broken = [f"f{index}" for index, each in enumerate(texts) if "\n" in each or "\r" in each]
            said = [line.split(":")[0] for line in result.stderr.decode().splitlines()]
            if said != broken:
                fail(f"--to env refuses {said[:5]}…, not {broken[:5]}…")
            kept = [each.replace("\n", "").replace("\r", "") for each in texts]
            result = run(program, lines, {f"f{index}": each for index, each in enumerate(kept)}, "--to", "env")
            compare("bash", read_by_shell("bash", result.stdout, folder), [each.encode() for each in kept])
        for bad in ["a\0b", "\0"]:
            result = run(program, secrets, {"f0": bad}, "--to", "shell")
            if result.returncode != 1 or result.stdout != b"false\n" or b"U+0000" not in result.stderr:
                fail(f"U+0000 is not refused: {result}")
    print(f"{options.count} texts read back by bash, dash and shlex")


main()
