/// The name of a command: a word, or a group's name and a word, `streams run`.
struct CommandName: Equatable {
  /// The name as it is typed.
  let text: String

  init(_ text: String) { self.text = text }

  /// The first word: the group's, or the whole name.
  var topic: String { String(text.prefix { $0 != " " }) }

  /// The name within its group; nil if it is not in a group.
  var inGroup: String? { text.firstIndex(of: " ").map { String(text[text.index(after: $0)...]) } }
}
