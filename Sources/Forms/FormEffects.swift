import Reactive
import ReactiveExtras

// Decisions about a form's state, and their effects: timers, questions, the submission.
extension FormViewModel {
  /// Makes a decision, performs its effects, and reports the change.
  ///
  /// Answers that arrive while their questions are asked, as on an immediate scheduler, are a part
  /// of the decision: both are reported as one change.
  @discardableResult
  package func update<Result>(_ decide: (inout FormState<Value>) -> Result) -> Result {
    let (isWithin, nodes, revision) = (isDeciding, present.nodes, present.revision)
    let texts = present.texts
    isDeciding = true
    let result = decide(&present)
    for step in present.questions.take() { perform(step) }
    if isWithin { return result }
    isDeciding = false
    let effects = afterwards
    afterwards = []
    if present.texts != texts { messages.follow(present.texts) }
    if present.revision != revision { if let changed { changed(nodes) } else { publish() } }
    for effect in effects { effect() }
    return result
  }

  /// Makes a decision that ignores the result of a running submission.
  func startOver(_ decide: (inout FormState<Value>) -> Void) {
    sending = nil
    update(decide)
  }

  /// Makes a decision about the submission, and takes the step that it leads to; returns the first
  /// field to correct.
  @discardableResult
  func step(_ decide: (inout FormState<Value>) -> FormState<Value>.SubmissionStep) -> FieldID? {
    let isWithin = isDeciding
    let step = update(decide)
    if isWithin { afterwards.append { self.perform(step) } } else { perform(step) }
    if case .refused(let field) = step { return field }
    return nil
  }

  // MARK: The effects of a state

  func perform(_ step: Questions.Step) {
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
    case .cancel(let token): waits[token] = nil
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

  /// A cancellable that is cancelled when it is replaced.
  @MainActor private final class SerialCancellable { var current: AnyCancellable? }

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

  private func perform(_ step: FormState<Value>.SubmissionStep) {
    switch step {
    case .none: break
    case .refused(let field): focus.send(field)
    case .send(let output): send(output)
    }
  }

  private func send(_ output: Value) {
    guard let submission else { return sent(.success(output)) }
    let outcome = submission(output)
      .map { _ in Result<Value, FormRejection>.success(output) }
      .replaceEmpty(with: .success(output))
      .first()
      .catch { Just(.failure($0)) }
      .eraseToAnyPublisher()
    sending = clock.subscribing { clock.receive(outcome).sink { [weak self] in self?.sent($0) } }
  }

  private func sent(_ result: Result<Value, FormRejection>) {
    sending = nil
    step { $0.sent(result) }
  }
}
