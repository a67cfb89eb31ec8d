extension [String] {
  /// Returns the word of these that is near enough to be meant by another; nil if there is none.
  ///
  ///     ["id", "name", "stream"].nearest(to: "nmae")  // name
  ///
  /// One letter may differ, and in longer words a third of them. O(letters²) for each word, of
  /// which the other counts with its first 64 letters.
  ///
  /// - Parameters:
  ///   - word: The word that is meant to be one of these.
  ///   - limit: The greatest number of letters in which they may differ.
  package func nearest(to word: String, limit: Int = .max) -> String? {
    let distances = map { editDistance(word, $0) }
    guard let least = distances.min(), let index = distances.firstIndex(of: least),
      least <= Swift.min(limit, Swift.max(1, self[index].count / 3))
    else { return nil }
    return self[index]
  }
}

/// Returns the number of letters to change, add, leave out or swap with their neighbour (the
/// restricted distance of Damerau and Levenshtein). O(n · m).
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
