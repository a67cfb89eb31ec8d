/// Accounts as screens list them: their columns, in the order of the names or of the file.
@MainActor final class AccountList {
  typealias Snapshot = ListSnapshot<Never, ListedAccount>

  /// The order of the accounts.
  private enum Order {
    case name
    case file
  }

  let panel: ListPanel<ListedAccount>
  private let look: Look
  private let order = CurrentValueSubject<Order, Never>(.name)
  /// The name of an account to choose as soon as it is in the list.
  private var awaited: String?
  private var cancellables: Set<AnyCancellable> = []

  /// The properties of the window that columns depend on.
  private final class Look {
    /// True if there is room for all columns.
    var isWide = true
    /// Below this width, the least important columns are left out.
    static let leastWidth = 60
  }

  /// Makes the list of the accounts that a publisher sends.
  ///
  /// - Parameters:
  ///   - now: Returns the current instant.
  ///   - requestFrame: Requests a frame at an instant.
  init(
    _ snapshots: some Publisher<Snapshot, Never>, now: @escaping () -> MonotonicInstant,
    requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    let look = Look()
    self.look = look
    panel = ListPanel(
      columns: [
        .init("Name", 12) { $0.title },
        .init("Access", 7, rank: 3) { $0.access.rawValue },
        .init("Hash", 13, rank: 2) { $0.scheme.rawValue },
        .init("Strength", 16, rank: 1) {
          // Without room for both, this column also marks accounts that cannot log in.
          $0.access == .open || look.isWide ? $0.strengthWords : $0.access.rawValue
        },
      ],
      isFilterable: true, now: now, requestFrame: requestFrame)
    snapshots.combineLatest(order)
      .map { Self.ordered($0, by: $1) }
      .apply(to: self).store(in: &cancellables)
  }

  private static func ordered(_ snapshot: Snapshot, by order: Order) -> Snapshot {
    switch order {
    case .file: snapshot
    case .name:
      ListSnapshot(
        snapshot.items.map { (key: $0.name.lowercased(), account: $0) }
          .sorted { ($0.key, $0.account.name) < ($1.key, $1.account.name) }.map(\.account))
    }
  }

  /// The chosen account.
  var chosen: ListedAccount? { panel.selected }

  /// Chooses an account, as soon as it is in the list.
  func choose(_ name: String) { awaited = panel.choose(ListedAccount.ID(name: name)) ? nil : name }

  /// Every key of the list.
  var keys: [KeyBinding] {
    let isByName = order.value == .name
    return panel.keys + [
      KeyBinding(
        "s", "sort: by name, as in the file",
        footer: KeyHint("s", isByName ? "as in the file" : "by name", rank: 7)
      ) { _ in self.order.send(isByName ? .file : .name) }
    ]
  }

  // MARK: Drawing

  /// Draws the list between its title and its message.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - subtitle: The line below the title, if there is room.
  ///   - count: The number of accounts in words.
  ///   - message: The message below the list; nil for the line of the search or the filter.
  ///   - footer: Returns the keys, once the chosen account is known.
  func draw(
    title: String, subtitle: String = "", count: String, message: MessageRow?,
    footer: () -> Footer, on canvas: inout Canvas
  ) {
    look.isWide = canvas.size.width >= Look.leastWidth
    let page = ListPage(title: title, subtitle: subtitle, count: count, message: message)
    page.draw(panel, name: { self.chosen?.title }, footer: footer, on: &canvas)
  }
}

extension AccountList: ListTarget {
  func apply(_ snapshot: Snapshot, animated: Bool) {
    panel.apply(snapshot, animated: animated)
    if let awaited { choose(awaited) }
  }
}

extension ListedAccount {
  /// The name, and whether another account has it that counts.
  var title: String { id.repetition == 0 ? name : "\(name) (repeated)" }

  /// The strength of the hash in a few words; empty if it is not known.
  var strengthWords: String { strength.map { "\($0)" } ?? "" }

  /// The account in one line: its name, strength and hash.
  var line: String {
    let words = [access.rawValue, scheme.rawValue, strengthWords]
    return "\(title): \(words.filter { !$0.isEmpty }.joined(separator: ", "))"
  }
}
