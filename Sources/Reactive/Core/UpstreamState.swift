/// Where a subscriber stands with its upstream: none yet, one, or no more. A plain value, to be
/// changed under its owner's lock; what `end` takes out is to be cancelled or released outside it.
@usableFromInline package struct UpstreamState {
  @usableFromInline enum Phase: UInt8 { case awaiting, subscribed, ended }

  @usableFromInline var phase: Phase
  /// The subscription, or one that does nothing: unlike an optional's it is called where it lies.
  @usableFromInline var held: any Subscription = NoSubscription()

  @inlinable init(phase: Phase) { self.phase = phase }
  @inlinable package static var awaiting: UpstreamState { UpstreamState(phase: .awaiting) }
  @inlinable static var ended: UpstreamState { UpstreamState(phase: .ended) }
  @inlinable var isAwaiting: Bool { phase == .awaiting }
  @inlinable var hasEnded: Bool { phase == .ended }
  @inlinable package var subscription: (any Subscription)? { phase == .subscribed ? held : nil }

  /// Keeps the first subscription; false if there is one already, or the end has come.
  @inlinable package mutating func accept(_ subscription: any Subscription) -> Bool {
    guard phase == .awaiting else { return false }
    phase = .subscribed
    held = subscription
    return true
  }

  /// Goes to the end because the upstream says so, which means nothing before its subscription.
  @inlinable package mutating func complete() -> Ended {
    isAwaiting ? Ended(phase: .ended) : end()
  }

  /// Goes to the end and hands out the subscription that was there.
  @inlinable package mutating func end() -> Ended {
    var ended = Ended(phase: phase)
    phase = .ended
    swap(&ended.held, &held)
    return ended
  }

  /// What was taken out at the end.
  @usableFromInline package struct Ended {
    /// The phase before.
    @usableFromInline let phase: Phase
    @usableFromInline var held: any Subscription = NoSubscription()

    @inlinable init(phase: Phase) { self.phase = phase }

    /// Whether this call was the one that ended it.
    @inlinable package var isFirst: Bool { phase != .ended }
    @inlinable var wasSubscribed: Bool { phase == .subscribed }
    @inlinable package func cancel() { held.cancel() }

    /// Lets go of a subscription that has ended by itself.
    @inlinable package func release() {}
  }
}

/// In the place of a subscription that is not there; a struct, so that it costs nothing.
@usableFromInline struct NoSubscription: Subscription {
  @inlinable init() {}
  @usableFromInline var combineIdentifier: CombineIdentifier { CombineIdentifier() }
  @inlinable func request(_ demand: Subscribers.Demand) {}
  @inlinable func cancel() {}
}
