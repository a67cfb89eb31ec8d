/// The changes that can be made to the accounts of a list.
@MainActor struct AccountActions {
  /// The removal of accounts, and its undoing.
  let removal: AccountRemovalViewModel
  /// Makes the view model of a form; throws if the file cannot be used. The name of an account is
  /// one in any case, and the view model has it in the spelling of the file.
  var makeModel: (SignupPurpose) throws(AccountError) -> SignupViewModel
  /// Returns the name of an account as the file has it, given one in any case; throws if there is
  /// none.
  var spelling: (String) throws(AccountError) -> String = { name throws(AccountError) in name }
  /// The echo of a password that is typed.
  var mask = TextField.Echo.bullets
  /// True if the screen is recorded in a file, which must not contain a password.
  var isRecorded = false
  /// Copies a name to the clipboard.
  var copy: (String) -> Void = { _ in }
}

extension AccountRemovalViewModel.State {
  /// The change under way, or the outcome of the last one; nil for none.
  var message: MessageRow? {
    if let change {
      let text =
        switch change {
        case .removal(let name): "Removing \(name)"
        case .undo(let name): "Restoring \(name)"
        }
      return MessageRow(
        kind: .pending, text: isWaiting ? "Waiting for another program to finish writing" : text)
    }
    return outcome.map { outcome in
      let kind: MessageRow.Kind = if case .done = outcome { .success } else { .failure }
      return MessageRow(kind: kind, text: sentence(of: outcome))
    }
  }

  /// The outcome of a change in a sentence.
  ///
  /// - Parameter undo: What puts a removed account back: a key, or a line that is typed.
  func sentence(of outcome: AccountRemovalViewModel.Outcome, undo: String = "u") -> String {
    switch outcome {
    case .done(.removal(let name)):
      undoable.contains(name)
        ? "\(name) removed; \(undo) restores it within ten seconds" : "\(name) removed"
    case .done(.undo(let name)): "\(name) restored"
    case .failed(.undo(let name), .taken):
      "A new account \(name) exists, so the removed one was not restored"
    case .failed(_, let error): error.description
    }
  }
}
