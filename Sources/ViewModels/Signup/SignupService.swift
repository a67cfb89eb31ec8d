import Reactive
import ReactiveExtras

/// The sign-up form's questions to an account store, asked on another thread than the one that
/// draws.
///
/// Separate from the view model so that nothing here belongs to the main actor: its closures run on
/// any scheduler they are sent to.
struct SignupService: Sendable {
  let store: any AccountStore
  let policy: UsernamePolicy
  let purpose: SignupPurpose

  /// Returns the issues with a name: it is taken, with a similar free one, or the store refuses it.
  /// Throws if the store cannot be asked.
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

  /// The store's error, and the same for the form.
  typealias Refusal = (error: AccountError, rejection: FormRejection)

  /// Adds an account, or changes the password of the form's; returns the reason if it is refused.
  func register(_ username: String, password: String) -> Refusal? {
    do throws(AccountError) {
      switch purpose {
      case .newAccount: try store.add(username, password: password)
      case .newPassword(let name): try store.changePassword(of: name, to: password)
      }
      return nil
    } catch {
      guard let (field, issue) = error.signupIssue else {
        let issue = ValidationIssue(.accountFailure, ["reason": .text(error.description)])
        return (error, FormRejection(issue))
      }
      // A taken name comes with a free one, as after the check, if one can be found.
      var offer: ValidationIssue?
      if case .taken = error { offer = (try? issues(with: username))?.first }
      return (error, FormRejection(offer ?? issue, at: field.name))
    }
  }

  private static func taken(_ suggestion: String?) -> ValidationIssue {
    ValidationIssue(.usernameTaken, suggestion.map { ["suggestion": .text($0)] } ?? [:])
  }
}

extension SignupService {
  /// Performs the form's purpose. The store's error is sent to `refusals` before the form gets the
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
      .flatMap { refusal in
        if let refusal { refusals.send(refusal.error) }
        return Result { () throws(FormRejection) in if let refusal { throw refusal.rejection } }
          .publisher
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
