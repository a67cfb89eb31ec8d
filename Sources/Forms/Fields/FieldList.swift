import Reactive

/// A list in a form, with the type of its rows hidden.
protocol FieldList<Value>: Sendable {
  associatedtype Value: Sendable
  /// The numbers of rows that are allowed.
  var limits: ClosedRange<Int> { get }
  /// The fields of a row.
  var fields: [FieldDescription] { get }

  /// Makes the rows of a value.
  func rows(of value: Value, _ ids: inout RowIDs) -> [FormRow]
  func states(_ value: Value) -> ValidationStates
  /// The fields of the form that each rule for single rows reads.
  var formReads: [[PartialKeyPath<Value> & Sendable]] { get }
  /// The fields of the form that the messages of those rules name.
  var formMentions: [PartialKeyPath<Value> & Sendable] { get }
  /// Evaluates the rules of rows.
  ///
  /// - Parameter canBeJudged: For each rule for single rows, whether all that it reads of the form
  ///   can be read.
  func judge(
    _ node: inout FormNode, _ value: Value, at id: FieldID, canBeJudged: [Bool],
    _ questions: inout Questions)

  func enter(
    _ contents: FieldContents, at steps: ArraySlice<Int>, _ node: inout FormNode,
    _ value: inout Value
  ) -> Bool
  func change(
    _ change: RowChange, at steps: ArraySlice<Int>, _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs
  ) -> ChangedRow?
  func fill(
    _ rows: [[FormDatum.Member]], _ node: inout FormNode, _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ problems: inout [FillProblem])
  func copy(from old: Value, to value: inout Value)

  /// Empties some fields of the rows, or the list.
  func empty(_ node: FormNode, _ value: inout Value, where isEmptied: (FormNode) -> Bool)
  func datum(_ node: FormNode, _ value: Value) -> FormDatum
  @MainActor func suggestions(
    at steps: ArraySlice<Int>, _ node: FormNode, _ value: Value
  ) -> AnyPublisher<[String], Never>?
}

/// A rule for each row of a list, which may read the form around it.
struct RowRule<Value: Sendable, Row: Sendable>: Sendable {
  /// The form's value, and a row of it.
  struct Pair: Sendable {
    let form: Value
    let row: Row
  }

  /// The field of a row at which its issue is shown.
  let field: AnyKeyPath & Sendable
  /// The fields of a row that it reads.
  let reads: [PartialKeyPath<Row> & Sendable]
  /// The fields of the form that it reads.
  let formReads: [PartialKeyPath<Value> & Sendable]
  /// The fields of the form that its message names.
  let formMentions: [PartialKeyPath<Value> & Sendable]
  let rule: ValidationRule<Pair>
}

/// A change of the rows of a list. Indices are counted from 0.
enum RowChange: Sendable {
  /// Adds a row at an index; nil for the end.
  case add(at: Int?)
  /// Removes the row with a number.
  case remove(row: Int)
  /// Moves the row with a number to an index.
  case move(row: Int, to: Int)
  /// Puts a row back that was removed.
  case restore(RemovedRow)
}

/// The result of a change of rows.
struct ChangedRow {
  /// The number of the row concerned.
  var row: Int
  /// The row that was taken out.
  var removed: RemovedRow?
}

extension FormField {
  /// A list whose rows have their own fields.
  ///
  ///     .list(
  ///       "phones", \.phones, of: Phone(), 1...4,
  ///       [.choice("kind", \.kind), .text("number", \.number, .required)])
  ///
  /// - Parameters:
  ///   - name: The list's name outside the form.
  ///   - path: The property that the field fills in.
  ///   - label: The label that the user sees; nil for the name, made readable.
  ///   - item: The word for one row in a message; nil to use the label's, as “phone” of “Phones”.
  ///   - template: The contents of a new row.
  ///   - limits: The allowed numbers of rows.
  ///   - fields: The fields of a row, in display order.
  ///   - rules: The rules for the rows together, the most important first.
  public static func list<Row: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, [Row]> & Sendable, label: String? = nil,
    item: String? = nil, of template: Row, _ limits: ClosedRange<Int> = 0...100,
    _ fields: [FormField<Row>], rules: ValidationRule<[Row]>...
  ) -> FormField {
    list(name, path, label: label, item: item, of: template, limits, fields, allRules: rules)
  }

  static func list<Row: Sendable>(
    _ name: String, _ path: WritableKeyPath<Value, [Row]> & Sendable, label: String?,
    item: String?, of template: Row, _ limits: ClosedRange<Int>, _ fields: [FormField<Row>],
    allRules rules: [ValidationRule<[Row]>], rowRules: [RowRule<Value, Row>] = []
  ) -> FormField {
    let list = RowList(
      name: name, item: item ?? Self.item(of: label ?? Self.label(of: name)), path: path,
      template: template, limits: limits, scope: FormScope(fields),
      rules: ValidationRules([.atLeast(limits.lowerBound), .atMost(limits.upperBound)] + rules),
      rowRules: rowRules)
    var field = FormField(name, path, label: label, content: .list(list))
    field.item = item ?? Self.item(of: field.label)
    return field
  }
}
