import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// The accounts of a file, as it is and as it changes.
@MainActor
final class AccountsScreen: Screen {
  typealias Model = ListViewModel<ListedAccount, AccountError>
  typealias Result = TrackScreen.Result

  /// In which order accounts stand.
  private enum Order {
    case name
    case file
  }

  private(set) var result: Result?

  private let model: Model
  /// The file, as people write it.
  private let place: String
  /// The command that adds an account.
  private let addition: String
  private let panel: ListPanel<ListedAccount>
  private let order = CurrentValueSubject<Order, Never>(.name)
  private var help: KeyHelp?
  private var cancellables: Set<AnyCancellable> = []

  /// Below this there is only the list.
  private static let leastSize = Size(16, 5)

  /// Makes the screen of a file.
  ///
  /// - Parameters:
  ///   - place: The file, as people write it.
  ///   - addition: The command that adds an account.
  ///   - now: The present instant.
  ///   - requestFrame: Asks for a frame at an instant.
  init(
    model: Model, place: String, addition: String, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.model, self.place, self.addition) = (model, place, addition)
    panel = ListPanel(
      columns: [
        .init(.init(title: "Name", width: 12)) { $0.title },
        .init(.init(title: "Password", width: 13, rank: 1)) { $0.scheme.sentence },
      ],
      now: now, requestFrame: requestFrame)
    model.snapshots.combineLatest(order)
      .map { Self.ordered($0, by: $1) }
      .apply(to: panel).store(in: &cancellables)
    model.objectWillChange.sink { requestFrame(now()) }.store(in: &cancellables)
  }

  /// Makes the screen of a file that an event loop shows.
  convenience init(model: Model, place: String, addition: String, loop: EventLoop) {
    self.init(model: model, place: place, addition: addition, now: { loop.now }) { instant in
      if instant <= loop.now {
        loop.setNeedsFrame()
      } else {
        loop.schedule(at: instant) { loop.setNeedsFrame() }
      }
    }
  }

  private static func ordered(_ snapshot: Model.Snapshot, by order: Order) -> Model.Snapshot {
    switch order {
    case .file: snapshot
    case .name:
      ListSnapshot(
        snapshot.items.map { (key: $0.name.lowercased(), account: $0) }
          .sorted { ($0.key, $0.account.name) < ($1.key, $1.account.name) }.map(\.account))
    }
  }

  func handle(_ event: InputEvent) {
    if help.take(event) { return }
    if event == .key(.control("c")) { return result = .interrupted }
    if panel.handle(event) { return }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  private var keys: KeyMap {
    let isByName = order.value == .name
    return KeyMap(
      panel.keys + [
        KeyBinding(
          "s", "sort: by name, as in the file",
          footer: KeyHint("s", isByName ? "as in the file" : "by name", rank: 4)
        ) { _ in self.order.send(isByName ? .file : .name) }
      ] + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 1)) { _ in self.result = .quit },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    let size = canvas.size
    let state = model.state
    panel.placeholder =
      state.hasLoaded ? "No accounts yet: \(addition)" : state.failure == nil ? "…" : ""
    guard size.fits(Self.leastSize) else {
      // There is no room for a list of keys, and none may wait unseen.
      help = nil
      panel.draw(in: canvas.bounds, on: &canvas)
      return
    }
    func row(_ y: Int) -> Rect { Rect(x: 1, y: y, width: size.width - 2, height: 1) }
    drawTitle(state, in: row(0), on: &canvas)
    let failure = state.failure.map { MessageRow(kind: .failure, text: $0.description) }
    let messageRows = min(
      max(1, size.height - 6),
      failure?.rows(width: size.width - 2, symbols: canvas.symbols) ?? 1)
    panel.draw(
      in: Rect(x: 1, y: 1, width: size.width - 2, height: size.height - 2 - messageRows),
      on: &canvas)
    let message = Rect(
      x: 1, y: size.height - 1 - messageRows, width: size.width - 2, height: messageRows)
    if let failure {
      failure.draw(in: message, on: &canvas)
    } else {
      _ = panel.drawSearch(in: message, on: &canvas)
    }
    footer.draw(in: row(size.height - 1), on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawTitle(_ state: Model.State, in rect: Rect, on canvas: inout Canvas) {
    let count = state.hasLoaded ? FigureText.count(state.snapshot.count, "account", "accounts") : ""
    let width = Glyph.columns(of: count)
    canvas.write(
      "Accounts in \(place)",
      in: Rect(x: rect.x, y: rect.y, width: max(0, rect.width - width - 2), height: 1),
      style: .title)
    Label(text: count, style: .muted, alignment: .trailing).draw(in: rect, on: &canvas)
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    if panel.search.isOpen { return type(of: panel.search).footer }
    return keys.footer
  }
}

extension ListedAccount {
  /// The name, and whether another account has it that counts.
  var title: String { id.repetition == 0 ? name : "\(name) (repeated)" }
}

extension ListViewModel {
  /// The rows of the list.
  typealias Snapshot = ListSnapshot<Never, Item>
}

extension PasswordScheme {
  /// How a password is hashed, and whether that is too little.
  var sentence: String { isWeak ? "\(rawValue), weak" : rawValue }
}
