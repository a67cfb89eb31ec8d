/// A subscriber's state towards its upstream: none yet, one, or no more. A plain value, changed
/// under its owner's lock; the subscription that `end` takes out must be cancelled or released
/// outside it.
@usableFromInline package struct UpstreamState {
  @usableFromInline enum Phase: UInt8 { case awaiting, subscribed, ended }

  @usableFromInline var phase: Phase
  /// The subscription, or one that does nothing: unlike an optional's, it is called in place.
  @usableFromInline var held: any Subscription = EmptySubscription()

  @inlinable init(phase: Phase) { self.phase = phase }
  @inlinable package static var awaiting: UpstreamState { UpstreamState(phase: .awaiting) }
  @inlinable static var ended: UpstreamState { UpstreamState(phase: .ended) }
  @inlinable var isAwaiting: Bool { phase == .awaiting }
  @inlinable var hasEnded: Bool { phase == .ended }
  @inlinable package var subscription: (any Subscription)? { phase == .subscribed ? held : nil }

  /// Keeps the first subscription; returns false if there is one already, or after the end.
  @inlinable package mutating func accept(_ subscription: any Subscription) -> Bool {
    guard phase == .awaiting else { return false }
    phase = .subscribed
    held = subscription
    return true
  }

  /// Goes to the end because the upstream completed, which means nothing before its subscription.
  /// Returns the state before.
  @inlinable package mutating func complete() -> UpstreamState { isAwaiting ? .ended : end() }

  /// Goes to the end and returns the state before.
  @inlinable package mutating func end() -> UpstreamState {
    var before = UpstreamState.ended
    swap(&before, &self)
    return before
  }

  // MARK: The state before the end

  /// For a state that `end` returned: true if it had not ended before.
  @inlinable package var isFirst: Bool { !hasEnded }
  @inlinable var wasSubscribed: Bool { phase == .subscribed }
  /// Cancels the subscription. Only for a state that `end` returned, and outside the lock.
  @inlinable package func cancel() { held.cancel() }

  /// Releases a subscription that has ended by itself.
  @inlinable package func release() {}
}
