/// An operand on the stack of a computation.
protocol ExpressionOperand {
  init(_ value: StreamValue)
  /// The integer; nil for any other operand.
  var integer: Int? { get }
  var isTrue: Bool { get }
  /// Returns the result of an operation, of which this is the left side.
  func result(_ operation: ExpressionOperation, _ other: Self) throws(ExpressionFault) -> Self
  func required(_ requirement: ExpressionStep.Requirement) throws(ExpressionFault) -> Self
  /// Returns the element or the field of an index or a key.
  func member(_ key: Self) throws(ExpressionFault) -> Self
  static func list(of elements: UnsafeBufferPointer<Self>) throws(ExpressionFault) -> Self
  /// Makes an object of values with the keys of a list.
  static func object(
    of values: UnsafeBufferPointer<Self>, keys: Self
  ) throws(ExpressionFault) -> Self
  /// Returns the result of a function.
  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<Self>
  ) throws(ExpressionFault) -> Self
  /// The number of bytes beyond its own.
  var size: Int { get }
  /// The bytes of work that it takes to find a field.
  var lookupSize: Int { get }
  /// The number of values, if it is a list.
  var count: Int { get }
}

/// Runs the code of an expression for one value after another; belongs to one subscription.
///
/// A structure of pointers, because counting references takes longer than most computations; its
/// maker deallocates it.
///
/// The slots hold the constants, the index, the inputs of a computation, and above these the stack.
/// They are made once, as many as the code needs, and the parser guarantees that no step takes more
/// off the stack than there is.
struct ExpressionMachine<Operand: ExpressionOperand> {
  private let steps: UnsafeMutableBufferPointer<ExpressionStep>
  private let slots: UnsafeMutableBufferPointer<Operand>
  /// The slot of the first input, behind that of the index.
  private let firstInput: Int
  /// The slot of the stack's lowest operand.
  private let bottom: Int

  init(_ code: ExpressionCode, constants: [Operand], valueCount: Int) {
    let steps = code.machineSteps(valueCount: valueCount)
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps)
    firstInput = constants.count + 1
    bottom = firstInput + valueCount
    slots = .allocate(capacity: bottom + code.depth + 1)
    slots.initialize(repeating: Operand(.integer(0)))
    for (index, constant) in constants.enumerated() { slots[index] = constant }
  }

  func deallocate() {
    steps.deinitialize().deallocate()
    slots.deinitialize().deallocate()
  }

  /// Sets one of the inputs for the next computation.
  func set(_ value: Operand, at index: Int) {
    precondition(firstInput + index < bottom)
    slots[firstInput + index] = value
  }

  /// Releases the texts and lists of the last computation.
  func clear() {
    for slot in firstInput..<slots.count { slots[slot] = Operand(.integer(0)) }
  }

  /// Returns the result for the values that were set.
  ///
  /// - Parameter load: Grows by the bytes of the texts and lists in the computation.
  func run(index: Int, _ load: inout Int) throws(ExpressionFault) -> Operand {
    slots[firstInput - 1] = Operand(.integer(index))
    var next = 0
    // The slot of the operand on top.
    var top = bottom - 1
    // The lists whose rows are being gone through: the step that takes the next row, the list's
    // slot, and the number of the next row.
    var loops: [(step: Int, top: Int, row: Int)] = []
    while next < steps.count {
      do throws(ExpressionFault) {
        let step = steps[next]
        next += 1
        switch step {
        case .load(let slot):
          top += 1
          slots[top] = slots[Int(slot)]
        case .loadInteger(let slot):
          top += 1
          slots[top] = slots[Int(slot)]
          if slots[top].integer != nil { next += 1 }
        case .compute(let operation, let slot, let count):
          if let left = slots[top].integer, let right = slots[Int(slot)].integer,
            let result = operation.result(of: left, right)
          {
            // An integer needs no release.
            (slots.baseAddress! + top).initialize(to: Operand(result))
            next += Int(count)
          } else {
            top += 1
            slots[top] = slots[Int(slot)]
          }
        case .operation(let operation):
          top -= 1
          try add(slots[top].size + slots[top + 1].size, to: &load)
          slots[top] = try slots[top].result(operation, slots[top + 1])
        case .dropBelow:
          top -= 1
          slots[top] = slots[top + 1]
        case .require(let requirement): slots[top] = try slots[top].required(requirement)
        case .negate: slots[top] = try Operand(.integer(0)).result(.subtract, slots[top])
        case .not: slots[top] = Operand(.truth(!slots[top].isTrue))
        case .member(let constant):
          try add(slots[top].lookupSize, to: &load)
          slots[top] = try slots[top].member(slots[Int(constant)])
        case .element:
          top -= 1
          try add(slots[top].lookupSize, to: &load)
          slots[top] = try slots[top].member(slots[top + 1])
        case .list(let count):
          let elements = try takeOff(Int(count), &top, &load)
          slots[top] = try Operand.list(of: elements)
        case .object(let constant):
          let keys = slots[Int(constant)]
          let values = try takeOff(keys.count, &top, &load)
          slots[top] = try Operand.object(of: values, keys: keys)
        case .call(let function, let count):
          let arguments = try takeOff(Int(count), &top, &load)
          slots[top] = try Operand.result(of: function, arguments)
        case .beginRows:
          slots[top] = try slots[top].required(.rows)
          loops.append((next, top, 0))
        case .endRow(let isAny, let target):
          top -= 2
          next = Int(target)
          if slots[top + 2].isTrue == isAny {
            slots[top] = Operand(.truth(isAny))
            // Behind the step that finishes.
            if case .jump(_, let end) = steps[loops.removeLast().step] { next = Int(end) + 1 }
          }
        case .finishRows(let isAny):
          slots[top] = Operand(.truth(!isAny))
          loops.removeLast()
        case .jump(.always, let target): next = Int(target)
        case .jump(.unless, let target):
          top -= 1
          if !slots[top + 1].isTrue { next = Int(target) }
        case .jump(.ifKeeping, let target):
          if slots[top].isTrue { next = Int(target) } else { top -= 1 }
        case .jump(.unlessKeeping, let target):
          if slots[top].isTrue { top -= 1 } else { next = Int(target) }
        case .jump(.nextRow, let target):
          let row = loops[loops.count - 1].row
          guard row < slots[top].count else {
            next = Int(target)
            break
          }
          loops[loops.count - 1].row += 1
          try add(StreamValue.bytesOfStep, to: &load)
          slots[top + 1] = try slots[top].member(Operand(.integer(row)))
          top += 1
        case .constant, .value, .index, .name, .local:
          preconditionFailure("a machine has slots")
        }
      } catch {
        // A row whose condition lacks a value decides nothing.
        if error.kind == .missing, let loop = loops.last, next - 1 > loop.step {
          (next, top) = (loop.step, loop.top)
          continue
        }
        var fault = error
        fault.step = next - 1
        throw fault
      }
    }
    return slots[top]
  }

  /// Takes operands off the stack, adds their sizes to the load, and returns them with the result's
  /// slot on top.
  private func takeOff(
    _ count: Int, _ top: inout Int, _ load: inout Int
  ) throws(ExpressionFault) -> UnsafeBufferPointer<Operand> {
    top -= count - 1
    let operands = UnsafeBufferPointer(rebasing: slots[top..<top + count])
    for operand in operands { try add(operand.size, to: &load) }
    return operands
  }

  @inline(__always)
  private func add(_ size: Int, to load: inout Int) throws(ExpressionFault) {
    guard size > 0 else { return }
    load += size
    if load > StreamExpression.loadLimit {
      throw ExpressionFault(
        "the computation goes through more than \(StreamExpression.loadLimit) bytes")
    }
  }
}

extension StreamValue: ExpressionOperand {
  func required(
    _ requirement: ExpressionStep.Requirement
  ) throws(ExpressionFault) -> StreamValue {
    switch (requirement, self) {
    case (.integer, .integer), (.truth, .truth), (.rows, .list): return self
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
    let members = zip(names, values).map {
      StreamObject.Member(key: $0.description, value: $1)
    }
    return try StreamValue.object(StreamObject(distinct: members)).limited()
  }

  static func result(
    of function: ExpressionFunction, _ arguments: UnsafeBufferPointer<StreamValue>
  ) throws(ExpressionFault) -> StreamValue {
    try call(function, arguments)
  }

  var count: Int { if case .list(let list) = self { list.count } else { 0 } }
}
