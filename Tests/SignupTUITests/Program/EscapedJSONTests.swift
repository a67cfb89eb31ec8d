import Reactive
import ReactiveExtras
import Streams
import Testing

@testable import SignupTUI

@Suite("JSON on a terminal")
struct EscapedJSONTests {
  @Test(
    "has escapes for what changes how a terminal shows a line",
    arguments: [
      ("\u{202E}", "202e"), ("\u{2066}", "2066"), ("\u{2028}", "2028"), ("\u{200B}", "200b"),
      ("\u{FEFF}", "feff"), ("\u{61C}", "061c"), ("\u{9B}", "009b"), ("\u{7F}", "007f"),
      ("\u{AD}", "00ad"), ("\u{E0041}", "db40\\udc41"), ("\u{3164}", "3164"),
    ])
  func escapes(character: String, digits: String) {
    let escaped = #""a\#(character)ä""#.escapedJSON(isASCII: false)
    #expect(escaped == #""a\u"# + digits + #"ä""#)
    let lines = Locked<[UInt8]>([])
    let writer = EmissionLines(isASCII: false) { bytes in
      lines.withLock { $0 += bytes }
      return nil
    }
    writer.write(.text(character), of: character, at: MonotonicInstant(nanoseconds: 0))
    writer.flush()
    let text = String(decoding: lines.withLock { $0 }, as: UTF8.self)
    #expect(text.unicodeScalars.dropLast().allSatisfy { $0.isASCII && $0.value >= 0x20 })
  }
}
