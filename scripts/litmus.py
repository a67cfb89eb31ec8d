#!/usr/bin/env python3
"""Checks on ARM's memory model that a BiasedLock and a Lock hold there: `AsymmetricBarrier` in assembly.

    scripts/litmus.py                    needs herd7 (Debian: `apt-get install herdtools7`)

Two threads each store to one variable and then load the other's. One of them, the quick one, has no
barrier between the two; the other has membarrier(2), by which the kernel interrupts the quick thread
and has it pass a full barrier. That may happen anywhere, so there is a test for each position. In
none may both threads miss the other's store. Without the system call they may, which is tested, too:
a model in which nothing can fail shows nothing.
"""

import subprocess
import sys
import tempfile

# The quick thread's instructions, and where they stand. X1 is what it stores to and X3 what it loads
# into W2. The way in stores that the thread is entering and looks for its ownership; the way out, and
# a Lock's release, stores that it is out and looks for threads to wake.
QUICK = {
    "in": ["STR W0,[X1]", "LDR W2,[X3]"],
    "out": ["STLR W0,[X1]", "LDR W2,[X3]"],
}
# What the interrupt does: it sees the request (X5), passes a barrier, and acknowledges it (X6).
INTERRUPT = ["LDR W4,[X5]", "DMB SY", "STR W0,[X6]"]
# The other thread stores (X3), requests the barrier, waits for it, and loads (X1).
SLOW = ["STR W0,[X3]", "DMB SY", "STR W0,[X5]", "LDR W4,[X6]", "DMB SY", "LDAR W2,[X1]"]
SLOW_ALONE = ["STR W0,[X3]", "DMB SY", "LDAR W2,[X1]"]
BOTH_MISS = "0:X2=0 /\\ 1:X2=0"
WAS_INTERRUPTED = "0:X4=1 /\\ 1:X4=1"


def test(name, quick, slow, outcome):
    rows = max(len(quick), len(slow))
    columns = [column + [""] * (rows - len(column)) for column in (quick, slow)]
    registers = "; ".join(
        f"{p}:X0=1; {p}:X1=mine; {p}:X3=theirs; {p}:X5=request; {p}:X6=done" for p in (0, 1))
    body = "\n".join(f" {a} | {b} ;" for a, b in zip(*columns))
    return f"AArch64 {name}\n{{ {registers}; }}\n P0 | P1 ;\n{body}\nexists ({outcome})\n"


def observation(text):
    """Never, Sometimes or Always: whether the outcome of a test can be."""
    with tempfile.NamedTemporaryFile("w", suffix=".litmus") as file:
        file.write(text)
        file.flush()
        run = subprocess.run(["herd7", file.name], capture_output=True, text=True)
    found = [line.split()[2] for line in run.stdout.splitlines() if line.startswith("Observation")]
    if not found:
        sys.exit(f"FAILED: herd7 says nothing of\n{text}\n{run.stdout}{run.stderr}")
    return found[0]


def main():
    count = 0
    for way, quick in QUICK.items():
        cases = [(test(f"{way}-without", quick, SLOW_ALONE, BOTH_MISS), "Sometimes")]
        for index in range(len(quick) + 1):
            name = f"{way}-{index}"
            interrupted = quick[:index] + INTERRUPT + quick[index:]
            cases.append((test(name, interrupted, SLOW, WAS_INTERRUPTED), "Sometimes"))
            both = f"{BOTH_MISS} /\\ {WAS_INTERRUPTED}"
            cases.append((test(name, interrupted, SLOW, both), "Never"))
        for text, expected in cases:
            if (found := observation(text)) != expected:
                sys.exit(f"FAILED: {found}, not {expected}:\n{text}")
            count += 1
    print(f"{count} litmus tests are as expected.")


main()
