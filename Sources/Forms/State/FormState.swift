/// A form as it stands after a decision: one value, from which everything that is shown follows.
///
///     var state = FormState(Address(), fields)
///     state.enter(.text("Berlin"), at: city)
///     state.value.city  // "Berlin"
///     state.isValid     // false
///
/// Every change is judged at once and as a whole, so nothing in a state belongs to an older text
/// than something else in it. What takes time (debounces, questions, the submission) it only asks
/// for; ``FormViewModel`` does it. The words, because libraries differ:
/// - *edited*: changed by the user at some time, even if changed back; *pristine*: never;
/// - *dirty*: differs from the baseline now: what the form began with, or was last saved as;
/// - *touched*: has lost the focus once; a submission touches every field;
/// - *validating*: a debounce or the answer to a question is outstanding;
/// - *valid*: nothing bars it, and it is not validating. Warnings and what concerns the form as a
///   whole bar nothing.
public struct FormState<Value: Sendable>: Sendable {
  /// What is in the fields, as rules see it: transformed, and with the last number that could be
  /// read where a text cannot be.
  public internal(set) var value: Value
  /// Where the submission stands; on success what was submitted, but for secrets, which are empty
  /// there: whoever was sent them has them.
  public internal(set) var submission = SubmissionState<Value, FormRejection>.idle
  /// What is wrong with the form as a whole: what the server said, and checks that could not be
  /// made. Bars nothing.
  public var formIssues: [ValidationIssue] {
    var issues = rejections
    nodes.walk { _, node in
      issues += node.checks.compactMap(\.failure)
      return true
    }
    return issues
  }
  /// Whether the form has been submitted since it was last reset.
  public internal(set) var isSubmitted = false

  let scope: FormScope<Value>
  package var nodes: [FormNode]
  /// What is to be waited for and asked.
  var questions = Questions()
  /// Grows with every decision.
  var revision = 0

  /// When what is wrong is shown, unless a field has its own time.
  private let visibility: IssueVisibility
  /// What the form was made with.
  private let pristine: Value
  var baseline: Value
  var baselineNodes: [FormNode]
  var rowIDs = RowIDs()
  /// What the server has refused, until its fields change.
  var refusals: [FormRefusal] = []
  /// What the server has said of the form as a whole.
  var rejections: [ValidationIssue] = []
  /// The fields that have changed since the submission under way was sent.
  var changedSinceSent: Set<FieldID> = []
  /// The fields as they were named when the submission under way was sent.
  var sentNodes: [FormNode] = []

  /// Makes a form that nobody has touched.
  ///
  /// - Parameters:
  ///   - value: What is in the fields at first, and the baseline.
  ///   - fields: The fields in display order.
  ///   - visibility: When what is wrong is shown, unless a field has its own time.
  public init(
    _ value: Value, _ fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving
  ) {
    self.value = value
    self.visibility = visibility
    (pristine, baseline) = (value, value)
    scope = FormScope(fields)
    nodes = scope.nodes(of: value, &rowIDs)
    baselineNodes = nodes
    judge()
  }

  mutating func judge() {
    revision += 1
    scope.judge(&nodes, value, at: FieldID(steps: []), &questions)
  }
}

/// What the server has refused: the fields that it concerns, none of them changed since.
struct FormRefusal: Sendable {
  var issue: ValidationIssue
  var fields: [FieldID]
}

// MARK: - Reading

extension FormState {
  /// The fields that are shown, in display order; those of a list's rows follow the list.
  public var fields: [FieldSnapshot] {
    scope.snapshots(
      nodes, at: FieldID(steps: []), path: "",
      SnapshotView(visibility: visibility, refusals: presentRefusals))
  }

  /// A field as it stands; nil where it is hidden, or its row gone.
  public subscript(id: FieldID) -> FieldSnapshot? { fields.first { $0.id == id } }

  /// What a submission sends: the value without what is in hidden fields.
  ///
  /// Hidden fields are empty in it: no text, no choice, off, no rows. Where a property cannot be
  /// empty, it is what the form was made with.
  public var output: Value { scope.output(nodes, value, blank: pristine) }

  /// The output, field by field and by name, for files and other programs. Hidden fields are left
  /// out.
  public var data: [FormDatum.Member] { scope.data(nodes, output) }

  /// Whether nothing bars the form and nothing is outstanding.
  public var isValid: Bool { !isValidating && firstInvalid == nil }

  /// Whether a debounce or the answer to a question is outstanding.
  public var isValidating: Bool { !nodes.walk { _, node in !node.isValidating } }

  /// Whether what is in a field differs from the baseline.
  public var isDirty: Bool { nodes.contains { $0.isShown && $0.isDirty } }

  /// Whether the user has changed a field at some time.
  public var isEdited: Bool { !nodes.walk { _, node in !node.field.isEdited } }

  /// Whether a field has lost the focus once, or the form has been submitted.
  public var isTouched: Bool { !nodes.walk { _, node in !node.field.isTouched } }

  /// The first field that bars the form, in display order.
  public var firstInvalid: FieldID? {
    let refused = Set(presentRefusals.compactMap(\.fields.first))
    var first: FieldID?
    nodes.walk { id, node in
      if node.isBarred || refused.contains(id) { first = id }
      return first == nil
    }
    return first
  }

  /// The field of a path such as `phones[1].number`, as a server, a file or a script names it; nil
  /// where there is none.
  public func id(at path: String) -> FieldID? {
    PathStep.steps(of: path).flatMap { scope.id(of: $0, nodes, at: FieldID(steps: [])) }
  }

  /// The field that fills in a property; nil where none does.
  func id(of path: AnyKeyPath) -> FieldID? { scope.place(of: path).map { FieldID(steps: [$0]) } }

  /// The field of a row that fills in a property of it.
  func id(_ list: AnyKeyPath, _ row: Int, _ part: AnyKeyPath) -> FieldID? {
    guard let place = scope.place(of: list), case .list(let fields) = scope.fields[place].content,
      nodes[place].rows.indices.contains(row), let part = fields.place(of: part)
    else { return nil }
    return FieldID(steps: [place, nodes[place].rows[row].id, part])
  }

  /// The rows of a list, in order.
  public func rows(of list: FieldID) -> [FieldID] {
    nodes.node(at: list.steps[...])?.rows.map { list.appending($0.id) } ?? []
  }

  /// What the server has refused of a field, which has not changed since.
  package func refusal(of field: FieldID) -> ValidationIssue? {
    refusals.first { $0.fields.first == field }?.issue
  }

  /// Refusals whose first field is there to be put right.
  private var presentRefusals: [FormRefusal] {
    refusals.filter { refusal in
      guard let first = refusal.fields.first else { return false }
      return nodes.node(at: first.steps[...])?.isShown == true
    }
  }
}

extension FormState: CustomStringConvertible, CustomReflectable {
  /// How the form stands, without what is in it: there may be secrets.
  public var description: String {
    "FormState(isValid: \(isValid), isValidating: \(isValidating), isDirty: \(isDirty))"
  }

  /// Nothing of what is in the form, for `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
