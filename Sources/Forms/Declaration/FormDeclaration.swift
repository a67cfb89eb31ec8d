import Expressions

/// A form that stands in a file: its fields, their rules, its pages and its texts in several
/// languages.
///
///     let declaration = try FormDeclaration(
///       json: #"{"fields": [{"id": "age", "kind": "integer", "minimum": 18}]}"#)
///     let form = FormViewModel(declaration.record, fields: declaration.formFields())
///     form[\.[integer: "age"]] = 17
///     form.message(for: \.[integer: "age"])  // nil: it has not been left so far
///
/// The contents of its form are a ``FormRecord``. The format is described in the repository's
/// `docs/forms.md`; what of it cannot be read is a ``FormDeclarationError`` with all its problems.
public struct FormDeclaration: Sendable {
  /// The title of the form.
  public internal(set) var title: String?
  /// The fields in display order.
  public internal(set) var fields: [Field] = []
  /// The rules that read several fields, the most important first.
  public internal(set) var rules: [Rule] = []
  /// The pages; none if the form has only one.
  public internal(set) var pages: [Page] = []
  /// The sentences that replace those of ``ValidationMessages/forms``, by the issue's code.
  public internal(set) var messages: [String: String] = [:]
  /// The language that it has been translated to, `de`; nil for the one it is written in.
  public internal(set) var language: String?
  /// Notes that are not errors: rules that are not judged while a field is empty.
  public internal(set) var notes: [FormDeclarationProblem] = []
  /// The texts in other languages, by language: `de`, `de-CH`.
  var texts: [String: Texts] = [:]

  /// A field.
  public struct Field: Sendable {
    /// The name in answers and conditions.
    public let id: String
    /// The label that the user sees; nil for the id, made readable.
    public internal(set) var title: String?
    /// A note beside the label.
    public internal(set) var hint: String?
    /// The kind, with what belongs to it alone.
    public internal(set) var kind: Kind
    /// True if it has to be filled in.
    public let isRequired: Bool
    /// The sentence that replaces those of the field's own rules.
    public internal(set) var message: String?
    /// The first contents; nil for none.
    public let value: FormDatum?
    /// The condition under which it is shown; nil for always.
    let condition: NamedCondition?
    /// The rules for each row of a list, the most important first.
    public internal(set) var rules: [Rule] = []
  }

  /// The kind of a field.
  public enum Kind: Sendable {
    /// A line of text.
    case text(TextLimits)
    /// Text of several lines, in a box of some rows.
    case lines(rows: Int, TextLimits)
    /// A text that is not shown.
    case secret(TextLimits)
    /// A whole number.
    case integer(NumberTraits, Limits<Int>)
    /// A number.
    case decimal(NumberTraits, Limits<DecimalNumber>)
    /// A day.
    case date(Limits<CalendarDay>)
    /// A time of day.
    case time(Limits<TimeOfDay>)
    /// A day and a time.
    case datetime(Limits<DayAndTime>)
    /// One of several options.
    case choice([FieldOption])
    /// Several of many options.
    case choices([FieldOption], Limits<Int>)
    /// On or off.
    case toggle
    /// Rows with fields of their own, and the ids that no two rows may share the contents of.
    indirect case list([Field], Limits<Int>, distinct: [String])
    /// The path of a file, and what has to be there.
    case file(Presence?)
    /// A text that is only shown.
    case note(String)
  }

  /// The thing that has to be found at a path.
  public enum Presence: String, CaseIterable, Sendable {
    /// A file with contents.
    case file
    /// A folder.
    case folder
    /// Anything.
    case anything
    /// Nothing, as for a file that is to be written.
    case nothing
  }

  /// The least and the greatest value; nil for no limit.
  public struct Limits<Value: Comparable & Sendable>: Sendable {
    /// The least value.
    public let least: Value?
    /// The greatest value.
    public let most: Value?
  }

  /// The parts of a number besides its limits.
  public struct NumberTraits: Hashable, Sendable {
    /// The most places after the point; nil for any number.
    public internal(set) var places: Int?
    /// The step that ↑ and ↓ add to it; nil for none.
    public internal(set) var step: DecimalNumber?
    /// The unit behind it.
    public internal(set) var suffix: String?
  }

  /// The limits of a text.
  public struct TextLimits: Sendable {
    /// The numbers of characters as one sees them.
    public let length: Limits<Int>
    /// The regular expression that the whole text has to match.
    public let pattern: TextPattern?
    /// The unit behind the text.
    public internal(set) var suffix: String?
    /// Texts that complete the one typed.
    public internal(set) var suggestions: [String] = []
    /// The groups in which it is shown; nil for none.
    public internal(set) var mask: TextMask?
  }

  /// A rule that reads several fields, or asks a program.
  public struct Rule: Sendable {
    /// The field at which its issue is shown.
    public let field: String
    /// The sentence of its issue; nil for one that is made of the rule, or what the program says.
    public internal(set) var message: String?
    let test: Test

    enum Test: Sendable {
      case condition(NamedCondition)
      case command(CommandRule)
    }
  }

  /// A page: some of the fields.
  public struct Page: Sendable {
    /// The title; nil for none.
    public internal(set) var title: String?
    /// The ids of its fields before its sections, in display order.
    public let fields: [String]
    /// Its sections, from top to bottom.
    public internal(set) var sections: [FormSection] = []
  }
}

extension FormDeclaration {
  /// True if it has a rule that starts a program.
  public var hasCommands: Bool { !commands.isEmpty }

  /// The programs that its rules start, each once.
  public var programs: [String] {
    var programs: [String] = []
    for command in commands where !programs.contains(command.program) {
      programs.append(command.program)
    }
    return programs
  }

  /// The ids of the fields that have an answer, in the order of the answers.
  public var answerIDs: [String] {
    fields.compactMap { if case .note = $0.kind { nil } else { $0.id } }
  }

  var commands: [CommandRule] {
    rules.compactMap { if case .command(let command) = $0.test { command } else { nil } }
  }

  /// The kinds of fields in conditions, by id.
  static func expressionKinds(of fields: [Field]) -> [String: ExpressionKind] {
    Dictionary(
      fields.compactMap { field in field.kind.expressionKind.map { (field.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns a field; nil if there is none of that id.
  public func field(_ id: String) -> Field? { fields.first { $0.id == id } }
}

extension FormDeclaration.Kind {
  /// The name of the kind in files.
  public var name: String { keyName.rawValue }

  var keyName: FormDeclaration.KindName {
    switch self {
    case .text: .text
    case .lines: .lines
    case .secret: .secret
    case .integer: .integer
    case .decimal: .decimal
    case .date: .date
    case .time: .time
    case .datetime: .datetime
    case .choice: .choice
    case .choices: .choices
    case .toggle: .toggle
    case .list: .list
    case .file: .file
    case .note: .note
    }
  }

  /// The kind of its value in conditions; nil if it has none.
  var expressionKind: ExpressionKind? {
    switch self {
    case .text, .lines, .secret, .date, .time, .datetime, .choice, .file: .text
    case .integer, .decimal: .number
    case .choices: .listOf(.text)
    case .list(let fields, _, _): .listOf(.row(FormDeclaration.expressionKinds(of: fields)))
    case .toggle: .truth
    case .note: nil
    }
  }
}

extension FormRecord.Entry {
  /// The value as conditions see it.
  var expressionValue: StreamValue {
    switch self {
    case .text(let text): .text(text)
    case .integer(let number): .integer(number)
    case .decimal(let number): .exact(number)
    case .flag(let flag): .truth(flag)
    case .day(let day): .text(day.description)
    case .time(let time): .text(time.description)
    case .moment(let moment): .text(moment.description)
    case .names(let names): .list(names.map { .text($0) })
    // Of which ``DeclaredScope`` knows the fields.
    case .rows: .null
    }
  }
}
