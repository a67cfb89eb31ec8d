/// One step of a computation on a stack. A condition is the integer 1 or 0.
enum ExpressionStep {
  /// Pushes one of the constants.
  case constant(Int32)
  /// Pushes one of the values that the computation is given.
  case value(Int32)
  /// Pushes how many values there were before this one.
  case index
  /// Pushes what a name stands for, which its use will say.
  case name(Int32)
  /// Requires that what lies on top is an integer.
  case requireInteger
  /// Makes a decimal of the number on top.
  case makeDecimal
  case negate, not
  case add, subtract, multiply, divide, remainder
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Goes on elsewhere.
  case jump(Int32)
  /// Takes a condition off, and goes on elsewhere if it does not hold.
  case jumpUnless(Int32)
  /// Goes on elsewhere if the condition on top holds, else takes it off.
  case jumpIfKeeping(Int32)
  /// Goes on elsewhere if the condition on top does not hold, else takes it off.
  case jumpUnlessKeeping(Int32)
}

/// A parsed expression: steps in the order in which they are done, and what they refer to.
struct ExpressionCode: Sendable {
  var steps: [ExpressionStep] = []
  /// Where in the text each step comes from.
  var offsets: [Int32] = []
  var constants: [StreamValue] = []
  var names: [String] = []
  /// How many placeholders there are; the step of each is a value of its number.
  var placeholders = 0
  /// How high the stack grows.
  var depth = 0
  var isCondition = false

  /// Whether integers alone occur, so that integers give an integer.
  private var isIntegral: Bool {
    steps.allSatisfy { if case .makeDecimal = $0 { false } else { true } }
      && constants.allSatisfy { if case .integer = $0 { true } else { false } }
  }

  /// The constants, if they and all results are integers as long as the values are.
  var integers: [Int]? {
    guard isIntegral else { return nil }
    return constants.compactMap { Int($0) }
  }

  /// This code with names and placeholders replaced by the values that they stand for.
  func bound(to use: StreamExpression.Use, _ text: String) throws(StreamExpressionError) -> Self {
    var bound = self
    for (place, step) in steps.enumerated() {
      func failure(_ reason: String) -> StreamExpressionError {
        StreamExpressionError(column: text.column(at: Int(offsets[place])), reason: reason)
      }
      switch step {
      case .name(let number):
        let name = names[Int(number)]
        if let value = use.names.firstIndex(of: name) {
          bound.steps[place] = .value(Int32(value))
        } else if name == "index" {
          bound.steps[place] = .index
        } else {
          throw failure(
            "there is no value named “\(name)” here, only \((use.names + ["index"]).listed)")
        }
      case .value(let number):
        if use.names.count == 1 {
          bound.steps[place] = .value(0)
        } else if number >= use.names.count {
          throw failure(
            "this is placeholder number \(number + 1), and there are \(use.names.count) values")
        }
      default: break
      }
    }
    guard isCondition == use.isCondition else {
      throw StreamExpressionError(
        column: 1,
        reason: use.isCondition
          ? "a condition was expected, such as value > 1, not a value"
          : "a value was expected, not a condition; with condition ? 1 : 0 it would be one")
    }
    return bound
  }
}

extension String {
  /// The character, from 1, at an offset in UTF-8.
  func column(at offset: Int) -> Int {
    1 + utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
  }
}
