import Reactive
import ReactiveExtras

/// A view that shows a list.
@MainActor public protocol ListTarget<SectionID, Item>: AnyObject {
  /// The identity of sections; `Never` for a list without any.
  associatedtype SectionID: Hashable
  /// The content of a row.
  associatedtype Item: Identifiable & Equatable

  /// Shows a list instead of the present one.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - animated: True if changes are to be visible for a while.
  func apply(_ snapshot: ListSnapshot<SectionID, Item>, animated: Bool)
}

extension Publisher where Failure == Never {
  /// Shows each list, from the second one on as a change.
  ///
  ///     list.snapshots.apply(to: table).store(in: &cancellables)
  ///
  /// Only for lists that cannot fail: a table cannot show an error. The target is held weakly; the
  /// subscription ends when it has gone. Lists have to come on the main thread.
  @MainActor public func apply<Target: ListTarget>(to target: Target) -> AnyCancellable
  where Output == ListSnapshot<Target.SectionID, Target.Item> {
    apply(to: target, animate: Just(true))
  }

  /// Shows each list, as a change or not by another publisher's latest value.
  ///
  ///     list.snapshots.apply(to: table, animate: settings.$highlights)
  ///
  /// The first list is never shown as a change, and none is before the other has sent a value. A
  /// change of only the other's value shows nothing again. The target is held weakly; the
  /// subscription ends when it has gone. Lists have to come on the main thread.
  @MainActor public func apply<Target: ListTarget>(
    to target: Target, animate: some Publisher<Bool, Never>
  ) -> AnyCancellable where Output == ListSnapshot<Target.SectionID, Target.Item> {
    let subscriber = ListApplication<Output> { [weak target] snapshot, isAnimated in
      target?.apply(snapshot, animated: isAnimated)
      return target != nil
    }
    withLatestFrom(animate.prepend(false)) { ($0, $1) }.subscribe(subscriber)
    return AnyCancellable(subscriber)
  }
}

/// The subscriber that hands lists to their target.
private final class ListApplication<Snapshot>: Subscriber, Cancellable {
  typealias Input = (snapshot: Snapshot, animate: Bool)
  typealias Failure = Never

  /// Shows a list; returns false if the target has gone.
  private let show: (Snapshot, Bool) -> Bool
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) private var hasShown = false

  init(show: @escaping (Snapshot, Bool) -> Bool) { self.show = show }

  func receive(subscription: any Subscription) {
    let isWanted = lock.withLock { upstream.accept(subscription) }
    if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let (isWanted, isFirst) = lock.withLock {
      defer { hasShown = true }
      return (upstream.subscription != nil, !hasShown)
    }
    if isWanted, !show(input.snapshot, !isFirst && input.animate) { cancel() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    lock.withLock { upstream.end() }.release()
  }

  func cancel() { lock.withLock { upstream.end() }.cancel() }
}
