#!/usr/bin/env python3
"""The commands on traces beside grep, in one run, as a Markdown table.

    scripts/bench-traces.py [PROGRAM…]

PROGRAM is the built SignupTUI (default: the release build's); with several, each has its rows. Makes
a log of 200 MB in a temporary folder (a second has GGA, RMC, GSA, three GSV and VTG) and the table
that export writes of it, reads both once, and then takes turns: the best of five counts.
"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

SIZE = int(os.environ.get("BYTES", 200_000_000))
TURNS = int(os.environ.get("TURNS", 5))


def line(body):
    checksum = 0
    for byte in body.encode():
        checksum ^= byte
    return f"${body}*{checksum:02X}\r\n"


def second(number):
    """What a receiver says in one second of a drive to and fro."""
    clock, day = number % 86_400, 1 + number // 86_400 % 28
    time_of_day = f"{clock // 3600:02}{clock // 60 % 60:02}{clock % 60:02}.00"
    step = abs(number % 12_000 - 6000)
    place = f"59{10 + step // 600:02}.{step % 600 * 16:04},N,018{step // 600:02}.{step % 600 * 9:04},E"
    speed, course = f"{step % 40}.{step % 1000:03}", f"{step % 360}.{step % 100:02}"
    hdop, level = f"0.{70 + step % 30}", f"{20 + step % 25}"
    return "".join(map(line, [
        f"GPGGA,{time_of_day},{place},1,10,{hdop},{28 + step % 5}.4,M,23.1,M,,",
        f"GPRMC,{time_of_day},A,{place},{speed},{course},{day:02}0625,,,A",
        f"GPGSA,A,3,02,05,07,13,15,20,29,30,,,,,1.42,{hdop},1.17",
        f"GPGSV,3,1,10,02,45,118,{level},05,62,245,41,07,11,032,29,13,55,292,{level}",
        f"GPGSV,3,2,10,15,27,203,33,18,04,338,,20,31,080,{level},29,17,168,30",
        f"GPGSV,3,3,10,30,74,061,44,36,24,150,{level}",
        f"GPVTG,{course},T,,M,{speed},N,{speed},K,A",
    ]))


def make_log(path):
    # A drive of 12,000 seconds repeats; times and dates do not.
    written = number = 0
    with open(path, "w", newline="") as log:
        while written < SIZE:
            text = second(number)
            log.write(text)
            written += len(text)
            number += 1
    return number


def measure(command):
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, shell=isinstance(command, str))
    usage = os.wait4(process.pid, 0)
    process.returncode = 0
    if usage[1] != 0:
        sys.exit(f"{command}: status {usage[1]}")
    return time.monotonic() - start, usage[2].ru_maxrss / 1024


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    programs = sys.argv[1:] or [os.path.join(root, ".build/release/SignupTUI")]
    folder = tempfile.mkdtemp(prefix="bench-traces-")
    try:
        log, table = os.path.join(folder, "log.nmea"), os.path.join(folder, "table.csv")
        seconds = make_log(log)
        subprocess.run([programs[0], "export", log, "-o", table], check=True)
        rows = [("grep -c GGA LOG \\| cat", log, f"grep -c GGA '{log}' | cat")]
        for program in programs:
            name = f" ({program})" if len(programs) > 1 else ""
            rows += [
                ("stats LOG" + name, log, [program, "stats", log]),
                ("export LOG --to csv" + name, log, [program, "export", log, "--to", "csv"]),
                ("stats TABLE" + name, table, [program, "stats", table]),
                ("export TABLE --to csv" + name, table, [program, "export", table, "--to", "csv"]),
            ]
        best, memory = [float("inf")] * len(rows), [0.0] * len(rows)
        for turn in range(TURNS + 1):
            for index, (_, _, command) in enumerate(rows):
                elapsed, peak = measure(command)
                if turn > 0:
                    best[index] = min(best[index], elapsed)
                    memory[index] = max(memory[index], peak)
        sizes = {log: os.path.getsize(log) / 1e6, table: os.path.getsize(table) / 1e6}
        print(f"| {seconds} fixes: log of {sizes[log]:.0f} MB, table of {sizes[table]:.0f} MB "
              "| s | MB/s | MiB | × grep |")
        print("| --- | --: | --: | --: | --: |")
        for index, (name, source, _) in enumerate(rows):
            # A byte of a table is compared with a byte of the log.
            times = best[index] / best[0] * sizes[log] / sizes[source]
            print(f"| {name} | {best[index]:.2f} | {sizes[source] / best[index]:.0f} "
                  f"| {memory[index]:.0f} | {times:.1f} |")
    finally:
        shutil.rmtree(folder)


main()
