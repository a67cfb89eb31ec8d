import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The users of a service, as a table of their records.
@MainActor
final class ServiceListing: UserListing {
  let service: ServiceUsers
  let table: RecordTableList
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void
  /// The instant for which a frame was asked, to show another age.
  private var nextAge: MonotonicInstant?
  private var cancellables: Set<AnyCancellable> = []

  init(
    _ service: ServiceUsers, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.service, self.now, self.requestFrame) = (service, now, requestFrame)
    table = RecordTableList(now: now, requestFrame: requestFrame)
    service.states.compactMap(\.fetched)
      .removeDuplicates { $0.value.isSame(as: $1.value) }
      .sink { [weak self] in self?.table.show($0.value) }
      .store(in: &cancellables)
  }

  var isThere: Bool { service.state.value != nil }
  var isLoading: Bool { service.state.isLoading }

  var failure: String? {
    guard let message = service.state.message else { return nil }
    guard let age = age?.text else { return message }
    return "\(message) This is the list of \(age)."
  }

  var refusals: AnyPublisher<Void, Never> {
    service.states
      .filter { ($0.error as? ResourceError)?.isRefusedAccess == true && $0.value == nil }
      .map { _ in }.eraseToAnyPublisher()
  }

  func load() { service.load() }
  func cancel() { service.cancel() }

  var hasRecord: Bool { table.chosen != nil }
  func recordPage() -> RecordPage? { table.recordPage() }
  var keys: [KeyBinding] { table.keys }
  var isTyping: Bool { table.isTyping }
  func handle(_ event: InputEvent) -> Bool { table.handle(event) }

  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas) {
    let count = service.state.value.map { FigureText.count($0.rows.count, "user", "users") } ?? ""
    table.placeholder =
      service.state.value == nil
      ? "" : service.state.value?.rows.isEmpty == true ? "No users" : "No user matches"
    table.draw(
      title: "Users of \(service.place)", notes: notes, count: count, message: message,
      footer: footer, on: &canvas)
  }

  /// The signed-in user, and the age of a list that is not the service's last word.
  private var notes: [String] {
    var notes: [String] = []
    if let user = service.signIn?.username { notes.append("signed in as \(user)") }
    if let age, age.isOld {
      notes.append("as of \(age.text)")
      if age.next != nextAge {
        nextAge = age.next
        requestFrame(age.next)
      }
    }
    return notes
  }

  /// The age of the list in words, and the instant at which they change.
  private var age: (text: String, isOld: Bool, next: MonotonicInstant)? {
    guard let fetched = service.state.fetched else { return nil }
    let age = fetched.age(at: now())
    let minutes = age.components.seconds / 60
    return (
      ServiceUsers.words(age), minutes > 0, now() + (.seconds(60 * (minutes + 1)) - age)
    )
  }
}

extension RecordTable {
  /// Returns true if two tables show the same.
  fileprivate func isSame(as other: RecordTable) -> Bool {
    columns == other.columns && rows == other.rows
  }
}
