/// The kind of a field, for the code that draws it and reads its keys.
public enum FieldControl: Hashable, Sendable {
  /// A text, and what helps to type it.
  case text(TextControl)
  /// On or off.
  case toggle
  /// One of several options, or none if that is allowed.
  case choice([FieldOption], allowsNone: Bool)
  /// Several of many options, with the numbers of them that are allowed.
  case choices([FieldOption], ClosedRange<Int>)
  /// All of some options, in an order.
  case ranking([FieldOption])
  /// Rows that can be added, removed and moved, with the numbers of rows allowed.
  case list(ClosedRange<Int>)
  /// Text that is only shown.
  case note(String)
}

extension FieldControl {
  /// A line of text that must not be shown while it is typed.
  public static let secret = FieldControl.text(TextControl(isSecret: true))

  /// True for text that must not be shown.
  public var isSecret: Bool { if case .text(let text) = self { text.isSecret } else { false } }

  /// True for one or several of some options.
  var isChoice: Bool {
    switch self {
    case .choice, .choices, .ranking: true
    case .text, .toggle, .list, .note: false
    }
  }

  /// True for the rows of a list.
  public var isList: Bool { if case .list = self { true } else { false } }
}

/// The control for typing text.
public struct TextControl: Hashable, Sendable {
  /// True if the text must not be shown while it is typed.
  public var isSecret = false
  /// The rows of its box; with more than one the text may have line breaks.
  public var rows = 1
  /// The maximum number of characters, if the number left should be shown; otherwise nil.
  public var limit: Int?
  /// The text after it, such as a unit; empty for none.
  public var suffix = ""
  /// The grouping while it is typed; nil for none.
  public var mask: TextMask?
  /// The help for typing it; nil for none.
  public var aid: TextAid?
  /// The message that refuses text with line breaks; nil if they are allowed.
  package var lineBreakRefusal: String?

  /// The maximum number of bytes of text in UTF-8, however it is filled in.
  package static let byteLimit = 16_384

  /// Makes a line of text; a secret must not be shown while it is typed.
  public init(isSecret: Bool = false) { self.isSecret = isSecret }
}

extension TextControl {
  /// Returns the issue of text that no field accepts, whatever its rules are; otherwise nil.
  func issue(of text: String) -> ValidationIssue? {
    if text.utf8.count > Self.byteLimit {
      return ValidationIssue(.tooManyBytes, ["maximum": .integer(Self.byteLimit)])
    }
    // To a program or a file it would be the end of the text.
    if text.utf8.contains(0) {
      return ValidationIssue(
        .forbiddenCharacter, ["character": "U+0000", "name": .text(CharacterName.text(of: "\0"))])
    }
    if let lineBreakRefusal, text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
      return ValidationIssue(.forbiddenCharacter).saying(lineBreakRefusal)
    }
    return nil
  }
}

/// An aid for typing text. Typing alone always works, too.
public enum TextAid: Hashable, Sendable {
  /// A calendar of the days that are allowed.
  case calendar(from: CalendarDay?, through: CalendarDay?)
  /// A calendar for the day of a day and a time.
  case dayAndTime(from: DayAndTime?, through: DayAndTime?)
  /// The times of day that are allowed.
  case timeOfDay(from: TimeOfDay?, through: TimeOfDay?)
  /// ↑ and ↓ add to the number, or take from it, within its limits.
  case step(by: DecimalNumber, from: DecimalNumber?, through: DecimalNumber?)
  /// A rating from 1 on.
  case rating(through: Int)
  /// Names of files complete the path.
  case files
  /// Texts that begin with what has been typed, which the form can provide.
  case suggestions
}

/// One option of a choice.
public struct FieldOption: Hashable, Sendable {
  /// The name that stays the same in every language.
  public var name: String
  /// The label that the user sees.
  public var label: String
  /// The reason why it cannot be chosen now; nil if it can.
  public var refusal: String?

  /// Makes an option.
  public init(name: String, label: String, refusal: String? = nil) {
    (self.name, self.label, self.refusal) = (name, label, refusal)
  }
}
