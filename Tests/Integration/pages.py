#!/usr/bin/env python3
"""`pages` of the built program against a server that misbehaves in some fifty ways, and files.

    Tests/Integration/pages.py PROGRAM [--rows 200000]

Whatever a server does, what was there before is said, nothing is asked for ever, an error is one
sentence and status 1, no key is shown, and no more than 64 MiB are taken.
"""

import argparse
import concurrent.futures
import json
import os
import tempfile

from measured import MOST_KIB, Checks, Measured, server
from misbehaving_server import KEY, PAGES, SIZE

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("program")
parser.add_argument("--rows", type=int, default=200_000, help="the records of the large files")
OPTIONS = parser.parse_args()
PROGRAM = Measured(OPTIONS.program, "pages")
ALL = PAGES * SIZE


def paged(path):
    return f"/{path}?page={{page}}"


# The path, further arguments, the number of items, the last state, a part of the message, and the
# most seconds.
GOOD, ERROR = "loadedContent", "error"
CASES = [
    (paged("numbered"), [], ALL, GOOD, "", 5),
    ("/offset?offset={offset}", ["--items", "data.users"], ALL, GOOD, "", 5),
    ("/cursor?after={cursor}", ["--next", "meta.next"], ALL, GOOD, "", 5),
    ("/linked?page=1", [], ALL, GOOD, "", 5),
    ("/next-url?page=1", ["--next", "next"], ALL, GOOD, "", 5),
    (paged("has-more"), ["--next", "more"], ALL, GOOD, "", 5),
    (paged("missing-at-end"), [], ALL, GOOD, "", 5),
    (paged("redirected"), [], ALL, GOOD, "", 5),
    (paged("redirected"), ["--header-file", "KEYS"], ALL, GOOD, "", 5),
    (paged("said-to-be-text"), [], ALL, GOOD, "", 5),
    (paged("keyed"), ["--header-file", "KEYS"], ALL, GOOD, "", 5),
    (paged("keyed"), [], 0, ERROR, "denies access (status 401: “no key”)", 5),
    (paged("silent"), ["--timeout", "1"], 0, ERROR, "did not respond within 1 second", 20),
    (paged("dripping"), ["--timeout", "1"], 0, ERROR, "did not respond within 1 second", 20),
    (paged("cut-on-third"), [], 2 * SIZE, ERROR, "was cut off", 20),
    (paged("cut-once"), [], ALL, GOOD, "", 10),
    (paged("cut-head"), [], 0, ERROR, "", 20),
    (paged("no-answer"), [], 0, ERROR, "was cut off", 20),
    (paged("not-http"), [], 0, ERROR, "is not HTTP", 20),
    (paged("busy-once"), [], ALL, GOOD, "", 10),
    (paged("busy-for-ever"), [], 0, ERROR, "too many requests (status 429). Try again in 1 second", 20),
    (paged("busy-for-an-hour"), [], SIZE, ERROR, "Try again in 60 minutes", 5),
    (paged("busy-until"), [], ALL, GOOD, "", 10),
    (paged("broken-twice"), [], ALL, GOOD, "", 10),
    (paged("broken"), [], 0, ERROR, "reports a server error (status 502)", 20),
    (paged("forbidden"), [], 0, ERROR, "denies access (status 403)", 5),
    (paged("teapot"), [], 0, ERROR, "refuses the request (status 418)", 5),
    (paged("nowhere"), [], 0, ERROR, "There is nothing at", 5),
    (paged("redirected-for-ever"), [], 0, ERROR, "without end", 20),
    (paged("html"), [], 0, ERROR, "it is not JSON: line 1, column 1", 5),
    (paged("broken-json"), [], 2, ERROR, "repeats", 5),
    (paged("half-json"), [], 0, ERROR, "it is not JSON", 5),
    (paged("empty"), [], 0, GOOD, "", 5),
    (paged("no-content"), [], 0, GOOD, "", 5),
    (paged("number"), [], 0, ERROR, "it is a number, not a list", 5),
    (paged("object"), [], 0, ERROR, "no list of records", 5),
    (paged("two-lists"), [], 0, ERROR, "there are lists at “a” and “b”", 5),
    (paged("two-lists"), ["--items", "c"], 0, ERROR, "nothing at “c”", 5),
    (paged("bad-utf8"), [], 2, GOOD, "", 5),
    (paged("compressed"), [], 0, ERROR, "was cut off", 20),
    (paged("gzip"), [], ALL, GOOD, "", 5),
    (paged("deflate"), [], ALL, GOOD, "", 5),
    (paged("raw-deflate"), [], ALL, GOOD, "", 5),
    (paged("trailers"), [], ALL, GOOD, "", 5),
    (paged("bomb"), [], 0, ERROR, "is larger than 4 MiB", 20),
    (paged("null"), [], SIZE, GOOD, "", 5),
    (paged("null-items"), [], SIZE, GOOD, "", 5),
    (paged("empty-lists"), [], SIZE, GOOD, "", 5),
    ("/long-numbers?after={cursor}", ["--next", "next"], 2, GOOD, "", 5),
    (paged("forbidden-for-a-second"), [], ALL, GOOD, "", 10),
    (paged("unprocessable"), [], 0, ERROR, "refuses the request (status 422: “page [31m is odd”).", 5),
    (paged("echo"), ["--header-file", "KEYS"], 0, ERROR, "your key <secret>", 5),
    (paged("to-ftp"), [], 0, ERROR, "leads to ftp://b.example/x, which does not begin with", 5),
    (paged("to-file"), ["--header-file", "KEYS"], 0, ERROR, "leads to file:///etc/passwd", 5),
    (paged("deep"), [], 1, ERROR, "", 5),
    ("/odd-cursor?after={cursor}", ["--next", "meta.next"], 0, ERROR, "is not a cursor", 5),
    (paged("odd-records"), [], 7, GOOD, "", 5),
    (paged("repeating"), [], SIZE, ERROR, "repeats an earlier one", 5),
    (paged("repeating-unnamed"), [], SIZE, ERROR, "repeats an earlier one", 5),
    (paged("swapping-unnamed"), [], 2 * SIZE, ERROR, "repeats an earlier one", 5),
    ("/cursor-same?after={cursor}", ["--next", "meta.next"], SIZE, ERROR, "repeats", 5),
    ("/cursor-loop?after={cursor}", ["--next", "meta.next"], None, ERROR, "repeats", 5),
    ("/foreign?page=1", ["--header-file", "KEYS"], SIZE, ERROR, "another server", 5),
    ("/foreign?page=1", [], None, GOOD, "", 5),
    ("/scheme?page=1", [], 0, ERROR, "is not a URL", 5),
    *[(f"/disguised?kind={kind}", ["--header-file", "KEYS"], None, ERROR, message, 5)
      for kind, message in enumerate(["another server", "is not a URL", "another server",
                                      "is not a URL", "another server", "is not a URL"])],
    (paged("huge"), [], 0, ERROR, "is larger than 4 MiB", 20),
    (paged("endless"), [], 0, ERROR, "is larger than 4 MiB", 20),
    (paged("huge-head"), [], 0, ERROR, "", 20),
    (paged("dense"), [], 0, ERROR, "more than 20000 records", 20),
    (paged("large"), [], 6000, GOOD, "", 60),
]


class PageChecks(Checks):
    def check(self, name, run, count, state, message, seconds):
        try:
            lines = [json.loads(line) for line in run.output.splitlines()]
        except ValueError:
            return self.expect(False, name, "no JSON: " + run.output[:200])
        items = [line for line in lines if "item" in line]
        states = [line for line in lines if "state" in line]
        last = states[-1] if states else {}
        self.expect(
            run.status == (0 if state == GOOD else 1), name, f"status {run.status} {run.complaints}")
        self.expect(last.get("state") == state, name, f"ended with {last}")
        self.expect(message in last.get("message", ""), name, f"said {last}")
        self.expect(count is None or len(items) == count, name, f"{len(items)} items")
        self.expect(
            [line["item"] for line in items] == list(range(1, len(items) + 1)), name, "numbers")
        self.expect_bounds(run, name, seconds, [KEY])


def check_server(checks, folder):
    keys = os.path.join(folder, "keys")
    with open(keys, "w") as file:
        file.write(f"# a key\nX-Key: {KEY}\n")
    with server("misbehaving_server.py") as base:
        def one(case):
            path, arguments, *expected = case
            arguments = [keys if text == "KEYS" else text for text in arguments]
            return PROGRAM.run(["--url", base + path, "--json", *arguments]), expected

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            # Each behaviour counts its requests, so two of the same stand apart.
            for case, (result, expected) in zip(CASES, pool.map(one, CASES)):
                checks.check(" ".join([case[0], *case[1]]), result, *expected)
        run = PROGRAM.run(["--url", base + "/long-numbers?after={cursor}", "--next", "next", "--json"])
        checks.expect(all(f'"record":{{"id":{n}}}' in run.output for n in
                          ("18446744073709551615", "18446744073709551616")), "digits", run.output)
    run = PROGRAM.run(["--url", "http://127.0.0.1:1/?page={page}", "--json"])
    checks.check("refused", run, 0, ERROR, "cannot be reached", 20)


def check_files(checks, folder):
    def write(name, text):
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return path

    def file(name, text, count, state=GOOD, message="", arguments=()):
        path = write(name, text)
        run = PROGRAM.run(["--file", path, "--json", *arguments])
        checks.check(name, run, count, state, message, 60)

    rows = OPTIONS.rows
    file("big.jsonl", "".join(f'{{"id": {n}, "name": "Name {n}"}}\n' for n in range(rows)), rows)
    file("big.log", "".join(f"{n} GET /index.html 200\r\n" for n in range(rows)), rows)
    file("big.csv", "id,name\n" + "".join(f'{n},"Na""me\n{n}"\n' for n in range(rows)), rows)
    file("big.json", json.dumps({"meta": {"n": 1}, "data": {"list": [
        {"id": n, "name": f"Name {n}"} for n in range(rows)]}}), rows, arguments=["--items", "data.list"])
    file("first.json", '{"a": {"b": [1, 2, [3]]}, "c": []}', 3)
    file("empty.log", "", 0)
    file("empty.json", "", 0, ERROR, "it is empty")
    file("cut.json", '[{"a": 1}, {"b": ', 0, ERROR, "was expected, not the end of the file")
    file("object.json", '{"a": 1}', 0, ERROR, "it has no list of records")
    file("long.log", b"x" * (3 << 20) + b"\nshort\n", 2)
    file("binary.log", bytes(range(256)) * 1000, 1001)
    file("mixed.jsonl", '{"a": 1}\nnot JSON\n\n[1, 2]\n"text"', 4)
    checks.check("missing", PROGRAM.run(["--file", folder + "/none", "--json"]), 0, ERROR,
                 "No such file", 5)
    checks.check("folder", PROGRAM.run(["--file", folder, "--json"]), 0, ERROR, "regular file", 5)
    # Five gigabytes that take no room: a line, and a hole.
    path = write("hole.log", "first\n")
    os.truncate(path, 5 << 30)
    run = PROGRAM.run(["--file", path, "--json"])
    checks.expect(run.kib <= MOST_KIB and run.output.count('"item"') == 2, "hole.log",
                  f"{run.kib} KiB, {run.output[:200]}")


def check_programs(checks):
    def command(text, count, state=GOOD, message="", arguments=()):
        run = PROGRAM.run(["--command", text, "--json", *arguments])
        checks.check(text, run, count, state, message, 20)

    command("seq 5", 5)
    command("printf '[{\"name\": \"a b\"}]'", 1)
    command("sh -c 'test {page} -gt 3 || seq $(({page} * 10)) $(({page} * 10 + 4))'", 15)
    command("sh -c 'echo no luck >&2; exit 3'", 0, ERROR, "sh ended with status 3: no luck")
    command("no-such-program", 0, ERROR, "no-such-program cannot be run")
    command("yes", 0, ERROR, "yes wrote more than 4 MiB")
    command("sleep 60", 0, ERROR, "sleep has not ended within 1 seconds", ["--timeout", "1"])
    command("echo $HOME", 1)


def check_command_lines(checks):
    def refused(arguments, part):
        run = PROGRAM.run(arguments)
        checks.expect(run.status == 2 and part in run.complaints, " ".join(arguments),
                      f"status {run.status}: {run.complaints}")

    refused(["--url", "ftp://a", "--json"], "is not a URL")
    refused(["--url", "http://a/b c", "--json"], "there is a space at column 11")
    refused(["--url", "http://a\\@b/", "--json"], "backslash")
    refused(["--url", "http://u:p@a/", "--json"], "without a user and a password")
    refused(["--url", "http://a/{pge}", "--json"], "there is no {pge}")
    refused(["--url", "http://a/{page}{offset}", "--json"], "one of them is enough")
    refused(["--url", "http://a/{cursor}", "--json"], "needs --next PATH")
    refused(["--url", "http://a/", "--title", "name", "--json"], "The record is called value")
    refused(["--url", "http://a/", "--file", "b", "--json"], "cannot be combined")
    refused(["--items", "a", "--json"], "needs --url, --file or --command")
    refused(["--command", "'a", "--json"], "is not closed")


def main():
    checks = PageChecks()
    with tempfile.TemporaryDirectory() as folder:
        check_server(checks, folder)
        check_files(checks, folder)
    check_programs(checks)
    check_command_lines(checks)
    checks.end()


if __name__ == "__main__":
    main()
