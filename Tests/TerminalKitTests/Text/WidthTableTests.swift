import TestSupport
import Testing

@testable import TerminalKit

@Suite("The table of widths")
struct WidthTableTests {
  static let tables = [WidthTable.zero, WidthTable.wide, WidthTable.emoji]

  @Test("It is in order, without overlaps, and says where it is from")
  func order() {
    for table in Self.tables {
      #expect(table.count.isMultiple(of: 2) && table.count > 100)
      for index in stride(from: 0, to: table.count, by: 2) {
        #expect(table[index] <= table[index + 1])
        if index > 0 { #expect(table[index] > table[index - 1] + 1) }
      }
    }
    #expect(WidthTable.unicodeVersion.split(separator: ".").compactMap { Int($0) }.count == 3)
  }

  @Test(
    "Samples of each kind have the columns that the rules give them",
    arguments: [
      ("A", 1), ("é", 1), ("¡", 1), ("Ω", 1), ("…", 1), ("\u{AD}", 1),  // narrow and ambiguous
      ("漢", 2), ("ﾊ", 1), ("Ｗ", 2), ("あ", 2), ("한", 2), ("ᄒ", 2), ("　", 2), ("〿", 1),
      ("\u{3400}", 2), ("\u{20000}", 2), ("\u{2FFFD}", 2), ("\u{3FFFD}", 2),  // also unassigned
      ("\u{300}", 0), ("\u{20DD}", 0), ("\u{3099}", 0), ("\u{302A}", 0), ("\u{FE0F}", 0),
      ("\u{1161}", 0), ("\u{11A8}", 0), ("\u{D7CB}", 0), ("\u{115F}", 2),  // Hangul's parts
      ("\u{200B}", 0), ("\u{200D}", 0), ("\u{2060}", 0), ("\u{FEFF}", 0), ("\u{E0041}", 0),
      ("⌚", 2), ("❤", 1), ("☺", 1), ("🙂", 2), ("🀄", 2), ("🂡", 1), ("🇸", 1), ("🏻", 2),
    ] as [(Unicode.Scalar, Int)])
  func samples(scalar: Unicode.Scalar, columns: Int) {
    #expect(CharacterWidth.columns(of: scalar) == columns)
  }

  @Test("It agrees with what the standard library knows of marks, emoji and ages")
  func properties() throws {
    let parts = WidthTable.unicodeVersion.split(separator: ".").compactMap { Int($0) }
    var random = SplitMix(seed: 8)
    let edges = Self.tables.joined().flatMap { [$0 &- 1, $0, $0 + 1] }
    let others = (0..<20_000).map { _ in UInt32.random(in: 0x300..<0x2_0000, using: &random) }
    for value in edges + others where value >= 0x300 {
      guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age,
        age.major <= parts[0]
      else { continue }
      let columns = CharacterWidth.columns(of: scalar)
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: #expect(columns == 0, "\(value)")
      case .uppercaseLetter, .lowercaseLetter, .decimalNumber: #expect(columns > 0, "\(value)")
      default: break
      }
      if scalar.properties.isEmojiPresentation, !(0x1F1E6...0x1F1FF).contains(value) {
        #expect(columns == 2, "\(value)")
      }
    }
  }

  @Test("A character taken for plain without looking it up is plain, and safe to show")
  func plain() {
    for value in UInt32(0)..<0x3000 {
      guard let scalar = Unicode.Scalar(value), CharacterWidth.isPlain(scalar) else { continue }
      #expect(CharacterWidth.columns(of: scalar) == 1, "\(value)")
      #expect(!CharacterWidth.isUncertain(Character(scalar)), "\(value)")
      #expect("a\(scalar)\(scalar)a".count == 4, "\(value) is a grapheme by itself.")
      switch scalar.properties.generalCategory {
      case .control, .format, .nonspacingMark, .unassigned, .lineSeparator, .paragraphSeparator:
        Issue.record("\(value) is not plain.")
      default: break
      }
    }
  }
}
