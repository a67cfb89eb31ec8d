import Reactive
import ReactiveExtras
import ViewModels

/// A sign-up form on virtual time, whose account store answers when it is let.
@MainActor
struct PacedSignupForm {
  let clock = VirtualTimeScheduler()
  let background = VirtualTimeScheduler()
  let model: SignupViewModel

  init(store: (any AccountStore)? = nil, rules: SignupRules = .shortNames) {
    model = SignupViewModel(rules: rules, store: store, scheduler: clock, background: background)
  }

  /// Lets a length of time pass, and the account store answer in no time at all.
  func wait(_ milliseconds: Int) {
    for _ in 0..<milliseconds {
      clock.advance(by: .milliseconds(1))
      background.advance()
      clock.advance()
    }
  }

  func fillIn(_ username: String = "annie", _ password: String = "Correct-horse-7") {
    model.username = username
    model.password = password
    model.confirmPassword = password
  }
}

extension SignupRules {
  /// The usual rules but for names, which may have three characters.
  static let shortNames = SignupRules(usernamePolicy: UsernamePolicy(minimumLength: 3))
}
