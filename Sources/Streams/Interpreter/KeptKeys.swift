import Expressions

/// Keys with their contents, the oldest of which can be forgotten.
struct KeptKeys<Content> {
  private var entries: [ComparedValue: (content: Content, number: Int)] = [:]
  /// The keys in order; a key that became the youngest again also has an outdated number further
  /// up.
  private var order: [(key: ComparedValue, number: Int)] = []
  private var start = 0
  private var number = 0

  /// The bytes of a key besides those of its value.
  static var overhead: Int { 192 }

  var count: Int { entries.count }

  subscript(key: ComparedValue) -> Content? { entries[key]?.content }

  /// The oldest key. O(1) on average.
  var oldest: (key: ComparedValue, content: Content)? {
    mutating get {
      while start < order.count {
        let (key, number) = order[start]
        if let entry = entries[key], entry.number == number { return (key, entry.content) }
        start += 1
      }
      return nil
    }
  }

  /// Keeps the content of a key, which becomes the youngest.
  mutating func keep(_ content: Content, for key: ComparedValue) {
    if start > 1_024, start > order.count / 2 {
      order.removeFirst(start)
      start = 0
    }
    // Each key may occur twice before outdated numbers are removed.
    if order.count - start > 2 * entries.count + 64 {
      order = order[start...].filter { entries[$0.key]?.number == $0.number }
      start = 0
    }
    number += 1
    entries[key] = (content, number)
    order.append((key, number))
  }

  /// Forgets a key.
  mutating func remove(_ key: ComparedValue) { entries[key] = nil }
}

extension StreamEnvironment {
  /// Drops values whose keys are remembered: the latest keys, or those of some seconds.
  func distinct(
    _ upstream: StreamValues, _ key: StreamExpression?, within limit: Int?, _ seconds: Double?
  ) -> StreamValues {
    let length = seconds.map(Operator.nanoseconds)
    return keyed(upstream, key) { values in
      let (clock, stock) = (clock(), StreamStock(meter))
      var known = KeptKeys<Int>()
      func forget(_ key: ComparedValue) {
        known.remove(key)
        stock.remove(KeptKeys<Int>.overhead + key.value.size)
      }
      return values.compactMap { key, value -> StreamValue? in
        let now = clock.elapsed()
        while let length, let oldest = known.oldest, now - oldest.content >= length {
          forget(oldest.key)
        }
        let key = ComparedValue(key)
        guard known[key] == nil else { return nil }
        if let limit, known.count >= limit, let oldest = known.oldest { forget(oldest.key) }
        guard stock.add(KeptKeys<Int>.overhead + key.value.size) else { return nil }
        known.keep(now, for: key)
        return value
      }.eraseToAnyPublisher()
    }
  }
}
