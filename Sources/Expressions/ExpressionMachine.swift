/// An operand on the stack of a computation.
protocol ExpressionOperand {
  init(_ value: StreamValue)
  /// The integer; nil for any other operand.
  var integer: Int? { get }
  var isTrue: Bool { get }
  /// Returns the result of an operation whose left side is this operand.
  func result(_ operation: ExpressionOperation, _ other: Self) throws(ExpressionFault) -> Self
  func required(_ requirement: ExpressionStep.Requirement) throws(ExpressionFault) -> Self
  /// Returns the element or field at an index or a key.
  func member(_ key: Self) throws(ExpressionFault) -> Self
  static func list(of elements: UnsafeBufferPointer<Self>) throws(ExpressionFault) -> Self
  /// Makes an object from values with the keys of a list.
  static func object(
    of values: UnsafeBufferPointer<Self>, keys: Self
  ) throws(ExpressionFault) -> Self
  /// Returns the result of a function, which may have a prepared constant.
  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Self>,
    _ prepared: PreparedConstant?
  ) throws(ExpressionFault) -> Self
  /// The number of bytes beyond its own.
  var size: Int { get }
  /// The work of finding a field, in bytes.
  var lookupSize: Int { get }
  /// The number of values, if it is a list.
  var count: Int { get }
}

/// Runs the code of an expression for one value after another; belongs to one subscription.
///
/// A structure of pointers, because counting references takes longer than most computations; its
/// maker deallocates it.
///
/// The slots contain the constants, the index, the inputs of a computation and, above these, the
/// stack, which is empty between computations: only its slots up to the top are initialized. They
/// are allocated once, as many as the code needs. The parser guarantees that no step pops more
/// operands than the stack has.
struct ExpressionMachine<Operand: ExpressionOperand> {
  private let steps: UnsafeMutableBufferPointer<ExpressionStep>
  private let slots: UnsafeMutablePointer<Operand>
  private let prepared: UnsafeMutableBufferPointer<PreparedConstant>
  /// The slot of the first input, after the index.
  private let firstInput: Int
  /// The slot of the stack's lowest operand.
  private let bottom: Int

  init(_ code: ExpressionCode, constants: [Operand], valueCount: Int) {
    let steps = code.machineSteps(valueCount: valueCount)
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
    prepared = .allocate(capacity: code.prepared.count)
    _ = prepared.initialize(from: code.prepared)
    firstInput = constants.count + 1
    bottom = firstInput + valueCount
    slots = .allocate(capacity: bottom + code.depth + 1)
    slots.initialize(repeating: Operand(.integer(0)), count: bottom)
    for (index, constant) in constants.enumerated() { slots[index] = constant }
  }

  func deallocate() {
    steps.deinitialize().deallocate()
    prepared.deinitialize().deallocate()
    slots.deinitialize(count: bottom)
    slots.deallocate()
  }

  /// Sets one of the inputs for the next computation.
  func set(_ value: Operand, at index: Int) {
    precondition(firstInput + index < bottom)
    (slots + firstInput + index).initialize(to: value)
  }

  /// Releases the inputs of the last computation; needed if one is not just a number.
  func clear() { for slot in firstInput..<bottom { slots[slot] = Operand(.integer(0)) } }

  /// Returns the result for the values that were set.
  ///
  /// - Parameters:
  ///   - load: Increases by the bytes of the strings and lists in the computation.
  ///   - now: Returns the seconds since 1970.
  func run(
    index: Int, _ load: inout Int, now: () -> StreamValue = { .integer(0) }
  ) throws(ExpressionFault) -> Operand {
    (slots + firstInput - 1).initialize(to: Operand(.integer(index)))
    var next = 0
    // The slot of the operand on top.
    var top = bottom - 1
    // The lists that are being iterated over: the step for the next row, the list's slot, and the
    // number of the next row.
    var loops: [(step: Int, top: Int, row: Int)] = []
    while next < steps.count {
      do throws(ExpressionFault) {
        let step = steps[next]
        next += 1
        switch step {
        case .load(let slot): push(slots[Int(slot)], &top)
        case .loadInteger(let slot):
          push(slots[Int(slot)], &top)
          if slots[top].integer != nil { next += 1 }
        case .compute(let operation, let slot, let count):
          if let left = slots[top].integer, let right = slots[Int(slot)].integer,
            let result = operation.result(of: left, right)
          {
            // An integer needs no release.
            (slots + top).initialize(to: Operand(result))
            next += Int(count)
          } else {
            push(slots[Int(slot)], &top)
          }
        case .operation(let operation):
          let right = pop(&top)
          try add(slots[top].size + right.size, to: &load)
          slots[top] = try slots[top].result(operation, right)
        case .dropBelow:
          let operand = pop(&top)
          slots[top] = operand
        case .require(let requirement): slots[top] = try slots[top].required(requirement)
        case .negate: slots[top] = try Operand(.integer(0)).result(.subtract, slots[top])
        case .not: slots[top] = Operand(.truth(!slots[top].isTrue))
        case .member(let constant):
          try add(slots[top].lookupSize, to: &load)
          slots[top] = try slots[top].member(slots[Int(constant)])
        case .element:
          let key = pop(&top)
          try add(slots[top].lookupSize, to: &load)
          slots[top] = try slots[top].member(key)
        case .list(let count):
          let elements = try operands(Int(count), top, &load)
          replace(elements, by: try Operand.list(of: .init(elements)), &top)
        case .object(let constant):
          let keys = slots[Int(constant)]
          let values = try operands(keys.count, top, &load)
          replace(values, by: try Operand.object(of: .init(values), keys: keys), &top)
        case .call(let function, let count, let number):
          let arguments = try operands(Int(count), top, &load)
          let constant = number < 0 ? nil : prepared[Int(number)]
          if case .pattern(let pattern)? = constant {
            try add(arguments[0].size * (pattern.size / StreamValue.bytesOfStep), to: &load)
          }
          let result = try Operand.result(of: function, .init(arguments), constant)
          replace(arguments, by: result, &top)
        case .now: push(Operand(now()), &top)
        case .beginRows:
          slots[top] = try slots[top].required(.rows)
          loops.append((next, top, 0))
        case .endRow(let isAny, let target):
          let decides = pop(&top).isTrue == isAny
          _ = pop(&top)
          next = Int(target)
          if decides {
            slots[top] = Operand(.truth(isAny))
            // Continue after the step that finishes the rows.
            if case .jump(_, let end) = steps[loops.removeLast().step] { next = Int(end) + 1 }
          }
        case .finishRows(let isAny):
          slots[top] = Operand(.truth(!isAny))
          loops.removeLast()
        case .jump(.always, let target): next = Int(target)
        case .jump(.unless, let target): if !pop(&top).isTrue { next = Int(target) }
        case .jump(.ifKeeping, let target):
          if slots[top].isTrue { next = Int(target) } else { _ = pop(&top) }
        case .jump(.unlessKeeping, let target):
          if slots[top].isTrue { _ = pop(&top) } else { next = Int(target) }
        case .jump(.nextRow, let target):
          let row = loops[loops.count - 1].row
          guard row < slots[top].count else {
            next = Int(target)
            break
          }
          loops[loops.count - 1].row += 1
          try add(StreamValue.bytesOfStep, to: &load)
          push(try slots[top].member(Operand(.integer(row))), &top)
        case .constant, .value, .index, .name, .local: preconditionFailure("a machine has slots")
        }
      } catch {
        // A row whose condition lacks a value decides nothing.
        if error.kind == .missing, let loop = loops.last, next - 1 > loop.step {
          while top > loop.top { _ = pop(&top) }
          next = loop.step
          continue
        }
        while top >= bottom { _ = pop(&top) }
        var fault = error
        fault.step = next - 1
        throw fault
      }
    }
    return pop(&top)
  }

  @inline(__always) private func push(_ operand: Operand, _ top: inout Int) {
    top += 1
    (slots + top).initialize(to: operand)
  }

  @inline(__always) private func pop(_ top: inout Int) -> Operand {
    top -= 1
    return (slots + top + 1).move()
  }

  /// Returns the operands on top of the stack, and adds their sizes to the load.
  private func operands(
    _ count: Int, _ top: Int, _ load: inout Int
  ) throws(ExpressionFault) -> UnsafeMutableBufferPointer<Operand> {
    let operands = UnsafeMutableBufferPointer(start: slots + top - count + 1, count: count)
    for operand in operands { try add(operand.size, to: &load) }
    return operands
  }

  private func replace(
    _ operands: UnsafeMutableBufferPointer<Operand>, by result: Operand, _ top: inout Int
  ) {
    operands.deinitialize()
    top -= operands.count
    push(result, &top)
  }

  @inline(__always) private func add(_ size: Int, to load: inout Int) throws(ExpressionFault) {
    guard size > 0 else { return }
    load += size
    if load > StreamExpression.loadLimit {
      throw ExpressionFault(
        "the computation goes through more than \(StreamExpression.loadLimit) bytes")
    }
  }
}

extension StreamValue: ExpressionOperand {
  func required(_ requirement: ExpressionStep.Requirement) throws(ExpressionFault) -> StreamValue {
    switch (requirement, self) {
    case (.integer, .integer), (.truth, .truth), (.rows, .list): return self
    case (.integer, .decimal(let decimal)) where Int(exactly: decimal) != nil:
      return .integer(Int(decimal))
    case (.integer, _): throw ExpressionFault("%d takes an integer, not \(kind): \(shown)")
    case (.truth, _): throw ExpressionFault("a condition was expected, not \(kind): \(shown)")
    case (.rows, _): throw ExpressionFault("a list was expected, not \(kind): \(shown)")
    case (.decimal, _):
      guard let decimal = asDouble else {
        throw ExpressionFault("%f takes a number, not \(kind): \(shown)")
      }
      return .decimal(decimal)
    }
  }

  static func list(
    of elements: UnsafeBufferPointer<StreamValue>
  ) throws(ExpressionFault) -> StreamValue {
    try StreamValue.list(Array(elements)).limited()
  }

  static func object(
    of values: UnsafeBufferPointer<StreamValue>, keys: StreamValue
  ) throws(ExpressionFault) -> StreamValue {
    guard case .list(let names) = keys else { preconditionFailure("keys are a list") }
    let members = zip(names, values).map { StreamObject.Member(key: $0.description, value: $1) }
    return try StreamValue.object(StreamObject(distinct: members)).limited()
  }

  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<StreamValue>,
    _ prepared: PreparedConstant?
  ) throws(ExpressionFault) -> StreamValue {
    try call(function, arguments, prepared)
  }

  var count: Int { if case .list(let list) = self { list.count } else { 0 } }
}
