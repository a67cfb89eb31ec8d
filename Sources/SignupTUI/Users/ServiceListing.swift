/// The users of a service, as a table of their records.
@MainActor final class ServiceListing: UserListing {
  typealias Users = (
    resource: ResourceViewModel<RecordTable>, signIn: SignInViewModel<RecordTable>?
  )

  private let users: Users
  /// The address of the service, without its scheme and without secrets.
  private let address: String
  let note: String
  private let now: () -> MonotonicInstant
  private let requestFrame: (MonotonicInstant) -> Void
  /// The instant of the requested frame, which shows a new age.
  private var nextAge: MonotonicInstant?
  private var table: RecordTable?
  private var order = Order.service
  /// The rows with their columns; replaced for other columns.
  private var list: Panel
  private var cancellables: Set<AnyCancellable> = []

  init(
    _ users: Users, address: String, note: String = "",
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.users, self.address, self.note) = (users, address, note)
    (self.now, self.requestFrame) = (now, requestFrame)
    list = Panel(columns: [Self.noColumn], hasHeader: false, now: now, requestFrame: requestFrame)
  }

  func appear() {
    users.resource.$state.compactMap(\.fetched)
      .removeDuplicates { $0.value.columns == $1.value.columns && $0.value.rows == $1.value.rows }
      .sink { [weak self] in self?.show($0.value) }
      .store(in: &cancellables)
  }

  private var state: ResourceState<RecordTable> { users.resource.state }

  var signIn: (any SigningIn)? { users.signIn }
  var isThere: Bool { state.value != nil }
  var isLoading: Bool { state.isLoading }

  var failure: String? {
    guard let message = state.message else { return nil }
    guard let age = age?.text else { return message }
    return "\(message) This is the list from \(age)."
  }

  var answers: AnyPublisher<Bool, Never> {
    guard signIn != nil else { return Empty().eraseToAnyPublisher() }
    return users.resource.$state
      .filter { $0.value != nil || ($0.error as? ResourceError)?.isRefusedAccess == true }
      .map { $0.value != nil }.eraseToAnyPublisher()
  }

  var changes: AnyPublisher<Void, Never> { users.resource.objectWillChange.eraseToAnyPublisher() }

  func load() { users.resource.load() }
  func cancel() { users.resource.cancel() }

  func forget() { users.signIn?.signOut() ?? users.resource.reset() }

  var chosen: RecordTable.Row? { list.selected }
  var hasRecord: Bool { chosen != nil }

  func recordPage() -> RecordPage? {
    guard let chosen, let table else { return nil }
    return RecordPage(title: name(of: chosen) ?? "Record", members: table.details(of: chosen))
  }

  var panel: any ListInput { list }

  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas) {
    let count = state.value?.rows.count
    list.placeholder = count == nil ? "" : count == 0 ? "No users" : "No user matches"
    let page = ListPage(
      title: "Users of \(address)", subtitle: notes.joined(separator: " · "),
      count: count.map { FigureText.count($0, "user", "users") } ?? "", message: message)
    page.draw(list, name: { self.name(of: self.chosen) }, footer: footer, on: &canvas)
  }

  /// The first text of a row; nil if there are no columns.
  private func name(of row: RecordTable.Row?) -> String? { row?.cells.first?.text }

  /// The signed-in user, the age of a list that the service has not just confirmed, and the order.
  private var notes: [String] {
    var notes: [String] = []
    if let user = users.signIn?.username { notes.append("signed in as \(user)") }
    if let age, age.isOld {
      notes.append("as of \(age.text)")
      if age.next != nextAge {
        nextAge = age.next
        requestFrame(age.next)
      }
    }
    if table?.hasNextPage == true { notes.append("the first page only") }
    if case .column(let column, let isDescending) = order, let table {
      notes.append("by \(table.columns[column].title)" + (isDescending ? ", descending" : ""))
    }
    return notes
  }

  /// The age of the list, `just now` or `3 min ago`, and the instant when the text changes.
  private var age: (text: String, isOld: Bool, next: MonotonicInstant)? {
    guard let fetched = state.fetched else { return nil }
    let age = fetched.age(at: now())
    let minutes = age.components.seconds / 60
    return (
      minutes == 0 ? "just now" : FigureText.age(.seconds(minutes * 60)) + " ago", minutes > 0,
      now() + (.seconds(60 * (minutes + 1)) - age)
    )
  }

  // MARK: Rows

  private typealias Panel = ListPanel<RecordTable.Row>

  /// The order of the rows.
  private enum Order: Equatable {
    /// The order of the service.
    case service
    case column(Int, isDescending: Bool)
  }

  /// Shows a table, and marks new rows for a while.
  private func show(_ table: RecordTable) {
    let isSameTable = self.table?.columns == table.columns
    self.table = table
    if !isSameTable {
      order = .service
      // A table without users and without chosen columns has no columns.
      let columns = table.columns.isEmpty ? [Self.noColumn] : Self.columns(of: table)
      list = Panel(
        columns: columns, hasHeader: !table.columns.isEmpty, isFilterable: true, now: now,
        requestFrame: requestFrame)
    }
    apply(animated: isSameTable)
  }

  /// Shows the rows in their order.
  private func apply(animated: Bool) {
    guard let table else { return }
    let sorted =
      switch order {
      case .service: table.rows
      case .column(let column, let isDescending): table.rows(by: column, isDescending: isDescending)
      }
    list.apply(ListSnapshot(sorted), animated: animated)
  }

  private static var noColumn: Panel.Column { Panel.Column("", 1) { _ in "" } }

  /// The number of rows that determine a column's width.
  private static let sample = 1_000
  /// The maximum width of a column, so that others fit.
  private static let widest = 30

  /// The columns of a list: as wide as their cells and titles, up to a limit; numbers are
  /// right-aligned. If there is too little room, the last columns are left out.
  private static func columns(of table: RecordTable) -> [Panel.Column] {
    table.columns.enumerated().map { index, column in
      let cells = table.rows.prefix(sample).map { $0[index] }
      let texts = cells.map(\.text) + [column.title]
      let width = texts.reduce(1) { max($0, min(widest, Glyph.columns(of: $1))) }
      let filled = cells.filter { !$0.text.isEmpty }
      let isNumeric = index > 0 && !filled.isEmpty && filled.allSatisfy { $0.number != nil }
      return Panel.Column(column.title, width, isNumeric ? .trailing : .leading, rank: index) {
        $0[index].text
      }
    }
  }

  /// Every key of the list.
  var keys: [KeyBinding] {
    guard let table, !table.rows.isEmpty else { return [] }
    return list.keys + [
      KeyBinding(
        "s", "sort by the next column; after the last one, unsorted",
        footer: KeyHint("s", "sort", rank: 7)
      ) { _ in self.sort(by: self.nextOrder) },
      KeyBinding("S", "reverse the order", when: order != .service) { _ in
        if case .column(let column, let isDescending) = self.order {
          self.sort(by: .column(column, isDescending: !isDescending))
        }
      },
    ]
  }

  private var nextOrder: Order {
    let next =
      switch order {
      case .service: 0
      case .column(let column, _): column + 1
      }
    return next < table?.columns.count ?? 0 ? .column(next, isDescending: false) : .service
  }

  private func sort(by order: Order) {
    self.order = order
    apply(animated: false)
  }

  func say(in dialogue: LineDialogue) throws(LineDialogue.Ending) -> Bool {
    let message = state.message
    if let message { try dialogue.say(message) }
    guard let rows = state.value?.rows, let age else {
      if message == nil { try dialogue.say("There was no response.") }
      return false
    }
    let count = FigureText.count(rows.count, "user", "users")
    try dialogue.say("\(count)\(message == nil ? "" : ", as of \(age.text)"):")
    for row in rows { try dialogue.say(row.line) }
    if state.value?.hasNextPage == true { try dialogue.say(Self.isFirstPage) }
    return message == nil
  }

  /// The sentence about a service that names another page at `next`.
  nonisolated static let isFirstPage =
    "This is only the first page, because the response has another one at “next”; 'SignupTUI pages "
    + "--url URL --next next' lists all of them."
}

extension RecordTable.Row {
  /// The row in one line: its first cell, and the others that are not empty.
  fileprivate var line: String {
    let others = cells.dropFirst().map(\.text).filter { !$0.isEmpty }
    let first = cells.first?.text ?? ""
    return others.isEmpty ? first : "\(first): \(others.joined(separator: ", "))"
  }
}
