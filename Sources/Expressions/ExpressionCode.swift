import Formats

/// One step of a computation on a stack.
enum ExpressionStep {
  /// Pushes one of the constants.
  case constant(Int32)
  /// Pushes one of the computation's inputs.
  case value(Int32)
  /// Pushes the number of values before this one.
  case index
  /// Pushes the meaning of a name, which depends on the use of the expression.
  case name(Int32)
  /// Pushes the value at a height of the stack, to which `let` gave a name.
  case local(Int32)
  /// Takes off the operand below the one on top.
  case dropBelow
  /// Requires that the operand on top is an integer.
  case requireInteger
  /// Requires that the operand on top is true or false.
  case requireTruth
  /// Makes a decimal of the number on top.
  case makeDecimal
  case negate, not
  case add, subtract, multiply, divide, remainder
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
  /// Says whether the operand below is in the list on top.
  case isIn
  /// Replaces the list or object on top by its element or field of a constant.
  case member(Int32)
  /// Replaces a list or an object, and the place or key on top, by the element or field.
  case element
  /// Makes a list of a number of operands.
  case list(Int32)
  /// Makes an object of as many operands as a constant, which is a list, has keys.
  case object(keys: Int32)
  /// Replaces a number of arguments by the result of a function.
  case call(ExpressionFunction, count: Int32)
  /// Begins to go through the rows of the list on top.
  case beginRows
  /// Pushes the next row of the list on top, or continues elsewhere behind the last one.
  case nextRow(Int32)
  /// Takes a condition and its row off, and continues with the next row, elsewhere, or behind the
  /// next step with the result in place of the list, if the condition decides about all rows.
  case endRow(isAny: Bool, Int32)
  /// Replaces the list on top by the result for rows that have not decided about it.
  case finishRows(isAny: Bool)
  /// Continues elsewhere.
  case jump(Int32)
  /// Takes a condition off, and continues elsewhere if it does not hold.
  case jumpUnless(Int32)
  /// Continues elsewhere if the condition on top holds, else takes it off.
  case jumpIfKeeping(Int32)
  /// Continues elsewhere if the condition on top does not hold, else takes it off.
  case jumpUnlessKeeping(Int32)
  /// Takes one of the constants as the right side of an operation.
  case with(ExpressionOperation, constant: Int32)
}

/// An operation with two sides.
@usableFromInline enum ExpressionOperation: Sendable {
  case add, subtract, multiply, divide, remainder
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  /// The step that takes both sides off the stack.
  var step: ExpressionStep {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    }
  }
}

extension ExpressionStep {
  /// The operation, if the step is one with two sides.
  var operation: ExpressionOperation? {
    switch self {
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .constant, .value, .index, .name, .local, .dropBelow, .requireInteger, .requireTruth,
      .makeDecimal, .negate, .not, .isIn, .member, .element, .list, .object, .call, .beginRows,
      .nextRow, .endRow, .finishRows, .jump, .jumpUnless, .jumpIfKeeping, .jumpUnlessKeeping,
      .with:
      nil
    }
  }

  /// True if it makes an integer or a condition of integers and conditions.
  fileprivate var isIntegral: Bool {
    switch self {
    case .requireTruth, .makeDecimal, .isIn, .member, .element, .list, .object, .call, .beginRows,
      .nextRow, .endRow, .finishRows:
      false
    case .constant, .value, .index, .name, .local, .dropBelow, .requireInteger, .negate, .not,
      .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual,
      .greater, .greaterOrEqual, .jump, .jumpUnless, .jumpIfKeeping, .jumpUnlessKeeping, .with:
      true
    }
  }

  /// True if it may make a text, a list or an object that was not there before.
  fileprivate var makesTexts: Bool {
    switch self {
    case .list, .object, .call: true
    default: false
    }
  }

  /// The step to which this one may jump.
  var target: Int32? {
    switch self {
    case .jump(let target), .jumpUnless(let target), .jumpIfKeeping(let target),
      .jumpUnlessKeeping(let target), .nextRow(let target), .endRow(_, let target):
      target
    default: nil
    }
  }

  /// Returns the same step with another target.
  func going(to target: Int32) -> ExpressionStep {
    switch self {
    case .jump: .jump(target)
    case .jumpUnless: .jumpUnless(target)
    case .jumpIfKeeping: .jumpIfKeeping(target)
    case .jumpUnlessKeeping: .jumpUnlessKeeping(target)
    case .nextRow: .nextRow(target)
    case .endRow(let isAny, _): .endRow(isAny: isAny, target)
    default: self
    }
  }
}

/// A parsed expression: steps in the order of execution, with their constants and names.
struct ExpressionCode: Sendable {
  var steps: [ExpressionStep] = []
  /// The place in the text of each step.
  var offsets: [Int32] = []
  var constants: [StreamValue] = []
  var names: [String] = []
  /// The number of placeholders; the step of each is a value of its number.
  var placeholders = 0
  /// The greatest height of the stack.
  var depth = 0
  /// The kind of the result.
  var kind = ExpressionKind.any
  /// True if a value of which nothing is known is taken for a condition somewhere.
  var takesConditions = false

  /// True if it gives a condition.
  var isCondition: Bool { kind == .truth }

  /// True if it may make texts, lists or objects of any values.
  var hasTexts: Bool {
    constants.contains { $0.size > 0 } || steps.contains { $0.makesTexts }
  }

  /// The constants, if integers give an integer, or a condition if that is the kind of the result:
  /// conditions are 1 and 0.
  var integers: [Int]? {
    guard !takesConditions, steps.allSatisfy(\.isIntegral) else { return nil }
    let integers = constants.compactMap { constant -> Int? in
      switch constant {
      case .integer(let integer): integer
      case .truth(let truth): truth ? 1 : 0
      case .decimal, .exact, .text, .null, .list, .object: nil
      }
    }
    return integers.count == constants.count ? integers : nil
  }

  /// Returns this code with names and placeholders replaced by the values that they stand for.
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
    guard use.isCondition, !isCondition else { return bound }
    guard kind == .any else {
      throw StreamExpressionError(
        column: 1, reason: "a condition was expected, such as value > 1, not a value")
    }
    bound.steps.append(.requireTruth)
    bound.offsets.append(0)
    bound.takesConditions = true
    return bound
  }
}

extension ExpressionCode {
  /// The same computation in fewer steps, for values that are all integers: nothing has to be
  /// required of them, and a constant on the right needs no place on the stack.
  var shortened: ExpressionCode {
    let targets = Set(steps.compactMap(\.target))
    var short = self
    (short.steps, short.offsets) = ([], [])
    // The new place of each step.
    var places: [Int32] = []
    var place = 0
    func append(_ step: ExpressionStep, from place: Int) {
      short.steps.append(step)
      short.offsets.append(offsets[place])
    }
    while place < steps.count {
      places.append(Int32(short.steps.count))
      if case .requireInteger = steps[place] {
        place += 1
        continue
      }
      if case .constant(let number) = steps[place], place + 1 < steps.count,
        !targets.contains(Int32(place + 1)), let operation = steps[place + 1].operation
      {
        places.append(Int32(short.steps.count))
        append(.with(operation, constant: number), from: place + 1)
        place += 1
      } else {
        append(steps[place], from: place)
      }
      place += 1
    }
    places.append(Int32(short.steps.count))
    for (place, step) in short.steps.enumerated() {
      if let target = step.target { short.steps[place] = step.going(to: places[Int(target)]) }
    }
    return short
  }
}

extension String {
  /// Returns the character, from 1, at an offset in UTF-8.
  func column(at offset: Int) -> Int {
    1 + utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
  }
}
