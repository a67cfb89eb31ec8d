#!/usr/bin/env python3
"""Changes the logic of running pipes, and looks whether values are lost, repeated, or late.

    Tests/Integration/inputs.py PROGRAM [--switches 1000] [--rate 10000] [--milliseconds 5]

Three processes run the same document, each over a standard input of its own, into which values come
at a rate. A fourth process saves the document again and again with another number in it, which every
result has behind the count of the values before it. So each result says which logic made it, and
whether one is missing. The time from a save to the first result of the new logic is measured in each
of the three: the median and the 99th of 100 are printed, and the median must be below the limit; the
longest depends on what else the machine does. How much it does is seen beside that: another process
only waits for the saves and reads the file, and the times until it has are printed, too. Ends with 1
if anything is lost, repeated or late.
"""

import argparse
import ctypes
import json
import multiprocessing
import os
import select
import statistics
import subprocess
import sys
import tempfile
import time


def documents(number):
    return {"version": 1, "documents": [
        {"input": {"id": "prices", "name": "Prices", "type": "number"}},
        {"chain": {"id": "counted", "source": "prices", "operators": [
            {"filter": {"expression": "value >= 0"}},
            {"scan": {"initialValue": 0, "expression": "result + 1"}},
            {"map": {"expression": f"value * 10000 + {number}"}}]}}]}


def save(path, number):
    """Replaces the document as an editor does that saves with care."""
    with open(path + ".new", "w") as file:
        json.dump(documents(number), file)
    os.rename(path + ".new", path)


def client(program, path, rate, stop, results):
    """Feeds one process and reads its results, until it is to stop."""
    process = subprocess.Popen(
        [program, "streams", "run", path, "counted", "--input", "prices=-", "--watch",
         "--to", "values"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    os.set_blocking(process.stdin.fileno(), False)
    seen, missing, repeated = {}, 0, 0
    sent, last, rest, backlog = 0, 0, b"", b""
    start = time.monotonic()
    while True:
        now = time.monotonic()
        if not stop.is_set():
            due = int((now - start) * rate)
            if due > sent:
                backlog += b"".join(b"%d\n" % number for number in range(sent, due))
                sent = due
        elif not backlog and not process.stdin.closed:
            process.stdin.close()
        if backlog:
            try:
                backlog = backlog[os.write(process.stdin.fileno(), backlog):]
            except BlockingIOError:
                pass
        if not select.select([process.stdout], [], [], 0.0005)[0]:
            continue
        block = os.read(process.stdout.fileno(), 1 << 16)
        if not block:
            break
        now = time.monotonic()
        lines = (rest + block).split(b"\n")
        rest = lines.pop()
        for line in lines:
            count, number = divmod(int(line), 10000)
            missing += max(0, count - last - 1)
            repeated += count <= last
            last = count
            if number not in seen:
                seen[number] = now
    results.put((seen, missing + sent - last, repeated, process.wait(), sent))


def reader(path, ready, stop, results):
    """Waits for saves as simply as it can be done, and notes when it has read each of them."""
    library, seen = ctypes.CDLL(None), {}
    watch = library.inotify_init1(0)
    # IN_MOVED_TO
    library.inotify_add_watch(watch, os.path.dirname(path).encode(), 0x80)
    ready.set()
    while not stop.is_set():
        if not select.select([watch], [], [], 0.1)[0]:
            continue
        os.read(watch, 1 << 16)
        with open(path) as file:
            number = int(file.read().rsplit("10000 + ", 1)[1].split('"')[0])
        seen.setdefault(number, time.monotonic())
    results.put(seen)


def times(saves, seen):
    """The milliseconds from saves to what was seen, in order."""
    return sorted((seen[number] - saves[number]) * 1000 for number in saves if number in seen)


def shown(delays):
    return (f"{statistics.median(delays):.2f} ms (median), "
            f"{delays[len(delays) * 99 // 100]:.2f} ms (99 of 100), {delays[-1]:.2f} ms (longest)")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--switches", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=10000, help="values a second into each process")
    parser.add_argument("--pause", type=float, default=0.02, help="seconds between two saves")
    parser.add_argument("--milliseconds", type=float, default=5, help="the limit for the median")
    arguments = parser.parse_args()
    if not 0 < arguments.switches < 10000:
        parser.error("between 1 and 9999 switches can be told apart")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "streams.json")
        save(path, 0)
        stop, results = multiprocessing.Event(), multiprocessing.Queue()
        clients = [multiprocessing.Process(
            target=client, args=(arguments.program, path, arguments.rate, stop, results))
            for _ in range(3)]
        ready, alone = multiprocessing.Event(), multiprocessing.Queue()
        control = multiprocessing.Process(target=reader, args=(path, ready, stop, alone))
        for process in clients + [control]:
            process.start()
        ready.wait()
        time.sleep(1)
        saves = {}
        for number in range(1, arguments.switches + 1):
            saves[number] = time.monotonic()
            save(path, number)
            time.sleep(arguments.pause)
        time.sleep(1)
        stop.set()
        found = [results.get(timeout=120) for _ in clients]
        read = times(saves, alone.get(timeout=120))
        for process in clients + [control]:
            process.join()
    failed = False
    for place, (seen, missing, repeated, status, sent) in enumerate(found):
        delays = times(saves, seen)
        median = statistics.median(delays)
        print(f"process {place + 1}: {sent} values, {len(delays)} of {arguments.switches} switches "
              f"seen, {missing} values lost, {repeated} repeated, status {status}; from a save to "
              f"the first new result {shown(delays)}")
        # Two saves may be seen as one where the machine is busy; the last one never is.
        failed |= missing or repeated or status or median > arguments.milliseconds
        failed |= arguments.switches not in seen or len(delays) < 0.9 * arguments.switches
    print(f"a process that only reads the file: {len(read)} saves seen, after {shown(read)}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
