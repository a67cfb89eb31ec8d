/// The end of a form.
public enum FormEnd<Value> {
  /// It was submitted with this value.
  case submitted(Value)
  /// It was given up, or there was nothing more to answer its questions.
  case cancelled
  /// ^C, twice if something had been typed.
  case interrupted
}

extension FormEnd: Equatable where Value: Equatable {}
extension FormEnd: Sendable where Value: Sendable {}
