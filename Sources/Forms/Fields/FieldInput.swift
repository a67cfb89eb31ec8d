/// The user's input in a field, for every kind of field.
///
/// A form keeps this beside the typed value, so that a text that cannot be read (“12 km” for a
/// number) stays as it was typed.
public enum FieldInput: Hashable, Sendable {
  /// A text as typed, before it is trimmed.
  case text(String)
  /// A switch: true if it is on.
  case flag(Bool)
  /// A choice: the index of the option; nil for none.
  case choice(Int?)
  /// The rows of a list, by their numbers, in order.
  case rows([Int])

  /// The text; nil where the field is of another kind.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }
}

/// The kind of a field, for the code that draws it.
public enum FieldControl: Hashable, Sendable {
  /// A line of text; a secret is not to be shown while it is typed.
  case text(isSecret: Bool)
  /// On or off.
  case toggle
  /// One of several options, or none where that is allowed.
  case choice([FieldOption], allowsNone: Bool)
  /// Rows that can be added, removed and moved, with the numbers of rows allowed.
  case list(ClosedRange<Int>)
}

extension FieldControl {
  /// Returns a choice among some of its options, by their places.
  func offering(_ places: [Int]?) -> FieldControl {
    guard let places, case .choice(let options, let allowsNone) = self else { return self }
    return .choice(places.map { options[$0] }, allowsNone: allowsNone)
  }
}

/// One option of a choice.
public struct FieldOption: Hashable, Sendable {
  /// The name that stays the same in every language.
  public var name: String
  /// The label that the user sees.
  public var label: String

  /// Makes an option.
  public init(name: String, label: String) {
    self.name = name
    self.label = label
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
  case decimal(Double)
  /// True or false.
  case flag(Bool)
  /// The rows of a list, each with its fields.
  case list([[Member]])

  /// A field's name with its contents.
  public struct Member: Hashable, Sendable {
    /// The field's name.
    public var name: String
    /// The field's contents.
    public var value: FormDatum

    /// Puts a name and a value together.
    public init(_ name: String, _ value: FormDatum) {
      self.name = name
      self.value = value
    }
  }
}
