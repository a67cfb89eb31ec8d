/// A suggestion for an unknown word.
package enum Suggestion {
  /// Returns the known word that is near enough to be meant, or that the word is the usual short
  /// form of; nil if there is none.
  ///
  /// - Parameter limit: The greatest number of letters in which they may differ.
  package static func nearest(
    to word: String, among known: [String], within limit: Int = .max
  ) -> String? {
    let distances = known.map { editDistance(word, $0) }
    if let least = distances.min(), let index = distances.firstIndex(of: least),
      least <= min(limit, max(1, known[index].count / 3))
    {
      return known[index]
    }
    return synonyms[word]?.first(where: known.contains)
  }

  /// Other programs' names for the same.
  private static let synonyms = [
    "rm": ["remove"], "del": ["remove"], "delete": ["remove"], "password": ["passwd"],
    "pw": ["passwd"], "signin": ["login"], "register": ["signup"], "man": ["manual"],
  ]

  /// Returns the number of letters to change, add, leave out or swap with their neighbour (the
  /// restricted distance of Damerau and Levenshtein). O(n · m).
  private static func editDistance(_ a: String, _ b: String) -> Int {
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
}
