import Reactive
import ReactiveExtras

// A form filled in from outside: from a file of answers, a command line, a draft.

/// A datum that a form could not take, and its place.
///
///     FillProblem(path: "guests[1].nmae", issue: ValidationIssue(.unknownField))
///
/// A datum that is taken and does not meet a rule is no such problem: the field has the issue.
public struct FillProblem: Error, Hashable, Sendable {
  /// The place of the datum, such as `guests[1].name`.
  public var path: String
  /// The reason: ``ValidationIssue/Code/unknownField``, ``ValidationIssue/Code/wrongKind``, or
  /// ``ValidationIssue/Code/tooMany`` rows.
  public var issue: ValidationIssue

  /// Makes a problem.
  public init(path: String, issue: ValidationIssue) {
    self.path = path
    self.issue = issue
  }
}

extension FormState {
  /// Fills in fields by name, as the user would: what is not named stays.
  ///
  /// The rows of a list are replaced. Data for hidden fields are kept for when these are shown. A
  /// number, a day and the like can also be given as the text that the user would type.
  ///
  /// - Returns: The data that could not be taken, in the order given.
  @discardableResult
  public mutating func fill(_ members: [FormDatum.Member]) -> [FillProblem] {
    var before = nodes
    var filling = Filling()
    scope.fill(members, &nodes, &value, &rowIDs, at: "", &filling)
    let filled = filling.names.compactMap { scope.id(of: [.name($0)], nodes, at: .form) }
    for field in filled {
      if !nodes[field.steps[0]].rows.isEmpty || !before[field.steps[0]].rows.isEmpty {
        forgetQuestions(of: &before, under: field)
      }
    }
    forgetRemovedRow(of: filled)
    changed(filled)
    return filling.problems
  }

  /// Fills in one field from a text, read as a user would type it in answer to a question.
  ///
  /// A switch takes yes and no, true and false, on and off; a choice the name of an option, or its
  /// label in any case; several choices these with commas between them. Rows that are named and not
  /// there yet are added.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - path: The field, such as `guests[1].name`.
  ///   - label: Returns the label of an option of the field with a name.
  /// - Returns: The reason why it could not be taken; nil if it was.
  @discardableResult
  public mutating func fill(
    text: String, at path: String,
    label: @escaping (String, FieldOption) -> String = { $1.label }
  ) -> FillProblem? {
    guard let steps = PathStep.steps(of: path) else {
      return FillProblem(path: path, issue: ValidationIssue(.unknownField))
    }
    let answer = TypedAnswer(text: text, label: label)
    let result = scope.fill(answer, at: steps[...], &nodes, &value, &rowIDs)
    changed(steps.first.flatMap { scope.id(of: [$0], nodes, at: .form) }.map { [$0] } ?? [])
    return result.map { FillProblem(path: path, issue: $0) }
  }

  /// The contents of the fields that differ from the baseline, as typed and without secrets, for
  /// ``restore(_:)``; empty while nothing differs.
  public var draft: [FormDatum.Member] { scope.draft(nodes, isWhole: false) }

  /// Fills in a draft. What it does not name stays; parts that this form lacks are left out.
  ///
  /// - Returns: The parts that were left out.
  @discardableResult
  public mutating func restore(_ draft: [FormDatum.Member]) -> [FillProblem] { fill(draft) }
}

extension FormViewModel {
  /// Fills in fields by name, as the user would: what is not named stays.
  ///
  ///     let problems = form.fill([.init("name", .text("Ada")), .init("age", .integer(36))])
  ///
  /// - Returns: The data that could not be taken: unknown names, and values of the wrong kind.
  @discardableResult
  public func fill(_ members: [FormDatum.Member]) -> [FillProblem] {
    decide { $0.fill(members) }
  }

  /// Fills in one field from a text, read as a user would type it in answer to a question.
  ///
  ///     form.fill(text: "yes", at: "stays")
  ///     form.fill(text: "Ann", at: "guests[0].name")
  ///
  /// - Returns: The reason why it could not be taken; nil if it was.
  @discardableResult
  public func fill(text: String, at path: String) -> FillProblem? {
    let labels = messages.labels
    return decide { state in
      state.fill(text: text, at: path) { labels["\($0).\($1.name)"] ?? $1.label }
    }
  }

  /// The text for a datum that could not be taken.
  public func text(for problem: FillProblem) -> String {
    let fields = state.fields
    // A row that there is no room for has no field, but a list.
    let field =
      fields.first { $0.path == problem.path }
      ?? fields.last { problem.path.hasPrefix("\($0.path)[") }
    if let field { return messages.text(for: problem.issue, of: field) }
    var issue = problem.issue
    if issue.parameters["field"] == nil { issue.parameters["field"] = .text(problem.path) }
    return messages.text(for: issue)
  }

  /// Fills in a draft of this form, or of an older one.
  ///
  ///     form.restore(kept)
  ///
  /// - Returns: The parts that this form lacks.
  @discardableResult
  public func restore(_ draft: [FormDatum.Member]) -> [FillProblem] { fill(draft) }

  /// The contents of the fields that differ from the baseline, without secrets; empty while nothing
  /// differs.
  public var draft: [FormDatum.Member] { state.draft }

  /// The names and kinds of the fields, whatever their order and their texts: drafts of forms that
  /// differ in it are not interchangeable.
  package var outline: String { state.scope.outline }

  /// The draft after each change of it, to be kept once it rests:
  ///
  ///     form.draftChanges.debounce(for: .seconds(1), scheduler: queue).sink(receiveValue: keep)
  ///
  /// An empty one comes when nothing differs any more, as after a reset.
  public var draftChanges: AnyPublisher<[FormDatum.Member], Never> {
    $state.map(\.draft).removeDuplicates().dropFirst().eraseToAnyPublisher()
  }
}

/// The outcome of filling in data.
struct Filling {
  /// The fields of the form that were filled in.
  var names: [String] = []
  var problems: [FillProblem] = []

  mutating func refuse(_ path: String, _ issue: ValidationIssue) {
    problems.append(FillProblem(path: path, issue: issue))
  }
}

extension FormScope {
  /// Fills in fields by name; `path` is that of the row, with a full stop.
  func fill(
    _ members: [FormDatum.Member], _ nodes: inout [FormNode], _ value: inout Value,
    _ ids: inout RowIDs, at path: String, _ filling: inout Filling
  ) {
    for member in members {
      guard let place = place(named: member.name) else {
        filling.refuse(path + member.name, ValidationIssue(.unknownField))
        continue
      }
      switch fields[place].content {
      case .leaf(let leaf):
        switch leaf.contents(of: member.value, nodes[place].options?.table) {
        case .success(let contents):
          _ = enter(.contents(contents), at: [place], &nodes, &value)
        case .failure(let issue):
          filling.refuse(path + member.name, issue)
          continue
        }
      case .list(let list):
        guard let rows = member.value.rows else {
          filling.refuse(path + member.name, .wrongKind(.aList))
          continue
        }
        list.fill(
          rows, &nodes[place], &value, &ids, at: path + member.name, &filling.problems)
        nodes[place].isStale = true
      }
      if path.isEmpty { filling.names.append(member.name) }
    }
  }

  /// Fills in one field from a text; returns the reason why it could not be taken.
  func fill(
    _ answer: TypedAnswer, at steps: ArraySlice<PathStep>, _ nodes: inout [FormNode],
    _ value: inout Value, _ ids: inout RowIDs
  ) -> ValidationIssue? {
    guard case .name(let name)? = steps.first, let place = place(named: name) else {
      return ValidationIssue(.unknownField)
    }
    let rest = steps.dropFirst()
    switch fields[place].content {
    case .leaf(let leaf):
      guard rest.isEmpty else { return ValidationIssue(.unknownField) }
      let table = nodes[place].options?.table ?? .empty
      switch leaf.contents(of: answer, table, of: name) {
      case .success(let contents):
        _ = enter(.contents(contents), at: [place], &nodes, &value)
        return nil
      case .failure(let issue): return issue
      }
    case .list(let list):
      nodes[place].isStale = true
      return list.fill(answer, at: rest, &nodes[place], &value, &ids)
    }
  }

  /// The contents of fields as typed, without secrets: of all, or of those that differ from the
  /// baseline.
  func draft(_ nodes: [FormNode], isWhole: Bool) -> [FormDatum.Member] {
    declared.compactMap { place in
      let (field, node) = (fields[place], nodes[place])
      guard isWhole || node.differs else { return nil }
      let datum: FormDatum? =
        switch field.content {
        case .leaf(let leaf): leaf.draft(node.field.value)
        case .list(let list): .list(list.draft(node))
        }
      return datum.map { FormDatum.Member(field.name, $0) }
    }
  }
}

extension FormScope {
  /// The names and kinds of all fields that are filled in, in alphabetical order.
  var outline: String {
    let parts = fields.compactMap { field -> String? in
      switch field.content {
      case .list(let list): "\(field.name) list (\(list.outline))"
      case .leaf(let leaf): leaf.control.word.map { "\(field.name) \($0)" }
      }
    }
    return parts.sorted().joined(separator: ", ")
  }
}

extension FieldControl {
  /// The kind as a word; nil for one that is not filled in.
  fileprivate var word: String? {
    switch self {
    case .text(let text): text.isSecret ? "secret" : "text"
    case .toggle: "toggle"
    case .choice: "choice"
    case .choices: "choices"
    case .list: "list"
    case .note: nil
    }
  }
}

extension FormNode {
  /// True if something in it differs from the baseline, hidden or not.
  fileprivate var differs: Bool {
    field.isDirty || rows.contains { row in row.nodes.contains { $0.differs } }
  }
}

extension FormDatum {
  /// The rows of a list; a list of no texts is one of no rows.
  fileprivate var rows: [[Member]]? {
    switch self {
    case .list(let rows): rows
    case .none, .texts([]): []
    case .text, .integer, .decimal, .flag, .texts, .unsupported: nil
    }
  }
}
