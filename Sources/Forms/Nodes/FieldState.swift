/// The state of one field of a form: its value, and what the user has done to it.
///
///     var field = FieldState("")
///     field.edit("an")       // typing for the first time: issues are not shown yet
///     field.blur()           // leaving it: now they are
///     field.revealsIssues    // true
///
/// Libraries use these words differently; here they mean
/// - *edited*: changed by the user at some time, even if changed back;
/// - *dirty*: differs from the baseline now;
/// - *pristine*: never edited;
/// - *touched*: has lost the focus at least once, or the form has been submitted.
package struct FieldState<Value: Equatable>: Equatable {
  /// The current value of the field.
  package private(set) var value: Value
  /// The value that the field goes back to, and against which dirty is measured.
  package private(set) var baseline: Value
  /// True if the user has changed the value at some time.
  package private(set) var isEdited = false
  /// True if the field has lost the focus once, or the form has been submitted.
  package private(set) var isTouched = false
  /// True once it is time to show the value's issues.
  ///
  /// From leaving the field after an edit, or from submitting the form; never for a field that was
  /// only passed through.
  package private(set) var revealsIssues = false

  /// Starts a field with a value that the user has not typed.
  package init(_ value: Value) {
    self.value = value
    baseline = value
  }

  /// True if the value differs from the baseline now.
  package var isDirty: Bool { value != baseline }

  /// Accepts a value from the user. Setting the same value again is not an edit.
  package mutating func edit(_ value: Value) {
    guard value != self.value else { return }
    self.value = value
    isEdited = true
  }

  /// Reports that the field has lost the focus.
  package mutating func blur() {
    isTouched = true
    if isEdited { revealsIssues = true }
  }

  /// Asks for the field again, as if it had never been left.
  package mutating func reopen() { (isTouched, revealsIssues) = (false, false) }

  /// Reports that the form is being submitted.
  package mutating func submit() {
    isTouched = true
    revealsIssues = true
  }

  /// Makes the current value the baseline, as after saving, and forgets the user's edits.
  package mutating func rebaseline() { self = FieldState(value) }

  /// Resets the form to the baseline and forgets the user's edits.
  package mutating func reset() { self = FieldState(baseline) }
}

extension FieldState: Sendable where Value: Sendable {}
