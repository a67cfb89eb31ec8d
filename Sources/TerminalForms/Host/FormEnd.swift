/// The end of a form.
public enum FormEnd<Value> {
  /// It was submitted with this value.
  case submitted(Value)
  /// The user gave up, or the input ended before all questions were answered.
  case cancelled
  /// ^C, twice if something had been typed.
  case interrupted
}

extension FormEnd: Equatable where Value: Equatable {}
extension FormEnd: Sendable where Value: Sendable {}
