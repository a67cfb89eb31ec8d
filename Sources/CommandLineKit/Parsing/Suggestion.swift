/// A suggestion for an unknown word.
package enum Suggestion {
  /// Returns the known word that is near enough to be meant; nil if none is.
  package static func nearest(to word: String, among known: [String]) -> String? {
    let distances = known.map { editDistance(word, $0) }
    guard let least = distances.min(), let index = distances.firstIndex(of: least),
      least <= max(1, known[index].count / 3)
    else { return nil }
    return known[index]
  }

  /// Returns the number of letters to change, add or leave out (Levenshtein). O(n · m).
  private static func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(64)), Array(b))
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(min(above, row[j]) + 1, diagonal + (x == y ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
