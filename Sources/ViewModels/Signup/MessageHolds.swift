/// The rule for when errors of the fields may be shown: which of them are held back, and how long.
///
/// All messages of the form follow this, the published lines and ``SignupViewModel/message(for:)``
/// alike. A hold begins with an edit; it ends when the typing has paused, when the field is left,
/// or when the form is submitted. A field without errors needs no hold, as it has no message.
struct MessageHolds: Equatable {
  /// The part of a field's messages that is held back.
  private enum Hold {
    /// The lines do not mention the field and wait for nothing: the user has not come to it yet.
    case untouched
    /// Nothing is held back.
    case none
    /// The lines wait. The field's own message does not: the field was wrong before, or further
    /// typing does not put it right.
    case lines
    /// The field's own message waits, too, because the field was right until now.
    case everything
  }

  private let timing: SignupTiming
  private var holds = SignupFields(repeating: Hold.untouched)

  init(timing: SignupTiming) { self.timing = timing }

  /// Returns true if a published line may show an error of a field.
  func allowsLine(_ field: SignupField) -> Bool { holds[field] == .none }

  /// Returns true if a field's own message may show its error.
  func allowsMessage(_ field: SignupField) -> Bool { holds[field] != .everything }

  // MARK: The beginning and the end of a hold

  /// Reports an edit of some fields, which has turned one verdict into another.
  mutating func edited(_ fields: [SignupField], from old: SignupVerdict, to new: SignupVerdict) {
    for field in fields where holds[field] == .untouched { holds[field] = .lines }
    for field in SignupField.allCases where holds[field] != .untouched {
      let next = following(holds[field], of: field, from: old[field], to: new[field])
      holds[field] = next == .none ? least(field, new) : next
    }
  }

  /// Reports that the focus has left a field.
  mutating func left(_ field: SignupField, _ verdict: SignupVerdict) {
    if holds[field] != .untouched { holds[field] = least(field, verdict) }
  }

  /// Reports that the form is being submitted.
  mutating func submitted(_ verdict: SignupVerdict) { holds = SignupFields { least($0, verdict) } }

  /// Reports that the typing has paused for a while.
  mutating func rested(for time: Duration, _ verdict: SignupVerdict) {
    for field in SignupField.allCases {
      if let rest = rest(before: field, verdict), rest <= time {
        holds[field] = least(field, verdict)
      }
    }
  }

  /// Returns the pause in typing, since the last edit, that ends the next hold; nil if none does.
  func nextRest(_ verdict: SignupVerdict) -> Duration? {
    SignupField.allCases.compactMap { rest(before: $0, verdict) }.min()
  }

  // MARK: The rules

  private func following(
    _ hold: Hold, of field: SignupField, from old: SignupVerdict.Field, to new: SignupVerdict.Field
  ) -> Hold {
    if new.isValid { return .none }
    if old.isValid || hold == .everything {
      // An error of a repetition waits in any case: the user may be changing the password.
      return new.failure == nil || field == .confirmation ? .everything : .lines
    }
    return new.message == old.message ? hold : .lines
  }

  /// Returns the minimum hold: the line under the passwords does not mention the repetition while
  /// the password is wrong.
  private func least(_ field: SignupField, _ verdict: SignupVerdict) -> Hold {
    field == .confirmation && !verdict.password.isValid ? .lines : .none
  }

  /// Returns the pause in typing that ends a field's hold; nil if none does.
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
