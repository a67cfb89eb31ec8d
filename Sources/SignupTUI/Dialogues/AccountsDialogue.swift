import TerminalKit
import ViewModels

/// The accounts of a file in lines: all of them, then a line for what changes, and what is typed is
/// done with them.
@MainActor final class AccountsDialogue {
  private let model: AccountsScreen.Model
  private let actions: AccountActions
  private let dialogue: LineDialogue
  /// The file, as people write it.
  private let place: String
  /// The accounts that were said last.
  private var shown: AccountList.Snapshot?
  private var failure: AccountError?
  /// The changes made here, of which it was said at once.
  private var ownChanges: Set<OwnChange> = []

  /// A change as the list shows it.
  private enum OwnChange: Hashable {
    case removal(String)
    case addition(String)
    case password(String)
  }

  init(
    model: AccountsScreen.Model, actions: AccountActions, dialogue: LineDialogue, place: String
  ) {
    (self.model, self.actions, self.dialogue, self.place) = (model, actions, dialogue, place)
  }

  /// Says lines until `q` is typed, or nothing more can be.
  func run() throws(LineDialogue.Ending) {
    defer { actions.removal.forget() }
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    try dialogue.wait(readsInput: true, linesAtOnce: 1) { lines throws(LineDialogue.Ending) in
      try sayWhatIsNew()
      var isLeft = false
      for line in lines {
        if try dialogue.perform(line, of: commands) { isLeft = true }
      }
      // Without a terminal nothing can end it: the list comes, and no more.
      let isOver = model.state.hasLoaded || failure != nil
      return isLeft || isOver && !dialogue.canBeTypedTo
    }
  }

  // MARK: The list

  private func sayWhatIsNew() throws(LineDialogue.Ending) {
    let state = model.state
    if state.failure != failure {
      // A list that has come back is said whole, not as changes.
      if state.failure == nil { shown = nil }
      failure = state.failure
      if let failure { try dialogue.say(failure.description) }
    }
    guard state.hasLoaded else { return }
    if let shown {
      for line in changes(state.snapshot.difference(from: shown)) { try dialogue.say(line) }
    } else {
      try sayAll(state.snapshot)
    }
    shown = state.snapshot
  }

  private func sayAll(_ list: AccountList.Snapshot) throws(LineDialogue.Ending) {
    try dialogue.say("\(FigureText.count(list.count, "account", "accounts")) in \(place).")
    for account in list.items { try dialogue.say(account.line) }
  }

  private func sayAll(matching text: String) throws(LineDialogue.Ending) {
    let all = model.state.snapshot.items
    let found = ListTexts(all.lazy.map { [$0.line] }).rows(containing: text)
    try dialogue.say("\(found.count) of \(FigureText.count(all.count, "account", "accounts")):")
    for row in found { try dialogue.say(all[row].line) }
  }

  /// The changes by others, a line each.
  private func changes(_ changes: ListDiff<AccountList.Snapshot.Row>) -> [String] {
    func others(
      _ rows: [AccountList.Snapshot.Row], but own: (String) -> OwnChange
    ) -> [ListedAccount] {
      rows.compactMap(\.item).filter { ownChanges.remove(own($0.name)) == nil }
    }
    return others(changes.removals.map(\.element), but: OwnChange.removal)
      .map { "\($0.title) was removed." }
      + others(changes.insertions.map(\.element), but: OwnChange.addition)
      .map { "\($0.line), was added." }
      + others(changes.updates.map(\.new), but: OwnChange.password)
      .map { "\($0.line), has changed." }
  }

  // MARK: What is typed

  private var commands: LineCommands {
    LineCommands([
      LineCommand("", "lists the accounts again") { [self] _ throws(LineDialogue.Ending) in
        try sayAll(model.state.snapshot)
      },
      LineCommand("find TEXT", "lists those with a text") {
        [self] line throws(LineDialogue.Ending) in
        try sayAll(matching: line.text)
      },
      LineCommand("new", "makes one") { [self] _ throws(LineDialogue.Ending) in
        try fillIn(.newAccount)
      },
      LineCommand("passwd NAME", "gives one another password") {
        [self] line throws(LineDialogue.Ending) in try fillIn(.newPassword(of: line.text))
      },
      LineCommand("remove NAME", "removes one") { [self] line throws(LineDialogue.Ending) in
        try remove(line.text)
      },
      LineCommand("undo", "puts it back") { [self] _ throws(LineDialogue.Ending) in try undo() },
      .leaving(),
    ])
  }

  private func fillIn(_ purpose: SignupPurpose) throws(LineDialogue.Ending) {
    let model: SignupViewModel
    do throws(AccountError) {
      model = try actions.makeModel(purpose)
    } catch { return try dialogue.say(error.description) }
    defer {
      model.forgetSecrets()
      actions.formEnded()
    }
    let questions = SignupDialogue(
      model: model, dialogue: dialogue, place: place, saysLength: actions.mask != .nothing)
    do throws(LineDialogue.Ending) {
      let name = try dialogue.askingForSecrets { () throws(LineDialogue.Ending) in
        try questions.run()
      }
      ownChanges.insert(purpose == .newAccount ? .addition(name) : .password(name))
      try dialogue.say("\(model.purpose.noticeWhenDone(name)).")
    } catch {
      try? dialogue.say("\n" + model.purpose.withoutOutcome.sentence(path: place))
      throw error
    }
  }

  private func remove(_ name: String) throws(LineDialogue.Ending) {
    guard try dialogue.agrees(to: "Remove the account \(name)? (y/n)", no: "back") else {
      return try dialogue.say("Nothing was removed.")
    }
    actions.removal.remove(name)
    try sayOutcome()
  }

  private func undo() throws(LineDialogue.Ending) {
    guard !actions.removal.state.undoable.isEmpty else {
      return try dialogue.say(
        "There is nothing to put back: it can be done for ten seconds after a removal.")
    }
    actions.removal.undo()
    try sayOutcome()
  }

  /// Says what became of a change.
  private func sayOutcome() throws(LineDialogue.Ending) {
    var hasSaidWaiting = false
    try dialogue.wait { _ throws(LineDialogue.Ending) in
      let state = actions.removal.state
      if state.isWaiting, !hasSaidWaiting {
        hasSaidWaiting = true
        try dialogue.say("Waiting for another program, which has locked \(place).")
      }
      return state.change == nil
    }
    let state = actions.removal.state
    guard let outcome = state.outcome else { return }
    switch outcome {
    case .done(.removal(let name)): ownChanges.insert(.removal(name))
    case .done(.undo(let name)): ownChanges.insert(.addition(name))
    case .failed: break
    }
    let sentence = state.sentence(of: outcome, undo: "undo")
    try dialogue.say(sentence.hasSuffix(".") ? sentence : sentence + ".")
  }
}
