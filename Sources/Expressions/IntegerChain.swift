/// A computation on integers that is one operation after another on the result so far, such as
/// `(result + value) % 1000`.
///
/// Most expressions are of this kind, and a step of a stream of numbers takes half the time by it
/// that the machine needs. A structure of a pointer; its maker deallocates it.
@usableFromInline struct IntegerChain {
  /// The right side of an operation.
  @usableFromInline enum Source { case constant, first, second, index }

  @usableFromInline struct Link {
    @usableFromInline var operation = ExpressionOperation.add
    @usableFromInline let source: Source
    @usableFromInline var constant = 0
  }

  @usableFromInline let links: UnsafeMutableBufferPointer<Link>
  @usableFromInline let isCondition: Bool

  /// Makes a chain of the steps of a code, if they form one.
  init?(_ code: ExpressionCode) {
    var (links, isCondition) = ([Link](), false)
    var right: Link?
    for step in code.steps {
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
      default: return nil
      }
      // The first operand is added to 0.
      if links.isEmpty, let first = right.take() { links.append(first) }
    }
    guard right == nil, !links.isEmpty else { return nil }
    self.links = .allocate(capacity: links.count)
    _ = self.links.initialize(from: links)
    self.isCondition = isCondition
  }

  func deallocate() { links.deallocate() }

  /// The result for one value or two; nil if there is none, for a reason that the machine finds.
  @inlinable func result(of first: Int, _ second: Int, index: Int) -> StreamValue? {
    var result = 0
    for link in links {
      let right =
        switch link.source {
        case .constant: link.constant
        case .first: first
        case .second: second
        case .index: index
        }
      let next = link.operation.integerResult(of: result, right)
      if next.overflow { return nil }
      result = next.partialValue
    }
    return isCondition ? .truth(result != 0) : .integer(result)
  }
}
