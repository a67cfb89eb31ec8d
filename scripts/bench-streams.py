#!/usr/bin/env python3
"""Measures `streams run` over standard input beside jq and Miller, as a Markdown table.

    scripts/bench-streams.py PROGRAM [--numbers 10000000] [--objects 2000000] [--gigabytes 0]

Each program computes the same on one processor (taskset), from a pipe, and what it prints is counted
and compared. jq and Miller are Debian's packages: apt-get install jq miller; without them their
columns are empty. With --gigabytes, so many of numbers go through the program, and the most memory
is printed that it had. The figures are the least time of several runs, which take turns.
"""

import argparse
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

NUMBERS = {"version": 1, "documents": [
    {"input": {"id": "in", "type": "number"}},
    {"chain": {"id": "out", "source": "in", "operators": [
        {"map": {"expression": "value * 3 + 1"}},
        {"filter": {"expression": "value % 4 == 0"}},
        {"scan": {"initialValue": 0, "expression": "(result + value) % 1000003"}}]}}]}

OBJECTS = {"version": 1, "documents": [
    {"input": {"id": "in", "type": "object"}},
    {"chain": {"id": "out", "source": "in", "operators": [
        {"filter": {"expression": "value.volume > 500"}},
        {"map": {"expression": "value.price * value.volume"}}]}}]}

TEXTS = {"version": 1, "documents": [
    {"input": {"id": "in", "type": "object"}},
    {"chain": {"id": "out", "source": "in", "operators": [
        {"filter": {"expression": "value.volume > 500"}},
        {"map": {"expression": "value.note"}}]}}]}

NOTES = {
    "with escapes": 'He said: "no\\yes"\n\tline %d',
    "beyond ASCII": "Zoë – “ça va” 日本 😀 %d"}

JQ_NUMBERS = ("foreach (inputs | . * 3 + 1 | select(. % 4 == 0)) as $v (0; (. + $v) % 1000003)")
JQ_OBJECTS = "select(.volume > 500) | .price * .volume"
JQ_TEXTS = "select(.volume > 500) | .note"
COUNT = ["awk", "{ n += 1; sum += $1 } END { printf \"%d %.0f\\n\", n, sum }"]
MILLER_NUMBERS = (
    "begin { @sum = 0 } v = $1 * 3 + 1; if (v % 4 == 0) { @sum = (@sum + v) % 1000003; "
    "print @sum }")
MILLER_OBJECTS = "if ($volume > 500) { print $price * $volume }"


def one_processor(command):
    return (["taskset", "-c", "0"] if shutil.which("taskset") else []) + command


def measure(command, path, compare):
    """Runs a command over a file through a pipe; returns seconds, and what is compared of results."""
    feeder = subprocess.Popen(["cat", path], stdout=subprocess.PIPE)
    start = time.monotonic()
    process = subprocess.Popen(
        one_processor(command), stdin=feeder.stdout, stdout=subprocess.PIPE)
    feeder.stdout.close()
    counter = subprocess.Popen(compare, stdin=process.stdout, stdout=subprocess.PIPE)
    process.stdout.close()
    result = counter.communicate()[0].decode().split()
    if process.wait() != 0:
        sys.exit(f"{command[0]} ended with {process.returncode}")
    feeder.wait()
    return time.monotonic() - start, result


def row(title, count, path, commands, runs, compare=COUNT):
    best, results = {}, {}
    for _ in range(runs):
        for name, command in commands.items():
            if command is None:
                continue
            seconds, results[name] = measure(command, path, compare)
            best[name] = min(best.get(name, seconds), seconds)
    if len({tuple(result) for result in results.values()}) != 1:
        sys.exit(f"the results of {title} differ: {results}")
    ours = best["SignupTUI"]
    cells = [f"{count / best[name]:,.0f}" if name in best else "" for name in commands]
    ratios = [f"{best[name] / ours:.1f}×" if name in best else "" for name in list(commands)[1:]]
    print(f"| {title} | " + " | ".join(cells + ratios) + " |")


def memory(program, path, gigabytes):
    block = "".join(f"{number % 100000}\n" for number in range(200000)).encode()
    process = subprocess.Popen(
        one_processor([program, "streams", "run", path, "out", "--input", "in=-"]),
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    start, sent, most, values = time.monotonic(), 0, 0, 0
    while sent < gigabytes * 1e9:
        process.stdin.write(block)
        sent += len(block)
        values += 200000
        with open(f"/proc/{process.pid}/status") as file:
            peak = next(line for line in file if line.startswith("VmHWM"))
        most = max(most, int(peak.split()[1]))
        if sent % (100 * len(block)) == 0 and sent < 2e9:
            print(f"{sent / 1e9:.2f} GB: {most / 1024:.1f} MiB", file=sys.stderr)
    process.stdin.close()
    process.wait()
    seconds = time.monotonic() - start
    print(f"\n{sent / 1e9:.1f} GB, {values:,} numbers in {seconds:.0f} s, "
          f"{values / seconds:,.0f} a second: at most {most / 1024:.1f} MiB of memory")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--numbers", type=int, default=10_000_000)
    parser.add_argument("--objects", type=int, default=2_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--gigabytes", type=float, default=0)
    arguments = parser.parse_args()
    jq, miller = shutil.which("jq"), shutil.which("mlr")
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        def write(name, text):
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(text)
            return path

        numbers_document = write("numbers.json", json.dumps(NUMBERS))
        objects_document = write("objects.json", json.dumps(OBJECTS))
        numbers = os.path.join(folder, "numbers")
        with open(numbers, "w") as file:
            for number in range(arguments.numbers):
                file.write(f"{number * 7919 % 1000003}\n")
        objects = os.path.join(folder, "objects")
        with open(objects, "w") as file:
            for number in range(arguments.objects):
                file.write(json.dumps({
                    "symbol": f"S{number % 100}", "price": number % 1000,
                    "volume": random.randrange(1000), "side": "buy" if number % 2 else "sell"},
                    separators=(",", ":")) + "\n")

        def ours(document, *options):
            return [arguments.program, "streams", "run", document, "out", "--input", "in=-",
                    "--to", "values", *options]

        print("| values per second on one core | SignupTUI | jq | Miller | jq takes | Miller takes |")
        print("| --- | --: | --: | --: | --: | --: |")
        row("numbers through map, filter, scan", arguments.numbers, numbers, {
            "SignupTUI": ours(numbers_document),
            "jq": jq and [jq, "-n", JQ_NUMBERS],
            "Miller": miller and [miller, "--inidx", "--ifs", "space", "--onidx", "--records-per-batch", "500", "put", "-q", MILLER_NUMBERS]},
            arguments.runs)
        row("JSON objects, three fields", arguments.objects, objects, {
            "SignupTUI": ours(objects_document),
            "jq": jq and [jq, "-c", JQ_OBJECTS],
            "Miller": miller and [miller, "--ijsonl", "--onidx", "put", "-q", MILLER_OBJECTS]},
            arguments.runs)
        # Byte for byte the same: so a terminal's language must not make escapes of the texts.
        os.environ["LC_ALL"] = "C.UTF-8"
        texts_document = write("texts.json", json.dumps(TEXTS))
        for title, note in NOTES.items():
            texts = os.path.join(folder, "texts")
            with open(texts, "w", encoding="utf-8") as file:
                for number in range(arguments.objects):
                    file.write(json.dumps(
                        {"id": number, "note": note % number, "volume": random.randrange(1000)},
                        ensure_ascii=False, separators=(",", ":")) + "\n")
            row(f"JSON objects with a text {title}", arguments.objects, texts, {
                "SignupTUI": ours(texts_document), "jq": jq and [jq, "-c", JQ_TEXTS],
                "Miller": None}, arguments.runs, ["md5sum"])
        if arguments.gigabytes:
            memory(arguments.program, numbers_document, arguments.gigabytes)


if __name__ == "__main__":
    main()
