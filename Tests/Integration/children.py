#!/usr/bin/env python3
"""Runs what starts programs, and ends it in every way: no program may be left, and none may freeze keys.

    Tests/Integration/children.py PROGRAM

The programs hold a named pipe open, and a request a connection: each is at its end when the last of
those that hold it is gone. Then programs that close their output and go on, and a system that gives no
threads, for which it must be run by root or an ordinary user. Ends with 1 if anything is wrong.

EMULATED=1 is for a PROGRAM under an emulator, which needs threads of its own: the last part is left out.
"""

import contextlib
import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 20
STREAMS = [
    {"input": {"id": "a", "type": "any"}}, {"input": {"id": "b", "type": "any"}},
    {"chain": {"id": "both", "source": "a", "operators": []}},
    {"chain": {"id": "other", "source": "b", "operators": []}}]
FORM = {"fields": [{"id": "x", "kind": "text"}, {"id": "y", "kind": "text"}]}

failures = 0


def check(what, holds, more=""):
    global failures
    print(f"{'ok   ' if holds else 'WRONG'} {what}{'' if holds else f': {more}'}", flush=True)
    failures += not holds


class Run:
    """The program on a terminal, or between pipes."""

    def __init__(self, arguments, on_terminal, folder):
        self.text = b""
        environment = dict(os.environ, TERM="xterm-256color", HOME=folder)
        if on_terminal:
            self.output, child = pty.openpty()
        else:
            self.output, child = os.pipe()

        def prepare():
            # A shell in the background ignores SIGINT, and nohup SIGHUP; what it starts inherits that.
            for number in (signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)

        self.process = subprocess.Popen(
            [PROGRAM, *arguments], stdin=child if on_terminal else subprocess.DEVNULL, stdout=child,
            stderr=child, cwd=folder, env=environment, preexec_fn=prepare, start_new_session=True)
        self.input = self.output if on_terminal else None
        os.close(child)

    def read_until(self, condition, seconds=PATIENCE):
        """Reads what it writes until a condition holds; returns whether it did."""
        deadline = time.monotonic() + seconds
        while not condition():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            if select.select([self.output], [], [], min(left, 0.02))[0]:
                with contextlib.suppress(OSError):
                    self.text += os.read(self.output, 65536)
        return True

    def shows(self, text, seconds=PATIENCE):
        return self.read_until(lambda: text.encode() in self.text, seconds)

    def type(self, keys):
        os.write(self.input, keys.encode())

    def ends(self, seconds=PATIENCE):
        return self.read_until(lambda: self.process.poll() is not None, seconds)

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.output)


class Pipe:
    """A named pipe that programs hold open."""

    def __init__(self, folder, name):
        self.path = os.path.join(folder, name)
        os.mkfifo(self.path)
        self.file = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def has_begun(self):
        """Whether a program holds it, of which one tells its number."""
        with contextlib.suppress(BlockingIOError):
            return os.read(self.file, 4096) != b""
        return False

    def is_released(self, seconds):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            select.select([self.file], [], [], 0.05)
            with contextlib.suppress(BlockingIOError):
                if os.read(self.file, 4096) == b"":
                    return True
        return False


# Programs: with a child of their own, deaf to requests to end, and one that closes its output.
PROGRAMS = {
    "one that starts another": "exec 3>$PIPE; echo x >&3; sleep 600 & wait",
    "one that does not heed SIGTERM":
        "trap '' TERM HUP INT; exec 3>$PIPE; echo x >&3; while :; do sleep 1; done",
    "one that has closed its output":
        "exec 3>$PIPE; echo 1; exec >&- 2>&-; echo x >&3; sleep 600",
}


def cases(script, folder):
    """What starts a program: its name, its command line, and what is typed before it does."""
    words = ["sh", "-c", script]
    text = "sh -c '" + script.replace("'", "'\\''") + "'"
    form = dict(FORM, rules=[{"command": words + ["sh", "{x}"], "at": "x"}])
    with open(os.path.join(folder, "form.json"), "w") as file:
        json.dump(form, file)
    streams = ["--input-command", f"a={text}", "--input-command", "b=sleep 600"]
    return [
        ("streams run", False, ["streams", "run", "streams.json", *streams], ""),
        ("streams", True, ["streams", "streams.json", *streams], ""),
        ("streams in lines", True, ["streams", "streams.json", "--accessible", *streams], ""),
        ("pages --json", False, ["pages", "--command", text, "--json"], ""),
        ("pages", True, ["pages", "--command", text], ""),
        ("form", True, ["form", "form.json", "--allow-commands"], "abc\t"),
        ("form by a script", False,
         ["form", "form.json", "--allow-commands", "--set", "x=abc"], ""),
    ]


def begin(folder, name, on_terminal, arguments, keys):
    """Starts the program, and waits until the one that it starts has begun."""
    pipe = Pipe(folder, name.replace(" ", "-"))
    os.environ["PIPE"] = pipe.path
    run = Run(arguments, on_terminal, folder)
    if keys and run.shows("\x1b[?1049h"):
        run.type(keys)
    return run, pipe, run.read_until(pipe.has_begun)


def at_signals():
    for kind, script in PROGRAMS.items():
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "streams.json"), "w") as file:
                    json.dump(STREAMS, file)
                for name, on_terminal, arguments, keys in cases(
                        script, folder):
                    run, pipe, begun = begin(folder, name, on_terminal, arguments, keys)
                    run.process.send_signal(number)
                    what = f"{name}, {number.name}, {kind}"
                    check(what, begun and run.ends() and pipe.is_released(5),
                          (begun, run.process.poll(), run.text[-200:]))
                    run.close()


def at_the_end():
    """Leaving by a key, and an input that has ended while another has not."""
    script = PROGRAMS["one that starts another"]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "streams.json"), "w") as file:
            json.dump(STREAMS, file)
        for name, on_terminal, arguments, keys in cases(script, folder):
            if not on_terminal:
                continue
            run, pipe, begun = begin(folder, name, True, arguments, keys)
            run.type("\x03\x03" if name == "form" else "q\n")
            check(f"{name}, left by a key", begun and run.ends() and pipe.is_released(5),
                  (begun, run.process.poll(), run.text[-200:]))
            run.close()


def requests():
    """curl of users, with a service that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        for on_terminal, more in ((False, ["--json"]), (True, [])):
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                with tempfile.TemporaryDirectory() as folder:
                    run = Run(["users", "--url", url, *more], on_terminal, folder)
                    connection, _ = server.accept()
                    connection.settimeout(PATIENCE)
                    connection.recv(65536)
                    run.process.send_signal(number)
                    has_ended = run.ends()
                    with contextlib.suppress(OSError):
                        gone = connection.recv(65536) == b""
                    check(f"users {' '.join(more)}, {number.name}: no request is left",
                          has_ended and gone, run.text[-200:])
                    run.close()


def closed_outputs():
    """A program that has closed its output and goes on keeps nothing else waiting."""
    script = PROGRAMS["one that has closed its output"]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "streams.json"), "w") as file:
            json.dump(STREAMS, file)
        text = "sh -c '" + script + "'"
        pipe = Pipe(folder, "run")
        os.environ["PIPE"] = pipe.path
        other = "sh -c 'for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.1; done'"
        run = Run(
            ["streams", "run", "streams.json", "--to", "values", "--input-command", f"a={text}",
             "--input-command", f"b={other}"], False, folder)
        check("streams run goes on with the other input, and ends with it",
              run.ends(10) and run.shows("9", 1), run.text[-300:])
        check("and the program is ended with it", pipe.is_released(5))
        run.close()
        for name, on_terminal, arguments, keys in cases(script, folder):
            if not on_terminal:
                continue
            run, pipe, begun = begin(folder, name, True, arguments, keys)
            before = len(run.text)
            start = time.monotonic()
            run.type("zyx" if name == "form" else "?" if "lines" not in name else "list\n")
            answered = run.read_until(lambda: len(run.text) > before, 5)
            check(f"{name} answers keys", begun and answered and time.monotonic() - start < 3,
                  run.text[-200:])
            run.type("\x1b")
            run.process.terminate()
            check(f"{name} ends", run.ends(), run.text[-200:])
            run.close()


def no_threads():
    """Where the system gives no threads, this is said."""
    if os.getuid() == 0:
        limit = ["setpriv", "--reuid=54321", "--regid=54321", "--clear-groups"]
    else:
        limit = []
    for count in (1, 3):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            rules = [{"command": ["true", "{x}"], "at": "x"}]
            for name, value in (("streams", STREAMS), ("form", dict(FORM, rules=rules))):
                with open(os.path.join(folder, f"{name}.json"), "w") as file:
                    json.dump(value, file)
            for arguments in (
                    ["form", "form.json", "--allow-commands", "--set", "x=1"],
                    ["users", "--url", "http://127.0.0.1:1/", "--json"],
                    ["streams", "streams.json", "--accessible"],
                    ["streams", "run", "streams.json", "--watch"],
                    ["streams", "run", "streams.json", "--input", "a=http://127.0.0.1:1/",
                     "--input", "b=streams.json"],
                    ["streams", "run", "streams.json", "--follow", "--input", "a=form.json",
                     "--input", "b=streams.json"],
                    ["track", "--tcp", "127.0.0.1:1", "--json"]):
                try:
                    run = subprocess.run(
                        limit + ["prlimit", f"--nproc={count}", PROGRAM, *arguments], cwd=folder,
                        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
                    seen = (run.returncode, run.stdout, run.stderr)
                    holds = run.returncode == 1 and "thread" in run.stderr
                except subprocess.TimeoutExpired as error:
                    holds, seen = False, error
                check(f"{' '.join(arguments[:2])} says that there is no thread ({count})", holds, seen)


PROGRAM = os.path.abspath(sys.argv[1])
at_signals()
at_the_end()
requests()
closed_outputs()
if not os.environ.get("EMULATED"):
    no_threads()
print(f"{failures} wrong" if failures else "All children end.")
sys.exit(1 if failures else 0)
