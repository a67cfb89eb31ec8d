#!/usr/bin/env python3
"""Runs a document over inputs of every kind: what comes in has to come out.

    Tests/Integration/sources.py PROGRAM

A URL that is polled (with an entity tag, failures, a recovery, a redirection that leads nowhere), the
output of a command, positions by TCP, by UDP, of a serial line (a pseudoterminal) and, where gpsd and
gpsfake are installed, of a gpsd. Files that are emptied, renamed and written anew under --follow; links
to documents that are replaced under --watch; tables with quotation marks; a table on a terminal; limits
that end a run while its input goes on. Documents of a URL that are saved: only what the server has
kept is saved, and a redirection empties no file. Then a reader of the results that stops for a while: a receiver is
not kept waiting, 10,000 positions wait, and that others are dropped is said. Ends with 1 if anything
is wrong.
"""

import http.server
import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty

DOCUMENTS = [
    {"input": {"id": "in", "type": "any"}},
    {"chain": {"id": "same", "source": "in", "operators": [{"map": {"expression": "value"}}]}},
    {"chain": {"id": "speeds", "source": "in", "operators": [
        {"filter": {"expression": "has(value, 'speed')"}},
        {"map": {"expression": "round(value.speed * 3.6)"}}]}},
    {"chain": {"id": "number", "source": "in", "operators": [
        {"scan": {"initialValue": 0, "expression": "result + 1"}}]}},
    {"chain": {"id": "new", "source": "in", "operators": [{"distinct": {}}]}}]

failures = 0


def check(what, found, wanted):
    global failures
    if found == wanted:
        print(f"ok    {what}")
    else:
        failures += 1
        print(f"WRONG {what}: found {found!r}, wanted {wanted!r}")


def sentence(second, knots):
    """An RMC of a second, with its checksum; the program needs no other sentence for a speed."""
    hours, minutes, seconds = second // 3600 % 24, second // 60 % 60, second % 60
    text = (f"GPRMC,{hours:02}{minutes:02}{seconds:02}.00,A,5919.80,N,01803.60,E,"
            f"{knots:.1f},90.0,241126,,,A")
    checksum = 0
    for letter in text.encode():
        checksum ^= letter
    return f"${text}*{checksum:02X}\r\n".encode()


class Run:
    """The program with an input, whose results and complaints are gathered."""

    def __init__(self, program, folder, stream, *options, reads=True):
        path = os.path.join(folder, "streams.json")
        with open(path, "w") as file:
            json.dump(DOCUMENTS, file)
        self.process = subprocess.Popen(
            [program, "streams", "run", path, stream, "--to", "values", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines, self.complaints, self.threads = [], [], []
        if reads:
            self.read()
        self.start(self.process.stderr, self.complaints)

    def read(self):
        self.start(self.process.stdout, self.lines)

    def start(self, file, lines):
        self.threads.append(threading.Thread(target=self.gather, args=(file, lines), daemon=True))
        self.threads[-1].start()

    @staticmethod
    def gather(file, lines):
        for line in file:
            lines.append(line.rstrip("\n"))

    def wait(self, lines=0, complaint="", seconds=30):
        """Waits until there are so many results, and a complaint with a text."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if len(self.lines) >= lines and any(complaint in line for line in self.complaints + [""]):
                return True
            time.sleep(0.02)
        return False

    def finish(self, seconds=60):
        """Waits for the program's end and all that it has written, and returns its status."""
        status = self.process.wait(timeout=seconds)
        for thread in self.threads:
            thread.join(timeout=seconds)
        return status

    def end(self):
        """Ends the program as a terminal does, and returns its status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=20)


def polled(program, folder):
    """A page that changes, fails, comes back, and is only sent when it has changed."""
    page = {"body": b"1\n2\n", "status": 200, "sent": 0, "kept": 0}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            tag = f'"{hash(page["body"])}"'
            known = page["status"] == 200 and self.headers["If-None-Match"] == tag
            page["kept" if known else "sent"] += 1
            if self.path == "/old":
                self.send_response(302)
                self.send_header("Location", "http://127.0.0.1:1/new")
            else:
                self.send_response(304 if known else page["status"])
            self.send_header("ETag", tag)
            self.end_headers()
            if not known and page["status"] == 200 and self.path != "/old":
                self.wfile.write(page["body"])

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    run = Run(program, folder, "same", "--input", f"in={url}/page", "--poll", "0.1")
    run.wait(lines=2)
    time.sleep(0.5)
    check("a page is read once while it is the same", run.lines, ["1", "2"])
    check("and is not sent again", page["sent"] == 1 and page["kept"] > 0, True)
    page["body"] = b'{"a":1}\nx'
    run.wait(lines=4)
    check("a page that has changed is read, also its last line", run.lines[2:], ['{"a":1}', '"x"'])
    page["status"] = 503
    run.wait(complaint="503")
    time.sleep(0.5)
    check("a failure is said once", len(run.complaints), 1)
    page["status"] = 200
    check("and the recovery, too", run.wait(complaint="again", seconds=10), True)
    run.end()
    check("nothing came twice", len(run.lines), 4)
    run = Run(program, folder, "same", "--input", f"in={url}/old", "--poll", "0.1")
    check("where a redirection fails, its address is named",
          run.wait(complaint=f"http://127.0.0.1:1/new (where {url}/old leads)"), True)
    run.end()
    server.shutdown()


def published(program, folder):
    """A file of documents that is saved where a server takes it, leads elsewhere, or loses it."""
    original = json.dumps({"version": 1, "documents": [
        {"source": {"id": name, "stream": [{"value": 1}]}} for name in ("a", "b")]}).encode()
    state = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            tag = f'"{state["version"]}"'
            known = self.headers["If-None-Match"] == tag
            self.send_response(304 if known else 200)
            self.send_header("ETag", tag)
            self.end_headers()
            if not known:
                self.wfile.write(state["body"])

        def do_PUT(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, location = state["answer"]
            if location and self.path == "/s.json":
                self.send_response(status)
                self.send_header("Location", location)
            else:
                if status != 200:
                    state["body"] = body if state["kept"] is None else state["kept"]
                    state["version"] += 1
                self.send_response(status if not location else 204)
            self.end_headers()

        do_POST = do_PUT

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"

    def save(status, location=None, kept=None):
        state.update(body=original, version=1, answer=(status, location), kept=kept)
        main, line = pty.openpty()
        process = subprocess.Popen(
            [program, "streams", url + "/s.json", "--accessible"], stdin=line, stdout=line,
            stderr=line, start_new_session=True)
        os.close(line)
        text = ""

        def wait(part):
            nonlocal text
            end = time.monotonic() + 20
            while part not in text and time.monotonic() < end:
                text += os.read(main, 65536).decode(errors="replace")
        wait("ended")
        os.write(main, b"remove b\n")
        wait("will be removed when you save")
        os.write(main, b"save\n")
        wait("aved")
        while "aved:" not in text and "aved, " not in text:
            text += os.read(main, 65536).decode(errors="replace")
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=20)
        os.close(main)
        return "Saved, 1 changed" in text, b'"b"' not in state["body"] and b'"a"' in state["body"], text

    check("a file is saved", save(204)[:2], (True, True))
    for status in (307, 308):
        check(f"also where status {status} leads on", save(status, "/new.json")[:2], (True, True))
    for status in (301, 302, 303):
        saved, _, text = save(status, "/new.json")
        check(f"status {status} is not followed", (saved, state["body"], f"{url}/new.json" in text),
              (False, original, True))
    other = f"http://localhost:{server.server_port}/new.json"
    saved, _, text = save(307, other)
    check("nor is another server", (saved, state["body"], other in text), (False, original, True))
    for what, status, kept in [("nothing", 200, None), ("an empty file", 204, b""), ("HTML", 201, b"<p>")]:
        check(f"a server that keeps {what} has not saved it", save(status, kept=kept)[0], False)
    server.shutdown()


def command(program, folder):
    run = Run(program, folder, "same", "--input-command", "in=printf '%s\\n' 1 'two words'")
    status = run.finish(30)
    run.wait(lines=2)
    check("a command's output", (run.lines, status), (["1", '"two words"'], 0))
    run = Run(program, folder, "same", "--input-command", "in=sh -c 'echo 1; exit 3'")
    status = run.finish(30)
    run.wait(complaint="status 3")
    check("a command that fails", (run.lines, status, len(run.complaints)), (["1"], 1, 1))
    run = Run(program, folder, "same", "--input-command", "in=/nowhere/program")
    status = run.finish(30)
    check("a command that is not there", (status, run.wait(complaint="/nowhere/program")), (1, True))


def send_slowly(send, seconds=6):
    """Sends a sentence for each of some seconds of the receiver's clock."""
    for second in range(seconds):
        send(sentence(second, second * 10))
        time.sleep(0.1)


def speeds(run, what):
    """The last epoch is complete only when another begins."""
    run.wait(lines=5)
    check(what, run.lines[:5], [str(round(second * 18.52)) for second in range(5)])
    run.end()


def receivers(program, folder):
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    run = Run(program, folder, "speeds", "--input", f"in:tcp:127.0.0.1:{port}")
    connection, _ = listener.accept()
    send_slowly(connection.sendall)
    speeds(run, "positions by TCP")
    connection.close()

    probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    probe.bind(("127.0.0.1", 0))
    port = probe.getsockname()[1]
    probe.close()
    run = Run(program, folder, "speeds", "--input", f"in=udp:{port}")
    time.sleep(1)
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    send_slowly(lambda line: sender.sendto(line, ("127.0.0.1", port)))
    speeds(run, "positions by UDP")

    main, line = pty.openpty()
    tty.setraw(line)
    run = Run(program, folder, "speeds", "--input", f"in=device:{os.ttyname(line)}")
    time.sleep(1)
    send_slowly(lambda text: os.write(main, text))
    speeds(run, "positions of a serial line")
    os.close(main)
    os.close(line)


def gpsd(program, folder):
    if not (shutil.which("gpsd") and shutil.which("gpsfake")):
        print("skip  a gpsd: gpsd and gpsfake are not installed")
        return
    log = os.path.join(folder, "log.nmea")
    with open(log, "wb") as file:
        for second in range(60):
            file.write(sentence(second, 50))
    probe = socket.create_server(("127.0.0.1", 0))
    port = probe.getsockname()[1]
    probe.close()
    fake = subprocess.Popen(
        ["gpsfake", "-q", "-c", "0.1", "-P", str(port), log], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    time.sleep(3)
    run = Run(program, folder, "speeds", "--input", f"in=gpsd:127.0.0.1:{port}")
    run.wait(lines=3)
    check("positions of a gpsd", run.lines[:3], ["93"] * 3)
    run.end()
    os.killpg(fake.pid, signal.SIGTERM)
    fake.wait()


def followed(program, folder):
    """A log that is emptied, renamed or written anew, as logrotate does it."""
    log = os.path.join(folder, "log")

    def write(text, mode="a"):
        with open(log, mode) as file:
            file.write(text)

    def renamed(text):
        os.rename(log, log + ".1")
        write(text)

    courses = [
        ("emptied", "aa\nbb\n", [lambda: write("", "w"), lambda: write("c\n")], ["aa", "bb", "c"]),
        ("filled with as many bytes", "aa\n", [lambda: write("bb\n", "w")], ["aa", "bb"]),
        ("filled with more bytes", "aa\n", [lambda: write("bb\ncc\n", "w"), lambda: write("dd\n")],
         ["aa", "bb", "cc", "dd"]),
        ("emptied within a line", "aa\nb", [lambda: write("cc\n", "w")], ["aa", "b", "cc"]),
        ("renamed", "aa\nb", [lambda: renamed("cc\n"), lambda: write("dd\n")],
         ["aa", "b", "cc", "dd"])]
    for what, first, steps, wanted in courses:
        write(first, "w")
        run = Run(program, folder, "same", "--input", f"in={log}", "--follow")
        run.wait(lines=first.count("\n"))
        for step in steps:
            time.sleep(0.6)
            step()
        run.wait(lines=len(wanted))
        time.sleep(0.5)
        run.end()
        check(f"a log that is {what}", run.lines, [json.dumps(line) for line in wanted])


def linked(program, folder):
    """Documents behind links, which are replaced as `ln -sfn` and Kubernetes do it."""
    for number in (1, 2):
        os.mkdir(os.path.join(folder, f"v{number}"))
        with open(os.path.join(folder, f"v{number}", "s.json"), "w") as file:
            json.dump([{"source": {"id": "a", "stream": [{"value": number, "operators": []}]}}], file)

    def link(target, name):
        path = os.path.join(folder, name)
        os.symlink(target, path + ".new")
        os.rename(path + ".new", path)

    for what, path, links, change in [
            ("a file", "s.json", {"s.json": "v1/s.json"}, ("v2/s.json", "s.json")),
            ("a folder", "now/s.json", {"now": "v1"}, ("v2", "now")),
            ("the followed folder", "now", {"now": "v1"}, ("v2", "now")),
            ("a ConfigMap", "s.json", {"s.json": "..data/s.json", "..data": "v1"}, ("v2", "..data"))]:
        for name, target in links.items():
            link(target, name)
        process = subprocess.Popen(
            [program, "streams", "run", path, "--watch", "--to", "values"], cwd=folder,
            stdout=subprocess.PIPE, text=True)
        found = [process.stdout.readline().strip()]
        link(*change)
        start = time.monotonic()
        found.append(process.stdout.readline().strip())
        check(f"a link to {what}", (found, time.monotonic() - start < 1), (["1", "2"], True))
        process.terminate()
        process.wait()


def tables(program, folder):
    def read(text, *options):
        path = os.path.join(folder, "table.csv")
        with open(path, "wb") as file:
            file.write(text.encode())
        run = Run(program, folder, "same", "--input", f"in={path}", "--lines", "csv", *options)
        return run.lines, run.finish(), run.complaints

    check("a quotation mark within a cell", read('size,b\n5" disk,2\n3,x\n')[:2],
          (['{"size":"5\\" disk","b":2}', '{"size":3,"b":"x"}'], 0))
    lines, status, complaints = read('\ufeffa,b\n"x,1\n01,+49\n4,5')
    check("one that has no end", (lines, status, len(complaints), "line 2:" in complaints[0]),
          (['{"a":"01","b":"+49"}', '{"a":4,"b":5}'], 1, 1, True))
    times = []
    for count in (50000, 200000):
        start = time.monotonic()
        lines, _, _ = read('a,b\n1,"x\n' + 'x","y\n' * count)
        times.append(time.monotonic() - start)
    check("the time that such a table takes is linear", times[1] < 12 * times[0], True)


def limited(program, folder):
    run = Run(program, folder, "new", "--speed", "max", "--input-command",
              "in=sh -c 'seq 1 400000; exec sleep 30'", reads=False)
    start = time.monotonic()
    count = len(run.process.stdout.read().splitlines())
    status = run.finish(30)
    check("a run that keeps too much ends at once",
          (status, 0 < count < 400000, time.monotonic() - start < 20,
           run.wait(complaint="it would keep more than 16 MiB", seconds=5)), (1, True, True, True))


def on_terminal(program, folder):
    """Others' text as a table: escaped on a terminal, and as it is in a pipe."""
    path = os.path.join(folder, "streams.json")
    with open(path, "w") as file:
        json.dump([{"source": {"id": "a", "stream": [{"value": "x\x1b]0;t\x07\u202e\x9b", "operators": []}]}}], file)
    main, line = pty.openpty()
    arguments = [program, "streams", "run", path, "a", "--to"]
    for form in ("csv", "json", "values"):
        process = subprocess.Popen(arguments + [form], stdin=subprocess.DEVNULL, stdout=line,
                                   env={**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm"})
        process.wait(timeout=30)
        shown = os.read(main, 4096).decode()
        check(f"{form} on a terminal",
              [sign for sign in "\x1b\x07\x9b\u202e" if sign in shown], [])
    piped = subprocess.run(arguments + ["csv"], capture_output=True, timeout=30)
    check("a table in a pipe", "x\x1b]0;t\x07\u202e\x9b".encode() in piped.stdout, True)
    os.close(main)
    os.close(line)


def slow_reader(program, folder):
    """80,000 positions while nobody reads the results: a pipe holds few of them."""
    listener = socket.create_server(("127.0.0.1", 0))
    run = Run(program, folder, "number", "--input",
              f"in:tcp:127.0.0.1:{listener.getsockname()[1]}", reads=False)
    connection, _ = listener.accept()
    count = 80000
    start = time.monotonic()
    for first in range(0, count, 100):
        connection.sendall(b"".join(sentence(second, 1) for second in range(first, first + 100)))
    connection.close()
    check("a receiver is not kept waiting", time.monotonic() - start < 60, True)
    time.sleep(2)
    run.read()

    def dropped():
        return sum(int(found) for line in run.complaints
                   for found in re.findall(r"(\d+) positions of .* were dropped", line))

    end = time.monotonic() + 60
    while len(run.lines) + dropped() < count and time.monotonic() < end:
        time.sleep(0.1)
    check("positions are dropped, which is said", dropped() > 0, True)
    check("and no others are missing", len(run.lines) + dropped(), count)
    run.end()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    program = os.path.realpath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for part in (polled, published, command, followed, linked, tables, limited, on_terminal, receivers, gpsd,
                     slow_reader):
            part(program, folder)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
