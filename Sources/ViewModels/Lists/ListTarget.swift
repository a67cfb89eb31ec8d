import Reactive
import ReactiveExtras

/// A view that shows a list.
@MainActor public protocol ListTarget<SectionID, Item>: AnyObject {
  /// The identity of sections; `Never` for a list without any.
  associatedtype SectionID: Hashable
  /// The content of a row.
  associatedtype Item: Identifiable & Equatable

  /// Shows a list in place of the current one.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - animated: True to highlight changes for a while.
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
    var isFirst = true
    return withLatestFrom(animate.prepend(false)) { ($0, $1) }
      .prefix { [weak target] _ in target != nil }
      .sink { [weak target] snapshot, animates in
        let isAnimated = animates && !isFirst
        isFirst = false
        target?.apply(snapshot, animated: isAnimated)
      }
  }
}
