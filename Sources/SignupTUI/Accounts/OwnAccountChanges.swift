import ReactiveExtras

/// The account changes that were made here and may not have been read back.
///
/// The file is read on another thread, so the result may show the file before a change, between two
/// changes or after both.
struct OwnAccountChanges {
  /// The account as expected when read after a change.
  enum Outcome {
    /// No account.
    case absence
    /// An account with another revision than before the change; nil if there was no account.
    case revision(otherThan: Int?)

    fileprivate func matches(_ revision: Int?) -> Bool {
      switch self {
      case .absence: revision == nil
      case .revision(let last): revision != nil && revision != last
      }
    }
  }

  private struct Change {
    let outcome: Outcome
    let end: MonotonicInstant
  }

  /// The changes of each account, oldest first.
  private var changes: [String: [Change]] = [:]

  /// Records a change, which is expected to be read back within ten seconds.
  mutating func note(_ outcome: Outcome, of name: String, at now: MonotonicInstant) {
    changes[name, default: []].append(Change(outcome: outcome, end: now + .seconds(10)))
  }

  /// Returns true if an account's new revision, nil for its absence, is the outcome of a change
  /// made here. Earlier changes of the account are then no longer expected.
  mutating func explain(_ revision: Int?, of name: String, at now: MonotonicInstant) -> Bool {
    var expected = changes[name, default: []].filter { now < $0.end }
    let index = expected.firstIndex { $0.outcome.matches(revision) }
    if let index { expected.removeFirst(index + 1) }
    changes[name] = expected.isEmpty ? nil : expected
    return index != nil
  }

  /// Returns true if each account is as the last of its changes has left it.
  func areRead(_ revision: (_ name: String) -> Int?) -> Bool {
    changes.allSatisfy { name, changes in
      changes.last?.outcome.matches(revision(name)) ?? true
    }
  }

  mutating func forget() { changes = [:] }
}
