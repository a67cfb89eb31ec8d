import Dispatch
import Formats
import Reactive
import ReactiveExtras

/// A form of any kind: a value to fill in, its fields, and its submission.
///
///     struct Login: Sendable { var name = "", code = 0, stays = false }
///
///     let form = FormViewModel(
///       Login(),
///       fields: [
///         .text("name", \.name, .required, .maximumLength(20)),
///         .text("code", \.code, as: .integer, .range(1000...9999)),
///         .toggle("stays", \.stays, label: "Stay signed in"),
///       ])
///     form[\.name] = "annie"
///     form.submit()  // the first field to be put right: the code
///
/// The value is a struct of your own, and is submitted with numbers as numbers. After every change
/// ``state`` is one new value with everything in it: fields, issues, the form's validity, the state
/// of the submission. Issues are shown when a field is left, then with every key, unless the form
/// or a field has another time; texts are made when they are drawn. All rules see texts that are
/// trimmed and composed; the field keeps the text as typed.
///
/// Everything runs on the main actor. The `scheduler` measures time and delivers answers.
@MainActor public final class FormViewModel<Value: Sendable>: ObservableObject {
  /// A function that sends a form's output. It finishes, with or without a value, or is rejected.
  public typealias Submission = @MainActor (Value) -> AnyPublisher<Void, FormRejection>

  /// The form's state after the last change.
  @Published public private(set) var state: FormState<Value>
  /// The texts of issues and labels. Set others to translate the form.
  @Published public var messages: ValidationMessages
  /// The fields that should get the focus because a submission was refused for their issues: each
  /// time the first one in display order, also if the server refused it.
  public var focusRequests: AnyPublisher<FieldID, Never> { focus.eraseToAnyPublisher() }

  /// The state after the last decision. While that is published, ``state`` still has its old value,
  /// so a change made from there would be lost.
  package internal(set) var present: FormState<Value>
  /// Called after each decision that has changed something, with the fields' states before it; nil
  /// to publish ``state``.
  package var changed: (([FormNode]) -> Void)?
  /// The scheduler that measures time and delivers answers.
  package let clock: Clock
  /// The fields that should get the focus.
  package let focus = PassthroughSubject<FieldID, Never>()
  let submission: Submission?
  /// The timers and running questions, by token.
  var waits: [Int: AnyCancellable] = [:]
  var sending: AnyCancellable?
  /// True while a decision is made and its questions are asked. The state before it is kept only on
  /// the stack, which can be wiped if it contained a secret.
  var isDeciding = false
  /// The effects that follow once that decision has been reported.
  var afterwards: [() -> Void] = []

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - value: The initial value of the fields, and the baseline.
  ///   - fields: The fields in display order.
  ///   - visibility: When to show issues, unless a field has its own setting.
  ///   - steps: The steps in which it is filled in; empty for a single page.
  ///   - texts: Makes the form's own texts that depend on its value; nil for none.
  ///   - messages: The texts of issues and labels.
  ///   - scheduler: The scheduler that measures time and delivers answers. It must run its work on
  ///     the main thread.
  ///   - submission: Sends the output; nil if the form is only filled in.
  public init<UI: Scheduler>(
    _ value: Value, fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving,
    steps: [FormStep] = [], texts: (@Sendable (Value) -> FormTexts)? = nil,
    messages: ValidationMessages = .forms,
    scheduler: UI = DispatchQueue.main, submission: Submission? = nil
  ) {
    present = FormState(value, fields, visibility: visibility, steps: steps, texts: texts)
    state = present
    var messages = messages
    messages.follow(present.texts)
    (self.messages, self.submission) = (messages, submission)
    clock = Clock(scheduler)
    // The first state may ask for options that take a while to load.
    for step in present.questions.take() { perform(step) }
  }

  /// Makes a form that an asynchronous function submits. The function throws a ``FormRejection`` to
  /// refuse it.
  ///
  /// - Parameters:
  ///   - value: The initial value of the fields, and the baseline.
  ///   - fields: The fields in display order.
  ///   - visibility: When to show issues, unless a field has its own setting.
  ///   - steps: The steps in which it is filled in; empty for a single page.
  ///   - texts: Makes the form's own texts that depend on its value; nil for none.
  ///   - messages: The texts of issues and labels.
  ///   - scheduler: The scheduler that measures time and delivers answers. It must run its work on
  ///     the main thread.
  ///   - send: Sends the output.
  public convenience init<UI: Scheduler>(
    _ value: Value, fields: [FormField<Value>], visibility: IssueVisibility = .afterLeaving,
    steps: [FormStep] = [], texts: (@Sendable (Value) -> FormTexts)? = nil,
    messages: ValidationMessages = .forms,
    scheduler: UI = DispatchQueue.main, send: @escaping @Sendable (Value) async throws -> Void
  ) {
    self.init(
      value, fields: fields, visibility: visibility, steps: steps, texts: texts,
      messages: messages, scheduler: scheduler,
      submission: { value in
        BackgroundWork.publisher { try await send(value) }
          .mapError { error in
            error as? FormRejection
              ?? FormRejection(ValidationIssue(.unchecked, ["reason": .text("\(error)")]))
          }
          .eraseToAnyPublisher()
      })
  }

  // MARK: The user's actions

  /// The property of a field: the value that rules see, or the typed text if the field is one.
  ///
  /// Setting it is an edit by the user. A list is set as a whole, with new rows.
  public subscript<Part>(path: WritableKeyPath<Value, Part> & Sendable) -> Part {
    get {
      let node = present.id(of: path).flatMap { present.nodes.node(at: $0.steps[...]) }
      if Part.self == String.self, let typed = node?.field.value.text as? Part { return typed }
      return present.value[keyPath: path]
    }
    set {
      var value = present.value
      value[keyPath: path] = newValue
      update { $0.enter(path, of: value) }
    }
  }

  /// Enters an input into a field, as typed.
  public func enter(_ input: FieldInput, at field: FieldID) {
    update { $0.enter(input, at: field) }
  }

  /// Reports that the focus has left a field, whose issues may be shown from now on.
  public func leave(_ field: FieldID) { update { $0.leave(field) } }

  /// Reports that the focus has left a field, whose issues may be shown from now on.
  public func leave(_ path: PartialKeyPath<Value>) { leave(id(path)) }

  /// Reports that all fields have been left, as after a script has filled them in.
  package func leaveAll() { update { $0.leaveAll() } }

  /// Adds a row to a list, at an index counted from 0 or at the end; nil if the list is full.
  @discardableResult public func addRow(to list: FieldID, at index: Int? = nil) -> FieldID? {
    update { $0.addRow(to: list, at: index) }
  }

  /// Removes a row, unless the list would have too few.
  public func removeRow(_ row: FieldID) { update { $0.removeRow(row) } }

  /// Moves a row to an index counted from 0.
  public func moveRow(_ row: FieldID, to index: Int) { update { $0.moveRow(row, to: index) } }

  /// Asks again for the options of a field that could not be loaded.
  public func retryOptions(of field: FieldID) { update { $0.retryOptions(of: field) } }

  /// Submits the current contents of the fields.
  ///
  /// If there are issues, every field shows its own from now on. Otherwise waits for outstanding
  /// answers and sends the output. A call during a submission, or after a success, is ignored.
  ///
  /// - Returns: The first field to correct, in display order; nil if there is none so far.
  @discardableResult public func submit() -> FieldID? { step { $0.submit() } }

  /// Stops waiting for a submission. It does not take the submission back: its receiver may have it
  /// already.
  public func cancelSubmission() { startOver { $0.cancelSubmission() } }

  /// Resets the form to the baseline, except for the fields of some properties, and forgets the
  /// user's edits.
  public func reset(keeping kept: PartialKeyPath<Value>...) {
    let kept = kept.map(id(_:))
    startOver { $0.reset(keeping: kept) }
  }

  /// Makes the current contents the baseline, as after saving, and allows the form to be submitted
  /// again.
  public func rebaseline() { startOver { $0.rebaseline() } }

  // MARK: Reading parts of the state

  // Other modules copy `present` as a whole to read it; a key reads parts many times.

  /// The fields' states, in display order.
  package var nodes: [FormNode] { present.nodes }
  /// Returns the contents of a field, by its index in display order.
  package func contents(at index: Int) -> FieldContents { present.nodes[index].field.value }
  /// The contents of the fields, as rules see them.
  package var value: Value { present.value }
  /// The number of steps; 0 for a form that is filled in all at once.
  package var stepCount: Int { present.plan.steps.count }
  /// The state of the submission.
  package var submissionState: SubmissionState<Value, FormRejection> { present.submission }
  /// True if no issue blocks the form and no answer is outstanding.
  package var isValid: Bool { present.isValid }
  /// True if the contents of a field differ from the baseline.
  package var isDirty: Bool { present.isDirty }
  /// Returns the server's refusal of a field that has not changed since.
  package func refusal(of field: FieldID) -> ValidationIssue? { present.refusal(of: field) }
  /// The current texts of issues and labels, read as fast as these parts.
  package var presentMessages: ValidationMessages { _messages.current }

  // MARK: The view

  /// Returns the field that fills in a property. It must exist.
  public func id(_ path: PartialKeyPath<Value>) -> FieldID {
    guard let id = present.id(of: path) else {
      preconditionFailure("no field of the form fills in \(path)")
    }
    return id
  }

  /// Returns the field of a row that fills in a property; nil if there is no such row.
  ///
  /// - Parameters:
  ///   - list: The property of the list.
  ///   - row: The row's index, counted from 0.
  ///   - part: The property of the row.
  public func id<Row>(
    _ list: KeyPath<Value, [Row]>, _ row: Int, _ part: PartialKeyPath<Row>
  ) -> FieldID? {
    present.id(list, row, part)
  }

  /// Returns the current state of the field that fills in a property; nil while it is hidden.
  public func field(_ path: PartialKeyPath<Value>) -> FieldSnapshot? { present[id(path)] }

  /// Returns the current message of a field, in words; nil for none.
  public func message(for field: FieldSnapshot) -> String? {
    field.shownIssue.map { messages.text(for: $0, of: field) }
  }

  /// Returns the current message of the field that fills in a property, in words; nil for none.
  public func message(for path: PartialKeyPath<Value>) -> String? {
    field(path).flatMap { message(for: $0) }
  }

  // MARK: Steps

  /// Finishes the current step: its fields show their issues from now on; without issues the next
  /// step follows. Waits for outstanding answers, as a submission does.
  ///
  /// - Returns: The first field to correct, in display order; nil if there is none so far.
  @discardableResult public func finishStep() -> FieldID? { step { $0.finishStep() } }

  /// Goes back to the nearest earlier step with visible fields.
  public func goBack() { update { $0.goBack() } }

  /// Goes to a step, whether those before it are done or not; to the number of steps for the
  /// review.
  public func go(toStep step: Int) { update { $0.go(toStep: step) } }

  // MARK: Taking back

  /// Restores the row that was removed last, with its contents; returns nil if there is none.
  @discardableResult public func restoreRow() -> FieldID? { update { $0.restoreRow() } }

  /// Resets one field to its baseline, and forgets the user's edits of it.
  public func reset(_ field: FieldID) { update { $0.reset(field) } }

  // MARK: Filling in from outside

  /// Fills in fields by name, as the user would; other fields stay unchanged.
  ///
  ///     let problems = form.fill([.init("name", .text("Ada")), .init("age", .integer(36))])
  ///
  /// - Returns: The data that could not be taken: unknown names, and values of the wrong kind.
  @discardableResult public func fill(_ members: [FormDatum.Member]) -> [FillProblem] {
    update { $0.fill(members) }
  }

  /// Fills in one field from text, read as a user would type it in answer to a question.
  ///
  ///     form.fill(text: "yes", at: "stays")
  ///     form.fill(text: "Ann", at: "guests[0].name")
  ///
  /// - Returns: The reason for refusing the text; nil if it was accepted.
  @discardableResult public func fill(text: String, at path: String) -> FillProblem? {
    let labels = messages.labels
    return update { state in
      state.fill(text: text, at: path) { labels["\($0).\($1.name)"] ?? $1.label }
    }
  }

  /// The text for a datum that could not be taken.
  public func text(for problem: FillProblem) -> String {
    let fields = state.fields
    // A row beyond the maximum has no field, only its list.
    let field =
      fields.first { $0.path == problem.path }
      ?? fields.last { problem.path.begins(with: "\($0.path)[") }
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
  package var outline: String { state.scope.fields.map(\.info).outline }

  /// Asks for texts that complete the one typed in a field; nothing if it has no suggestions.
  ///
  /// The outputs arrive on the main thread, those of a list at once. The answer is about the text
  /// of now: ask again when it has changed, and drop the subscription before.
  public func suggestions(for field: FieldID) -> AnyPublisher<[String], Never> {
    present.scope.suggestions(at: field.steps[...], present.nodes, present.value)
      ?? Empty().eraseToAnyPublisher()
  }

  /// Publishes the current state.
  func publish() {
    let revision = present.revision
    _state.publish(present)
    // A subscriber may have changed the form meanwhile.
    if present.revision != revision { _state.publish(present) }
  }
}
