"""Runs the built program, and measures what it takes, for tests of it against servers.

    program = Measured("path/of/SignupTUI", "pages")
    run = program.run(["--file", "big.log", "--json"])
    run.status, run.output, run.complaints, run.seconds, run.kib
"""

import contextlib
import dataclasses
import os
import subprocess
import sys
import tempfile
import time

# MOST_MIB is for a program that loads its libraries, which take a few MiB more than linked ones.
MOST_KIB = int(os.environ.get("MOST_MIB", "64")) << 10

# A child's peak memory begins with its parent's, so that a small process starts the program. What
# it measures is the program and what that has started and waited for, whichever took more.
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
sys.stderr.write("\\n" + str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)
"""


@dataclasses.dataclass
class Run:
    """What has become of a run of the program."""
    status: int
    output: str
    complaints: str
    seconds: float
    kib: int


class Measured:
    """The program with one of its commands."""

    def __init__(self, program, command, environment=None):
        self.words = [os.path.abspath(program), command]
        self.environment = environment

    def run(self, arguments, text="", environment=None):
        """Runs the command with a text as its standard input, none of it by default."""
        variables = environment or self.environment
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as complaints:
            start = time.monotonic()
            result = subprocess.run(
                [sys.executable, "-c", LAUNCHER, *self.words, *arguments], input=text.encode(),
                stdout=output, stderr=complaints, check=False, env=variables, timeout=300)
            seconds = time.monotonic() - start
            output.seek(0)
            complaints.seek(0)
            *said, memory = complaints.read().decode().split("\n")
            return Run(result.returncode, output.read().decode(), "\n".join(said), seconds,
                       int(memory))


class Checks:
    """Counts what holds, and keeps what does not."""

    def __init__(self):
        self.failures, self.count, self.most = [], 0, 0

    def expect(self, holds, name, text=""):
        self.count += 1
        if not holds:
            self.failures.append(f"{name}: {text}")

    def expect_bounds(self, run, name, seconds, secrets=()):
        """Expects of any run: it ends in time, is small, and shows no secret."""
        self.most = max(self.most, run.kib)
        self.expect(run.seconds < seconds, name, f"took {run.seconds:.1f} s")
        self.expect(run.kib <= MOST_KIB, name, f"took {run.kib} KiB")
        for secret in secrets:
            self.expect(secret not in run.output + run.complaints, name, "a secret was shown")

    def end(self):
        """Says what was found, and ends the process by it."""
        for failure in self.failures:
            print("FAILED", failure)
        print(f"{self.count} checks, {len(self.failures)} failed; at most {self.most} KiB")
        sys.exit(1 if self.failures else 0)


@contextlib.contextmanager
def server(script):
    """Serves until the block ends, in a process of its own, which first prints its URL."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), script)
    process = subprocess.Popen([sys.executable, path], stdout=subprocess.PIPE, text=True)
    try:
        yield process.stdout.readline().strip().removesuffix("/")
    finally:
        process.kill()
        process.wait()
