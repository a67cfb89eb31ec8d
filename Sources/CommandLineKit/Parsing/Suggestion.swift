import Formats

/// A suggestion for an unknown word.
package enum Suggestion {
  /// Returns the known word that is similar enough to be meant, or that the word usually
  /// abbreviates; nil if there is none.
  ///
  /// - Parameter limit: The maximum number of letters in which they may differ.
  package static func nearest(
    to word: String, among known: [String], within limit: Int = .max
  ) -> String? {
    known.nearest(to: word, limit: limit) ?? synonyms[word]?.first(where: known.contains)
  }

  /// Returns the command meant by an argument at the wrong position: `accounts remove` for `remove`
  /// alone, `signup` for `accounts add`; nil if there is none.
  ///
  /// - Parameter group: The group in which the command was expected; nil for none.
  static func command(
    for word: String, ofGroup group: String?, among names: [CommandName]
  ) -> String? {
    let meant = [word] + (synonyms[group.map { "\($0) \(word)" } ?? word] ?? [])
    return names.first { meant.contains($0.inGroup ?? $0.topic) }
      .map { name in name.inGroup.map { "\(name.topic) \($0)" } ?? name.topic }
  }

  /// Other programs' names for the same.
  private static let synonyms = [
    "rm": ["remove"], "del": ["remove"], "delete": ["remove"], "password": ["passwd"],
    "pw": ["passwd"], "signin": ["login"], "register": ["signup"], "adduser": ["signup"],
    "useradd": ["signup"], "man": ["manual"], "accounts add": ["signup"],
    "accounts create": ["signup"], "accounts new": ["signup"], "accounts list": ["accounts"],
    "accounts ls": ["accounts"],
  ]
}
