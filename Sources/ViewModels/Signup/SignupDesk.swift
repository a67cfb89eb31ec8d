import Reactive
import ReactiveExtras

/// What the sign-up form asks of an account store, away from the thread that draws.
///
/// Apart from the view model so that nothing here belongs to the main actor: its closures run on
/// whatever scheduler they are sent to.
struct SignupDesk: Sendable {
  let store: any AccountStore
  let policy: UsernamePolicy

  /// Asks whether a name is free, and for a free one much like it if not.
  func availability(of username: String) -> UsernameAvailability {
    do throws(AccountError) {
      // The alternatives are asked for along with the name: in a large file that is one reading.
      var names = [username]
      _ = policy.alternative(to: username) { name in
        names.append(name)
        return true
      }
      let free = try store.firstFree(of: names)
      return free == username ? .free : .taken(suggestion: free)
    } catch {
      let concernsName = error.signupIssue?.field == .username
      return concernsName
        ? .refused(reason: error.description) : .unanswered(reason: error.description)
    }
  }

  /// What became of a registration.
  struct Answer: Sendable {
    /// The username that was stored, or why none was.
    var result: Result<String, AccountError>
    /// A free name much like one that turned out to be taken.
    var suggestion: String?
  }

  /// Adds an account.
  func register(_ username: String, password: String) -> Answer {
    do throws(AccountError) {
      try store.add(username, password: password)
      return Answer(result: .success(username))
    } catch {
      var answer = Answer(result: .failure(error))
      if case .taken = error, case .taken(let suggestion) = availability(of: username) {
        answer.suggestion = suggestion
      }
      return answer
    }
  }

  /// Runs a piece of work once for each subscription, on a scheduler.
  static func work<Value: Sendable>(
    on scheduler: some Scheduler, _ body: @escaping @Sendable () -> Value
  ) -> AnyPublisher<Value, Never> {
    Deferred { Future<Value, Never> { promise in promise(.success(body())) } }
      .subscribe(on: scheduler)
      .eraseToAnyPublisher()
  }
}
