// The submission of a form, and its questions.

extension FormState {
  /// The result of a step of a submission.
  enum SubmissionStep {
    /// No change: another submission is running, or it waits for answers.
    case none
    /// The submission is refused; this is the first field to correct.
    case refused(FieldID)
    /// The value must be sent.
    case send(Value)
  }

  /// Submits the current contents of the fields, even if none of their issues has been shown so
  /// far.
  mutating func submit() -> SubmissionStep {
    guard submission.begin() else { return .none }
    isSubmitted = true
    rejections = []
    isFinishingStep = false
    if let first = begin(in: nodes.indices) {
      submission.abandon()
      askBefore(first)
      return refuse(first)
    }
    return goOn()
  }

  /// Shows all issues of the fields at some indices from now on, and asks what remains to be asked
  /// about them.
  ///
  /// - Returns: The first of them to correct; nil if there is none so far.
  mutating func begin(in indices: Range<Int>) -> FieldID? {
    revision += 1
    nodes.forEach(in: indices) { _, node in
      guard node.isShown else { return }
      node.field.submit()
      node.wasSubmitted = true
    }
    if let first = firstInvalid(in: indices) { return first }
    nodes.forEach(in: indices) { id, node in
      questions.ask(&node, at: id, again: true) { !$0.isSettledBySubmission }
    }
    return nil
  }

  /// Continues a submission that has waited for answers, if all have arrived.
  mutating func goOn() -> SubmissionStep {
    if isFinishingStep { return goOnWithStep() }
    guard case .validating = submission, !isWaiting else { return correctedRefusal() }
    if let first = firstInvalid {
      submission.abandon()
      return refuse(first)
    }
    submission.send()
    changedSinceSent = []
    // The submission finds these answers by itself, so they need not be asked for any more.
    dropOutstanding()
    sentNodes = nodes
    return .send(output)
  }

  /// Refuses a submission because of a field, and shows its step.
  private mutating func refuse(_ first: FieldID) -> SubmissionStep {
    refusedFirst = first
    showStep(of: first)
    return .refused(first)
  }

  /// Asks at once the outstanding questions about fields before the first one to correct.
  private mutating func askBefore(_ first: FieldID) {
    var isBefore = true
    nodes.forEach { id, node in
      isBefore = isBefore && id != first
      guard isBefore, node.isShown else { return }
      questions.ask(&node, at: id, again: false) { _ in true }
    }
  }

  /// Moves the focus to an earlier field if an answer after the refusal reports an issue there; not
  /// once the user has continued.
  private mutating func correctedRefusal() -> SubmissionStep {
    guard let refusedFirst, case .idle = submission, let first = firstInvalid, first != refusedFirst
    else { return .none }
    return refuse(first)
  }

  private mutating func dropOutstanding() {
    nodes.forEach { _, node in
      for index in node.checks.indices where node.checks[index].isOutstanding {
        questions.drop(&node.checks[index])
      }
    }
  }

  /// True if an answer is outstanding that a submission has to wait for.
  private var isWaiting: Bool { nodes.containsShown { $0.isWaiting } }

  /// Reports the end of the submission that was sent.
  mutating func sent(_ result: Result<Value, FormRejection>) -> SubmissionStep {
    guard case .submitting = submission else { return .none }
    let kept = result.map { output in
      scope.emptied(sentNodes, output, blank: pristine) { $0.info.control.isSecret }
    }
    submission.finish(with: kept)
    revision += 1
    defer { sentNodes = [] }
    guard case .failure(let rejection) = result else {
      dropOutstanding()
      return .none
    }
    for reason in rejection.reasons {
      let ids = reason.fields.compactMap { path in
        PathStep.steps(of: path).flatMap { sentNodes.id(of: $0[...]) }
      }
      if ids.isEmpty {
        // An issue that names a field which this form lacks is kept, too: nothing is lost.
        rejections.append(reason.issue)
      } else if !ids.contains(where: { changedSinceSent.contains($0) }) {
        refusals.append(FormRefusal(issue: reason.issue, fields: ids))
      }
    }
    // Questions dropped when it was sent are open again.
    judge()
    return firstInvalid.map { refuse($0) } ?? .none
  }

  /// Stops waiting for a submission; the form cannot know whether it has been taken.
  mutating func cancelSubmission() {
    revision += 1
    sentNodes = []
    submission.abandon()
  }

  // MARK: Questions

  /// Reports that the debounce of a check is over.
  mutating func rested(_ check: CheckID, token: Int) {
    _ = nodes.update(at: check.field.steps[...]) { node in
      guard node.checks[check.index].token == token else { return }
      questions.ask(&node.checks[check.index], at: check.field, index: check.index, again: false)
    }
  }

  /// Accepts the answer to a check; ignores one that is no longer expected.
  mutating func answered(
    _ check: CheckID, _ answer: Result<[ValidationIssue], ValidationIssue>, token: Int
  ) -> SubmissionStep {
    let isTaken = nodes.update(at: check.field.steps[...]) { node in
      node.checks[check.index].answer(answer, token: token)
    }
    guard isTaken == true else { return .none }
    revision += 1
    return goOn()
  }
}

// MARK: - Options

extension FormState {
  /// Accepts the options of a field; ignores those that are no longer expected.
  mutating func loaded(
    _ field: FieldID, _ answer: Result<[FieldOption], ValidationIssue>, token: Int
  ) -> SubmissionStep {
    let isTaken = nodes.update(at: field.steps[...], isJudged: true) { node in
      guard node.options?.token == token else { return false }
      node.options?.token = nil
      switch answer {
      case .success(let options):
        node.options?.phase = .loaded
        node.options?.loaded = OptionTable(options)
      case .failure(let failure): node.options?.phase = .failed(failure.reason)
      }
      return true
    }
    guard isTaken == true else { return .none }
    judge()
    return goOn()
  }

  /// Asks again for the options of a field that could not be loaded.
  package mutating func retryOptions(of field: FieldID) {
    let isFailed = nodes.update(at: field.steps[...], isJudged: true) { node in
      guard case .failed? = node.options?.phase else { return false }
      node.options?.key = nil
      return true
    }
    guard isFailed == true else { return }
    judge()
  }
}

extension ValidationIssue {
  /// The reason of a check that could not be made.
  fileprivate var reason: String {
    if case .text(let reason)? = parameters["reason"] { reason } else { code.rawValue }
  }
}
