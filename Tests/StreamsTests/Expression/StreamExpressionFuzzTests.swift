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

  @Test("gives the same for integers alone as for values of any kind", arguments: 0..<4)
  func twoMachines(seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let operators = ["+", "-", "*", "/", "%"]
    for _ in 0..<150 {
      let numbers = (0..<5).map { _ in "\(Int.random(in: -4...4, using: &random))" }
      let text =
        numbers.reduce("value") {
          "(\($0) \(operators.randomElement(using: &random)!) \($1))"
        } + " \(["<", ">=", "=="].randomElement(using: &random)!) %d ? value : index"
      let evaluation = try ExpressionEvaluation(StreamExpression(text), for: .map)
      let value = StreamValue.integer(Int.random(in: -9...9, using: &random))
      guard case .integer(let integer) = value else { continue }
      let fast = Result { () throws(StreamExpressionError) -> StreamValue in
        do throws(ExpressionFault) {
          return .integer(try evaluation.integers!.result(of: integer))
        } catch { throw evaluation.integerFailure(error) }
      }
      let evaluationOfAny = try ExpressionEvaluation(StreamExpression(text), for: .map)
      let slow = Result { try evaluationOfAny.result(of: [value]) }
      #expect((try? fast.get()) == (try? slow.get()), "\(text) of \(value)")
      if case .failure(let left) = fast, case .failure(let right) = slow {
        #expect("\(left)" == "\(right)")
      }
    }
  }
}
