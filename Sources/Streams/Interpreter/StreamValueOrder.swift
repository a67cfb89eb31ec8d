import Expressions

extension StreamValue {
  /// The rank of its kind in the order of all values.
  private var rank: Int {
    switch self {
    case .null: 0
    case .truth: 1
    case .integer, .decimal, .exact: 2
    case .text: 3
    case .list: 4
    case .object: 5
    }
  }

  /// Returns a number less than, equal to or greater than zero if this value is before, equal to or
  /// after another: null, false, true, numbers, strings, lists by their elements, and objects,
  /// which are all equal.
  func sortOrder(_ other: StreamValue) -> Int {
    switch (self, other) {
    case (.text(let left), .text(let right)): return left < right ? -1 : left == right ? 0 : 1
    case (.truth(let left), .truth(let right)): return left == right ? 0 : left ? 1 : -1
    case (.list(let left), .list(let right)):
      for (left, right) in zip(left, right) {
        let order = left.sortOrder(right)
        if order != 0 { return order }
      }
      return left.count - right.count
    default: return order(to: other) ?? rank - other.rank
    }
  }
}

/// Returns values in the order of their keys; values with equal keys keep their order.
func inOrder<Value>(_ pairs: [(key: StreamValue, value: Value)], descending: Bool) -> [Value] {
  pairs.enumerated().sorted { left, right in
    let order = left.element.key.sortOrder(right.element.key)
    if order != 0 { return descending ? order > 0 : order < 0 }
    return left.offset < right.offset
  }.map(\.element.value)
}
