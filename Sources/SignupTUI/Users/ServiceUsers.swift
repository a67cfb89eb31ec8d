import Reactive
import ViewModels

/// The users of a service with or without a sign-in, for screens, lines and scripts alike.
@MainActor struct ServiceUsers {
  /// The address that is asked, without its scheme and without what may be secret.
  let place: String
  /// The sign-in; nil where nobody signs in.
  let signIn: (any SigningIn)?
  /// Publishes the state: at once, and after each change.
  let states: AnyPublisher<Resource<RecordTable>, Never>
  private let present: () -> Resource<RecordTable>
  /// Fetches the list, unless it is on its way.
  let load: () -> Void
  /// Gives up what is under way.
  let cancel: () -> Void
  /// Gives up what is under way, and forgets the list and what it was fetched with.
  let forget: () -> Void

  /// Makes the users that everybody is shown, or who shows a token.
  init(_ model: ResourceViewModel<RecordTable>, place: String) {
    (self.place, signIn, present) = (place, nil, { model.state })
    states = model.$state.eraseToAnyPublisher()
    (load, cancel, forget) = ({ model.load() }, { model.cancel() }, { model.reset() })
  }

  /// Makes the users that are shown to those who sign in.
  init(_ model: SignInViewModel<RecordTable>, place: String) {
    (self.place, signIn, present) = (place, model, { model.state })
    states = model.$state.eraseToAnyPublisher()
    (load, cancel, forget) = ({ model.reload() }, { model.cancel() }, { model.signOut() })
  }

  /// The state.
  var state: Resource<RecordTable> { present() }

  /// An age in words: `just now`, `3 min ago`.
  static func words(_ age: Duration) -> String {
    age < .seconds(60)
      ? "just now" : FigureText.age(.seconds(age.components.seconds / 60 * 60)) + " ago"
  }
}
