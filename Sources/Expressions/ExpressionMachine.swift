/// Runs the code of an expression for one value after another; belongs to one subscription.
///
/// A structure of pointers, because counting references takes longer than most computations; its
/// maker deallocates it.
///
/// The inputs of a computation lie at the stack's bottom. The stack is made once, as high as the
/// code needs it, and the parser guarantees that no step takes more off than there is.
struct ExpressionMachine<Operand: ExpressionOperand> {
  private let steps: UnsafeMutableBufferPointer<ExpressionStep>
  private let constants: UnsafeMutableBufferPointer<Operand>
  private let stack: UnsafeMutableBufferPointer<Operand>
  private let valueCount: Int

  init(_ steps: [ExpressionStep], constants: [Operand], depth: Int, valueCount: Int) {
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
    self.constants = .allocate(capacity: constants.count)
    _ = self.constants.initialize(from: constants)
    self.valueCount = valueCount
    stack = .allocate(capacity: valueCount + depth + 1)
    stack.initialize(repeating: Operand(integer: 0))
  }

  func deallocate() {
    steps.deinitialize().deallocate()
    constants.deinitialize().deallocate()
    stack.deinitialize().deallocate()
  }

  /// Sets one of the values for the next computation.
  func set(_ value: Operand, at place: Int) {
    precondition(place < valueCount)
    stack[place] = value
  }

  /// Releases the texts and lists of the last computation.
  func clear() {
    for place in stack.indices { stack[place] = Operand(integer: 0) }
  }

  /// Returns the result for the values that were set.
  ///
  /// - Parameter load: Grows by the bytes of the texts and lists in the computation.
  func run(index: Int, _ load: inout Int) throws(ExpressionFault) -> Operand {
    var place = 0
    // The place of the operand on top.
    var top = valueCount - 1
    // The lists whose rows are being gone through: where the next row is taken, and which it is.
    var loops: [(place: Int, top: Int, next: Int)] = []
    while place < steps.count {
      do throws(ExpressionFault) {
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
        case .local(let height):
          top += 1
          stack[top] = stack[valueCount + Int(height)]
        case .dropBelow:
          top -= 1
          stack[top] = stack[top + 1]
        case .requireInteger: stack[top] = try stack[top].requiringInteger()
        case .requireTruth: stack[top] = try stack[top].requiringTruth()
        case .makeDecimal: stack[top] = try stack[top].makingDecimal()
        case .negate: stack[top] = try Operand(integer: 0).subtracting(stack[top])
        case .not: stack[top] = Operand(truth: !stack[top].isTrue)
        case .with(let operation, let number):
          try weigh(stack[top], constants[Int(number)], &load)
          stack[top] = try operation.result(of: stack[top], constants[Int(number)])
        case .add: try apply(.add, &top, &load)
        case .subtract: try apply(.subtract, &top, &load)
        case .multiply: try apply(.multiply, &top, &load)
        case .divide: try apply(.divide, &top, &load)
        case .remainder: try apply(.remainder, &top, &load)
        case .equal: try apply(.equal, &top, &load)
        case .notEqual: try apply(.notEqual, &top, &load)
        case .less: try apply(.less, &top, &load)
        case .lessOrEqual: try apply(.lessOrEqual, &top, &load)
        case .greater: try apply(.greater, &top, &load)
        case .greaterOrEqual: try apply(.greaterOrEqual, &top, &load)
        case .isIn:
          top -= 1
          try weigh(stack[top], stack[top + 1], &load)
          stack[top] = try stack[top].isElement(of: stack[top + 1])
        case .member(let number):
          try add(stack[top].lookupSize, to: &load)
          stack[top] = try stack[top].member(constants[Int(number)])
        case .element:
          top -= 1
          try add(stack[top].lookupSize, to: &load)
          stack[top] = try stack[top].member(stack[top + 1])
        case .list(let count):
          let elements = try takeOff(Int(count), &top, &load)
          stack[top] = try Operand.list(of: elements)
        case .object(let number):
          let keys = constants[Int(number)]
          let values = try takeOff(keys.count, &top, &load)
          stack[top] = try Operand.object(of: values, keys: keys)
        case .call(let function, let count):
          let arguments = try takeOff(Int(count), &top, &load)
          stack[top] = try Operand.result(of: function, arguments)
        case .beginRows:
          stack[top] = try stack[top].requiringRows()
          loops.append((place, top, 0))
        case .nextRow(let target):
          let row = loops[loops.count - 1].next
          guard row < stack[top].count else {
            place = Int(target)
            break
          }
          loops[loops.count - 1].next += 1
          try add(StreamValue.bytesOfStep, to: &load)
          stack[top + 1] = try stack[top].member(Operand(integer: row))
          top += 1
        case .endRow(let isAny, let target):
          top -= 2
          place = Int(target)
          if stack[top + 2].isTrue == isAny {
            stack[top] = Operand(truth: isAny)
            // Behind the step that finishes.
            place = loops.removeLast().place
            if case .nextRow(let end) = steps[place] { place = Int(end) + 1 }
          }
        case .finishRows(let isAny):
          stack[top] = Operand(truth: !isAny)
          loops.removeLast()
        case .jump(let target): place = Int(target)
        case .jumpUnless(let target):
          top -= 1
          if !stack[top + 1].isTrue { place = Int(target) }
        case .jumpIfKeeping(let target):
          if stack[top].isTrue { place = Int(target) } else { top -= 1 }
        case .jumpUnlessKeeping(let target):
          if stack[top].isTrue { top -= 1 } else { place = Int(target) }
        }
      } catch {
        // A row whose condition lacks a value decides nothing.
        if error.kind == .missing, let loop = loops.last, place - 1 > loop.place {
          (place, top) = (loop.place, loop.top)
          continue
        }
        var fault = error
        fault.step = place - 1
        throw fault
      }
    }
    return stack[top]
  }

  @inline(__always)
  private func apply(
    _ operation: ExpressionOperation, _ top: inout Int, _ load: inout Int
  ) throws(ExpressionFault) {
    top -= 1
    try weigh(stack[top], stack[top + 1], &load)
    stack[top] = try operation.result(of: stack[top], stack[top + 1])
  }
}

extension ExpressionMachine {
  /// Takes operands off the stack, adds their sizes to the load, and returns them with the result's
  /// place on top.
  fileprivate func takeOff(
    _ count: Int, _ top: inout Int, _ load: inout Int
  ) throws(ExpressionFault) -> UnsafeBufferPointer<Operand> {
    top -= count - 1
    let operands = UnsafeBufferPointer(rebasing: stack[top..<top + count])
    for operand in operands { try add(operand.size, to: &load) }
    return operands
  }

  /// Adds the sizes of two operands to the load.
  @inline(__always)
  fileprivate func weigh(
    _ left: Operand, _ right: Operand, _ load: inout Int
  ) throws(ExpressionFault) {
    let size = left.size + right.size
    try add(size, to: &load)
  }

  @inline(__always)
  fileprivate func add(_ size: Int, to load: inout Int) throws(ExpressionFault) {
    guard size > 0 else { return }
    load += size
    if load > StreamExpression.loadLimit {
      throw ExpressionFault(
        "the computation goes through more than \(StreamExpression.loadLimit) bytes")
    }
  }
}

extension ExpressionOperation {
  /// Returns the result of the operation for its two sides.
  @inline(__always)
  func result<Operand: ExpressionOperand>(
    of left: Operand, _ right: Operand
  ) throws(ExpressionFault) -> Operand {
    switch self {
    case .add: try left.adding(right)
    case .subtract: try left.subtracting(right)
    case .multiply: try left.multiplied(by: right)
    case .divide: try left.divided(by: right)
    case .remainder: try left.remainder(dividingBy: right)
    case .equal: Operand(truth: try left.equals(right))
    case .notEqual: Operand(truth: try left.differs(from: right))
    case .less: Operand(truth: try left.isLess(than: right))
    case .lessOrEqual: Operand(truth: try left.isAtMost(right))
    case .greater: Operand(truth: try right.isLess(than: left))
    case .greaterOrEqual: Operand(truth: try right.isAtMost(left))
    }
  }
}

/// The part of a computation that is for integers alone; its owner is an ``ExpressionEvaluation``.
@usableFromInline package struct IntegerEvaluation {
  private let machine: ExpressionMachine<Int>
  /// The same computation without a stack, if it needs none.
  @usableFromInline let chain: IntegerChain?
  @usableFromInline let index: UnsafeMutablePointer<Int>

  init(
    _ code: ExpressionCode, constants: [Int], valueCount: Int, index: UnsafeMutablePointer<Int>
  ) {
    machine = ExpressionMachine(
      code.steps, constants: constants, depth: code.depth, valueCount: valueCount)
    chain = IntegerChain(code.steps, constants: constants)
    self.index = index
  }

  func deallocate() {
    machine.deallocate()
    chain?.deallocate()
  }

  /// The result for one value.
  @inlinable
  package func result(of value: Int) throws(ExpressionFault) -> Int {
    defer { index.pointee += 1 }
    if let chain { return try chain.result(of: value, 0, index: index.pointee) }
    return try machineResult(of: value)
  }

  @usableFromInline
  func machineResult(of value: Int) throws(ExpressionFault) -> Int {
    machine.set(value, at: 0)
    var load = 0
    return try machine.run(index: index.pointee, &load)
  }

  /// The result for two values.
  @inlinable
  package func result(of first: Int, _ second: Int) throws(ExpressionFault) -> Int {
    defer { index.pointee += 1 }
    if let chain { return try chain.result(of: first, second, index: index.pointee) }
    return try machineResult(of: first, second)
  }

  @usableFromInline
  func machineResult(of first: Int, _ second: Int) throws(ExpressionFault) -> Int {
    machine.set(first, at: 0)
    machine.set(second, at: 1)
    var load = 0
    return try machine.run(index: index.pointee, &load)
  }
}

/// The computation of an expression for the values of one subscription, which it counts.
package final class ExpressionEvaluation {
  /// The computation for values that are all integers; nil if the result is no integer and no
  /// condition.
  package let integers: IntegerEvaluation?
  /// True if it gives a condition, which ``integers`` does as 1 or 0.
  package let isCondition: Bool
  private let values: ExpressionMachine<StreamValue>
  private let index: UnsafeMutablePointer<Int>
  private let text: String
  private let offsets: [Int32]
  /// The places in the text of the steps for integers alone.
  private let integerOffsets: [Int32]
  private let valueCount: Int
  /// Takes the number of steps of a computation with texts and lists, and returns true if the
  /// stream may go on.
  private let count: ((Int) -> Bool)?
  /// True if the expression may make texts, lists or objects.
  private let hasTexts: Bool

  package init(
    _ expression: StreamExpression, for use: StreamExpression.Use,
    counting count: ((Int) -> Bool)? = nil
  ) throws(StreamExpressionError) {
    self.count = count
    text = expression.text
    let code = try expression.code.bound(to: use, text)
    (hasTexts, isCondition) = (code.hasTexts, code.isCondition)
    let (index, valueCount) = (
      UnsafeMutablePointer<Int>.allocate(capacity: 1), use.names.count
    )
    index.initialize(to: 0)
    (self.index, offsets, self.valueCount) = (index, code.offsets, valueCount)
    values = ExpressionMachine(
      code.steps, constants: code.constants, depth: code.depth, valueCount: valueCount)
    let short = code.shortened
    integerOffsets = short.offsets
    integers = code.integers.map { constants in
      IntegerEvaluation(short, constants: constants, valueCount: valueCount, index: index)
    }
  }

  deinit {
    integers?.deallocate()
    values.deallocate()
    index.deallocate()
  }

  /// Counts on from the values that another computation has counted.
  package func takeIndex(from other: ExpressionEvaluation) {
    index.pointee = other.index.pointee
  }

  /// The result for one value.
  package func result(of value: StreamValue) throws(StreamExpressionError) -> StreamValue {
    guard let integers, case .integer(let integer) = value else { return try result(of: [value]) }
    do throws(ExpressionFault) { return wrapped(try integers.result(of: integer)) } catch {
      throw integerFailure(error)
    }
  }

  /// The result for two values.
  package func result(
    of first: StreamValue, _ second: StreamValue
  ) throws(StreamExpressionError) -> StreamValue {
    guard let integers, case .integer(let left) = first, case .integer(let right) = second else {
      return try result(of: [first, second])
    }
    do throws(ExpressionFault) { return wrapped(try integers.result(of: left, right)) } catch {
      throw integerFailure(error)
    }
  }

  /// Returns the result for as many values as the use has.
  package func result(of given: [StreamValue]) throws(StreamExpressionError) -> StreamValue {
    precondition(given.count == valueCount, "\(valueCount) values were expected")
    var keepsTexts = hasTexts
    for (place, value) in given.enumerated() {
      values.set(value, at: place)
      if value.isHeavy { keepsTexts = true }
    }
    var load = 0
    defer {
      index.pointee += 1
      if keepsTexts { values.clear() }
    }
    do throws(ExpressionFault) {
      let result = try values.run(index: index.pointee, &load)
      if load > 0, let count, !count(1 + load / StreamValue.bytesOfStep) {
        throw ExpressionFault("the stream has ended")
      }
      return result
    } catch {
      throw failure(error, offsets)
    }
  }

  private func wrapped(_ integer: Int) -> StreamValue {
    isCondition ? .truth(integer != 0) : .integer(integer)
  }

  /// Returns the failure of a step of ``integers``, with its column.
  package func integerFailure(_ fault: ExpressionFault) -> StreamExpressionError {
    failure(fault, integerOffsets)
  }

  private func failure(_ fault: ExpressionFault, _ offsets: [Int32]) -> StreamExpressionError {
    StreamExpressionError(
      column: text.column(at: Int(offsets[fault.step])), reason: fault.reason)
  }
}
