import Credentials

/// When what is wrong with the fields may be said: how much of it is held back, and for how long.
///
/// All messages of the form go by this, the published lines and ``SignupViewModel/message(for:)``
/// alike. A hold begins with an edit; it ends when the typing has rested, when the field is left,
/// or when the form is submitted. What is right needs no hold: its message is gone.
struct MessageHolds: Equatable {
  /// How much of what is wrong with a field is held back.
  private enum Hold {
    /// The lines say nothing of the field and wait for nothing: the user has not come to it yet.
    case untouched
    /// Nothing is held back.
    case none
    /// The lines wait. The field's own message does not: the field was wrong before, or typing on
    /// does not put it right.
    case lines
    /// The field's own message waits, too, for the field was right until now.
    case everything
  }

  private let timing: SignupTiming
  private var holds = SignupFields(repeating: Hold.untouched)

  init(timing: SignupTiming) {
    self.timing = timing
  }

  /// Whether a published line may say what is wrong with a field.
  func allowsLine(_ field: SignupField) -> Bool { holds[field] == .none }

  /// Whether a field's own message may say what is wrong with it.
  func allowsMessage(_ field: SignupField) -> Bool { holds[field] != .everything }

  // MARK: What begins and ends a hold

  /// A field has been edited, which has turned one verdict into another.
  mutating func edited(_ field: SignupField, from old: SignupVerdict, to new: SignupVerdict) {
    if holds[field] == .untouched { holds[field] = .lines }
    for field in SignupField.allCases where holds[field] != .untouched {
      let next = following(holds[field], of: field, from: old[field], to: new[field])
      holds[field] = next == .none ? least(field, new) : next
    }
  }

  /// The focus has left a field.
  mutating func left(_ field: SignupField, _ verdict: SignupVerdict) {
    if holds[field] != .untouched { holds[field] = least(field, verdict) }
  }

  /// The form is being submitted.
  mutating func submitted(_ verdict: SignupVerdict) {
    holds = SignupFields { least($0, verdict) }
  }

  /// The typing has rested for a while.
  mutating func rested(for time: Duration, _ verdict: SignupVerdict) {
    for field in SignupField.allCases {
      if let rest = rest(before: field, verdict), rest <= time {
        holds[field] = least(field, verdict)
      }
    }
  }

  /// How long the typing has to rest, from the last edit on, until a hold ends; nil when none does.
  func nextRest(_ verdict: SignupVerdict) -> Duration? {
    SignupField.allCases.compactMap { rest(before: $0, verdict) }.min()
  }

  // MARK: The rules

  private func following(
    _ hold: Hold, of field: SignupField,
    from old: SignupVerdict.Field, to new: SignupVerdict.Field
  ) -> Hold {
    if new.isValid { return .none }
    if old.isValid || hold == .everything {
      // What is wrong with a repetition waits in any case: it is the password that may be under
      // way.
      return new.failure == nil || field == .confirmation ? .everything : .lines
    }
    return new.message == old.message ? hold : .lines
  }

  /// The line under the passwords does not speak of the repetition while the password is wrong.
  private func least(_ field: SignupField, _ verdict: SignupVerdict) -> Hold {
    field == .confirmation && !verdict.password.isValid ? .lines : .none
  }

  /// How long the typing has to rest before a field's hold ends; nil when it does not end so.
  private func rest(before field: SignupField, _ verdict: SignupVerdict) -> Duration? {
    guard holds[field] != .untouched, holds[field] != least(field, verdict),
      let issue = verdict[field].issue
    else { return nil }
    let rest = timing.delay(before: issue.code)
    // The repetition does not get ahead of the password.
    guard field == .confirmation, holds.password == .everything else { return rest }
    return max(rest, self.rest(before: .password, verdict) ?? rest)
  }
}
