import TerminalKit
import ViewModels

/// The accounts of a file in lines: all of them, and then a line for what changes.
@MainActor struct AccountsDialogue {
  let model: AccountsScreen.Model
  let dialogue: LineDialogue
  /// The file, as people write it.
  let place: String

  private static let keys = "Enter alone lists them again; q and Enter ends."

  /// Says lines until `q` is typed, or nothing more can be.
  func run() throws(LineDialogue.Ending) {
    if dialogue.canBeTypedTo { try dialogue.say(Self.keys) }
    var shown: ListSnapshot<Never, ListedAccount>?
    var failure: AccountError?
    try dialogue.wait(readsInput: true) { lines throws(LineDialogue.Ending) in
      let state = model.state
      if state.failure != failure {
        // What has come back is a list again, and not what has changed in one.
        if state.failure == nil { shown = nil }
        failure = state.failure
        if let failure { try dialogue.say(failure.description) }
      }
      if state.hasLoaded, let last = shown {
        for line in Self.changes(state.snapshot.difference(from: last)) { try dialogue.say(line) }
      } else if state.hasLoaded {
        try sayAll(state.snapshot)
      }
      if state.hasLoaded { shown = state.snapshot }
      for line in lines where line.lowercased() != "q" {
        if line.isEmpty { try sayAll(state.snapshot) } else { try dialogue.say(Self.keys) }
      }
      // Who cannot say when it is enough gets the list, and no more.
      let isOver = state.hasLoaded || failure != nil
      return lines.contains { $0.lowercased() == "q" } || isOver && !dialogue.canBeTypedTo
    }
  }

  private func sayAll(_ list: ListSnapshot<Never, ListedAccount>) throws(LineDialogue.Ending) {
    try dialogue.say("\(FigureText.count(list.count, "account", "accounts")) in \(place).")
    for account in list.items { try dialogue.say(Self.line(account)) }
  }

  private static func line(_ account: ListedAccount) -> String {
    "\(account.title), password: \(account.scheme.sentence)"
  }

  /// What has happened, a line each.
  static func changes(_ changes: ListDiff<ListSnapshot<Never, ListedAccount>.Row>) -> [String] {
    changes.removals.compactMap(\.element.item).map { "\($0.title) was removed." }
      + changes.insertions.compactMap(\.element.item).map { "\(line($0)), was added." }
      + changes.updates.compactMap(\.new.item).map { "\(line($0)), has changed." }
  }
}
