/// The user's input in a field, for every kind of field.
///
/// A form keeps this in addition to the typed value, so that unreadable text (“12 km” for a number)
/// stays as typed.
public enum FieldInput: Hashable, Sendable {
  /// A text as typed, before it is trimmed.
  case text(String)
  /// A switch: true if it is on.
  case flag(Bool)
  /// A choice: the index of the option; nil for none.
  case choice(Int?)
  /// Several choices: the indices of their options, in the options' order; of a ranking in its own.
  case choices([Int])
  /// The rows of a list, by their numbers, in order.
  case rows([Int])
  /// Nothing, in a field that is only shown.
  case nothing

  /// The text; nil if the field is of another kind.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

/// The contents of a field in a form's output, in the few kinds that every file format has.
public enum FormDatum: Hashable, Sendable {
  /// No value: an empty optional.
  case none
  /// A text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// Any other number.
  case decimal(DecimalNumber)
  /// True or false.
  case flag(Bool)
  /// Texts in an order, as of several choices.
  case texts([String])
  /// The rows of a list, each with its fields.
  case list([[Member]])
  /// Input that no field accepts, such as a list of numbers.
  case unsupported

  /// A field's name with its contents.
  public struct Member: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The field's contents.
    public var value: FormDatum

    /// Puts a name and a value together.
    public init(_ name: String, _ value: FormDatum) { (self.name, self.value) = (name, value) }
  }
}
