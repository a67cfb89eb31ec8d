import Expressions

/// A form that is declared in a file: its fields, their rules, its pages and its texts in several
/// languages.
///
///     let declaration = try FormDeclaration(
///       json: #"{"fields": [{"id": "age", "kind": "integer", "minimum": 18}]}"#)
///     let form = FormViewModel(declaration.record, fields: declaration.formFields())
///     form[\.[integer: "age"]] = 17
///     form.message(for: \.[integer: "age"])  // nil: it has not been left so far
///
/// The contents of its form are a ``FormRecord``. The format is described in the repository's
/// `docs/forms.md`; the errors of a file are a ``FormDeclarationError`` with all its problems.
public struct FormDeclaration: Sendable {
  /// The title of the form.
  public internal(set) var title: String?
  /// The fields in display order.
  package internal(set) var fields: [Field] = []
  /// The rules that read several fields, the most important first.
  package internal(set) var rules: [Rule] = []
  /// The pages; none if the form has only one.
  package internal(set) var pages: [Page] = []
  /// The sentences that replace those of ``ValidationMessages/forms``, by the issue's code.
  var messages: [String: String] = [:]
  /// The language that it has been translated to, `de`; nil for the one it is written in.
  public internal(set) var language: String?
  /// Notes that are not errors: rules that are not evaluated while a field is empty.
  public internal(set) var notes: [FormDeclarationProblem] = []
  /// The form in other languages, by language: `de`, `de-CH`.
  var translations: [String: FormDeclaration] = [:]

  /// A field. A key that its kind does not have counts as missing.
  package struct Field: Sendable {
    /// The name in answers and conditions; empty if it cannot be read.
    package let id: String
    let kind: FieldKind
    /// The label that the user sees; nil for the id, made readable.
    package internal(set) var title: String?
    /// A note next to the label.
    var hint: String?
    /// True if it is required.
    var isRequired: Bool?
    /// The condition under which it is required; nil for none.
    var requirement: NamedExpression?
    /// The sentence that replaces those of the field's own rules.
    var message: String?
    /// The messages of its rules, by the rule's key or the issue's code.
    var messages: [String: String] = [:]
    /// The initial value; nil for none.
    var value: FormDatum?
    /// The initial value relative to now; nil for none.
    var relativeValue: RelativeTime?
    /// The conditions under which it is shown, including those of its page.
    var conditions: [NamedExpression] = []

    /// The numbers of characters as one sees them.
    var length = Limits<Int>()
    /// The regular expression that the whole text has to match.
    var pattern: TextPattern?
    /// The unit after the contents.
    var suffix: String?
    /// Texts that complete the one typed.
    var suggestions: [String]?
    /// The groups in which its text is shown; nil for none.
    var mask: TextMask?
    /// The rows of a box of text.
    var boxRows: Int?
    /// The minimum and the maximum value, as ``Limits`` of the kind's values.
    var limits: (any Sendable)?
    /// The minimum and the maximum time that are relative to now.
    var relativeLimits: (least: RelativeTime?, most: RelativeTime?) = (nil, nil)
    /// The maximum number of decimal places; nil for any number.
    var places: Int?
    /// The step that ↑ and ↓ add to the number; nil for none.
    var step: DecimalNumber?
    /// The kind of file that must exist at a path.
    var presence: Presence?
    /// The text of a note.
    var text: String?
    /// The options of a choice.
    package internal(set) var options: [FieldOption] = []
    /// The name of the form's option list that it uses; nil for its own options.
    var optionList: String?
    /// The conditions under which options are offered, by their names.
    var optionConditions: [String: NamedExpression] = [:]
    /// The file or program whose lines are the options; nil for none.
    var optionSource: OptionSource?
    /// The secret that it repeats; nil for none.
    var same: String?
    /// The numbers of rows, or of options chosen.
    var count = Limits<Int>()
    /// The fields of a list's rows.
    var fields: [Field] = []
    /// The ids of fields whose contents no two rows may share.
    var distinct: [String] = []
    /// The rules for each row of a list, the most important first.
    package internal(set) var rules: [Rule] = []
  }

  /// The kind of file that must exist at a path; `nothing` is for one that will be written.
  enum Presence: String, CaseIterable, Sendable { case file, folder, anything, nothing }

  /// The origin of options that are loaded: a file, or a program with its arguments.
  struct OptionSource: Sendable {
    /// The path, or the words, with ids in braces.
    let words: CommandRule
    let isFile: Bool
  }

  /// The minimum and the maximum value; nil for no limit.
  struct Limits<Value: Comparable & Sendable>: Sendable { var least, most: Value? }

  /// A rule that reads several fields, or asks a program.
  package struct Rule: Sendable {
    /// The field at which its issue is shown.
    let field: String
    /// The message of its issue; nil to use the rule's or the program's.
    package internal(set) var message: String?
    let test: Test

    enum Test: Sendable {
      case condition(NamedExpression)
      case command(CommandRule)
    }
  }

  /// A page: some of the fields.
  package struct Page: Sendable {
    /// The title; nil for none.
    package internal(set) var title: String?
    /// The ids of its fields before its sections, in display order.
    let fields: [String]
    /// Its sections, from top to bottom.
    var sections: [FormSection] = []
  }
}

extension FormDeclaration {
  /// True if a rule or the options of a field start a program.
  public var hasCommands: Bool { !programs.isEmpty }

  /// The programs that its rules and options start, each once.
  public var programs: [String] {
    var programs: [String] = []
    for case .command(let command) in rules.map(\.test) { programs.append(command.program) }
    programs += fields.allSources.filter { !$0.isFile }.map(\.words.program)
    return programs.enumerated().filter { programs.firstIndex(of: $1) == $0 }.map(\.element)
  }

  /// True if it runs programs or reads files for options, in the background.
  package var worksInBackground: Bool { hasCommands || !fields.allSources.isEmpty }

  /// The ids of the fields that have an answer, in the order of the answers.
  package var answerIDs: [String] { fields.filter { !$0.isNote }.map(\.id) }

  /// The languages that it has texts in, besides the one it is written in.
  package var languages: [String] { translations.keys.sorted() }

  /// This form in another language, as far as it has texts in that.
  ///
  ///     let german = declaration.translated(to: ["de-AT"])
  ///
  /// - Parameter preferred: Languages such as `de` or `de-AT`, the best first; `de_AT.UTF-8`, as an
  ///   environment has it, is one, too. For `de-AT` the texts of `de` do.
  public func translated(to preferred: [String]) -> FormDeclaration {
    for language in preferred {
      let whole = language.lowercased().parts(at: ".")[0].parts(at: "@")[0].parts(at: "_")
        .joined(separator: "-")
      guard var form = translations[whole] ?? translations[String(whole.parts(at: "-")[0])] else {
        continue
      }
      (form.language, form.notes, form.translations) = (whole, notes, translations)
      return form
    }
    return self
  }
}

extension FormDeclaration.Field {
  /// True for a field that only shows text.
  var isNote: Bool { kind.name == "note" }

  /// True if the answer is one of several options.
  package var isChoice: Bool { kind.name == "choice" }

  /// The label that the user sees.
  var label: String {
    title ?? FormField<FormRecord>.label(of: String(id.map { "-_".contains($0) ? " " : $0 }))
  }

  /// The required number of rows or options.
  var least: Int { max(count.least ?? 0, isRequired == true ? 1 : 0) }
}

extension [FormDeclaration.Field] {
  /// The origins of options that are loaded, including those of rows.
  fileprivate var allSources: [FormDeclaration.OptionSource] {
    withRows.compactMap(\.optionSource)
  }

  /// The fields and those of rows, at any depth.
  var withRows: [FormDeclaration.Field] { flatMap { [$0] + $0.fields.withRows } }

  /// The field with an id; nil if there is none.
  subscript(id: String) -> FormDeclaration.Field? { first { $0.id == id } }

  /// The kinds of fields in conditions, by id.
  var expressionKinds: [String: ExpressionKind] {
    Dictionary(
      compactMap { field in field.kind.expression(field).map { (field.id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
