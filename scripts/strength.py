#!/usr/bin/env python3
"""Compares SignupTUI's password strength with zxcvbn's.

    pip install zxcvbn==4.5.0
    swift build -c release --product SignupTUI
    python3 scripts/strength.py .build/release/SignupTUI

Prints for each set Spearman's rank correlation of the numbers of guesses, how many scores agree and
how many lie within one, and each password whose scores are two apart or more. `-v` prints every
password. The user's own words are annie and smith. The sets, in scripts/strength:

- samples.txt: of all kinds, from `123456` to keys; the estimate was made with it.
- people.txt: as people choose them, many with words that no short list has, or with a word twice.
  The estimate was made better with it, and deliberately calls a word twice easier than zxcvbn does.
  With hardly a very easy or a hard one among them, their ranks say little.
- unseen.txt: as people choose them, written down afterwards and only then looked at.

Exits with 1 where a password of any set is rated two scores higher than by zxcvbn, fewer than 95%
of samples.txt or 90% of another lie within one, or the correlation of samples.txt is under 0.96.
"""

import pathlib
import subprocess
import sys

from zxcvbn import zxcvbn

OWN = ["annie", "smith"]


def ranks(values):
    """The place of each value, with equal ones sharing theirs."""
    order = sorted(range(len(values)), key=lambda i: values[i])
    result, start = [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in range(start, end):
            result[order[place]] = (start + end - 1) / 2
        start = end
    return result


def correlation(a, b):
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    covariance = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    variance = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return covariance / variance**0.5


def compare(program, name, verbose):
    """The correlation, the share within one, and how many are two or more too high."""
    path = pathlib.Path(__file__).parent / "strength" / name
    passwords = path.read_text(encoding="utf-8").splitlines()
    lines = "".join("\t".join([password] + OWN) + "\n" for password in passwords)
    output = subprocess.run(
        program, input=lines.encode(), capture_output=True, check=True).stdout.decode()
    ours = [line.split("\t") for line in output.splitlines()]
    assert len(ours) == len(passwords), "a line for each password"
    scores, guesses = [int(x[0]) for x in ours], [float(x[1]) for x in ours]
    theirs = [zxcvbn(password, user_inputs=OWN) for password in passwords]
    their_guesses = [float(x["guesses_log10"]) for x in theirs]
    distances = [score - their["score"] for score, their in zip(scores, theirs)]
    for password, score, guess, their, distance in zip(
        passwords, scores, guesses, theirs, distances):
        if verbose or abs(distance) > 1:
            print(f"{distance:+d}  {score} {guess:5.1f}  zxcvbn {their['score']} "
                  f"{float(their['guesses_log10']):5.1f}  {password}")
    count = len(passwords)
    rank = correlation(ranks(guesses), ranks(their_guesses))
    equal = sum(d == 0 for d in distances) / count
    within = sum(abs(d) <= 1 for d in distances) / count
    over = sum(d >= 2 for d in distances)
    print(f"{name}, {count} passwords: rank correlation {rank:.4f}, same score {equal:.1%}, "
          f"within one {within:.1%}, two or more too high {over}, too low "
          f"{sum(d <= -2 for d in distances)}")
    return rank, within, over


def main(program, verbose):
    rank, within, over = compare(program, "samples.txt", verbose)
    is_good = rank >= 0.96 and within >= 0.95 and over == 0
    for name in ["people.txt", "unseen.txt"]:
        _, within, over = compare(program, name, verbose)
        is_good = is_good and within >= 0.9 and over == 0
    return 0 if is_good else 1


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "-v"]
    if len(arguments) != 1:
        sys.exit("usage: strength.py [-v] SignupTUI")
    program = [arguments[0]] if arguments[0].endswith("/s") else [arguments[0], "strength"]
    sys.exit(main(program, "-v" in sys.argv))
