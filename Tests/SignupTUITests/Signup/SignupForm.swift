import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

@testable import SignupTUI

/// The sign-up form on virtual time, driven by keys.
@MainActor
struct SignupForm {
  let clock = VirtualTimeScheduler()
  let screen: SignupScreen

  init(taken: [String] = []) { self.init(store: InMemoryAccountStore(taken: taken)) }

  init(store: any AccountStore, mask: TextField.Echo = .bullets) {
    let rules = SignupRules(usernamePolicy: UsernamePolicy(minimumLength: 3))
    let model = SignupViewModel(rules: rules, store: store, scheduler: clock, background: clock)
    screen = SignupScreen(model: model, shownPath: "~/.local/share/signup-tui/accounts", mask: mask)
  }

  func type(_ text: String) {
    for character in text { press(KeyPress(.character(character))) }
  }

  func press(_ keys: KeyPress...) {
    for key in keys { screen.handle(.key(key)) }
  }

  func wait(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  func frame(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  func fillIn() {
    type("annie")
    press(KeyPress(.tab))
    type("Correct-horse-7")
    press(KeyPress(.tab))
    type("Correct-horse-7")
  }
}
