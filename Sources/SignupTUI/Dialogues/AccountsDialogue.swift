import ReactiveExtras
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
  /// The names of accounts that were changed here and not yet read again, and whether they are in
  /// the file now. What was done was said at once.
  private var ownChanges: [String: Bool] = [:]

  private static let keys =
    "Type new, passwd NAME, remove NAME, undo or find TEXT, each with Enter; Enter alone lists the "
    + "accounts again, q ends."

  init(
    model: AccountsScreen.Model, actions: AccountActions, dialogue: LineDialogue, place: String
  ) {
    (self.model, self.actions, self.dialogue, self.place) = (model, actions, dialogue, place)
  }

  /// Says lines until `q` is typed, or nothing more can be.
  func run() throws(LineDialogue.Ending) {
    defer { actions.removal.forget() }
    if dialogue.canBeTypedTo { try dialogue.say(Self.keys) }
    try dialogue.wait(readsInput: true, linesAtOnce: 1) { lines throws(LineDialogue.Ending) in
      try sayWhatIsNew()
      for line in lines where line.lowercased() != "q" { try perform(line) }
      // Who cannot say when it is enough gets the list, and no more.
      let isOver = model.state.hasLoaded || failure != nil
      return lines.contains { $0.lowercased() == "q" } || isOver && !dialogue.canBeTypedTo
    }
  }

  // MARK: The list

  private func sayWhatIsNew() throws(LineDialogue.Ending) {
    let state = model.state
    if state.failure != failure {
      // What has come back is a list again, and not what has changed in one.
      if state.failure == nil { shown = nil }
      failure = state.failure
      if let failure, dialogue.canBeTypedTo { try dialogue.say(failure.description) }
    }
    guard state.hasLoaded else { return }
    if let shown {
      for line in othersChanges(state.snapshot.difference(from: shown)) { try dialogue.say(line) }
      ownChanges = ownChanges.filter { name, isThere in
        (state.snapshot[id: ListedAccount.ID(name: name)] != nil) != isThere
      }
    } else {
      try sayAll(state.snapshot)
    }
    shown = state.snapshot
  }

  /// Waits until what was changed here has been read again, for a second at most, as another program
  /// may have changed it back.
  private func catchUp() throws(LineDialogue.Ending) {
    let end = MonotonicInstant.now + .seconds(1)
    try dialogue.wait(wakingAt: { end }) { _ throws(LineDialogue.Ending) in
      try sayWhatIsNew()
      return ownChanges.isEmpty || MonotonicInstant.now >= end
    }
    ownChanges = [:]
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

  /// What others have changed, a line each.
  private func othersChanges(_ changes: ListDiff<AccountList.Snapshot.Row>) -> [String] {
    func others(_ rows: [AccountList.Snapshot.Row]) -> [ListedAccount] {
      rows.compactMap(\.item).filter { ownChanges[$0.name] == nil }
    }
    var lines = others(changes.removals.map(\.element)).map { "\($0.title) was removed." }
    lines += others(changes.insertions.map(\.element)).map { "\($0.line), was added." }
    for update in changes.updates {
      guard let new = others([update.new]).first else { continue }
      lines.append(
        update.old.item?.line == new.line
          ? "\(new.title) has another password." : "\(new.line), has changed.")
    }
    return lines
  }

  // MARK: What is typed

  private func perform(_ line: String) throws(LineDialogue.Ending) {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch (words.first?.lowercased(), rest.isEmpty) {
    case (nil, _):
      try catchUp()
      try sayAll(model.state.snapshot)
    case ("new", true): try fillIn(.newAccount)
    case ("passwd", false): try fillIn(.newPassword(of: rest))
    case ("remove", false): try remove(rest)
    case ("undo", true): try undo()
    case ("find", false):
      try catchUp()
      try sayAll(matching: rest)
    case ("passwd", true), ("remove", true): try dialogue.say("Which account? Add its name.")
    default: try dialogue.say(Self.keys)
    }
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
      model: model, dialogue: dialogue, place: place, saysLength: actions.mask != .nothing,
      goesBack: "to the list")
    do throws(LineDialogue.Ending) {
      let name = try dialogue.askingForSecrets { () throws(LineDialogue.Ending) in
        try questions.run()
      }
      guard let name else {
        return try dialogue.say(model.purpose.withoutOutcome.sentence(path: place))
      }
      ownChanges[name] = true
      try dialogue.say("\(model.purpose.noticeWhenDone(name)).")
    } catch {
      try? dialogue.say("\n" + model.purpose.withoutOutcome.sentence(path: place))
      throw error
    }
  }

  private func remove(_ typed: String) throws(LineDialogue.Ending) {
    let name: String
    do throws(AccountError) { name = try actions.spelling(typed) } catch {
      return try dialogue.say(error.description)
    }
    while true {
      let answer = try dialogue.ask("Remove the account \(name)? (y/n)").lowercased()
      if ["y", "yes"].contains(answer) { break }
      if ["n", "no", "back"].contains(answer) { return try dialogue.say("Nothing was removed.") }
      try dialogue.say("Type y or n.")
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
    case .done(.removal(let name)): ownChanges[name] = false
    case .done(.undo(let name)): ownChanges[name] = true
    case .failed: break
    }
    let sentence = state.sentence(of: outcome, undo: "undo")
    try dialogue.say(sentence.hasSuffix(".") ? sentence : sentence + ".")
  }
}
