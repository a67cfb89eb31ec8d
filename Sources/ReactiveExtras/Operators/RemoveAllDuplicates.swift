import Reactive

extension Publisher {
  /// Drops each value that equals, by a closure, any that was sent before.
  ///
  /// The closure gets an earlier value and the current one. Keeps every value sent; O(those) per
  /// value.
  @inlinable public func removeAllDuplicates(
    by predicate: @escaping (Output, Output) -> Bool
  ) -> Deferred<Publishers.Filter<Self>> {
    Deferred {
      var seen: [Output] = []
      return filter { value in
        if seen.contains(where: { predicate($0, value) }) { return false }
        seen.append(value)
        return true
      }
    }
  }
}

extension Publisher where Output: Equatable {
  /// Drops each value that equals any that was sent before.
  ///
  /// Keeps every value sent; O(those) per value, unless values are hashable.
  @inlinable public func removeAllDuplicates() -> Deferred<Publishers.Filter<Self>> {
    removeAllDuplicates(by: ==)
  }
}

extension Publisher where Output: Hashable {
  /// Drops each value that equals any that was sent before.
  ///
  ///     [1, 1, 2, 1, 3].publisher.removeAllDuplicates()  // 1, 2, 3
  ///
  /// Keeps every value sent; O(1) per value.
  @inlinable public func removeAllDuplicates() -> Deferred<Publishers.Filter<Self>> {
    Deferred {
      var seen: Set<Output> = []
      return filter { seen.insert($0).inserted }
    }
  }
}
