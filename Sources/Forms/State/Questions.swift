/// What a form has to wait for and to ask, worked out as a value and done by the view model.
struct Questions: Sendable {
  /// What is to be done.
  enum Step: Sendable {
    /// Waits for the debounce of a check.
    case wait(token: Int, Duration, CheckPlace)
    /// Asks, at most for so long.
    case ask(token: Int, timeout: Duration, CheckPlace, CheckQuestion)
    /// Gives up waiting, for a debounce or an answer.
    case cancel(token: Int)
  }

  /// What is still to be done, in order.
  private(set) var steps: [Step] = []
  private var lastToken = 0

  /// Takes out what is to be done.
  mutating func take() -> [Step] {
    defer { steps = [] }
    return steps
  }

  /// The value cannot or need not be asked about.
  mutating func drop(_ state: inout CheckState) {
    if let token = state.token {
      steps.append(.cancel(token: token))
      state.phase = .idle
    }
    state.isCurrent = false
  }

  /// The value can be asked about, and is unless it has been answered already.
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
    steps.append(
      .wait(token: token, state.terms.debounce, CheckPlace(field: id, index: index)))
  }

  /// Asks now what was to be asked later, and what could not be answered.
  mutating func ask(_ state: inout CheckState, at id: FieldID, index: Int, again: Bool) {
    guard state.isCurrent else { return }
    switch state.phase {
    case .waiting(let key, let token, let question):
      steps.append(.cancel(token: token))
      ask(&state, key, question, at: id, index: index)
    case .unasked(let key, let question):
      ask(&state, key, question, at: id, index: index)
    case .unanswered(let key, _, let question):
      if again { ask(&state, key, question, at: id, index: index) }
    case .idle, .asking, .answered:
      break
    }
  }

  private mutating func ask(
    _ state: inout CheckState, _ key: CheckKey, _ question: @escaping CheckQuestion,
    at id: FieldID, index: Int
  ) {
    let token = nextToken()
    state.phase = .asking(key, token: token, question)
    steps.append(
      .ask(
        token: token, timeout: state.terms.timeout, CheckPlace(field: id, index: index), question))
  }

  private mutating func nextToken() -> Int {
    lastToken += 1
    return lastToken
  }
}

/// A check of a field.
struct CheckPlace: Hashable, Sendable {
  var field: FieldID
  var index: Int
}

/// How far a question has come.
package struct CheckState: Sendable {
  package enum Phase: Sendable {
    /// There is nothing to ask.
    case idle
    /// It is to be asked when the field is left.
    case unasked(CheckKey, CheckQuestion)
    /// It is to be asked after the debounce.
    case waiting(CheckKey, token: Int, CheckQuestion)
    /// It has been asked.
    case asking(CheckKey, token: Int, CheckQuestion)
    /// What is wrong.
    case answered(CheckKey, [ValidationIssue])
    /// No answer could be had.
    case unanswered(CheckKey, ValidationIssue, CheckQuestion)
  }

  let terms: CheckTerms
  package var phase = Phase.idle
  /// Whether the phase is about the value that is there now, which may be right without asking.
  package var isCurrent = false

  init(terms: CheckTerms) { self.terms = terms }

  /// What the question is about.
  var key: CheckKey? {
    switch phase {
    case .idle: nil
    case .unasked(let key, _), .waiting(let key, _, _), .asking(let key, _, _),
      .answered(let key, _), .unanswered(let key, _, _):
      key
    }
  }

  /// The token of what is waited for.
  var token: Int? {
    switch phase {
    case .waiting(_, let token, _), .asking(_, let token, _): token
    case .idle, .unasked, .answered, .unanswered: nil
    }
  }

  /// Whether a debounce or an answer is outstanding.
  var isOutstanding: Bool { token != nil }

  /// Whether the answer for what is there now is known.
  var isAnswered: Bool {
    guard isCurrent, case .answered = phase else { return false }
    return true
  }

  /// What is wrong, as far as it is known.
  var issues: [ValidationIssue] {
    guard isCurrent, case .answered(_, let issues) = phase else { return [] }
    return issues
  }

  /// Why no answer could be had.
  var failure: ValidationIssue? {
    guard isCurrent, case .unanswered(_, let failure, _) = phase else { return nil }
    return failure
  }

  /// Takes an answer; false where it is not the one that is waited for.
  mutating func answer(_ answer: Result<[ValidationIssue], ValidationIssue>, token: Int) -> Bool {
    guard case .asking(let key, token, let question) = phase else { return false }
    switch answer {
    case .success(let issues): phase = .answered(key, issues)
    case .failure(let failure): phase = .unanswered(key, failure, question)
    }
    return true
  }
}
