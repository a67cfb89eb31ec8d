#!/usr/bin/env python3
"""Writes the table of common words from the lists in scripts/strength.

    python3 scripts/strength-table.py > Sources/Credentials/Strength/CommonWordTables.swift

A list holds words in the order in which they are tried; the first is of rank 1. A line `= N` gives
all words after it the rank N, because nobody has counted them. A word of several lists stands in
the one where its rank is least. The table has a string for each length of word, in which records
of that length and two more follow each other in alphabetical order: word, list, rank. So a word is
found by halving, in data that the loader maps and nobody builds.
"""

import math
import pathlib

LISTS = [("p", "passwords"), ("n", "names"), ("s", "surnames"), ("w", "words")]
LENGTHS = range(3, 25)
WIDTH = 94

def ranked(path):
    fixed, rank = None, 0
    for line in path.read_text().splitlines():
        if line.startswith("= "):
            fixed = int(line[2:])
            continue
        for word in line.split():
            rank += 1
            yield word, fixed or rank

def entries(folder):
    best = {}
    for kind, name in LISTS:
        for word, rank in ranked(folder / (name + ".txt")):
            word = word.lower()
            if word.isascii() and len(word) in LENGTHS and '"' not in word and "\\" not in word:
                if word not in best or rank < best[word][1]:
                    best[word] = (kind, rank)
    return best

def main():
    best = entries(pathlib.Path(__file__).parent / "strength")
    print(f"""\
// Written by scripts/strength-table.py from the lists in scripts/strength; change those.

/// The records of ``CommonWords``: {len(best)} words.
enum CommonWordTables {{
  /// The lengths of the words.
  static let lengths = {min(map(len, best))}...{max(map(len, best))}

  /// Returns the records of all words of a length: each the word, the letter of its list, and its
  /// rank as the character `#` + 12 × log₁₀ rank.
  static func records(ofLength length: Int) -> StaticString {{
    switch length {{""")
    for length in sorted(set(map(len, best))):
        records = "".join(
            word + best[word][0] + chr(35 + round(12 * math.log10(best[word][1])))
            for word in sorted(best) if len(word) == length)
        assert "\\" not in records
        print(f"    case {length}:\n      \"\"\"")
        lines = [records[i:i + WIDTH - 7] for i in range(0, len(records), WIDTH - 7)]
        # A blank at a line's end would be lost; there is none in the records.
        print("\\\n".join("      " + line for line in lines))
        print('      """')
    print("""\
    default: ""
    }
  }
}""")

main()
