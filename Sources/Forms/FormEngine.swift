import Reactive
import ReactiveExtras

/// The state of a form, with the effects of its decisions: timers, questions, the submission.
///
/// The one owner of the state: view models publish what they make of it. A property still reads its
/// old value while it publishes the new one, so a change made from there would be lost.
@MainActor
package final class FormEngine<Value: Sendable> {
  /// The state after the last decision.
  package private(set) var state: FormState<Value>
  /// Called after each decision that has changed something, with the fields' states before it.
  package var changed: ([FormNode]) -> Void = { _ in }
  /// The scheduler that measures time and delivers answers.
  package let clock: Clock
  /// The fields that are to have the focus.
  package let focus = PassthroughSubject<FieldID, Never>()

  private let send: FormViewModel<Value>.Submission?
  /// The timers and questions under way, by token.
  private var waits: [Int: AnyCancellable] = [:]
  private var sending: AnyCancellable?
  /// True while a decision is made and its questions are asked. What was before it is kept on the
  /// stack alone, which can be swept when there was a secret in it.
  private var isDeciding = false
  /// The effects that follow once that decision has been reported.
  private var afterwards: [() -> Void] = []

  /// Begins with a state that the user has not touched.
  package init(
    _ state: FormState<Value>, scheduler: some Scheduler,
    submission: FormViewModel<Value>.Submission?
  ) {
    self.state = state
    send = submission
    clock = Clock(scheduler)
  }

  /// Asks what the first state requests, such as options that take a while to load.
  func start() { for step in state.questions.take() { perform(step) } }

  /// Makes a decision, performs its effects, and reports the change.
  ///
  /// Answers that come while their questions are asked, as on a scheduler that waits for nothing,
  /// are a part of the decision: both are reported as one change.
  package func update(_ decide: (inout FormState<Value>) -> Void) {
    if isDeciding { return decideWithin(decide) }
    let (nodes, revision) = (state.nodes, state.revision)
    isDeciding = true
    decideWithin(decide)
    isDeciding = false
    let effects = afterwards
    afterwards = []
    if state.revision != revision { changed(nodes) }
    for effect in effects { effect() }
  }

  private func decideWithin(_ decide: (inout FormState<Value>) -> Void) {
    decide(&state)
    for step in state.questions.take() { perform(step) }
  }

  /// Submits the present contents of the fields; returns the first field to put right, in display
  /// order.
  package func submit() -> FieldID? {
    if case .refused(let field) = step({ $0.submit() }) { return field }
    return nil
  }

  /// Finishes the current step; returns the first field in it to put right.
  func finishStep() -> FieldID? {
    if case .refused(let field) = step({ $0.finishStep() }) { return field }
    return nil
  }

  /// Stops waiting for a submission.
  package func cancelSubmission() { startOver { $0.cancelSubmission() } }

  /// Makes a decision after which the outcome of a submission under way does not matter.
  func startOver(_ decide: (inout FormState<Value>) -> Void) {
    sending = nil
    update(decide)
  }

  // MARK: Reading parts of the state

  // `state` is copied whole where another module reads it; a key asks for parts many times.

  /// The fields' states, in display order.
  package var nodes: [FormNode] { state.nodes }
  /// Returns the contents of a field, by its index in display order.
  package func contents(at index: Int) -> FieldContents { state.nodes[index].field.value }
  /// The contents of the fields, as rules see them.
  package var value: Value { state.value }
  /// The state of the submission.
  package var submission: SubmissionState<Value, FormRejection> { state.submission }
  /// True if nothing blocks the form and nothing is outstanding.
  package var isValid: Bool { state.isValid }
  /// True if the contents of a field differ from the baseline.
  package var isDirty: Bool { state.isDirty }
  /// Returns the server's refusal of a field that has not changed since.
  package func refusal(of field: FieldID) -> ValidationIssue? { state.refusal(of: field) }

  // MARK: The effects of a state

  private func perform(_ step: Questions.Step) {
    switch step {
    case .wait(let token, let duration, let check):
      waits[token] = clock.after(duration) { [weak self] in
        self?.waits[token] = nil
        self?.update { $0.rested(check, token: token) }
      }
    case .ask(let token, let timeout, let check, let question):
      waits[token] = ask(question, for: timeout) { [weak self] answer in
        self?.waits[token] = nil
        self?.step { $0.answered(check, answer, token: token) }
      }
    case .load(let token, let debounce, let timeout, let field, let question):
      waits[token] = load(question, after: debounce, for: timeout) { [weak self] answer in
        self?.waits[token] = nil
        self?.step { $0.loaded(field, answer, token: token) }
      }
    case .cancel(let token):
      waits[token] = nil
    }
  }

  private typealias Answer<Output> = Result<Output, ValidationIssue>

  /// Asks for options once a debounce is over.
  private func load(
    _ question: @escaping Inquiry<[FieldOption]>, after debounce: Duration, for timeout: Duration,
    _ answered: @escaping (Answer<[FieldOption]>) -> Void
  ) -> AnyCancellable {
    guard debounce > .zero else { return ask(question, for: timeout, answered) }
    let asking = SerialCancellable()
    let waiting = clock.after(debounce) { [weak self] in
      asking.current = self?.ask(question, for: timeout, answered)
    }
    return AnyCancellable {
      waiting.cancel()
      asking.current = nil
    }
  }

  /// Holds what is cancelled when it is replaced.
  @MainActor private final class SerialCancellable {
    var current: AnyCancellable?
  }

  /// Asks a question, and hands on the first of these: the answer, a failure, the end of the time.
  private func ask<Output>(
    _ question: () -> AnyPublisher<Output, any Error>, for timeout: Duration,
    _ answered: @escaping (Answer<Output>) -> Void
  ) -> AnyCancellable {
    let none = Answer<Output>.failure(
      ValidationIssue(.unchecked, ["reason": "there was no answer"]))
    let answer = question()
      .first()
      .map { Answer<Output>.success($0) }
      .replaceEmpty(with: none)
      .catch { error in
        Just(.failure(ValidationIssue(.unchecked, ["reason": .text("\(error)")])))
      }
      .eraseToAnyPublisher()
    let asking = clock.subscribing { clock.receive(answer).sink { answered($0) } }
    let ending = clock.after(timeout) { answered(none) }
    return AnyCancellable {
      asking.cancel()
      ending.cancel()
    }
  }

  /// Makes a decision about the submission, and takes the step that it leads to.
  @discardableResult
  private func step(
    _ decide: (inout FormState<Value>) -> FormState<Value>.SubmissionStep
  ) -> FormState<Value>.SubmissionStep {
    var step = FormState<Value>.SubmissionStep.none
    let isWithin = isDeciding
    update { step = decide(&$0) }
    if isWithin {
      afterwards.append { self.perform(step) }
    } else {
      perform(step)
    }
    return step
  }

  private func perform(_ step: FormState<Value>.SubmissionStep) {
    switch step {
    case .none: break
    case .refused(let field): focus.send(field)
    case .send(let output): send(output)
    }
  }

  private func send(_ output: Value) {
    guard let send else { return sent(.success(output)) }
    let outcome = send(output)
      .map { _ in Result<Value, FormRejection>.success(output) }
      .replaceEmpty(with: .success(output))
      .first()
      .catch { Just(.failure($0)) }
      .eraseToAnyPublisher()
    sending = clock.subscribing {
      clock.receive(outcome).sink { [weak self] in self?.sent($0) }
    }
  }

  private func sent(_ result: Result<Value, FormRejection>) {
    sending = nil
    step { $0.sent(result) }
  }
}
