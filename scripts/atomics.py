#!/usr/bin/env python3
"""Counts the atomic operations that each row of a program takes for a value.

    swift build -c release --package-path Benchmarks --product Benchmarks
    scripts/atomics.py Benchmarks/.build/release/Benchmarks [PART OF A ROW'S NAME…]

The program is Benchmarks, or Client (in Benchmarks/Client), built for x86-64 or, linked statically, for
arm64. Each row of one thread runs for two numbers of values; their difference is what the values
between them cost.

On x86-64 it runs under Valgrind's callgrind (`apt-get install valgrind`), which says how often each
instruction was executed; `objdump` says which are atomic: those with a `lock` prefix, and an `xchg`
with memory, which needs none. For arm64 it runs under qemu (`apt-get install qemu-user-static`), which
logs the instructions of each block and each block that is executed. Of these count compare-and-swap,
the exclusive pairs, the other read-modify-write instructions and the barriers; loads that acquire and
stores that release do not.

Prints a Markdown table: all of them, those in the runtime's retain and release, the rest, instructions,
and the functions that the atomic ones are in.
"""

import collections
import functools
import re
import subprocess
import sys
import tempfile

# Far more values, of four subjects too, than a thread takes a lock before it owns it (`BiasedLock.patience`).
COUNTS = (20_000, 22_000)
ATOMIC = re.compile(r"^\s*([0-9a-f]+):\s+(?:\S+ )*?(?:lock\b|xchg\s.*\()")


@functools.cache
def atomic_addresses(path):
    """The addresses of an object file's atomic instructions."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True
    ).stdout
    return {int(m[1], 16) for m in map(ATOMIC.match, text.splitlines()) if m}


def is_atomic_on_arm64(word):
    """True if an arm64 instruction is atomic, or a barrier."""
    return (
        word & 0x3FA00000 == 0x08000000  # LDXR, STXR
        or word & 0x3FA07C00 == 0x08A07C00  # CAS
        or word & 0x3B200C00 == 0x38200000 and word & 0x3FFFFC00 != 0x38BFC000  # LDADD, SWP; not LDAPR
        or word & 0xFFFFF0FF == 0xD50330BF  # DMB
    )


def run_for_arm64(program, row, count):
    """As `run`, under qemu."""
    with tempfile.NamedTemporaryFile() as log:
        subprocess.run(
            ["qemu-aarch64-static", "-d", "in_asm,exec,nochain", "-D", log.name, program, "--run", row,
             str(count)],
            check=True, capture_output=True)
        total, atomic = 0, collections.Counter()
        # By its first address, a block's name, number of instructions, and number of atomic ones.
        blocks, name, start, words = {}, "", None, []
        for line in open(log.name, errors="replace"):
            if line.startswith("IN:"):
                name, start, words = line[3:].strip(), None, []
            elif match := re.match(r"0x([0-9a-f]+):\s+([0-9a-f]{8}) ", line):
                start = int(match[1], 16) if start is None else start
                words.append(int(match[2], 16))
            elif match := re.match(r"Trace \d+: \S+ \[[0-9a-f]+/([0-9a-f]+)/", line):
                if start is not None:
                    blocks[start] = (name, len(words), sum(map(is_atomic_on_arm64, words)))
                    start = None
                executed, instructions, atomics = blocks[int(match[1], 16)]
                total += instructions
                if atomics:
                    atomic[executed] += atomics
        return total, atomic


def is_for_arm64(program):
    with open(program, "rb") as file:
        return file.read(20)[18] == 0xB7


def run(program, row, count):
    """How often each instruction is executed: all of them, and the atomic ones by function."""
    if is_for_arm64(program):
        return run_for_arm64(program, row, count)
    with tempfile.NamedTemporaryFile() as output:
        subprocess.run(
            ["valgrind", "--tool=callgrind", "--dump-instr=yes", "--dump-line=no",
             "--compress-strings=no", "--compress-pos=no", f"--callgrind-out-file={output.name}",
             program, "--run", row, str(count)],
            check=True, capture_output=True)
        total, atomic = 0, collections.Counter()
        path = function = ""
        is_call = False
        for line in open(output.name, errors="replace"):
            if line.startswith("ob="):
                path = line[3:].strip()
            elif line.startswith("fn="):
                function = line[3:].strip()
            elif line.startswith("calls="):
                is_call = True
            elif line.startswith("0x"):
                address, cost = line.split()[:2]
                # The line after a call has what the callee cost.
                if not is_call:
                    total += int(cost)
                    if path.startswith("/") and int(address, 16) in atomic_addresses(path):
                        atomic[function] += int(cost)
                is_call = False
        return total, atomic


def difference(program, row):
    """What one value more costs: instructions, and atomic operations by function."""
    (few, few_atomic), (many, many_atomic) = (run(program, row, count) for count in COUNTS)
    values = COUNTS[1] - COUNTS[0]
    atomic = {name: (many_atomic[name] - few_atomic[name]) / values for name in many_atomic}
    return (many - few) / values, {name: n for name, n in atomic.items() if n >= 0.05}


def main():
    if is_for_arm64(sys.argv[1]):
        return print_table(sys.argv[1], sys.argv[2:])
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind does not read Swift's debug information.
        program = f"{folder}/benchmarks"
        subprocess.run(["strip", "--strip-debug", "-o", program, sys.argv[1]], check=True)
        print_table(program, sys.argv[2:])


def print_table(program, wanted):
    emulator = ["qemu-aarch64-static"] if is_for_arm64(program) else []
    rows = subprocess.run(
        emulator + [program, "--rows"], capture_output=True, text=True, check=True).stdout
    print("| A value's | atomic | of these retain and release | others | instructions | where |")
    print("| --- | --: | --: | --: | --: | --- |")
    for row in rows.splitlines():
        # Threads that contend take as many as they happen to, and Valgrind runs one at a time.
        if row.startswith("2 threads") or wanted and not any(part in row for part in wanted):
            continue
        instructions, atomic = difference(program, row)
        counting = {n for n in atomic if re.search(r"[rR]etain|[rR]elease|RefCount", n)}
        counted = sum(atomic[name] for name in counting)
        where = sorted(atomic.items(), key=lambda item: -item[1])
        where = ", ".join(f"{n:.1f} {name[:60]}" for name, n in where)
        print(f"| {row} | {sum(atomic.values()):.1f} | {counted:.1f} |"
              f" {sum(atomic.values()) - counted:.1f} | {instructions:.0f} | {where} |", flush=True)


main()
