import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The accounts of a file for a user with an account there.
@MainActor
final class AccountListing: UserListing {
  let model: UsersViewModel
  /// The place of the accounts, for the user to see.
  let place: String
  let list: AccountList
  /// True while the list is loaded because the accounts have changed, of which nothing is said.
  private var isFollowing = false
  private var cancellables: Set<AnyCancellable> = []

  init(
    model: UsersViewModel, place: String, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.model, self.place) = (model, place)
    list = AccountList(
      model.$state.compactMap { $0.value?.users }.removeDuplicates().map { ListSnapshot($0) },
      now: now, requestFrame: requestFrame)
    model.$state.sink { [weak self] in if !$0.isLoading { self?.isFollowing = false } }
      .store(in: &cancellables)
  }

  /// Loads the list again after each change of the accounts.
  func follow(_ changes: some Publisher<Void, Never>) {
    changes.sink { [weak self] in
      guard let self, model.isSignedIn else { return }
      isFollowing = true
      model.followChange()
    }
    .store(in: &cancellables)
  }

  var isThere: Bool { model.isSignedIn }
  var isLoading: Bool { model.isLoading && !isFollowing }
  var failure: String? { model.message.map { "\($0) This is the old list." } }

  var refusals: AnyPublisher<Void, Never> {
    model.$state.filter { $0.error as? UsersError == .refused }.map { _ in }.eraseToAnyPublisher()
  }

  func load() { model.reload() }
  func cancel() { model.cancel() }

  var hasRecord: Bool { false }
  func recordPage() -> RecordPage? { nil }
  var keys: [KeyBinding] { list.keys }
  var isTyping: Bool { list.panel.isTyping }
  func handle(_ event: InputEvent) -> Bool { list.panel.handle(event) }

  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas) {
    guard let users = model.state.value else { return }
    list.panel.placeholder = users.users.isEmpty ? "No accounts" : "No account matches"
    list.draw(
      title: "Accounts in \(place)", subtitle: "signed in as \(users.session.username), to read",
      count: FigureText.count(users.users.count, "account", "accounts"), message: message,
      footer: footer, on: &canvas)
  }
}
