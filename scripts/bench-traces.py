#!/usr/bin/env python3
"""The commands on traces beside grep, in one run, as a Markdown table.

    scripts/bench-traces.py [PROGRAM…]

PROGRAM is the built SignupTUI (default: the release build's); with several, each has its rows. Makes
a log of 200 MB in a temporary folder (a second has GGA, RMC, GSA, three GSV and VTG), the table that
export writes of it, and a ride in FIT of an eighth of the log's length, reads all of them once, and
then takes turns: the best of five counts. Memory that is less than Python's own shows as that.
"""
import math
import os
import shutil
import struct
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


class Checksum:
    """That of FIT: CRC-16 with the polynomial 0xA001."""
    TABLE = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0xA001 if byte & 1 else 0)
        TABLE.append(byte)

    def __init__(self, data=b""):
        self.sum = 0
        self.add(data)

    def add(self, data):
        for byte in data:
            self.sum = self.sum >> 8 ^ self.TABLE[(self.sum ^ byte) & 0xFF]

    def bytes(self):
        return struct.pack("<H", self.sum)


def make_ride(path):
    """A ride in FIT: a record each second, with heart rate, cadence, power and temperature."""
    record = struct.Struct("<BIiiHIHBBHb")
    sizes = [(253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (2, 2, 0x84), (5, 4, 0x86), (6, 2, 0x84),
             (3, 1, 0x02), (4, 1, 0x02), (7, 2, 0x84), (13, 1, 0x01)]
    # What the file is, and what the records hold.
    start = struct.pack("<BBBHB", 0x41, 0, 0, 0, 1) + bytes([0, 1, 0]) + b"\x01\x04"
    start += struct.pack("<BBBHB", 0x40, 0, 0, 20, len(sizes))
    start += bytes(byte for size in sizes for byte in size)
    count = SIZE // 8 // record.size
    turn = 2**31 / 180
    with open(path, "wb") as ride:
        head = struct.pack("<BBHI4s", 14, 0x20, 2132, len(start) + count * record.size, b".FIT")
        ride.write(head + Checksum(head).bytes() + start)
        checksum = Checksum(start)
        for number in range(count):
            data = record.pack(
                0, 1_000_000_000 + number, int((59.3 + 0.05 * math.sin(number / 3000)) * turn),
                int((18.1 + 0.1 * math.cos(number / 3000)) * turn),
                int((550 + 10 * math.sin(number / 500)) * 5), number * 300, 3000 + number % 100,
                120 + number % 40, 80 + number % 10, 200 + number % 50, 20)
            ride.write(data)
            checksum.add(data)
        ride.write(checksum.bytes())


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
        ride = os.path.join(folder, "ride.fit")
        make_ride(ride)
        rows = [("grep -c GGA LOG \\| cat", log, f"grep -c GGA '{log}' | cat")]
        for program in programs:
            name = f" ({program})" if len(programs) > 1 else ""
            rows += [
                ("stats LOG" + name, log, [program, "stats", log]),
                ("export LOG --to csv" + name, log, [program, "export", log, "--to", "csv"]),
                ("stats TABLE" + name, table, [program, "stats", table]),
                ("export TABLE --to csv" + name, table, [program, "export", table, "--to", "csv"]),
                ("stats RIDE" + name, ride, [program, "stats", ride]),
            ]
        best, memory = [float("inf")] * len(rows), [0.0] * len(rows)
        for turn in range(TURNS + 1):
            for index, (_, _, command) in enumerate(rows):
                elapsed, peak = measure(command)
                if turn > 0:
                    best[index] = min(best[index], elapsed)
                    memory[index] = max(memory[index], peak)
        sizes = {path: os.path.getsize(path) / 1e6 for path in [log, table, ride]}
        print(f"| {seconds} fixes: log of {sizes[log]:.0f} MB, table of {sizes[table]:.0f} MB, "
              f"ride of {sizes[ride]:.0f} MB | s | MB/s | MiB | × grep |")
        print("| --- | --: | --: | --: | --: |")
        for index, (name, source, _) in enumerate(rows):
            # A byte of a table or a ride is compared with a byte of the log.
            times = best[index] / best[0] * sizes[log] / sizes[source]
            print(f"| {name} | {best[index]:.2f} | {sizes[source] / best[index]:.0f} "
                  f"| {memory[index]:.0f} | {times:.1f} |")
    finally:
        shutil.rmtree(folder)


main()
