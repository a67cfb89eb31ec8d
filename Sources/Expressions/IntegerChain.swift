/// A computation on integers that applies one operation after another to the result so far, such as
/// `(result + value) % 1000`; conditions of this form may be joined by `and` and `or`.
///
/// Most expressions have this form, and a step of a stream of numbers takes half as long as with
/// the machine. A structure with a pointer; its maker deallocates it.
@usableFromInline struct IntegerChain {
  /// The right side of an operation, or a jump.
  ///
  /// A jump leads to the link whose number is its constant if the condition so far is false
  /// (`equal`) or true (`notEqual`); else the next condition begins, at 0.
  @usableFromInline enum Source { case constant, first, second, index, jump }

  @usableFromInline struct Link {
    @usableFromInline var operation = ExpressionOperation.add
    @usableFromInline let source: Source
    @usableFromInline var constant = 0
  }

  @usableFromInline let links: UnsafeMutableBufferPointer<Link>
  @usableFromInline let isCondition: Bool

  /// Makes a chain from the steps of code, if they form one.
  init?(_ code: ExpressionCode) {
    var (links, isCondition, begins) = ([Link](), false, true)
    var right: Link?
    // The link at which each step begins.
    var positions: [Int] = []
    for step in code.steps {
      positions.append(links.count)
      switch step {
      case .constant(let number):
        guard right == nil, let constant = code.constants[Int(number)].integer else { return nil }
        right = Link(source: .constant, constant: constant)
      case .value(0) where right == nil: right = Link(source: .first)
      case .value(1) where right == nil: right = Link(source: .second)
      case .index where right == nil: right = Link(source: .index)
      case .require(.integer): break
      case .operation(let operation):
        guard var link = right.take(), operation != .isIn, !isCondition else { return nil }
        link.operation = operation
        isCondition = operation.isComparison
        links.append(link)
      case .jump(let jump, let target)
      where right == nil && isCondition && (jump == .ifKeeping || jump == .unlessKeeping):
        let test = jump == .ifKeeping ? ExpressionOperation.notEqual : .equal
        links.append(Link(operation: test, source: .jump, constant: Int(target)))
        (isCondition, begins) = (false, true)
      default: return nil
      }
      // The first operand is added to 0.
      if begins, let first = right.take() {
        links.append(first)
        begins = false
      }
    }
    guard right == nil, !begins else { return nil }
    positions.append(links.count)
    for index in links.indices where links[index].source == .jump {
      links[index].constant = positions[links[index].constant]
    }
    self.links = .allocate(capacity: links.count)
    _ = self.links.initialize(from: links)
    self.isCondition = isCondition
  }

  func deallocate() { links.deallocate() }

  /// The result for one value or two, 1 or 0 for a condition; nil if there is none, for a reason
  /// that the machine finds.
  @inlinable @inline(__always) func result(of first: Int, _ second: Int, index: Int) -> Int? {
    var (result, next) = (0, 0)
    while next < links.count {
      let link = links[next]
      next += 1
      let right: Int
      switch link.source {
      case .constant: right = link.constant
      case .first: right = first
      case .second: right = second
      case .index: right = index
      case .jump:
        if (result != 0) == (link.operation == .notEqual) {
          next = link.constant
        } else {
          result = 0
        }
        continue
      }
      let step = link.operation.integerResult(of: result, right)
      if step.overflow { return nil }
      result = step.partialValue
    }
    return result
  }
}
