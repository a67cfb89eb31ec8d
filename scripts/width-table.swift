// Writes the table of character widths from the Unicode Character Database.
//
//     table=Sources/SignupTUI/Terminal/WidthTable.swift
//     swift scripts/width-table.swift /usr/share/unicode > $table
//
// The directory is laid out as Debian's package `unicode-data` does it, or as Unicode's own archive
// with the emoji data in `emoji/`. A newer directory makes a newer table; nothing else has to
// change.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func fail(_ message: String) -> Never {
  fputs("width-table: \(message)\n", stderr)
  exit(1)
}

guard CommandLine.arguments.count == 2 else {
  fail("usage: swift scripts/width-table.swift DIRECTORY, such as /usr/share/unicode")
}
let directory = CommandLine.arguments[1]

/// The lines of a file of the database.
func lines(_ name: String) -> [String] {
  guard let stream = fopen("\(directory)/\(name)", "r") else {
    fail("\(directory)/\(name): \(String(cString: strerror(errno)))")
  }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, stream)
    if count == 0 { break }
    bytes += buffer[..<count]
  }
  return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// A set of code points.
typealias CodePoints = [Bool]
let none = CodePoints(repeating: false, count: 0x11_0000)

/// The code points that a file gives one of `values`, in lines such as `1100..115F;W # Lo`.
func codePoints(_ name: String, _ values: Set<String>) -> CodePoints {
  var set = none
  for line in lines(name) {
    let data = line.prefix { $0 != "#" }.filter { $0 != " " && $0 != "\t" }
    let fields = data.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count >= 2, values.contains(String(fields[1])) else { continue }
    let ends = fields[0].split(separator: ".").compactMap { Int($0, radix: 16) }
    guard let first = ends.first, let last = ends.last else { fail("\(name): \(line)") }
    for value in first...last { set[value] = true }
  }
  return set
}

/// The runs of a set, in order; gaps of nothing but `fillers` do not end a run.
func runs(_ set: CodePoints, over fillers: CodePoints = none) -> [(first: Int, last: Int)] {
  var runs: [(first: Int, last: Int)] = []
  for value in set.indices where set[value] {
    if let last = runs.last?.last, (last + 1..<value).allSatisfy({ fillers[$0] }) {
      runs[runs.count - 1].last = value
    } else {
      runs.append((value, value))
    }
  }
  return runs
}

func merged(_ a: CodePoints, _ b: CodePoints, _ rule: (Bool, Bool) -> Bool) -> CodePoints {
  a.indices.map { rule(a[$0], b[$0]) }
}

let assigned = codePoints(
  "extracted/DerivedGeneralCategory.txt",
  [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co",
  ])
let unassigned = assigned.map { !$0 }
let fullwidth = codePoints("EastAsianWidth.txt", ["W", "F"])
let marks = codePoints("extracted/DerivedGeneralCategory.txt", ["Mn", "Me", "Cf"])
// Vowels and final consonants compose with the Hangul syllable before them.
let jamo = codePoints("HangulSyllableType.txt", ["V", "T"])
let ignorable = codePoints("DerivedCoreProperties.txt", ["Default_Ignorable_Code_Point"])
let emoji = codePoints("emoji/emoji-data.txt", ["Emoji"])

// A mark takes no column even where its East Asian width is W; a filler letter keeps its two.
let joining = merged(marks, jamo) { $0 || $1 }
let zero = merged(joining, merged(ignorable, fullwidth) { $0 && !$1 }) { $0 || $1 }
let wide = merged(fullwidth, joining) { $0 && !$1 }

guard
  let version = lines("EastAsianWidth.txt").first?.split(separator: "-").last?.dropLast(4),
  version.split(separator: ".").count == 3
else { fail("EastAsianWidth.txt does not say its version in its first line") }

func literal(_ runs: [(first: Int, last: Int)]) -> String {
  var text = ""
  var column = 0
  for run in runs {
    for value in [run.first, run.last] {
      let item = "0x" + String(value, radix: 16, uppercase: true) + ","
      if column == 0 || column + item.count + 1 > 100 {
        text += "\n    " + item
        column = 4 + item.count
      } else {
        text += " " + item
        column += 1 + item.count
      }
    }
  }
  return "[\(text)\n  ]"
}

print(
  """
  // Made by scripts/width-table.swift from Unicode \(version)'s data. Edit the script, not this; it
  // says how it is run.

  /// The characters that take no column, two columns, or are emoji: first and last of every run.
  enum WidthTable {
    static let unicodeVersion = "\(version)"

    /// Marks, format characters, and Hangul letters that compose with the letters before them.
    static let zero: [UInt32] = \(literal(runs(zero)))

    /// East Asian Wide and Fullwidth, without marks; joined across code points not assigned yet.
    static let wide: [UInt32] = \(literal(runs(wide, over: unassigned)))

    /// Emoji: VS16, a skin tone or a joiner after one makes a sequence of two columns.
    static let emoji: [UInt32] = \(literal(runs(emoji)))
  }
  """)
