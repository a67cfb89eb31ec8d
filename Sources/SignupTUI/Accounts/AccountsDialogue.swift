/// The accounts of a file in lines: all of them, then a line for each change; accepts commands.
@MainActor final class AccountsDialogue {
  private let model: AccountsScreen.Model
  private let actions: AccountActions
  private let dialogue: LineDialogue
  /// The path of the file, as shown to the user.
  private let shownPath: String
  /// The accounts that were printed last.
  private var shown: AccountList.Snapshot?
  private var failure: AccountError?
  /// The changes made here, whose outcome was printed at once.
  private var ownChanges = OwnAccountChanges()

  init(
    model: AccountsScreen.Model, actions: AccountActions, dialogue: LineDialogue, shownPath: String
  ) {
    (self.model, self.actions, self.dialogue, self.shownPath) = (
      model, actions, dialogue, shownPath
    )
  }

  /// Prints lines until `q` is typed or the input ends.
  func run() throws(LineDialogue.Ending) {
    defer { actions.removal.forget() }
    if dialogue.canBeTypedTo { try dialogue.say(commands.summary) }
    try dialogue.wait(readsInput: true, linesAtOnce: 1) { lines throws(LineDialogue.Ending) in
      try sayWhatIsNew()
      var isLeft = false
      for line in lines { if try dialogue.perform(line, of: commands) { isLeft = true } }
      // Without a terminal no user can end it: it prints the list once.
      let isOver = model.state.hasLoaded || failure != nil
      return isLeft || isOver && !dialogue.canBeTypedTo
    }
  }

  // MARK: The list

  private func sayWhatIsNew() throws(LineDialogue.Ending) {
    let state = model.state
    if state.failure != failure {
      // A list that is available again is printed whole, not as changes.
      if state.failure == nil { shown = nil }
      failure = state.failure
      if let failure, dialogue.canBeTypedTo { try dialogue.say(failure.description) }
    }
    guard state.hasLoaded else { return }
    if let shown {
      for line in othersChanges(state.snapshot.difference(from: shown)) { try dialogue.say(line) }
    } else {
      try sayAll(state.snapshot)
    }
    shown = state.snapshot
  }

  /// Returns an account's revision as last read; nil if the account was missing.
  private func revision(of name: String) -> Int? {
    model.state.snapshot[id: ListedAccount.ID(name: name)]?.revision
  }

  /// Waits until the file has been read; then, for a second at most, until the changes made here
  /// have been read again: another program may have undone them. Returns false, with the failure
  /// printed, if the file cannot be read.
  private func catchUp() throws(LineDialogue.Ending) -> Bool {
    let last = failure
    var end: MonotonicInstant?
    try dialogue.wait(wakingAt: { end }) { _ throws(LineDialogue.Ending) in
      try sayWhatIsNew()
      if failure != nil { return true }
      guard model.state.hasLoaded else { return false }
      let limit = end ?? .now + .seconds(1)
      end = limit
      return ownChanges.areRead(revision) || MonotonicInstant.now >= limit
    }
    if !ownChanges.areRead(revision) { ownChanges.forget() }
    guard let failure else { return true }
    if failure == last { try dialogue.say(failure.description) }
    return false
  }

  private func sayAll(_ list: AccountList.Snapshot) throws(LineDialogue.Ending) {
    try dialogue.say("\(FigureText.count(list.count, "account", "accounts")) in \(shownPath).")
    for account in list.items { try dialogue.say(account.line) }
  }

  private func sayAll(matching text: String) throws(LineDialogue.Ending) {
    let all = model.state.snapshot.items
    let found = ListTexts(all.lazy.map { [$0.line] }).rows(containing: text)
    try dialogue.say("\(found.count) of \(FigureText.count(all.count, "account", "accounts")):")
    for row in found { try dialogue.say(all[row].line) }
  }

  /// The changes by others, a line each.
  private func othersChanges(_ changes: ListDiff<AccountList.Snapshot.Row>) -> [String] {
    let rows =
      changes.removals.map(\.element) + changes.insertions.map(\.element)
      + changes.updates.map(\.new)
    let names = Set(rows.compactMap(\.item?.name))
    let own = names.filter { ownChanges.explain(revision(of: $0), of: $0, at: .now) }
    func others(_ rows: [AccountList.Snapshot.Row]) -> [ListedAccount] {
      rows.compactMap(\.item).filter { !own.contains($0.name) }
    }
    var lines = others(changes.removals.map(\.element)).map { "\($0.title) was removed." }
    lines += others(changes.insertions.map(\.element)).map { "\($0.line), was added." }
    for update in changes.updates {
      guard let new = others([update.new]).first else { continue }
      lines.append(
        update.old.item?.line == new.line
          ? "\(new.title) has a new password." : "\(new.line), has changed.")
    }
    return lines
  }

  // MARK: What is typed

  private var commands: LineCommands {
    LineCommands([
      LineCommand("", "lists the accounts again") { [self] _ throws(LineDialogue.Ending) in
        if try catchUp() { try sayAll(model.state.snapshot) }
      },
      LineCommand("find TEXT", "lists the accounts that contain TEXT") {
        [self] line throws(LineDialogue.Ending) in
        if try catchUp() { try sayAll(matching: line.text) }
      },
      LineCommand("new", "adds an account") { [self] _ throws(LineDialogue.Ending) in
        try fillIn(.newAccount)
      },
      LineCommand("passwd NAME", "sets a new password") {
        [self] line throws(LineDialogue.Ending) in try fillIn(.newPassword(of: line.text))
      },
      LineCommand("remove NAME", "removes an account") { [self] line throws(LineDialogue.Ending) in
        try remove(line.text)
      },
      LineCommand("undo", "restores the last removed account") {
        [self] _ throws(LineDialogue.Ending) in try undo()
      },
      .leaving(),
    ])
  }

  private func fillIn(_ purpose: SignupPurpose) throws(LineDialogue.Ending) {
    let model: SignupViewModel
    do throws(AccountError) {
      model = try actions.makeModel(purpose)
    } catch { return try dialogue.say(error.description) }
    defer { model.forgetSecrets() }
    let questions = SignupDialogue(
      model: model, dialogue: dialogue, shownPath: shownPath, saysLength: actions.mask != .nothing,
      goesBack: "to the list")
    do throws(LineDialogue.Ending) {
      let name = try dialogue.askingForSecrets { () throws(LineDialogue.Ending) in
        try questions.run()
      }
      guard let name else { return try dialogue.say(model.purpose.withoutOutcome) }
      let last = shown?[id: ListedAccount.ID(name: name)]?.revision
      ownChanges.note(.revision(otherThan: last), of: name, at: .now)
      try dialogue.say("\(model.purpose.noticeWhenDone(name)).")
    } catch {
      try? dialogue.say("\n" + model.purpose.withoutOutcome)
      throw error
    }
  }

  private func remove(_ typed: String) throws(LineDialogue.Ending) {
    let name: String
    do throws(AccountError) { name = try actions.spelling(typed) } catch {
      return try dialogue.say(error.description)
    }
    guard try dialogue.agrees(to: "Remove the account \(name)? (y/n)", no: "back") else {
      return try dialogue.say("Nothing was removed.")
    }
    actions.removal.remove(name)
    try sayOutcome()
  }

  private func undo() throws(LineDialogue.Ending) {
    guard !actions.removal.state.undoable.isEmpty else {
      return try dialogue.say(
        "There is nothing to restore: an account can be restored for ten seconds after its removal."
      )
    }
    actions.removal.undo()
    try sayOutcome()
  }

  /// Prints the outcome of a change.
  private func sayOutcome() throws(LineDialogue.Ending) {
    var hasSaidWaiting = false
    try dialogue.wait { _ throws(LineDialogue.Ending) in
      let state = actions.removal.state
      if state.isWaiting, !hasSaidWaiting {
        hasSaidWaiting = true
        try dialogue.say("Waiting for another program, which has locked \(shownPath).")
      }
      return state.change == nil
    }
    let state = actions.removal.state
    guard let outcome = state.outcome else { return }
    switch outcome {
    case .done(.removal(let name)): ownChanges.note(.absence, of: name, at: .now)
    case .done(.undo(let name)):
      ownChanges.note(.revision(otherThan: nil), of: name, at: .now)
    case .failed: break
    }
    let sentence = state.sentence(of: outcome, undo: "undo")
    try dialogue.say(sentence.hasSuffix(".") ? sentence : sentence + ".")
  }
}
