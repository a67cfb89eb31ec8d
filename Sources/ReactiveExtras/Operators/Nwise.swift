import Reactive

extension Publisher {
  /// Sends each value together with the one before it.
  ///
  ///     [1, 2, 3, 4].publisher.pairwise()  // (1, 2), (2, 3), (3, 4)
  ///
  /// The first value makes no pair, so another one is requested.
  @inlinable public func pairwise() -> Deferred<Publishers.CompactMap<Self, (Output, Output)>> {
    Deferred {
      var last: Output?
      return compactMap { value in
        defer { last = value }
        return last.map { ($0, value) }
      }
    }
  }

  /// Sends the last `size` values as an array for each value, once there are that many.
  ///
  ///     [1, 2, 3, 4].publisher.nwise(3)  // [1, 2, 3], [2, 3, 4]
  ///
  /// A stream that finishes sooner sends nothing. O(size) per value.
  ///
  /// - Precondition: `size` is greater than zero.
  @inlinable public func nwise(_ size: Int) -> Deferred<Publishers.CompactMap<Self, [Output]>> {
    precondition(size > 0, "nwise(\(size)): the size must be at least 1.")
    return Deferred {
      var window: [Output] = []
      return compactMap { value in
        if window.count == size { window.removeFirst() }
        window.append(value)
        return window.count == size ? window : nil
      }
    }
  }
}
