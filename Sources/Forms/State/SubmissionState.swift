/// The state of a form's submission.
///
/// One value rather than several flags, so that a form cannot be submitting and failed at once.
public enum SubmissionState<Success, Failure: Error> {
  /// Nothing has been submitted, or the form has been edited since.
  case idle
  /// The form is submitted, and waits for rules that have not answered yet.
  case validating
  /// All rules are met; the form waits for the outcome.
  case submitting
  /// The submission succeeded.
  case succeeded(Success)
  /// The submission failed; the form is unchanged and can be submitted again.
  case failed(Failure)

  /// True while a submission is running: fields are locked and presses ignored.
  public var isUnderWay: Bool {
    switch self {
    case .validating, .submitting: true
    case .idle, .succeeded, .failed: false
    }
  }

  /// Starts a submission, from idle or after a failure; false from any other state.
  @discardableResult package mutating func begin() -> Bool {
    switch self {
    case .idle, .failed:
      self = .validating
      return true
    case .validating, .submitting, .succeeded: return false
    }
  }

  /// All rules are met: goes from validating to submitting, false from anywhere else.
  @discardableResult package mutating func send() -> Bool {
    guard case .validating = self else { return false }
    self = .submitting
    return true
  }

  /// Ends a running submission; a result that arrives after a cancel is dropped.
  @discardableResult package mutating func finish(with result: Result<Success, Failure>) -> Bool {
    guard case .submitting = self else { return false }
    switch result {
    case .success(let success): self = .succeeded(success)
    case .failure(let failure): self = .failed(failure)
    }
    return true
  }

  /// Goes back to idle: a rule is not met, the user has cancelled, or has edited after a failure.
  ///
  /// A submission that has succeeded stays so.
  package mutating func abandon() {
    if case .succeeded = self { return }
    self = .idle
  }
}

extension SubmissionState: Sendable where Success: Sendable {}
extension SubmissionState: Equatable where Success: Equatable, Failure: Equatable {}
