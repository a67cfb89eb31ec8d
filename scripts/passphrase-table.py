#!/usr/bin/env python3
"""Writes the table of words for passphrases from scripts/passphrase/words.txt.

    python3 scripts/passphrase-table.py > Sources/Credentials/Policies/PassphraseWordTable.swift

The list is this package's own, chosen by hand: ordinary English words of four to eight letters, in
alphabetical order. None is a name, a brand or a rude word, and their number is a power of two, so
that each is worth a whole number of bits.
"""

import pathlib

WIDTH = 87

def main():
    path = pathlib.Path(__file__).parent / "passphrase" / "words.txt"
    words = path.read_text(encoding="ascii").split()
    assert words == sorted(set(words)), "each word once, in order"
    assert len(words) & (len(words) - 1) == 0, "a power of two"
    assert all(4 <= len(word) <= 8 and word.isalpha() and word.islower() for word in words)
    lengths = range(min(map(len, words)), max(map(len, words)) + 1)
    print(f"""\
// Written by scripts/passphrase-table.py from scripts/passphrase/words.txt; change that.

/// The words of which passphrases are made: {len(words)} of them.
enum PassphraseWordTable {{
  /// The number of words.
  static let count = {len(words)}

  /// The lengths of the words.
  static let lengths = {lengths[0]}...{lengths[-1]}

  /// Returns all words of a length, one behind the other.
  static func words(ofLength length: Int) -> StaticString {{
    switch length {{""")
    for length in lengths:
        text = "".join(word for word in words if len(word) == length)
        lines = [text[i:i + WIDTH] for i in range(0, len(text), WIDTH)]
        print(f'    case {length}:\n      """')
        print("\\\n".join("      " + line for line in lines))
        print('      """')
    print("""\
    default: ""
    }
  }
}""")

main()
