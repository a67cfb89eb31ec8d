#!/usr/bin/env python3
"""Makes the calls of examples/streams/README.md, and compares what they write with the page.

    Tests/Integration/examples.py PROGRAM [PAGE]

A block of the page that begins with `$ SignupTUI` has a call in its first line, and below it what
the call writes: lines that begin with `SignupTUI:` on standard error, the others on standard output.
`check` must be silent about each document that a call names. Ends with 1 if anything differs.
"""

import os
import re
import shlex
import subprocess
import sys


def main():
    program = os.path.abspath(sys.argv[1])
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    page = os.path.abspath(
        sys.argv[2] if len(sys.argv) > 2 else os.path.join(root, "examples/streams/README.md"))
    folder, failures, calls = os.path.dirname(page), 0, 0
    environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb")

    def run(words):
        return subprocess.run(
            words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=120,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    for block in re.findall(r"^```\n\$ SignupTUI (.*?)^```", open(page).read(), re.M | re.S):
        call, _, wanted = block.partition("\n")
        words = shlex.split(call)
        complaints = "".join(
            line for line in wanted.splitlines(True) if line.startswith("SignupTUI:"))
        results = "".join(
            line for line in wanted.splitlines(True) if not line.startswith("SignupTUI:"))
        done = run([program] + words)
        calls += 1
        if (done.stdout, done.stderr) != (results, complaints):
            failures += 1
            print(f"$ SignupTUI {call}\nwrites\n{done.stderr}{done.stdout}and not\n{wanted}")
        if (done.returncode == 0) != (complaints == ""):
            failures += 1
            print(f"$ SignupTUI {call}\nends with {done.returncode}")
        checked = run([program, "streams", "check", words[2]])
        if checked.returncode != 0 or checked.stdout or checked.stderr:
            failures += 1
            print(f"check of {words[2]}:\n{checked.stderr}{checked.stdout}")
    print(f"{calls} calls of {os.path.relpath(page, root)}, {failures} of them wrong")
    sys.exit(1 if failures or calls == 0 else 0)


main()
