/// What looks on at everything that passes between an upstream and a downstream.
@usableFromInline package protocol Observer<Value, Failure>: AnyObject {
  associatedtype Value
  associatedtype Failure: Error

  func observe(subscription: any Subscription)
  func observe(value: Value)
  /// The demand that the downstream returned from a value.
  func observe(returned demand: Subscribers.Demand)
  func observe(completion: Subscribers.Completion<Failure>)
  func observe(request demand: Subscribers.Demand)
  func observeCancel()
}

/// The host of operators that only look on: handleEvents and print. The observer is freed at the
/// end, and hears of a cancel only before it.
@usableFromInline
package final class Tap<O: Observer, Downstream: Subscriber>: UpstreamLink, Intermediary,
  Subscription,
  CustomStringConvertible
where Downstream.Input == O.Value, Downstream.Failure == O.Failure {
  @usableFromInline package let downstream: Downstream, description: String
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline package var observer: O?

  @inlinable package init(_ observer: O, _ downstream: Downstream, label: String) {
    (self.observer, self.downstream, description) = (observer, downstream, label)
    super.init()
  }

  @inlinable package var current: O? { lock.withLock { observer } }

  private func takeObserver() -> O? {
    lock.lock()
    let taken = observer
    observer = nil
    lock.unlock()
    return taken
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    current?.observe(subscription: subscription)
    downstream.receive(subscription: self)
  }

  @inlinable package func receive(_ input: O.Value) -> Subscribers.Demand {
    if isOver { return .none }
    let observer = current
    observer?.observe(value: input)
    let more = downstream.receive(input)
    if more > 0 { observer?.observe(returned: more) }
    return more
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<O.Failure>) {
    guard end() else { return }
    takeObserver()?.observe(completion: completion)
    downstream.receive(completion: completion)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    current?.observe(request: demand)
    ask(demand)
  }

  @usableFromInline package override func cancel() {
    // First, because the observer may make upstream send.
    markOver()
    takeObserver()?.observeCancel()
    super.cancel()
  }
}
