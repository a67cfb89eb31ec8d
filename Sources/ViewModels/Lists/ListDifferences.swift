import Reactive

/// The changes of a fetched list: each value is the difference from the list that the subscriber
/// was sent before, the first one from an empty list.
///
///     source.differences.sink { _ in
///     } receiveValue: {
///       rows = rows.applyingChanges($0, Row.init)
///     }
///
/// Each subscriber has its own fetches, which start and end with its subscription. Changes that
/// come without demand become one difference; none is empty. The first failing fetch ends it, with
/// or without demand. Finishes after the source's last change, when everything has been sent.
struct ListDifferences<Element: Identifiable & Equatable, Failure: Error>: Publisher {
  /// The changes of the list.
  typealias Output = ListDiff<Element>

  /// The source of the list.
  let source: ListSource<Element, Failure>

  /// Gives a subscriber its subscription, and then starts to fetch.
  func receive(subscriber: some Subscriber<Output, Failure>) {
    let inner = DifferenceSubscription(subscriber)
    subscriber.receive(subscription: inner)
    inner.start(source)
  }
}

/// One subscriber's list.
///
/// A thread with work takes the turn, and also does the work that others leave meanwhile; so
/// nothing is fetched or sent twice at once, and no thread waits.
private final class DifferenceSubscription<
  Downstream: Subscriber, Element: Identifiable & Equatable
>: Subscription where Downstream.Input == ListDiff<Element> {
  private typealias Ledger = DifferenceLedger<Element, Downstream.Failure>
  typealias Source = ListSource<Element, Downstream.Failure>

  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var ledger = Ledger()
  @exclusivity(unchecked) private var downstream: Downstream?
  @exclusivity(unchecked) private var fetch: (() -> Result<[Element], Downstream.Failure>)?
  @exclusivity(unchecked) private var changes: AnyCancellable?

  init(_ downstream: Downstream) { self.downstream = downstream }

  /// Listens for changes, and fetches for the first time.
  func start(_ source: Source) {
    // The turn is kept until the changes are observed, so that none is missed before the fetch.
    let isWanted = lock.withLock {
      guard downstream != nil else { return false }
      fetch = source.fetch
      (ledger.isTaken, ledger.isOutdated) = (true, true)
      return true
    }
    guard isWanted else { return }
    let cancellable = source.changes.sink { [weak self] _ in
      self?.perform { $0.changesHaveEnded = true }
    } receiveValue: { [weak self] in
      self?.perform { $0.isOutdated = true }
    }
    let isLate = lock.withLock {
      guard downstream != nil else { return true }
      changes = cancellable
      return false
    }
    if isLate { cancellable.cancel() } else { takeTurn() }
  }

  func request(_ demand: Subscribers.Demand) { perform { $0.demand += demand } }

  func cancel() {
    lock.lock()
    let held = (downstream, fetch, changes, ledger)
    (downstream, fetch, changes, ledger) = (nil, nil, nil, Ledger())
    lock.unlock()
    held.2?.cancel()
  }

  /// Notes something, and does the work that follows from it, unless another thread is at it.
  private func perform(_ note: (inout Ledger) -> Void) {
    lock.lock()
    note(&ledger)
    let isMine = downstream != nil && !ledger.isTaken
    if isMine { ledger.isTaken = true }
    lock.unlock()
    if isMine { takeTurn() }
  }

  private func takeTurn() { while let step = nextStep() { take(step) } }

  private func nextStep() -> Ledger.Step? {
    lock.withLock {
      let step = downstream == nil ? nil : ledger.nextStep()
      if step == nil { ledger.isTaken = false }
      return step
    }
  }

  private func take(_ step: Ledger.Step) {
    switch step {
    case .fetch:
      guard let list = lock.withLock({ fetch })?() else { return }
      let replaced = lock.withLock { downstream == nil ? nil : ledger.take(list) }
      withExtendedLifetime(replaced) {}
    case .compare(let old, let new):
      let difference = ListDiff(from: old, to: new)
      let target = lock.withLock {
        guard !difference.isEmpty, downstream != nil else { return Downstream?.none }
        ledger.demand -= 1
        return downstream
      }
      guard let more = target?.receive(difference), more > 0 else { return }
      lock.withLock { ledger.demand += more }
    case .end(let completion):
      let target = lock.withLock { downstream }
      cancel()
      target?.receive(completion: completion)
    }
  }
}

extension DifferenceSubscription: CustomStringConvertible {
  var description: String { "ListDifferences" }
}

/// The account of a subscriber of differences: the list it was sent, and the events it is owed.
private struct DifferenceLedger<Element: Identifiable & Equatable, Failure: Error> {
  /// The next action, performed outside the lock.
  enum Step {
    /// Fetch the list.
    case fetch
    /// Send the difference of two lists, unless it is empty.
    case compare([Element], [Element])
    /// Send the end.
    case end(Subscribers.Completion<Failure>)
  }

  /// The number of differences requested.
  var demand = Subscribers.Demand.none
  /// True if something has changed since the last fetch began.
  var isOutdated = false
  /// True if no more changes will be reported.
  var changesHaveEnded = false
  /// True if a thread has the turn.
  var isTaken = false
  /// The list that the subscriber was sent.
  private var sent: [Element] = []
  /// The list as last fetched; nil if the subscriber was sent it.
  private var pending: [Element]?
  private var failure: Failure?

  /// Returns the next action; nil if there is none.
  mutating func nextStep() -> Step? {
    if let failure { return .end(.failure(failure)) }
    if isOutdated {
      isOutdated = false
      return .fetch
    }
    if let list = pending, demand > 0 {
      let old = sent
      (sent, pending) = (list, nil)
      return .compare(old, list)
    }
    return changesHaveEnded && pending == nil ? .end(.finished) : nil
  }

  /// Takes in the result of a fetch, and returns the list that it replaces.
  mutating func take(_ result: Result<[Element], Failure>) -> [Element]? {
    let replaced = pending
    switch result {
    case .success(let list): pending = list
    case .failure(let error): failure = error
    }
    return replaced
  }
}
