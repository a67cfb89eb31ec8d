/// Finds the names that a condition needs: while one of them is empty, a rule with the condition is
/// not judged.
///
/// It reads the code once, with the names on which each operand on the stack depends.
struct MissingNames {
  /// An operand and the names on which it depends.
  private struct Slot {
    var names: Set<Int32> = []
    /// The list that it is, or whose rows it has parts of.
    var list: Int32?
    /// True for `null` and the empty string; comparing with these asks whether a value is missing.
    var isEmpty = false
  }

  private let constants: [StreamValue]
  private let isList: [Bool]
  private var stack: [Slot] = []
  private var needs: Set<Int32> = []
  private var asked: Set<Int32> = []
  /// Operands left by other branches, by the step where they arrive.
  private var arriving: [Int32: Slot] = [:]

  /// Returns the numbers of the names that a condition needs without asking whether they are
  /// missing.
  ///
  /// - Parameter isList: For each name, whether it is a list, which is never missing.
  static func needed(by code: ExpressionCode, isList: [Bool]) -> Set<Int32> {
    var names = MissingNames(constants: code.constants, isList: isList)
    for (index, step) in code.steps.enumerated() { names.visit(step, at: Int32(index)) }
    return names.needs.subtracting(names.asked)
  }

  private init(constants: [StreamValue], isList: [Bool]) {
    (self.constants, self.isList) = (constants, isList)
  }

  private mutating func visit(_ step: ExpressionStep, at index: Int32) {
    if let slot = arriving.removeValue(forKey: index) {
      let other = pop()
      push(Slot(names: slot.names.union(other.names), list: slot.list ?? other.list))
    }
    switch step {
    case .constant(let number):
      let value = constants[Int(number)]
      push(Slot(isEmpty: value == .null || value == .text("")))
    case .value(let number):
      push(isList[Int(number)] ? Slot(list: number) : Slot(names: [number]))
    case .index, .now, .name, .jump(.nextRow, _): push(Slot())
    case .local(let height): push(stack[Int(height)])
    case .dropBelow: stack.remove(at: stack.count - 2)
    case .require(.truth): need(pop())
    case .require, .negate, .beginRows: break
    case .not, .finishRows:
      _ = pop()
      push(Slot())
    case .operation(let operation): compute(operation)
    case .member(let number): if case .integer = constants[Int(number)] { push(element(of: pop())) }
    case .element:
      let key = pop()
      var part = element(of: pop())
      part.names.formUnion(key.names)
      push(part)
    case .list(let count): push(take(Int(count)))
    case .object(let keys): push(take(constants[Int(keys)].count))
    case .call(let function, let count, _): call(function, Int(count))
    case .endRow: _ = take(2)
    case .jump(.always, let target): arriving[target] = pop()
    case .jump: _ = pop()
    case .load, .loadInteger, .compute: preconditionFailure("a machine has slots, not code")
    }
  }

  private mutating func push(_ slot: Slot) { stack.append(slot) }

  private mutating func pop() -> Slot { stack.removeLast() }

  /// Pops operands, and merges them into one that depends on all their names.
  private mutating func take(_ count: Int) -> Slot {
    let slots = stack.suffix(count)
    stack.removeLast(count)
    return Slot(names: slots.reduce(into: []) { $0.formUnion($1.names) })
  }

  /// An element of a list, which may be missing.
  private func element(of slot: Slot) -> Slot {
    Slot(names: slot.names.union(slot.list.map { [$0] } ?? []))
  }

  private mutating func compute(_ operation: ExpressionOperation) {
    let isAsking =
      operation.isOfEquality && (stack[stack.count - 1].isEmpty || stack[stack.count - 2].isEmpty)
    let lists = stack.suffix(2).compactMap(\.list)
    let both = take(2)
    if isAsking {
      asked.formUnion(both.names.union(lists))
      push(Slot())
    } else if operation.isComparison || operation == .isIn {
      need(both)
    } else {
      push(both)
    }
  }

  private mutating func call(_ function: ExpressionFunction, _ count: Int) {
    let lists = stack.suffix(count).compactMap(\.list)
    var operands = take(count)
    switch function {
    // The length of a missing value is 0.
    case .length: push(Slot())
    case .first, .last, .min, .max:
      operands.names.formUnion(lists)
      push(operands)
    case .contains, .starts, .ends, .has: need(operands)
    default: push(operands)
    }
  }

  /// Notes the needs of a comparison or a condition, whose result replaces it.
  private mutating func need(_ operand: Slot) {
    needs.formUnion(operand.names)
    push(Slot())
  }
}
