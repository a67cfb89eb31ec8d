import Expressions
import TestSupport
import Testing

@testable import Streams

@Suite("An expression of any text")
struct StreamExpressionFuzzTests {
  @Test("parses or is refused, and computes or fails, and never traps", arguments: 0..<8)
  func randomText(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<300 {
      var text = Array(pieces(&random).utf8)
      for _ in 0..<Int.random(in: 0...2, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        text[place] = UInt8.random(in: 0...255, using: &random)
      }
      StreamExpression.fuzz(text)
    }
  }

  /// Words of the grammar, in an order that is right here and there.
  private func pieces(_ random: inout SplitMix) -> String {
    let words = [
      "1", "0", "-", "+", "*", "/", "%", "%d", "%f", "%@", "value", "result", "a", "b", "index",
      "(", ")", "?", ":", "==", "!=", "<", ">=", "and", "or", "not", "!", "&&", "||", "true",
      "9223372036854775807", "1.5", "1e308", "'x'", "\"y\"", "-9223372036854775808",
      "null", "if", "then", "else", "let x =", "in", "x", ".a", "[0]", "[-1]", "['b']",
      "[value, 1]",
      "{a: value}", ",", "length(", "split(", "join(", "replace(", "get(", "text(", "number(",
      "round(",
      "max(", "contains(", "time(", "format(", "keys(",
    ]
    let operands = ["%d", "value", "1", "0", "9223372036854775807", "1.5", "'x'", "(value)"]
    let operators = ["+", "-", "*", "/", "%"]
    if Bool.random(using: &random) {
      return (0..<Int.random(in: 0...12, using: &random))
        .map { _ in words.randomElement(using: &random)! }.joined(separator: " ")
    }
    return (0..<Int.random(in: 1...6, using: &random))
      .map { _ in
        "\(operands.randomElement(using: &random)!) \(operators.randomElement(using: &random)!) "
      }
      .joined() + operands.randomElement(using: &random)!
  }

  @Test("gives the same for integers by the short way as in general", arguments: 0..<4)
  func twoWays(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let operators = ["+", "-", "*", "/", "%"]
    for _ in 0..<150 {
      let steps = (0..<5).map { _ in
        (operators.randomElement(using: &random)!, Int.random(in: -4...4, using: &random))
      }
      let comparison = ["<", ">=", "=="].randomElement(using: &random)!
      let value = StreamValue.integer(Int.random(in: -9...9, using: &random))
      // The right side of an operation has no slot of its own if it is computed.
      let results = ["NUMBER", "[NUMBER][0]"].map { right in
        let text =
          steps.reduce("value") { text, step in
            "(\(text) \(step.0) \(right.replacing("NUMBER", with: "\(step.1)")))"
          } + " \(comparison) %d ? value : index"
        return Result { () throws(StreamExpressionError) -> StreamValue in
          try ExpressionEvaluation(StreamExpression(text), for: .map).result(of: value)
        }.mapError(\.reason.reasonText)
      }
      #expect(results[0] == results[1], "\(steps) of \(value)")
    }
  }
}

/// A reason without its column.
private struct Reason: Error, Equatable { let text: String }

extension String {
  fileprivate var reasonText: Reason { Reason(text: self) }
}
