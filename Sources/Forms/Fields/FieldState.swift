/// What has happened to one field of a form: its value, and what the user has done to it.
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
/// - *touched*: has lost the focus once, or the form has been submitted.
public struct FieldState<Value: Equatable>: Equatable {
  /// What is in the field now.
  public private(set) var value: Value
  /// What the field goes back to, and what dirty is measured against.
  public private(set) var baseline: Value
  /// Whether the user has changed the value at some time.
  public private(set) var isEdited = false
  /// Whether the field has lost the focus once, or the form has been submitted.
  public private(set) var isTouched = false
  /// Whether the time has come to show what is wrong with the value.
  ///
  /// From leaving the field after an edit, or from submitting the form; never for a field that was
  /// only passed through.
  public private(set) var revealsIssues = false

  /// Starts a field with a value that the user has not typed.
  public init(_ value: Value) {
    self.value = value
    baseline = value
  }

  /// Whether the value differs from the baseline now.
  public var isDirty: Bool { value != baseline }
  /// Whether the user has never changed the value.
  public var isPristine: Bool { !isEdited }

  /// Takes a value from the user. Setting the value that is there already is no edit.
  public mutating func edit(_ value: Value) {
    guard value != self.value else { return }
    self.value = value
    isEdited = true
  }

  /// The field has lost the focus.
  public mutating func blur() {
    isTouched = true
    if isEdited { revealsIssues = true }
  }

  /// The form is being submitted.
  public mutating func submit() {
    isTouched = true
    revealsIssues = true
  }

  /// Makes the present value the baseline, as after saving; what the user has done is forgotten.
  public mutating func rebaseline() {
    self = FieldState(value)
  }

  /// Goes back to the baseline; what the user has done is forgotten.
  public mutating func reset() {
    self = FieldState(baseline)
  }
}

extension FieldState: Sendable where Value: Sendable {}
