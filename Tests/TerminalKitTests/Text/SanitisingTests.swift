import TestSupport
import Testing

@testable import TerminalKit

/// Nothing that is shown steers the terminal: only the encoder's own sequences reach it.
@Suite("Nothing shown steers the terminal")
struct SanitisingTests {
  private static let hostile: [String] = [
    "\u{1B}[2J", "\u{1B}]0;title\u{7}", "\u{1B}]52;c;AAAA\u{1B}\\", "\u{9B}2J", "\u{9D}0;x\u{9C}",
    "\u{90}q\u{9C}", "\u{7F}", "\u{0}", "\u{E}", "\r\n", "\u{8}\u{8}", "\t", "\u{202E}", "\u{2066}",
    "\u{200D}", "\u{FE0F}", "\u{1F469}\u{200D}", "\u{1F1F8}", "\u{E0067}", "\u{2028}", "\u{85}",
    "漢", "m", "é", "\u{301}\u{301}", "\u{FFFE}", "\u{10FFFF}", "\u{1160}", "plain text",
  ]

  private func text(using random: inout SplitMix) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      if Bool.random(using: &random) {
        text += Self.hostile.randomElement(using: &random)!
      } else {
        let bytes = (0..<4).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        text += String(decoding: bytes, as: UTF8.self)
      }
    }
    return text
  }

  @Test(
    "Frames of any text, in all kinds of symbols, hold no control but the encoder's constants",
    arguments: [Symbols.unicode, .console, .ascii])
  func frames(symbols: Symbols) {
    var random = SplitMix(seed: 11)
    let encoder = FrameEncoder(theme: .light, colorDepth: .trueColor)
    var shown: Canvas?
    for round in 0..<300 {
      var canvas = Canvas(size: Size(30, 8), symbols: symbols)
      canvas.write(text(using: &random), at: Point(Int.random(in: -3...9, using: &random), 0))
      canvas.write(text(using: &random), in: Rect(x: 1, y: 1, width: 20, height: 1), style: .danger)
      Label(text: text(using: &random), style: .muted, alignment: .trailing)
        .draw(in: Rect(x: 0, y: 2, width: 30, height: 1), on: &canvas)
      Footer(hints: [KeyHint(text(using: &random), text(using: &random))])
        .draw(in: Rect(x: 0, y: 3, width: 30, height: 1), on: &canvas)
      MessageRow(kind: .failure, text: text(using: &random))
        .draw(in: Rect(x: 0, y: 4, width: 30, height: 1), on: &canvas)
      var field = TextField(noun: "text")
      field.setText(text(using: &random))
      field.draw(in: Rect(x: 0, y: 5, width: 30, height: 1), on: &canvas, isFocused: true)
      Dialog(question: text(using: &random), answers: [text(using: &random)], focus: 0)
        .draw(in: Rect(x: 0, y: 6, width: 30, height: 2), on: &canvas)
      let bytes = encoder.encode(from: shown, to: canvas)
      shown = Bool.random(using: &random) ? canvas : nil
      let rest = withoutConstants(bytes)
      #expect(String(validating: rest, as: UTF8.self) != nil, "round \(round)")
      #expect(!holdsControls(rest), "round \(round)")
      // To a terminal that is not one of UTF-8, other bytes may be control codes.
      if symbols.isASCII { #expect(rest.allSatisfy { $0 < 0x7F }, "round \(round)") }
    }
  }

  @Test(
    "Lines for people hold no control but the line's end", arguments: TerminalCharacterSet.allCases)
  func lines(characterSet: TerminalCharacterSet) {
    var random = SplitMix(seed: 12)
    for round in 0..<500 {
      let bytes = OutputDescriptor.lines(text(using: &random), in: characterSet)
        .filter { $0 != 0x0A }
      #expect(!holdsControls(bytes), "round \(round)")
      if characterSet == .ascii { #expect(bytes.allSatisfy { $0 < 0x7F }, "round \(round)") }
    }
  }

  /// What is left when everything that `FrameEncoder` may write is taken away: CR, LF, BS, and
  /// control sequences of numbers with a final byte that moves, erases, styles or sets a mode.
  private func withoutConstants(_ bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x1B, index + 1 < bytes.count, bytes[index + 1] == 0x5B,
        let end = bytes[(index + 2)...].firstIndex(where: { (0x40..<0x7F).contains($0) }),
        "HABCDKmhl".utf8.contains(bytes[end]),
        bytes[(index + 2)..<end].allSatisfy({ (0x30...0x3F).contains($0) })
      {
        index = end + 1
        continue
      }
      if ![0x08, 0x0A, 0x0D].contains(bytes[index]) { rest.append(bytes[index]) }
      index += 1
    }
    return rest
  }

  private func holdsControls(_ bytes: [UInt8]) -> Bool {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.contains {
      $0.value < 0x20 || (0x7F..<0xA0).contains($0.value)
    }
  }
}
