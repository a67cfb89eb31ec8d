/// Runs the code of an expression for one value after another; belongs to one subscription.
///
/// The values of a computation lie at the stack's bottom. The stack is made once, as high as the
/// code needs it, and the parser has seen to it that no step takes more off than there is.
final class ExpressionMachine<Operand: ExpressionOperand> {
  private let steps: UnsafeMutableBufferPointer<ExpressionStep>
  private let constants: UnsafeMutableBufferPointer<Operand>
  private let stack: UnsafeMutableBufferPointer<Operand>
  private let valueCount: Int
  /// The step at which the last computation failed.
  // Exclusivity is unchecked because the values of one subscription never overlap.
  @exclusivity(unchecked) private(set) var failedStep = 0

  init(_ steps: [ExpressionStep], constants: [Operand], depth: Int, valueCount: Int) {
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
    self.constants = .allocate(capacity: constants.count)
    _ = self.constants.initialize(from: constants)
    self.valueCount = valueCount
    stack = .allocate(capacity: valueCount + depth + 1)
    stack.initialize(repeating: Operand(integer: 0))
  }

  deinit {
    steps.deinitialize().deallocate()
    constants.deinitialize().deallocate()
    stack.deinitialize().deallocate()
  }

  /// Sets one of the values for the next computation.
  func set(_ value: Operand, at place: Int) {
    precondition(place < valueCount)
    stack[place] = value
  }

  /// The result for the values that were set.
  func run(index: Int) throws(ExpressionFault) -> Operand {
    var place = 0
    // The place of what lies on top.
    var top = valueCount - 1
    do throws(ExpressionFault) {
      while place < steps.count {
        let step = steps[place]
        place += 1
        switch step {
        case .constant(let number):
          top += 1
          stack[top] = constants[Int(number)]
        case .value(let number):
          top += 1
          stack[top] = stack[Int(number)]
        case .index:
          top += 1
          stack[top] = Operand(integer: index)
        case .name: preconditionFailure("names are bound before a computation")
        case .requireInteger: stack[top] = try stack[top].requiringInteger()
        case .makeDecimal: stack[top] = try stack[top].makingDecimal()
        case .negate: stack[top] = try Operand(integer: 0).subtracting(stack[top])
        case .not: stack[top] = Operand(truth: !stack[top].isTrue)
        case .add:
          top -= 1
          stack[top] = try stack[top].adding(stack[top + 1])
        case .subtract:
          top -= 1
          stack[top] = try stack[top].subtracting(stack[top + 1])
        case .multiply:
          top -= 1
          stack[top] = try stack[top].multiplied(by: stack[top + 1])
        case .divide:
          top -= 1
          stack[top] = try stack[top].divided(by: stack[top + 1])
        case .remainder:
          top -= 1
          stack[top] = try stack[top].remainder(dividingBy: stack[top + 1])
        case .equal:
          top -= 1
          stack[top] = Operand(truth: try stack[top].equals(stack[top + 1]))
        case .notEqual:
          top -= 1
          stack[top] = Operand(truth: try !stack[top].equals(stack[top + 1]))
        case .less:
          top -= 1
          stack[top] = Operand(truth: try stack[top].isLess(than: stack[top + 1]))
        case .lessOrEqual:
          top -= 1
          stack[top] = Operand(truth: try !stack[top + 1].isLess(than: stack[top]))
        case .greater:
          top -= 1
          stack[top] = Operand(truth: try stack[top + 1].isLess(than: stack[top]))
        case .greaterOrEqual:
          top -= 1
          stack[top] = Operand(truth: try !stack[top].isLess(than: stack[top + 1]))
        case .jump(let target): place = Int(target)
        case .jumpUnless(let target):
          top -= 1
          if !stack[top + 1].isTrue { place = Int(target) }
        case .jumpIfKeeping(let target):
          if stack[top].isTrue { place = Int(target) } else { top -= 1 }
        case .jumpUnlessKeeping(let target):
          if stack[top].isTrue { top -= 1 } else { place = Int(target) }
        }
      }
    } catch {
      failedStep = place - 1
      throw error
    }
    return stack[top]
  }
}

/// An expression that is being computed for the values of one subscription, and counts them.
final class ExpressionEvaluation {
  private let text: String
  private let code: ExpressionCode
  private let valueCount: Int
  /// For values that are all integers; nil if the expression makes something else of them.
  private let integers: ExpressionMachine<Int>?
  private lazy var others = ExpressionMachine<StreamValue>(
    code.steps, constants: code.constants, depth: code.depth, valueCount: valueCount)
  // Exclusivity is unchecked because the values of one subscription never overlap.
  @exclusivity(unchecked) private var index = 0

  init(_ expression: StreamExpression, for use: StreamExpression.Use) throws(StreamExpressionError)
  {
    text = expression.text
    code = try expression.code.bound(to: use, text)
    valueCount = use.names.count
    integers = code.integers.map { [code, valueCount] constants in
      ExpressionMachine(
        code.steps, constants: constants, depth: code.depth, valueCount: valueCount)
    }
  }

  /// The result for one value.
  func result(of value: StreamValue) throws(StreamExpressionError) -> StreamValue {
    guard let integers, case .integer(let integer) = value else { return try result(of: [value]) }
    integers.set(integer, at: 0)
    return try run(integers) { .integer($0) }
  }

  /// The result for two values.
  func result(
    of first: StreamValue, _ second: StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    guard let integers, case .integer(let left) = first, case .integer(let right) = second else {
      return try result(of: [first, second])
    }
    integers.set(left, at: 0)
    integers.set(right, at: 1)
    return try run(integers) { .integer($0) }
  }

  /// The result for as many values as the use says.
  func result(of values: [StreamValue]) throws(StreamExpressionError) -> StreamValue {
    precondition(values.count == valueCount, "\(valueCount) values were expected")
    for (place, value) in values.enumerated() { others.set(value, at: place) }
    return try run(others) { $0 }
  }

  private func run<Operand>(
    _ machine: ExpressionMachine<Operand>, _ value: (Operand) -> StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    defer { index += 1 }
    do throws(ExpressionFault) { return value(try machine.run(index: index)) } catch {
      let offset = Int(code.offsets[machine.failedStep])
      throw StreamExpressionError(column: text.column(at: offset), reason: error.reason)
    }
  }
}
