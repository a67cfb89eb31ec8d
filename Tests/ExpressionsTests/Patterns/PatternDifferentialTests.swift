import Expressions
import Testing

@Suite("A pattern beside Swift's engine")
struct PatternDifferentialTests {
  @Test("matches what that matches", arguments: 1...8)
  func random(seed: Int) throws {
    var random = PatternMaker(state: UInt64(seed))
    for _ in 0..<150 {
      let text = random.pattern(depth: 3)
      guard let regex = try? Regex(text) else { continue }
      let pattern = try TextPattern(text)
      for _ in 0..<12 {
        let input = random.text()
        let matches = try regex.wholeMatch(in: input) != nil
        #expect(pattern.matches(input) == matches, "\(text) and “\(input)”")
      }
    }
  }
}

extension PatternDifferentialTests {
  @Test("finds the same part first", arguments: 1...8)
  func captures(seed: Int) throws {
    var random = PatternMaker(state: UInt64(seed) &+ 100)
    for _ in 0..<150 {
      // No group is repeated: how often nothing is, is a matter of taste.
      let text = "(" + random.pattern(depth: 0) + ")"
      guard let regex = try? Regex(text), !text.contains("(?i)") else { continue }
      let pattern = try TextPattern(text)
      for _ in 0..<12 {
        let input = random.text()
        let found = try regex.firstMatch(in: input).map { String(input[$0.range]) }
        #expect(pattern.captures(in: input).flatMap { $0[0] } == found, "\(text) and “\(input)”")
      }
    }
  }
}

/// Patterns and texts over a small alphabet, so that they meet.
private struct PatternMaker {
  var state: UInt64

  private mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func one(of parts: [String]) -> String { parts[below(parts.count)] }

  mutating func text() -> String {
    (0..<below(7)).map { _ in one(of: ["a", "a", "b", "A", "1", "_", " ", "é", "\n", "ß"]) }
      .joined()
  }

  mutating func pattern(depth: Int) -> String {
    (0...below(3)).map { _ in sequence(depth) }.joined(separator: below(3) == 0 ? "|" : "")
  }

  private mutating func sequence(_ depth: Int) -> String {
    if below(12) == 0 { return one(of: ["^", "$", "(?i)", #"\A"#, #"\z"#]) }
    let quantifier = one(of: ["", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,}", "*?", "+?"])
    guard depth > 0, below(2) == 0 else { return atom() + quantifier }
    let inside = pattern(depth: depth - 1)
    switch below(8) {
    case 0: return "(?=\(inside))"
    case 1: return "(?!\(inside))"
    case 2: return "(?i:\(inside))\(quantifier)"
    case 3: return "(?:\(inside))\(quantifier)"
    default: return "(\(inside))\(quantifier)"
    }
  }

  private mutating func atom() -> String {
    one(of: [
      "a", "b", "A", "1", ".", "[ab]", "[^a]", #"\d"#, #"\w"#, #"\s"#, #"\p{L}"#, "é", "[a-c1]",
    ])
  }
}
