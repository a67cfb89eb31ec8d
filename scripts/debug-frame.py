#!/usr/bin/env python3
"""Writes what a program's stacks are unwound by in the form in which debuggers look for it elsewhere.

    scripts/debug-frame.py EH_FRAME ADDRESS DEBUG_FRAME

Reads the contents of a section .eh_frame, of a program for 64 bits, and the ADDRESS in hexadecimal
that they are loaded at; appends the same to DEBUG_FRAME, the contents of a section .debug_frame,
which need not exist. The first is loaded with the program and says of each address how far it is
from its own place; the second stands in a file of symbols, and says it outright.
"""
import os
import struct
import sys

CIE = 0xFFFFFFFF


def leb128(data, at):
    """The end of a number of variable length."""
    while data[at] & 0x80:
        at += 1
    return at + 1


def common(data, at, end):
    """The fields of a common entry from its version on, without what it says of exceptions, and
    how its addresses are encoded."""
    version, names = data[at], data.index(b"\0", at + 1)
    augmentation = data[at + 1 : names].decode()
    fields = names + 1
    after = leb128(data, leb128(data, fields))
    after = after + 1 if version == 1 else leb128(data, after)
    numbers, encoding = data[fields:after], 0
    if augmentation.startswith("z"):
        at = leb128(data, after)
        after = at + data[after]
        for letter in augmentation[1:]:
            if letter == "R":
                encoding = data[at]
            if letter == "P":
                at += {0: 8, 2: 2, 3: 4, 4: 8}[data[at] & 0x07] if data[at] != 0xFF else 0
            at += letter in "RPL"
    # A frame of a signal is marked by a letter alone.
    kept = b"S\0" if "S" in augmentation else b"\0"
    return bytes([version]) + kept + numbers + data[after:end], encoding, augmentation


def number(data, at, encoding, address):
    """A number of an encoding that compilers use here, and its end."""
    sizes = {0x00: "<Q", 0x03: "<I", 0x04: "<Q", 0x0B: "<i", 0x0C: "<q"}
    form = sizes[encoding & 0x0F]
    value = struct.unpack_from(form, data, at)[0]
    if encoding & 0x70 == 0x10:
        value += address + at
    return value, at + struct.calcsize(form)


def entry(identity, content):
    """An entry, its length in front, filled up to whole words with instructions that do nothing."""
    content = struct.pack("<I", identity) + content
    content += bytes(-(len(content) + 4) % 8)
    return struct.pack("<I", len(content)) + content


def converted(data, address, base):
    """The contents of a section .debug_frame, to stand at an offset of it."""
    written, known, at = bytearray(), {}, 0
    while at + 4 <= len(data):
        start, length = at, struct.unpack_from("<I", data, at)[0]
        if length == 0:
            # The end, or that of one object among others.
            at += 4
            continue
        at += 4
        end = at + length
        offset = struct.unpack_from("<I", data, at)[0]
        if offset == 0:
            content, encoding, augmentation = common(data, at + 4, end)
            known[start] = (base + len(written), encoding, augmentation)
            written += entry(CIE, content)
        else:
            place, encoding, augmentation = known[at - offset]
            first, after = number(data, at + 4, encoding, address)
            count, after = number(data, after, encoding & 0x0F, address)
            if augmentation.startswith("z"):
                after = leb128(data, after) + data[after]
            written += entry(place, struct.pack("<QQ", first, count) + data[after:end])
        at = end
    return written


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.strip())
    source, address, target = sys.argv[1:]
    with open(source, "rb") as file:
        data = file.read()
    # Entries begin at whole words.
    base = os.path.getsize(target) if os.path.exists(target) else 0
    gap = -base % 8
    with open(target, "ab") as file:
        file.write(bytes(gap) + converted(data, int(address, 16), base + gap))


main()
