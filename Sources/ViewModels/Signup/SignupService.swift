import Credentials
import Forms
import Reactive
import ReactiveExtras

/// The sign-up form's questions to an account store, asked on another thread than the one that
/// draws.
///
/// Apart from the view model so that nothing here belongs to the main actor: its closures run on
/// any scheduler they are sent to.
struct SignupService: Sendable {
  let store: any AccountStore
  let policy: UsernamePolicy
  let purpose: SignupPurpose

  /// Returns the issues with a name: that it is taken, with a free one much like it, or that the
  /// store cannot hold it. Throws if the store cannot be asked.
  func issues(with username: String) throws(AccountError) -> [ValidationIssue] {
    do throws(AccountError) {
      // The alternatives are looked up along with the name: in a large file that is one reading.
      var names = [username]
      _ = policy.alternative(to: username) { name in
        names.append(name)
        return true
      }
      let free = try store.firstFree(of: names)
      return free == username ? [] : [Self.taken(free)]
    } catch {
      guard let refused = error.signupIssue, refused.field == .username else { throw error }
      return [refused.issue]
    }
  }

  /// The reason why an account was not made.
  struct Refusal: Error {
    /// The store's error.
    var error: AccountError
    /// The field whose value would have to change, and the issue with it.
    var reason: (field: SignupField, issue: ValidationIssue)?

    /// The same for the form.
    var rejection: FormRejection {
      guard let reason else {
        return FormRejection(
          ValidationIssue(.accountFailure, ["reason": .text(error.description)]))
      }
      return FormRejection(reason.issue, at: reason.field.name)
    }
  }

  /// Adds an account, or changes the password of the one that the form is about.
  func register(_ username: String, password: String) -> Result<Void, Refusal> {
    do throws(AccountError) {
      switch purpose {
      case .newAccount: try store.add(username, password: password)
      case .newPassword(let name): try store.changePassword(of: name, to: password)
      }
      return .success(())
    } catch {
      var reason = error.signupIssue
      // A taken name comes with a free one, as after the check, if one can be found.
      if case .taken = error, let issue = (try? issues(with: username))?.first {
        reason?.issue = issue
      }
      return .failure(Refusal(error: error, reason: reason))
    }
  }

  private static func taken(_ suggestion: String?) -> ValidationIssue {
    ValidationIssue(.usernameTaken, suggestion.map { ["suggestion": .text($0)] } ?? [:])
  }
}

extension SignupService {
  /// Does what the form is for. The store's error is sent to `refusals` before the form gets the
  /// reason.
  @MainActor func registration(
    on background: some Scheduler, answering scheduler: some Scheduler,
    _ refusals: some Subject<AccountError?, Never>
  ) -> FormViewModel<SignupInput>.Submission {
    { input in
      BackgroundWork.publisher(on: background) {
        register(input.username, password: input.password)
      }
      .assertNoFailure()
      .receive(on: scheduler)
      .setFailureType(to: FormRejection.self)
      .flatMap { outcome in
        outcome.mapError { refusal in
          refusals.send(refusal.error)
          return refusal.rejection
        }.publisher
      }
      .eraseToAnyPublisher()
    }
  }

  /// Asks if a name is free. The submission finds that out by itself.
  @MainActor func availability(
    after debounce: Duration, on background: some Scheduler
  ) -> AsyncValidationRule<String> {
    AsyncValidationRule(debounce: debounce, isSettledBySubmission: true) { name in
      BackgroundWork.publisher(on: background) { try issues(with: name) }
    }
  }
}
