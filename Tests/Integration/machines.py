#!/usr/bin/env python3
"""Runs streams over brokers, and many clients of one document at nginx: the recipes of docs/machines.md.

    Tests/Integration/machines.py PROGRAM [--clients 40] [--changes 50] [--seconds 2]

Sensors publish to a broker (Mosquitto, Redis), one process computes, and its alerts come back over the
broker; the program that listens is killed once, and started again. Then so many clients follow a
document at an nginx of its own while it changes so many times: each must be on the new logic within
the seconds, and every value that it is fed comes out once. The processor time of nginx per answer is
printed. What is not installed is left out and said: apt-get install mosquitto mosquitto-clients
redis-server nginx-light. Ends with 1 if anything is wrong.
"""

import argparse
import atexit
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

failures = 0


def check(what, found, wanted):
    global failures
    if found == wanted:
        print(f"ok    {what}")
    else:
        failures += 1
        print(f"WRONG {what}: found {found!r}, wanted {wanted!r}")


def installed(*programs):
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        print(f"left out, because it is not installed: {', '.join(missing)}")
    return not missing


def free_port():
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        return server.getsockname()[1]


def wait_for_port(port):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    sys.exit(f"nothing listens on port {port}")


class Lines:
    """The lines that a process writes, read on a thread."""

    def __init__(self, process):
        self.process, self.lines, self.changed = process, [], threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append((time.monotonic(), line.rstrip("\n")))
                self.changed.notify_all()

    def wait(self, condition, seconds=20):
        """Waits until a condition on the texts holds; returns it."""
        with self.changed:
            self.changed.wait_for(lambda: condition([text for _, text in self.lines]), seconds)
            return [text for _, text in self.lines]


def start(words, **options):
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, text=True, bufsize=1, **options)


def stop(*processes):
    for process in processes:
        if process.poll() is None:
            process.terminate()
    for process in processes:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


HOT = [{"filter": {"expression": "has(value, 'celsius')"}},
       {"filter": {"expression": "value.celsius > 30"}},
       {"scan": {"initialValue": {"number": 0}, "expression":
                 "{number: result.number + 1, celsius: value.celsius}"}}]


def broker(program, folder, name, listen, publish, pipe):
    """Sensors, logic and alerts over a broker."""
    path = os.path.join(folder, "hot.json")
    with open(path, "w") as file:
        json.dump([{"input": {"id": "kitchen", "type": "any"}},
                   {"chain": {"id": "hot", "source": "kitchen", "operators": HOT}}], file)
    alerts = start(listen("alerts"))
    found = Lines(alerts)
    notices = open(os.path.join(folder, "notices"), "w+")
    logic = subprocess.Popen(
        [program, "streams", "run", path, "hot", "--restart", "--to", "values", "--input-command",
         "kitchen=" + " ".join(listen("sensors/kitchen"))],
        stdout=subprocess.PIPE, stderr=notices)
    sender = subprocess.Popen(pipe, stdin=logic.stdout, stdout=subprocess.DEVNULL, shell=True)
    logic.stdout.close()

    def objects(texts):
        return [json.loads(text) for text in texts if text.startswith("{")]

    # Until both listen.
    end = time.monotonic() + 20
    while not objects([text for _, text in found.lines]) and time.monotonic() < end:
        publish({"celsius": 31})
        found.wait(lambda texts: objects(texts), 0.5)
    first = len(objects(found.wait(lambda texts: True)))
    begin = time.monotonic()
    publish({"celsius": 20})
    publish({"celsius": 40})
    seen = objects(found.wait(lambda texts: len(objects(texts)) > first))
    check(f"{name}: an alert comes back", [o["celsius"] for o in seen[first:]], [40])
    print(f"      after {1000 * (time.monotonic() - begin):.0f} ms")
    listener = subprocess.run(
        ["pkill", "-P", str(logic.pid)], check=False)
    check(f"{name}: the program that listens is killed", listener.returncode, 0)
    end = time.monotonic() + 20
    while len(objects([text for _, text in found.lines])) <= first + 1 and time.monotonic() < end:
        publish({"celsius": 50})
        found.wait(lambda texts: len(objects(texts)) > first + 1, 0.5)
    seen = objects(found.wait(lambda texts: True))
    check(f"{name}: it listens again", seen[-1]["celsius"], 50)
    check(f"{name}: the count goes on", [o["number"] for o in seen],
          list(range(1, len(seen) + 1)))
    notices.seek(0)
    said = notices.read().splitlines()
    check(f"{name}: both are said once", [line.split("; ")[-1].split(" ", 2)[-1] for line in said][:1],
          ["started again"])
    check(f"{name}: nothing else is said", len(said), 2)
    stop(logic, sender, alerts)


def mosquitto(program, folder):
    if not installed("mosquitto", "mosquitto_sub", "mosquitto_pub"):
        return
    port = free_port()
    server = subprocess.Popen(
        ["mosquitto", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_port(port)
    broker(
        program, folder, "Mosquitto",
        lambda topic: ["mosquitto_sub", "-p", str(port), "-t", topic],
        lambda value: subprocess.run(
            ["mosquitto_pub", "-p", str(port), "-t", "sensors/kitchen", "-m", json.dumps(value)],
            check=True),
        f"exec mosquitto_pub -p {port} -t alerts -l")
    stop(server)


def redis(program, folder):
    if not installed("redis-server", "redis-cli"):
        return
    port = free_port()
    server = subprocess.Popen(
        ["redis-server", "--port", str(port), "--save", "", "--bind", "127.0.0.1"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    wait_for_port(port)
    broker(
        program, folder, "Redis",
        lambda topic: ["redis-cli", "-p", str(port), "SUBSCRIBE", topic],
        lambda value: subprocess.run(
            ["redis-cli", "-p", str(port), "PUBLISH", "sensors/kitchen", json.dumps(value)],
            check=True, stdout=subprocess.DEVNULL),
        f"xargs -d '\\n' -n 1 redis-cli -p {port} PUBLISH alerts")
    stop(server)


def documents(number):
    return {"version": 1, "documents": [
        {"input": {"id": "in", "type": "number"}},
        {"chain": {"id": "out", "source": "in", "operators": [
            {"map": {"expression": f"value * 1000 + {number}"}}]}}]}


def processor_time(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def follow(program, folder, clients, changes, seconds):
    if not installed("nginx"):
        return
    port, root = free_port(), os.path.join(folder, "www")
    os.makedirs(root)
    os.chmod(folder, 0o755)
    document = os.path.join(root, "logic.json")

    def save(number):
        with open(document + ".new", "w") as file:
            json.dump(documents(number), file)
        os.rename(document + ".new", document)

    save(0)
    saved = time.monotonic()
    configuration = os.path.join(folder, "nginx.conf")
    with open(configuration, "w") as file:
        file.write(
            f"worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
            "events { worker_connections 4096; }\n"
            f"http {{ access_log {folder}/access.log; server {{ listen 127.0.0.1:{port}; "
            f"root {root}; add_header Cache-Control no-cache; }} }}\n")
    server = subprocess.Popen(["nginx", "-c", configuration, "-p", folder, "-g", "daemon off;"])
    atexit.register(server.terminate)
    wait_for_port(port)
    master = server.pid
    # The master's workers come after it.
    end = time.monotonic() + 10
    workers = []
    while not workers and time.monotonic() < end:
        time.sleep(0.05)
        with open(f"/proc/{master}/task/{master}/children") as file:
            workers = file.read().split()
    worker = int(workers[0])
    feeds, readers, processes = [], [], []
    for _ in range(clients):
        process = subprocess.Popen(
            [program, "streams", "run", f"http://127.0.0.1:{port}/logic.json", "out", "--input",
             "in=-", "--watch", "--to", "values"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1)
        processes.append(process)
        feeds.append(process.stdin)
        readers.append(Lines(process))
    sent, times, late = 0, [], 0

    def feed():
        nonlocal sent
        sent += 1
        for pipe in feeds:
            pipe.write(f"{sent}\n")
            pipe.flush()

    # Until all run.
    for reader in readers:
        feed()
        reader.wait(lambda texts: texts, 60)
    begin, before, asked = time.monotonic(), processor_time(worker), None
    for number in range(1, changes + 1):
        # The tag of nginx has the second and the size of a file, and nothing finer.
        time.sleep(max(0, saved + 1.1 - time.monotonic()))
        save(number)
        saved = time.monotonic()
        waiting = set(range(clients))
        while waiting and time.monotonic() < saved + 20:
            feed()
            time.sleep(0.1)
            for index in list(waiting):
                with readers[index].changed:
                    lines = readers[index].lines
                    if lines and int(lines[-1][1]) % 1000 == number:
                        seen = next(t for t, text in lines if int(text) % 1000 == number)
                        times.append(seen - saved)
                        waiting.discard(index)
        late += len(waiting)
    length = time.monotonic() - begin
    used = processor_time(worker) - before
    for pipe in feeds:
        pipe.close()
    for reader in readers:
        reader.process.wait(30)
    lost = 0
    for reader in readers:
        values = [int(text) // 1000 for text in reader.wait(lambda texts: len(texts) >= sent, 20)]
        lost += values != list(range(1, sent + 1))
    stop(server)
    with open(f"{folder}/access.log") as file:
        answers = [line.split('" ')[1].split() for line in file]
    unchanged = [int(answer[1]) for answer in answers if answer[0] == "304"]
    check(f"{clients} clients, {changes} changes: all are on the new logic", late, 0)
    check("no value is lost or comes twice", lost, 0)
    times.sort()
    print(f"      after {statistics.median(times):.2f} s, the last {times[-1]:.2f} s; "
          f"{len(answers)} answers, {len(unchanged)} of them unchanged; nginx took "
          f"{1e6 * used / max(1, len(answers)):.0f} µs of a processor for each "
          f"({len(answers) / length:.0f} a second)")
    check(f"the last within {seconds} s", times[-1] <= seconds, True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--clients", type=int, default=40)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=2)
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with tempfile.TemporaryDirectory() as folder:
        mosquitto(program, folder)
        redis(program, folder)
        follow(program, folder, options.clients, options.changes, options.seconds)
    sys.exit(1 if failures else 0)


main()
