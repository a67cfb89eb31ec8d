#!/usr/bin/env python3
"""Writes the list of functions that lie together in the static program, the first ones first.

    make function-order        scripts/function-order.py PROGRAM MAP

Runs PROGRAM, the static one with its symbols, under Valgrind: a sign-up up to its first frame, one
that is filled in and sent, a login, a trace in figures and on the screen. What was called goes into
scripts/function-order.txt, by name within each run. What each letter of a name calls comes before
all else: after a pause it is in no cache, and has to come from as few pages as can be. Functions of
names that others have in a section with many more, as the linker's MAP has it, come last: they bring
these sections along.

Needs valgrind and nm.
"""
import bisect
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

# How many bytes a section may have that is put in front.
LONGEST = 32_768
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRACE = os.path.join(ROOT, "Tests/TestSupport/Fixtures/Traces/drive.nmea")
PASSWORD = "Tr0ub4dor&3xyz"
LETTERS = "annieka.n"
# What a terminal says of itself: no keyboard protocol, a dark background, and what it is.
ANSWERS = b"\x1b[?0u\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62;22c"


def on_terminal(command, keys, pause):
    """Runs a command on a terminal of 80 columns and 24 rows, and types one key after the other."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", LC_ALL="C.UTF-8")
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    keys, shown, typed, last = list(keys), b"", False, time.monotonic()
    while True:
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            try:
                piece = os.read(terminal, 65_536)
            except OSError:
                break
            if not piece:
                break
            shown, last = shown + piece, time.monotonic()
            if b"\x1b[c" in piece:
                os.write(terminal, ANSWERS)
        quiet = time.monotonic() - last
        # The first frame takes a while under Valgrind.
        if keys and b"\x1b[?1049h" in shown and quiet > (pause if typed else 3):
            os.write(terminal, keys.pop(0))
            typed, last = True, time.monotonic()
        elif quiet > 60:
            sys.exit(f"{command} goes on, and shows nothing: {shown[-400:]}")
    os.waitpid(process, 0)
    os.close(terminal)


def executed(profile):
    """How often the instruction at each address was run."""
    counts, is_call = {}, False
    with open(profile, errors="replace") as lines:
        for line in lines:
            if line.startswith("0x"):
                fields = line.split()
                # Behind a call stands what the called function took.
                own = 0 if is_call else int(fields[-1])
                address = int(fields[0], 16)
                counts[address] = counts.get(address, 0) + own
            is_call = line.startswith("calls=")
    return counts


def symbols(program):
    """The names of the functions, by address."""
    names = {}
    for line in subprocess.run(["nm", program], capture_output=True, text=True).stdout.splitlines():
        fields = line.split()
        if len(fields) == 3 and fields[1] in "tTwWi":
            names.setdefault(int(fields[0], 16), []).append(fields[2])
    return names


def long_sections(path):
    """From where to where the sections reach that are too long."""
    found = []
    with open(path, errors="replace") as lines:
        for line in lines:
            fields = re.match(r"\s*([0-9a-f]+)\s+[0-9a-f]+\s+([0-9a-f]+)\s+\d+\s+\S.*:\(\.text", line)
            if fields and int(fields[2], 16) > LONGEST:
                start = int(fields[1], 16)
                found.append((start, start + int(fields[2], 16)))
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    program, path = sys.argv[1:]
    names, long = symbols(program), long_sections(path)
    starts = sorted(names)
    if not starts or not long:
        sys.exit(f"{program} has no symbols, or {path} is no map of a linker.")

    # A name that several modules have brings along all that have it.
    def is_long(address):
        return any(start <= address < end for start, end in long)

    late = {name for address in starts if is_long(address) for name in names[address]}

    with tempfile.TemporaryDirectory() as folder:
        accounts, profile = os.path.join(folder, "accounts"), os.path.join(folder, "profile")
        signup = ["signup", "--accounts", accounts]
        form = [bytes([letter]) for letter in b"alice.b"] + [b"\t"]
        form += [bytes([letter]) for letter in PASSWORD.encode()] + [b"\t"]
        form += [bytes([letter]) for letter in PASSWORD.encode()] + [b"\r"]
        runs = [
            (signup, [b"\x03"]),
            (signup, form),
            (["login", "alice.b", "--accounts", accounts, "--password-stdin"], None),
            (["stats", TRACE], None),
            (["replay", TRACE], [b"\x1b[C", b"q", b"\x03"]),
        ]

        def run(arguments, keys, pause=0.4):
            """How often each instruction is run by a command, and by what is typed."""
            command = [
                "valgrind", "--quiet", "--tool=callgrind", "--dump-instr=yes", "--compress-pos=no",
                "--callgrind-out-file=" + profile, program] + arguments
            if keys is None:
                subprocess.run(
                    command, input=PASSWORD + "\n", text=True, stdout=subprocess.DEVNULL, check=True)
            else:
                on_terminal(command, keys, pause)
            return executed(profile)

        def named(addresses):
            """The names of the functions at addresses."""
            found = set()
            for address in addresses:
                index = bisect.bisect(starts, address) - 1
                if index >= 0:
                    found.update(names[starts[index]])
            return found

        # What is run more often for more letters, between which there is no time to look a name up.
        few, many = (
            run(signup, [bytes([letter]) for letter in name.encode()] + [b"\x03", b"\x03"], 0.1)
            for name in (LETTERS[:3], LETTERS))
        letter = named(address for address in many if many[address] > few.get(address, 0))
        print(f"a letter: {len(letter)} functions")
        done, groups = set(letter), [sorted(letter - late)]
        for arguments, keys in runs:
            called = named(run(arguments, keys))
            fresh = sorted(called - done - late)
            done |= called
            groups.append(fresh)
            print(f"{' '.join(arguments[:1])}: {len(called)} functions, {len(fresh)} of them new")
    with open(os.path.join(ROOT, "scripts/function-order.txt"), "w") as list:
        for fresh in groups + [sorted(late & done)]:
            list.writelines(name + "\n" for name in fresh)


main()
