import Reactive
import Synchronization

extension Publisher {
  /// Sends the events of this publisher or of another, whichever is the first to send anything.
  ///
  ///     fastMirror.amb(slowMirror)  // the one that answers first
  ///
  /// A completion counts, too, so an empty publisher may win. The loser is cancelled before the
  /// winner's first event is passed on. Until there is a winner, each request goes to both; if both
  /// send at once, this publisher wins.
  @inlinable public func amb<Other: Publisher<Output, Failure>>(
    _ other: Other
  ) -> Publishers.Amb<Self, Other> {
    Publishers.Amb(first: self, second: other)
  }
}

extension Collection where Element: Publisher {
  /// Sends the events of the first of these publishers to send anything.
  ///
  /// The others are cancelled. An empty collection finishes at once.
  @inlinable public func amb<Output, Failure>()
    -> some Publisher<Output, Failure> & SendableMetatype
  where Element.Output == Output, Element.Failure == Failure {
    // Compilers before 6.3 do not see through `Element.Output` in an opaque type.
    AmbMany(publishers: Array(self))
  }
}

extension Publishers {
  /// Sends the events of the first of two publishers to send anything.
  public struct Amb<First: Publisher, Second: Publisher>: Publisher
  where First.Output == Second.Output, First.Failure == Second.Failure {
    public typealias Output = First.Output
    public typealias Failure = First.Failure
    /// The publisher that wins if both send at once.
    @usableFromInline let first: First
    /// The other publisher.
    @usableFromInline let second: Second

    /// Makes a publisher of the faster of two.
    @inlinable init(first: First, second: Second) { (self.first, self.second) = (first, second) }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      let race = Race(subscriber, runners: 2)
      subscriber.receive(subscription: race)
      first.receive(subscriber: Inlet(race, 0))
      if race.isOn { second.receive(subscriber: Inlet(race, 1)) }
    }
  }
}

extension Publishers.Amb: Equatable where First: Equatable, Second: Equatable {}

/// The first of any number of publishers of one type that sends anything.
@usableFromInline struct AmbMany<Upstream: Publisher>: Publisher {
  @usableFromInline typealias Output = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure
  @usableFromInline let publishers: [Upstream]

  @inlinable init(publishers: [Upstream]) { self.publishers = publishers }

  @inlinable func receive(subscriber: some Subscriber<Output, Failure>) {
    if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
    let race = Race(subscriber, runners: publishers.count)
    subscriber.receive(subscription: race)
    for (number, publisher) in publishers.enumerated() where race.isOn {
      publisher.receive(subscriber: Inlet(race, number))
    }
  }
}

/// The host of an operator that follows the first of several publishers to send anything.
///
/// Only the winner calls the downstream, so its own upstream serialises the calls.
@usableFromInline
final class Race<Downstream: Subscriber>: Junction, Subscription, CustomStringConvertible {
  /// The values of `winner` that are not a runner's number.
  @usableFromInline enum Winner {
    @inlinable static var none: Int { -1 }
    /// The stream is over.
    @inlinable static var over: Int { -2 }
  }

  @usableFromInline let downstream: Downstream
  @usableFromInline let winner = Atomic<Int>(Winner.none)
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var runners: [UpstreamState]
  /// The demand requested before there was a winner; a late runner receives all of it.
  @exclusivity(unchecked) private var demand = Subscribers.Demand.none

  @usableFromInline init(_ downstream: Downstream, runners count: Int) {
    self.downstream = downstream
    runners = Array(repeating: .awaiting, count: count)
  }

  @usableFromInline var description: String { "Amb" }

  /// True while there is no winner.
  @usableFromInline var isOn: Bool { winner.load(ordering: .relaxed) == Winner.none }

  @usableFromInline func accept(_ subscription: any Subscription, from runner: Int) {
    lock.lock()
    let accepted = isOn && runners[runner].accept(subscription)
    let outstanding = demand
    lock.unlock()
    if !accepted { return subscription.cancel() }
    if outstanding > 0 { subscription.request(outstanding) }
  }

  /// Returns true if a runner's events count: it has won, or does so now.
  @inlinable func counts(_ runner: Int) -> Bool {
    let present = winner.load(ordering: .acquiring)
    return present == runner || present == Winner.none && wins(runner)
  }

  @usableFromInline @inline(never) func wins(_ runner: Int) -> Bool {
    guard
      winner.compareExchange(
        expected: Winner.none, desired: runner, ordering: .acquiringAndReleasing
      ).exchanged
    else { return false }
    lock.lock()
    let losers = runners.indices.filter { $0 != runner }.map { runners[$0].end() }
    lock.unlock()
    for loser in losers { loser.cancel() }
    return true
  }

  @inlinable func receive(_ value: Downstream.Input, from runner: Int) -> Subscribers.Demand {
    counts(runner) ? downstream.receive(value) : .none
  }

  @usableFromInline func receive(
    completion: Subscribers.Completion<Downstream.Failure>, from runner: Int
  ) {
    let ended = lock.withLock { runners[runner].complete() }
    guard ended.isFirst, counts(runner) else { return }
    let before = winner.exchange(Winner.over, ordering: .acquiringAndReleasing)
    if before != Winner.over { downstream.receive(completion: completion) }
    ended.release()
  }

  @usableFromInline func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    demand += more
    let asked = runners.compactMap(\.subscription)
    lock.unlock()
    for subscription in asked { subscription.request(more) }
  }

  @usableFromInline func cancel() {
    winner.store(Winner.over, ordering: .releasing)
    lock.lock()
    let ended = runners.indices.map { runners[$0].end() }
    lock.unlock()
    for runner in ended { runner.cancel() }
  }
}
