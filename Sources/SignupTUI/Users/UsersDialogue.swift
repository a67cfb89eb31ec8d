import ReactiveExtras
import TerminalKit
import ViewModels

/// Users as lines.
@MainActor enum UsersDialogue {
  /// Lists accounts, a line each.
  static func say(
    _ users: [ListedAccount], in dialogue: LineDialogue
  ) throws(LineDialogue.Ending) {
    try dialogue.say("\(FigureText.count(users.count, "account", "accounts")):")
    for user in users { try dialogue.say(user.line) }
  }

  /// Lists the users of a service, a line each; if they could not be fetched the reason, and those
  /// that were fetched before.
  ///
  /// - Returns: True if they are the service's last word.
  static func say(
    _ users: ServiceUsers, at now: MonotonicInstant, in dialogue: LineDialogue
  ) throws(LineDialogue.Ending) -> Bool {
    let message = users.state.message
    if let message { try dialogue.say(message) }
    guard let fetched = users.state.fetched else {
      if message == nil { try dialogue.say("There was no answer.") }
      return false
    }
    let count = FigureText.count(fetched.value.rows.count, "user", "users")
    let age = message == nil ? "" : ", as of \(ServiceUsers.words(fetched.age(at: now)))"
    try dialogue.say("\(count)\(age):")
    for row in fetched.value.rows { try dialogue.say(row.line) }
    return message == nil
  }
}

extension RecordTable.Row {
  /// The row in a line: its first cell, and the others that are not empty.
  fileprivate var line: String {
    let others = cells.dropFirst().map(\.text).filter { !$0.isEmpty }
    let first = cells.first?.text ?? ""
    return others.isEmpty ? first : "\(first): \(others.joined(separator: ", "))"
  }
}
