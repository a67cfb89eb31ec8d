#!/usr/bin/env python3
"""Copies Swift's static libraries so that the linker may leave out what a program does not use.

    scripts/trim-libraries.py FOLDER

Public functions, constants and types of these libraries are marked as needed, since they were built
without knowing what they are linked into: 3.1 MB of code in the standard library, of which SignupTUI
uses 2.4. The copies, which FOLDER gets, have no such mark. What the runtime looks for by itself, such
as conformances, keeps it, and brings along whatever it refers to.

FOLDER/list says to the linker which copy is in place of which library (--remap-inputs-file). SWIFT, of
the environment, is the command whose libraries these are. Where another one links, nothing is replaced.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

# A section's flag for the linker: it is needed, even if nothing refers to it.
RETAIN = 0x20_0000
# Sections that only references lead to. Those without a dot are tables, which the runtime reads.
REFERENCED = (b".text.", b".rodata.", b".data.")
NAMES = (
    "swiftCore", "swiftDispatch", "swiftGlibc", "swiftSynchronization", "swift_Concurrency",
    "swift_RegexParser", "swift_StringProcessing")


def unmark(data, start):
    """Takes the flag off the sections of an object file for 64 bits that begins there."""
    headers, = struct.unpack_from("<Q", data, start + 0x28)
    headers += start
    count, names = struct.unpack_from("<HH", data, start + 0x3C)
    # Numbers that are too large for the file's header stand in that of the first section.
    count = count or struct.unpack_from("<Q", data, headers + 0x20)[0]
    if names == 0xFFFF:
        names, = struct.unpack_from("<I", data, headers + 0x28)
    names, = struct.unpack_from("<Q", data, headers + 64 * names + 0x18)
    for header in range(headers, headers + 64 * count, 64):
        name, = struct.unpack_from("<I", data, header)
        flags, = struct.unpack_from("<Q", data, header + 8)
        if flags & RETAIN and data.startswith(REFERENCED, start + names + name):
            struct.pack_into("<Q", data, header + 8, flags & ~RETAIN)


def unmarked(archive):
    """The contents of an archive whose object files have the flag no more where it is not needed."""
    data = bytearray(archive)
    assert data.startswith(b"!<arch>\n"), "no archive"
    at = 8
    while at < len(data):
        size, start = int(data[at + 48 : at + 58]), at + 60
        # An object file for 64 bits, little-endian.
        if data.startswith(b"\x7fELF\x02\x01", start):
            unmark(data, start)
        at = start + size + size % 2
    return data


def main():
    folder = os.path.abspath(sys.argv[1])
    compiler = shutil.which(os.environ.get("SWIFT", "swift") + "c") or "swiftc"
    target = json.loads(subprocess.check_output([compiler, "-print-target-info"]))
    libraries = os.path.join(target["paths"]["runtimeResourcePath"] + "_static", "linux")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "list"), "w") as replacements:
        for name in NAMES:
            library = os.path.join(libraries, f"lib{name}.a")
            if not os.path.exists(library):
                continue
            copy = os.path.join(folder, f"lib{name}.a")
            with open(library, "rb") as file:
                data = unmarked(file.read())
            with open(copy, "wb") as file:
                file.write(data)
            replacements.write(f"{library}={copy}\n")


if __name__ == "__main__":
    main()
