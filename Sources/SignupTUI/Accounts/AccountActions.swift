/// The changes that a list of accounts allows.
@MainActor struct AccountActions {
  /// The removal of accounts, and its undo.
  let removal: AccountRemovalViewModel
  /// Makes the view model of a form; throws if the file cannot be used. Account names ignore case,
  /// and the view model has the file's spelling.
  var makeModel: (SignupPurpose) throws(AccountError) -> SignupViewModel
  /// Returns an account's name in the file's spelling, given in any case; throws if it is missing.
  var spelling: (String) throws(AccountError) -> String = { name throws(AccountError) in name }
  /// How a typed password is echoed.
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

  /// Describes the outcome of a change.
  ///
  /// - Parameter undo: What restores a removed account: a key, or a line to type.
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
