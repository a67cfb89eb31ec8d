import Reactive

/// A form's waits and questions, worked out as a value and performed by the view model.
struct Questions: Sendable {
  /// A step for the view model to perform.
  enum Step: Sendable {
    /// Waits for the debounce of a check.
    case wait(token: Int, Duration, CheckID)
    /// Asks a question, for at most the timeout.
    case ask(token: Int, timeout: Duration, CheckID, CheckQuestion)
    /// Asks for the options of a field, after the debounce and for at most the timeout.
    case load(token: Int, debounce: Duration, timeout: Duration, FieldID, Inquiry<[FieldOption]>)
    /// Gives up waiting, for a debounce or an answer.
    case cancel(token: Int)
  }

  /// The steps still to perform, in order.
  private(set) var steps: [Step] = []
  private var lastToken = 0
  /// The choices to remove because they are no longer offered.
  var withdrawals: [Withdrawal] = []

  /// A choice that has lost some options.
  struct Withdrawal: Sendable {
    let field: FieldID
    /// The options that are left of it.
    let rest: [String]
    /// The option that is gone.
    let option: FieldOption
  }

  /// Takes out the steps to perform.
  mutating func take() -> [Step] {
    defer { steps = [] }
    return steps
  }

  /// Drops the question of a value that cannot or need not be asked about.
  mutating func drop(_ state: inout CheckState) {
    if let token = state.token {
      steps.append(.cancel(token: token))
      state.phase = .idle
    }
    state.isCurrent = false
  }

  /// Drops all questions of a field.
  mutating func dropAll(of node: inout FormNode) {
    for check in node.checks.indices { drop(&node.checks[check]) }
    drop(&node.options)
  }

  /// Asks now the questions of a field that have some terms.
  mutating func ask(
    _ node: inout FormNode, at id: FieldID, again: Bool, where isAsked: (CheckTerms) -> Bool
  ) {
    for index in node.checks.indices where isAsked(node.checks[index].terms) {
      ask(&node.checks[index], at: id, index: index, again: again)
    }
  }

  /// Prepares the question of a value, unless it has been answered already.
  mutating func consider(
    _ state: inout CheckState, key: CheckKey, _ question: @escaping CheckQuestion, at id: FieldID,
    index: Int
  ) {
    state.isCurrent = true
    guard state.key != key else { return }
    if let token = state.token { steps.append(.cancel(token: token)) }
    if state.terms.isAskedOnLeaving {
      state.phase = .unasked(key, question)
      return
    }
    let token = nextToken()
    state.phase = .waiting(key, token: token, question)
    steps.append(.wait(token: token, state.terms.debounce, CheckID(field: id, index: index)))
  }

  /// Asks now the questions that were to be asked later, and those without an answer.
  mutating func ask(_ state: inout CheckState, at id: FieldID, index: Int, again: Bool) {
    guard state.isCurrent else { return }
    switch state.phase {
    case .waiting(let key, let token, let question):
      steps.append(.cancel(token: token))
      ask(&state, key, question, at: id, index: index)
    case .unasked(let key, let question): ask(&state, key, question, at: id, index: index)
    case .unanswered(let key, _, let question):
      if again { ask(&state, key, question, at: id, index: index) }
    case .idle, .asking, .answered: break
    }
  }

  private mutating func ask(
    _ state: inout CheckState, _ key: CheckKey, _ question: @escaping CheckQuestion,
    at id: FieldID, index: Int
  ) {
    let token = nextToken()
    state.phase = .asking(key, token: token, question)
    steps.append(
      .ask(token: token, timeout: state.terms.timeout, CheckID(field: id, index: index), question))
  }

  // MARK: Options

  /// Asks for the options of a field that is shown, unless they have been asked for already.
  mutating func load(
    _ key: CheckKey, _ terms: CheckTerms, _ question: @escaping Inquiry<[FieldOption]>,
    _ state: inout OptionState?, at field: FieldID
  ) {
    guard state?.key != key else { return }
    drop(&state)
    let token = nextToken()
    state?.key = key
    state?.token = token
    state?.loaded = nil
    state?.phase = .loading
    steps.append(
      .load(token: token, debounce: terms.debounce, timeout: terms.timeout, field, question))
  }

  /// Gives up waiting for the options of a field; they are asked for again when it is shown again.
  mutating func drop(_ state: inout OptionState?) {
    guard let token = state?.token else { return }
    steps.append(.cancel(token: token))
    state?.token = nil
    state?.key = nil
  }

  private mutating func nextToken() -> Int {
    lastToken += 1
    return lastToken
  }
}

/// A check of a field.
struct CheckID: Hashable, Sendable {
  var field: FieldID
  var index: Int
}

/// The progress of a question.
package struct CheckState: Sendable {
  package enum Phase: Sendable {
    /// There is nothing to ask.
    case idle
    /// The question will be asked when the field is left.
    case unasked(CheckKey, CheckQuestion)
    /// The question will be asked after the debounce.
    case waiting(CheckKey, token: Int, CheckQuestion)
    /// The question has been asked.
    case asking(CheckKey, token: Int, CheckQuestion)
    /// The answer: the issues.
    case answered(CheckKey, [ValidationIssue])
    /// The question has failed.
    case unanswered(CheckKey, ValidationIssue, CheckQuestion)
  }

  let terms: CheckTerms
  package var phase = Phase.idle
  /// True if the phase is about the current value, which may be right without asking.
  package var isCurrent = false

  init(terms: CheckTerms) { self.terms = terms }

  /// The subject of the question.
  var key: CheckKey? {
    switch phase {
    case .idle: nil
    case .unasked(let key, _), .waiting(let key, _, _), .asking(let key, _, _),
      .answered(let key, _), .unanswered(let key, _, _):
      key
    }
  }

  /// The token of the running wait.
  var token: Int? {
    switch phase {
    case .waiting(_, let token, _), .asking(_, let token, _): token
    case .idle, .unasked, .answered, .unanswered: nil
    }
  }

  /// True if a debounce or an answer is outstanding.
  var isOutstanding: Bool { token != nil }

  /// True if the answer for the current value is known.
  var isAnswered: Bool {
    guard isCurrent, case .answered = phase else { return false }
    return true
  }

  /// The issues, as far as they are known.
  var issues: [ValidationIssue] {
    guard isCurrent, case .answered(_, let issues) = phase else { return [] }
    return issues
  }

  /// The reason why there is no answer.
  var failure: ValidationIssue? {
    guard isCurrent, case .unanswered(_, let failure, _) = phase else { return nil }
    return failure
  }

  /// Accepts a response; returns false if it is not the one expected.
  mutating func answer(_ answer: Result<[ValidationIssue], ValidationIssue>, token: Int) -> Bool {
    guard case .asking(let key, token, let question) = phase else { return false }
    switch answer {
    case .success(let issues): phase = .answered(key, issues)
    case .failure(let failure): phase = .unanswered(key, failure, question)
    }
    return true
  }
}

/// A question that can be asked.
package typealias Inquiry<Answer> = @MainActor @Sendable () -> AnyPublisher<Answer, any Error>

/// A question for issues.
package typealias CheckQuestion = Inquiry<[ValidationIssue]>

/// The conditions for asking a question.
struct CheckTerms: Hashable, Sendable {
  var debounce: Duration
  var timeout: Duration
  var isAskedOnLeaving = false
  var isSettledBySubmission = false
}

/// The subject of a question, to recognise when it is another one.
package struct CheckKey: Equatable, Sendable {
  let value: any Hashable & Sendable

  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }
}
