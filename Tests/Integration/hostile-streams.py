#!/usr/bin/env python3
"""Feeds hostile documents of streams to the program and says what they could take of the machine.

    Tests/Integration/hostile-streams.py PROGRAM [--count 500] [--seed 1] [--factor 1]

Each document is generated from the seed: deep, wide, doubling, cyclic, of many faults, or a mixture.
It is checked, run and drawn, and shown on a pseudo-terminal, where keys are typed while it runs;
some also come from a URL and change there. Printed are the most memory that a process had and the
longest time that a key waited for its answer. It fails over 64 MiB, over 100 ms times the factor
for a loaded machine, and where anything crashes or does not end. Without curl, which the program
fetches by, nothing comes from a URL.
"""

import argparse
import contextlib
import fcntl
import http.server
import json
import os
import pty
import random
import resource
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import threading
import time

ENVIRONMENT = {
    "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
}

# MARK: documents


def source(id, values, operators=()):
    return {"source": {"id": id, "stream": [
        {"value": value, "operators": list(operators)} for value in values]}}


def chain(id, of, operators=()):
    return {"chain": {"id": id, "source": of, "operators": list(operators)}}


def union(id, kind, of):
    return {"union": {"id": id, "operator": kind, "sources": of}}


def join(id, kind, of, expression=None):
    join = {"id": id, "operator": kind, "sources": of}
    if expression is not None:
        join["expression"] = expression
    return {"join": join}


def mapped(expression):
    return {"map": {"expression": expression}}


DELAY = {"delay": {"seconds": 1}}


def deep(random):
    """Each document over the one before, with and without operators."""
    count = random.choice([100, 1_000, 5_000, 10_000])
    operators = random.choice([[], [], [{"first": {}}], [DELAY], [mapped("value")]])
    documents = [source("s0", [1, 2, 3], random.choice([[], [DELAY]]))]
    documents += [chain(f"s{n}", f"s{n - 1}", operators) for n in range(1, count)]
    if random.random() < 0.5:
        random.shuffle(documents)
    return documents


def wide(random):
    """Unions and joins of very many sources."""
    count = random.choice([50, 800, 4_900])
    values = list(range(random.choice([1, 20, 50]) if count < 4_900 else 5))
    documents = [source(f"s{n}", values, random.choice([[], [], [DELAY]])) for n in range(count)]
    of = [f"s{n}" for n in range(count)]
    kind = random.choice(["merge", "append", "zip", "combineLatest", "flatMap"])
    if kind in ("zip", "combineLatest"):
        documents.append(join("w", kind, of, random.choice([None, "a + b", "a"])))
    else:
        documents.append(union("w", kind, of))
    documents += [chain(f"c{n}", "w", [{"count": {}}]) for n in range(random.choice([1, 20]))]
    return documents


def doubling(random):
    """A little text, or list, or stream that becomes twice as much again and again."""
    kind = random.randrange(5)
    count = random.choice([100, 1_000, 10_000])
    if kind == 0:
        doubled = [mapped("%@ + %@")] * random.randrange(8, 24)
        return [
            source("a", list(range(count))), source("t", ["12345678"]), chain("d", "t", doubled),
            chain("x", "a", [{"flatMap": {"stream": "d"}}, {"collect": {"count": 1_000_000_000}}]),
        ]
    if kind == 1:
        documents = [source("z0", list(range(count)))]
        for n in range(1, random.choice([10, 60])):
            documents.append(chain(f"z{n}", f"z{n - 1}", [{"zip": {"stream": f"z{n - 1}"}}]))
        return documents
    if kind == 2:
        documents = [source("u0", list(range(20)), [DELAY])]
        for n in range(1, 16):
            documents.append(union(f"u{n}", random.choice(["merge", "append"]), [f"u{n - 1}"] * 2))
        return documents
    if kind == 3:
        step = {"flatMap": {"stream": "b", "expression": "a + b"}}
        return [
            source("a", list(range(count))), source("b", list(range(100)), [DELAY]),
            chain("x", "a", [step] * random.randrange(1, 3)),
            chain("y", "a", [{"flatMap": {"stream": "b"}}, {"collect": {"count": 10_000_000}}]),
        ]
    texts = ["x" * random.choice([10, 1_000, 30_000])] * 40
    step = {"scan": {"initialValue": "", "expression": "%@ + %@"}}
    kept = random.choice([{"last": {}}, {"removeDuplicates": {}}, {"debounce": {"seconds": 3}}, DELAY])
    documents = [source("a", texts)]
    return documents + [chain(f"c{n}", "a", [step, kept]) for n in range(count // 10)]


def cyclic(random):
    """References in circles, and many that lead into them."""
    count = random.choice([10, 1_000, 5_000])
    documents = []
    for n in range(count):
        to = random.randrange(count) if random.random() < 0.1 else (n + 1) % count
        documents.append(
            chain(f"s{n}", f"s{to}", random.choice([[], [{"merge": {"stream": f"s{n}"}}]])))
    return documents


def faulty(random):
    """Very many faults, each because of another, or each a different one."""
    count = random.choice([100, 5_000, 10_000])
    if random.random() < 0.5:
        documents = [chain("s0", "gone")]
        return documents + [chain(f"s{n}", f"s{n - 1}") for n in range(1, count)]
    faults = [
        {"wrap": {}}, {"map": {"expression": "(" * 100}}, {"delay": {"seconds": -1}}, 7,
        {"map": {"expression": "12 / "}}, {"zip": {"stream": "gone"}}, {"prefix": {"count": "x"}},
    ]
    return [
        chain(f"s{n}", "gone", [random.choice(faults)])
        for n in range(min(count, 5_000))
    ]


def costly(random):
    """Few values, but each much work: long expressions, long texts, many rows, many timers."""
    kind = random.randrange(5)
    if kind == 0:
        long = "value" + " + value" * 500
        return [source("a", list(range(10_000)))] + [
            chain(f"c{n}", "a", [mapped(long)] * 90) for n in range(3)]
    if kind == 1:
        text = "ä" * random.choice([100, 15_000])
        compared = " and ".join(["%@ == %@"] * 200)
        return [source("a", [text + str(n) for n in range(50)]),
                chain("c", "a", [{"filter": {"expression": compared}}, {"removeDuplicates": {}}])]
    if kind == 2:
        return [source("a", list(range(1_000))), chain("c", "a", [mapped("value + 1")] * 990)]
    if kind == 3:
        documents = [source("a", list(range(100)), [{"delay": {"seconds": 0.01}}])]
        return documents + [
            chain(f"c{n}", "a", [{"dropFirst": {"count": 0}}] * 50) for n in range(200)]
    many = [{"value": 1, "operators": []}] * 40_000
    return [{"source": {"id": "a", "stream": many}},
            chain("c", "a", [{"flatMap": {"stream": "b"}}, {"count": {}}]), source("b", [1, 2])]


def mixture(random):
    """Documents of any kind that refer to any others."""
    count = random.choice([5, 50, 500])
    documents = []
    for n in range(count):
        def other():
            return f"s{random.randrange(max(1, n))}" if random.random() < 0.97 else f"s{n}"
        steps = [
            DELAY, {"debounce": {"seconds": 1}}, {"throttle": {"seconds": 1, "latest": True}},
            {"dropFirst": {"count": 1}}, {"prefix": {"count": 5}}, {"collect": {"count": 1 << 40}},
            {"filter": {"expression": "index < 5"}}, mapped("%@ + %@"), {"removeDuplicates": {}},
            {"scan": {"initialValue": "", "expression": "%@ + %@"}}, {"last": {}}, {"count": {}},
            {"reduce": {"initialValue": 0, "expression": "result + value"}}, {"first": {}},
            {"merge": {"stream": other()}}, {"append": {"stream": other()}},
            {"prepend": {"stream": other()}}, {"flatMap": {"stream": other()}},
            {"zip": {"stream": other()}}, {"combineLatest": {"stream": other()}},
        ]
        some = [random.choice(steps) for _ in range(random.randrange(4))]
        kind = random.randrange(4)
        if kind == 0 or n == 0:
            values = [random.choice([1, -7, 2.5, "x", "text " * 50]) for _ in range(30)]
            documents.append(source(f"s{n}", values, some[:1] if n else []))
        elif kind == 1:
            documents.append(chain(f"s{n}", other(), some))
        elif kind == 2:
            of = [other() for _ in range(random.randrange(2, 6))]
            documents.append(union(f"s{n}", random.choice(["merge", "append", "flatMap"]), of))
        else:
            of = [other() for _ in range(random.randrange(2, 6))]
            documents.append(join(f"s{n}", random.choice(["zip", "combineLatest"]), of))
    return documents


def large(random):
    """As much JSON as a file may have, of little meaning."""
    kind = random.randrange(4)
    if kind == 0:
        return b"[" + b"[]," * random.choice([10_000, 240_000, 1_000_000]) + b"[]]"
    if kind == 1:
        return b'[{"stream":' + b"[" * random.choice([100, 5_000]) + b"]"
    if kind == 2:
        return json.dumps([source("a" * random.choice([1_000, 1_000_000]), ["x" * 1_000_000])]).encode()
    return b'{"version":1,"documents":[' + b'{"":{"":{"":0}}},' * random.choice([1_000, 4_999]) + b"0]}"


KINDS = [deep, wide, doubling, cyclic, faulty, costly, mixture, large]


def generate(seed, number):
    """The bytes of a document, and what kind it is."""
    numbers = random.Random(seed * 1_000_003 + number)
    kind = KINDS[number % len(KINDS)]
    documents = kind(numbers)
    if isinstance(documents, bytes):
        return kind.__name__, documents
    return kind.__name__, json.dumps({"version": 1, "documents": documents}).encode()


# MARK: processes

FIGURES = {"memory": (0, ""), "wait": (0, ""), "start": (0, "")}
# Of all documents.
HIGHEST = dict(FIGURES)
PROBLEMS = []


def note(figure, value, what):
    FIGURES[figure] = max(FIGURES[figure], (value, what))
    HIGHEST[figure] = max(HIGHEST[figure], (value, what))


def problem(text):
    PROBLEMS.append(text)
    print(f"PROBLEM: {text}", flush=True)


def ended(pid, what, expected=(0, 1)):
    """Takes in how a process ended; its status and its memory."""
    _, status, usage = os.wait4(pid, 0)
    note("memory", usage.ru_maxrss / 1024, what)
    if os.WIFSIGNALED(status):
        return -os.WTERMSIG(status)
    code = os.WEXITSTATUS(status)
    if expected and code not in expected:
        problem(f"{what}: status {code}")
    return code


def command(program, arguments, what, limit):
    """Runs a command to its end, with what it writes thrown away."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    pid = os.posix_spawn(
        program, [program, *arguments], ENVIRONMENT,
        file_actions=[(os.POSIX_SPAWN_DUP2, nowhere, fd) for fd in (0, 1, 2)])
    os.close(nowhere)
    deadline = time.monotonic() + limit
    stop = threading.Timer(limit, os.kill, (pid, signal.SIGTERM))
    stop.start()
    status = ended(pid, what)
    stop.cancel()
    if status < 0 and time.monotonic() < deadline:
        problem(f"{what}: ended by signal {-status}")
    return status


def screen(program, arguments, what, seconds, change=None):
    """Shows streams on a pseudo-terminal, types keys, and measures how long each waits."""
    begin = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(program, [program, *arguments], ENVIRONMENT)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))

    has_ended = False

    def expect(pattern, limit):
        """Reads until a text comes; how long that took, or None."""
        nonlocal has_ended
        start, read = time.monotonic(), b""
        while (left := start + limit - time.monotonic()) > 0:
            if not select.select([terminal], [], [], left)[0]:
                break
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                has_ended = True
                return None
            read = read[-200:] + chunk
            if pattern in read:
                return time.monotonic() - start
        return None

    def rest(limit):
        """Reads for a while what nobody waits for."""
        end = time.monotonic() + limit
        while (left := end - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    os.read(terminal, 65536)
                except OSError:
                    return

    def type_keys(keys):
        """Writes keys, for which it may be too late."""
        with contextlib.suppress(OSError):
            os.write(terminal, keys)

    def end_early():
        """A file that cannot be read as a whole has no screen, or none for long."""
        os.close(terminal)
        if ended(pid, what, expected=None) != 1:
            problem(f"{what}: no screen, and it did not say why")

    if expect(b"Streams", 60) is None:
        return end_early()
    note("start", time.monotonic() - begin, what)
    # Everything from its beginning, and fast; then letters into the line that asks for a file,
    # each of which is seen there once it is answered, while all streams go on behind it.
    for keys in (b"r", b"+++", b"i"):
        type_keys(keys)
        rest(0.1)
    end = time.monotonic() + seconds
    number = 0
    while time.monotonic() < end:
        letter = b"QWVY"[number % 4:number % 4 + 1]
        type_keys(letter)
        waited = expect(letter, 30)
        if waited is None and has_ended:
            return end_early()
        if waited is None:
            problem(f"{what}: a key was never answered")
            break
        note("wait", waited, what)
        rest(0.03)
        number += 1
        if number == 5 and change:
            change()
    type_keys(b"\x1b")
    rest(0.3)
    start = time.monotonic()
    type_keys(b"\x03")
    # It is answered when the terminal is given back.
    waited = expect(b"\x1b[?1049l", 30)
    note("wait", time.monotonic() - start, f"{what}, ^C")
    if waited is None:
        os.kill(pid, signal.SIGKILL)
        problem(f"{what}: ^C was not answered")
    rest(0.05)
    os.close(terminal)
    ended(pid, what, expected=None)


class Server(http.server.BaseHTTPRequestHandler):
    body = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(len(Server.body)))
        self.end_headers()
        self.wfile.write(Server.body)

    def log_message(self, *arguments):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="the number of the first document")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--factor", type=float, default=1, help="for a loaded machine")
    parser.add_argument("--memory", type=float, default=64, help="in MiB")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    fetches = shutil.which("curl") is not None
    if not fetches:
        print("There is no curl; documents of URLs are skipped.")
    url = f"http://127.0.0.1:{server.server_address[1]}/s.json"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "s.json")
        for number in range(options.first, options.first + options.count):
            kind, document = generate(options.seed, number)
            with open(path, "wb") as file:
                file.write(document)
            name = f"{number} {kind}"
            for figure in FIGURES:
                FIGURES[figure] = (0, "")
            begin = time.monotonic()
            command(program, ["streams", "check", path], f"{name}: check", 60)
            checked = time.monotonic() - begin
            if checked > 5 * options.factor:
                problem(f"{name}: check took {checked:.1f} s")
            command(program, ["streams", "run", path, "--speed", "max"], f"{name}: run", 20)
            command(program, ["streams", "marbles", path], f"{name}: marbles", 20)
            screen(program, ["streams", path], f"{name}: screen", 0.7)
            if number % 5 == 0 and fetches:
                Server.body = document

                def change():
                    Server.body = document + b" "

                screen(program, ["streams", url, "--watch"], f"{name}: screen of a URL", 2, change)
                Server.body = document
                command(
                    program, ["streams", "run", url, "--watch", "--poll", "0.2", "--speed", "max"],
                    f"{name}: run of a URL", 2)
            if options.verbose:
                new = [f"{f} {v[0]:.3f} ({v[1]})" for f, v in FIGURES.items()]
                took = time.monotonic() - begin
                print(f"{name}, {len(document)} bytes, {took:.1f} s: {'; '.join(new)}", flush=True)
            del document
    memory, wait, start = HIGHEST["memory"], HIGHEST["wait"], HIGHEST["start"]
    print(f"{options.count} documents from seed {options.seed}")
    print(f"most memory: {memory[0]:.1f} MiB ({memory[1]})")
    print(f"longest wait of a key: {wait[0] * 1000:.0f} ms ({wait[1]})")
    print(f"longest start of the screen: {start[0] * 1000:.0f} ms ({start[1]})")
    if memory[0] > options.memory:
        problem(f"more than {options.memory:.0f} MiB")
    if wait[0] > 0.1 * options.factor:
        problem(f"a key waited more than {100 * options.factor:.0f} ms")
    sys.exit(1 if PROBLEMS else 0)


if __name__ == "__main__":
    main()
