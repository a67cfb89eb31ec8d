import Formats

/// One step of a computation on a stack.
enum ExpressionStep {
  /// Pushes one of the constants.
  case constant(Int32)
  /// Pushes one of the computation's inputs.
  case value(Int32)
  /// Pushes the number of previous values.
  case index
  /// Pushes the meaning of a name, which depends on the use of the expression.
  case name(Int32)
  /// Pushes the value at a height of the stack, named by `let`.
  case local(Int32)
  /// Pops the operand below the top.
  case dropBelow
  /// Checks the operand on top.
  case require(Requirement)
  case negate, not
  /// Pops both sides of an operation, and pushes its result.
  case operation(ExpressionOperation)
  /// Replaces the list or object on top by the element or field that a constant selects.
  case member(Int32)
  /// Replaces a list or an object, and the index or key on top, by the element or field.
  case element
  /// Makes a list from a number of operands.
  case list(Int32)
  /// Makes an object whose keys are a constant list, from as many operands.
  case object(keys: Int32)
  /// Replaces a number of arguments by the result of a function; `prepared` is the index of a
  /// prepared constant, or -1.
  case call(ExpressionFunction, count: Int32, prepared: Int32)
  /// Pushes the time.
  case now
  /// Begins to iterate over the rows of the list on top.
  case beginRows
  /// Pops a condition and its row, and jumps to the next row. If the condition decides the result,
  /// replaces the list by it and continues after `finishRows`.
  case endRow(isAny: Bool, Int32)
  /// Replaces the list on top by the result if no row has decided it.
  case finishRows(isAny: Bool)
  /// Continues at another step.
  case jump(Jump, Int32)

  // Steps of a machine, which replace those above.

  /// Pushes the value of a slot.
  case load(Int32)
  /// Pushes the value of a slot, and skips the next step if it is an integer.
  case loadInteger(Int32)
  /// Computes with two integers, one on top and one in a slot, and skips the general steps; for
  /// other values pushes the value of the slot.
  case compute(ExpressionOperation, Int32, skipping: UInt8)

  /// A requirement of an operand.
  enum Requirement {
    case integer, truth
    /// A list.
    case rows
    /// A number, which is converted to a decimal.
    case decimal
  }

  /// The condition of a jump.
  enum Jump {
    case always
    /// Pops a condition, and jumps if it is false.
    case unless
    /// Jumps if the condition on top is true, else pops it.
    case ifKeeping
    /// Jumps if the condition on top is false, else pops it.
    case unlessKeeping
    /// Pushes the next row of the list on top, or jumps after the last one.
    case nextRow
  }
}

/// A parsed expression: steps in the order of execution, with their constants and names.
struct ExpressionCode: Sendable {
  var steps: [ExpressionStep] = []
  /// The offset of each step in the text.
  var offsets: [Int32] = []
  var constants: [StreamValue] = []
  var names: [String] = []
  /// The patterns and time zones that functions take as constants.
  var prepared: [PreparedConstant] = []
  /// The number of placeholders; each has a step that pushes the value with its number.
  var placeholders = 0
  /// The greatest height of the stack.
  var depth = 0
  /// The kind of the result.
  var kind = ExpressionKind.any

  /// True if the result is a condition.
  var isCondition: Bool { kind == .truth }

  /// Returns this code with names and placeholders replaced by their values.
  func bound(to use: StreamExpression.Use, _ text: String) throws(StreamExpressionError) -> Self {
    try bound(in: text, condition: use.isCondition ? "value > 1" : nil) {
      (step) throws(ExpressionFault) in
      switch step {
      case .name(let number):
        let name = names[Int(number)]
        if let value = use.names.firstIndex(of: name) { return .value(Int32(value)) }
        if name == "index" { return .index }
        throw ExpressionFault(
          "there is no value named “\(name)” here; use \((use.names + ["index"]).alternatives)")
      case .value where use.names.count == 1: return .value(0)
      case .value(let number) where number >= use.names.count:
        throw ExpressionFault(
          "this is placeholder number \(number + 1), and there are \(use.names.count) values")
      default: return step
      }
    }
  }

  /// Returns this code with other steps instead of names and placeholders.
  ///
  /// - Parameter example: A condition, if the result must be one.
  func bound(
    in text: String, condition example: String?,
    _ replacing: (ExpressionStep) throws(ExpressionFault) -> ExpressionStep
  ) throws(StreamExpressionError) -> Self {
    var bound = self
    for (index, step) in steps.enumerated() {
      do throws(ExpressionFault) { bound.steps[index] = try replacing(step) } catch {
        throw StreamExpressionError(
          column: text.column(at: Int(offsets[index])), reason: error.reason)
      }
    }
    guard let example, !isCondition else { return bound }
    guard kind == .any else {
      throw StreamExpressionError(
        column: 1, reason: "a condition was expected, such as \(example), not a value")
    }
    bound.steps.append(.require(.truth))
    bound.offsets.append(0)
    return bound
  }

  /// The steps for a machine whose first slots contain the constants, the index and the values.
  ///
  /// If the right side of an operation is a slot, a step before it does the same for integers, and
  /// skips it.
  func machineSteps(valueCount: Int) -> [ExpressionStep] {
    let first = Int32(constants.count + 1)
    var machine = steps
    for (index, step) in steps.enumerated() {
      let slot: Int32
      switch step {
      case .constant(let number): slot = number
      case .index: slot = first - 1
      case .value(let number): slot = first + number
      case .local(let height): slot = first + Int32(valueCount) + height
      default: continue
      }
      machine[index] = .load(slot)
      var next = index + 1
      if next < steps.count, case .require(.integer) = steps[next] {
        machine[index] = .loadInteger(slot)
        next += 1
      }
      if next < steps.count, case .operation(let operation) = steps[next] {
        machine[index] = .compute(operation, slot, skipping: UInt8(next - index))
      }
    }
    return machine
  }
}

extension String {
  /// Returns the number of the character, from 1, at an offset in UTF-8.
  func column(at offset: Int) -> Int { 1 + utf8.prefix(offset).count { $0 & 0xC0 != 0x80 } }
}
