// How a form is submitted, and what it asks.

extension FormState {
  /// What came of a step of a submission.
  enum SubmissionStep {
    /// Nothing: another one is under way, or it waits for answers.
    case none
    /// It is refused; this is the first field to be put right.
    case refused(FieldID)
    /// It is to be sent.
    case send(Value)
  }

  /// Submits what is in the fields now, whatever has been shown of it so far.
  mutating func submit() -> SubmissionStep {
    guard submission.begin() else { return .none }
    isSubmitted = true
    rejections = []
    nodes.forEach { _, node in
      guard node.isShown else { return }
      node.field.submit()
      node.wasSubmitted = true
    }
    revision += 1
    if let first = firstInvalid {
      submission.abandon()
      return .refused(first)
    }
    nodes.forEach { id, node in
      for index in node.checks.indices where !node.checks[index].terms.isSettledBySubmission {
        questions.ask(&node.checks[index], at: id, index: index, again: true)
      }
    }
    return goOn()
  }

  /// Goes on with a submission that has waited for answers, if there is one and all are there.
  private mutating func goOn() -> SubmissionStep {
    guard case .validating = submission, !isWaiting else { return .none }
    if let first = firstInvalid {
      submission.abandon()
      return .refused(first)
    }
    submission.send()
    changedSinceSent = []
    // What the submission finds out by itself need not be asked any more.
    dropOutstanding()
    sentNodes = nodes
    return .send(output)
  }

  private mutating func dropOutstanding() {
    nodes.forEach { _, node in
      for index in node.checks.indices where node.checks[index].isOutstanding {
        questions.drop(&node.checks[index])
      }
    }
  }

  /// Whether an answer is outstanding that a submission has to wait for.
  private var isWaiting: Bool {
    !nodes.walk { _, node in
      !node.checks.contains { $0.isOutstanding && !$0.terms.isSettledBySubmission }
    }
  }

  /// The submission that was sent has ended.
  mutating func sent(_ result: Result<Value, FormRejection>) -> SubmissionStep {
    guard submission.finish(with: result.map { scope.withoutSecrets($0) }) else { return .none }
    revision += 1
    defer { sentNodes = [] }
    guard case .failure(let rejection) = result else {
      dropOutstanding()
      return .none
    }
    for reason in rejection.reasons {
      let ids = reason.fields.compactMap { path in
        PathStep.steps(of: path).flatMap { scope.id(of: $0, sentNodes, at: FieldID(steps: [])) }
      }
      if ids.isEmpty {
        // Also what names a field that this form does not have: nothing is lost.
        rejections.append(reason.issue)
      } else if !ids.contains(where: { changedSinceSent.contains($0) }) {
        refusals.append(FormRefusal(issue: reason.issue, fields: ids))
      }
    }
    // What was dropped when it was sent is open again.
    judge()
    return firstInvalid.map { .refused($0) } ?? .none
  }

  /// Gives up waiting for a submission; whether it has been taken, the form cannot know.
  mutating func cancelSubmission() {
    revision += 1
    sentNodes = []
    submission.abandon()
  }

  // MARK: Questions

  /// The debounce of a check is over.
  mutating func rested(_ place: CheckPlace, token: Int) {
    _ = nodes.update(at: place.field.steps[...]) { node in
      guard node.checks[place.index].token == token else { return }
      questions.ask(&node.checks[place.index], at: place.field, index: place.index, again: false)
    }
  }

  /// A check has been answered; an answer that is no longer waited for changes nothing.
  mutating func answered(
    _ place: CheckPlace, _ answer: Result<[ValidationIssue], ValidationIssue>, token: Int
  ) -> SubmissionStep {
    let isTaken = nodes.update(at: place.field.steps[...]) { node in
      node.checks[place.index].answer(answer, token: token)
    }
    guard isTaken == true else { return .none }
    revision += 1
    return goOn()
  }
}
