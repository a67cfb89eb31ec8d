/// The state of a form after a decision: one value, from which the whole view follows.
///
///     form[\.city] = "Berlin"
///     form.state.value.city  // "Berlin"
///     form.state.isValid     // false
///
/// Every change is evaluated at once and as a whole, so all parts of a state belong to the same
/// texts. It only requests the parts that take time (debounces, questions, the submission);
/// ``FormViewModel`` performs them. The words, because libraries differ:
/// - *edited*: changed by the user at some time, even if changed back; *pristine*: never;
/// - *dirty*: differs from the baseline now: from the first contents, or from those last saved;
/// - *touched*: has lost the focus once; a submission touches every field;
/// - *validating*: a debounce or the answer to a question is outstanding;
/// - *valid*: nothing blocks it, and it is not validating. Warnings and issues of the form as a
///   whole block nothing.
public struct FormState<Value: Sendable>: Sendable {
  /// The contents of the fields, as rules see them: transformed, and with the last number that
  /// could be read in place of unreadable text.
  public internal(set) var value: Value
  /// The state of the submission; on success the submitted value, except for secrets, which are
  /// empty there: their receiver has them.
  public internal(set) var submission = SubmissionState<Value, FormRejection>.idle
  /// The issues of the form as a whole: those that the server reported, and checks that could not
  /// be made. They block nothing.
  public var formIssues: [ValidationIssue] {
    var issues = rejections
    _ = nodes.containsShown { node in
      if !node.checks.isEmpty { issues += node.checks.compactMap(\.failure) }
      return false
    }
    return issues
  }
  /// True if the form has been submitted since it was last reset.
  package internal(set) var isSubmitted = false

  /// The step that is being filled in, counted from 0; the number of steps while all answers are
  /// looked at.
  public internal(set) var currentStep = 0
  /// True while the end of the current step waits for answers.
  package internal(set) var isFinishingStep = false

  /// The texts of the form as a whole that depend on its value.
  public private(set) var texts = FormTexts()

  let plan: FormPlan
  let scope: FormScope<Value>
  package var nodes: [FormNode]
  /// The waits and questions that the view model must perform.
  var questions = Questions()
  /// A number that grows with every decision.
  var revision = 0 { didSet { snapshots = SnapshotCache() } }
  /// The snapshots of the fields, once they have been requested.
  private var snapshots = SnapshotCache()

  /// Makes those texts; nil for none.
  private let makeTexts: (@Sendable (Value) -> FormTexts)?
  /// The time to show issues, unless a field has its own.
  private let visibility: IssueVisibility
  /// The value that the form was made with.
  let pristine: Value
  var baseline: Value
  var baselineNodes: [FormNode]
  var rowIDs = RowIDs()
  /// The row that was removed last, and its list.
  var removedRow: (list: FieldID, row: RemovedRow)?
  /// The field that a submission was last refused for, while answers may still find an earlier one.
  var refusedFirst: FieldID?
  /// The server's refusals, each until its fields change.
  var refusals: [FormRefusal] = []
  /// The issues that the server reported for the form as a whole.
  var rejections: [ValidationIssue] = []
  /// True if fields have been filled in from outside, and the user has changed nothing since.
  private var hasGiven = false
  /// The fields that have changed since the running submission was sent.
  var changedSinceSent: Set<FieldID> = []
  /// The fields as they were named when the running submission was sent.
  var sentNodes: [FormNode] = []

  /// Makes a form that the user has not touched.
  ///
  /// - Parameters:
  ///   - value: The initial value of the fields, and the baseline.
  ///   - fields: The fields in display order.
  ///   - visibility: When to show issues, unless a field has its own setting.
  ///   - steps: The steps in which it is filled in; empty for a single page.
  ///   - texts: Makes the form's own texts that depend on its value; nil for none.
  package init(
    _ value: Value, _ fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving,
    steps: [FormStep] = [], texts: (@Sendable (Value) -> FormTexts)? = nil
  ) {
    (self.value, self.visibility, makeTexts) = (value, visibility, texts)
    (pristine, baseline) = (value, value)
    plan = FormPlan(steps, fields.map(\.name))
    scope = FormScope(plan.order.map { fields[$0] }, declared: plan.order)
    nodes = scope.nodes(of: value, &rowIDs)
    baselineNodes = nodes
    judge()
    currentStep = firstStep
  }

  /// Remembers that fields are filled in from outside, or that the user has changed something.
  mutating func mark(isGiven: Bool) {
    if !isGiven, hasGiven { nodes.forEach { _, node in node.isGiven = false } }
    hasGiven = isGiven
  }

  mutating func judge() {
    revision += 1
    scope.judge(&nodes, value, at: .form, &questions)
    // Removing a choice may remove others that depend on it.
    while !questions.withdrawals.isEmpty {
      let withdrawals = questions.withdrawals
      questions.withdrawals = []
      for gone in withdrawals {
        _ = scope.enter(.names(gone.rest), at: gone.field.steps[...], &nodes, &value)
        _ = nodes.update(at: gone.field.steps[...], isJudged: true) { node in
          node.withdrawn = gone.option
          node.field.reopen()
        }
      }
      scope.judge(&nodes, value, at: .form, &questions)
    }
    if let makeTexts { texts = makeTexts(value) }
  }
}

// MARK: - Reading

extension FormState {
  /// The fields that are shown, in display order; those of a list's rows follow the list.
  ///
  /// They are computed once for each state.
  public var fields: [FieldSnapshot] { snapshots.fields { nodes.snapshots(view) } }

  /// Returns the state of a field; nil if it is hidden, or its row gone.
  public subscript(id: FieldID) -> FieldSnapshot? { nodes.snapshot(at: id.steps[...], view) }

  private var view: SnapshotView {
    SnapshotView(visibility: visibility, refusals: refusals.isEmpty ? [] : presentRefusals)
  }

  /// The value that a submission sends, without the contents of hidden fields.
  ///
  /// Hidden fields are empty in it: no text, no choice, off, no rows. A property that cannot be
  /// empty has the value that the form was made with.
  public var output: Value { scope.emptied(nodes, value, blank: pristine) { !$0.isShown } }

  /// The output, field by field and by name, for files and other programs. Hidden fields are left
  /// out.
  public var data: [FormDatum.Member] { scope.data(nodes, output) }

  /// True if no issue blocks the form and no answer is outstanding.
  public var isValid: Bool { !isValidating && firstInvalid == nil }

  /// True if a debounce or the answer to a question is outstanding.
  public var isValidating: Bool { nodes.containsShown { $0.isValidating } }

  /// True if the contents of a field differ from the baseline.
  public var isDirty: Bool { nodes.contains { $0.isShown && $0.isDirty } }

  /// True if the user has changed a field at some time.
  package var isEdited: Bool { nodes.containsShown { $0.field.isEdited } }

  /// True if a field has lost the focus once, or the form has been submitted.
  package var isTouched: Bool { nodes.containsShown { $0.field.isTouched } }

  /// The first field that blocks the form, in display order.
  public var firstInvalid: FieldID? {
    guard !refusals.isEmpty || nodes.containsShown(where: { $0.isBlocking }) else { return nil }
    return firstInvalid(in: nodes.indices)
  }

  /// Returns the field at a path such as `phones[1].number`, as used by servers, files and scripts;
  /// nil if there is none.
  public func id(at path: String) -> FieldID? {
    PathStep.steps(of: path).flatMap { nodes.id(of: $0[...]) }
  }

  /// Returns the field that fills in a property; nil if there is none.
  func id(of path: AnyKeyPath) -> FieldID? { scope.index(of: path).map { FieldID(steps: [$0]) } }

  /// Returns the field of a row that fills in a property of it.
  func id(_ list: AnyKeyPath, _ row: Int, _ part: AnyKeyPath) -> FieldID? {
    guard let index = scope.index(of: list), nodes[index].rows.indices.contains(row),
      let part = nodes[index].info.rows.firstIndex(where: { $0.path == part })
    else { return nil }
    return FieldID(steps: [index, nodes[index].rows[row].id, part])
  }

  /// Returns the rows of a list, in order.
  public func rows(of list: FieldID) -> [FieldID] {
    nodes.node(at: list.steps[...])?.rows.map { list.appending($0.id) } ?? []
  }

  /// Returns the server's refusal of a field that has not changed since.
  package func refusal(of field: FieldID) -> ValidationIssue? {
    refusals.first { $0.fields.first == field }?.issue
  }

  /// The fields that the server has refused.
  var refusedFields: Set<FieldID> {
    refusals.isEmpty ? [] : Set(presentRefusals.compactMap(\.fields.first))
  }

  /// The refusals whose first field still exists.
  private var presentRefusals: [FormRefusal] {
    refusals.filter { refusal in
      guard let first = refusal.fields.first else { return false }
      return nodes.node(at: first.steps[...])?.isShown == true
    }
  }
}

extension FormState: CustomStringConvertible, CustomReflectable {
  /// The state of the form without its contents, which may include secrets.
  public var description: String {
    "FormState(isValid: \(isValid), isValidating: \(isValidating), isDirty: \(isDirty))"
  }

  /// Hides the form's contents, from `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
