extension [String] {
  /// Returns the word in this list that another probably means; nil if none is near enough.
  ///
  ///     ["id", "name", "stream"].nearest(to: "nmae")  // name
  ///
  /// One character may differ, and a third of them in longer words. O(characters²) for each word;
  /// only the first 64 characters of the other count.
  ///
  /// - Parameters:
  ///   - word: The word that may be misspelled.
  ///   - limit: The maximum number of characters that may differ.
  package func nearest(to word: String, limit: Int = .max) -> String? {
    let distances = map { editDistance(word, $0) }
    guard let least = distances.min(), let index = distances.firstIndex(of: least),
      least <= Swift.min(limit, Swift.max(1, self[index].count / 3))
    else { return nil }
    return self[index]
  }
}

/// Returns the number of characters to change, add, remove or swap with their neighbour (the
/// restricted Damerau–Levenshtein distance). O(n · m).
private func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.prefix(64)), Array(b))
  var (above, row) = ([Int](), Array(0...b.count))
  for i in a.indices {
    var next = [i + 1]
    for j in b.indices {
      var least = min(min(row[j + 1], next[j]) + 1, row[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, above[j - 1] + 1) }
      next.append(least)
    }
    (above, row) = (row, next)
  }
  return row[b.count]
}
