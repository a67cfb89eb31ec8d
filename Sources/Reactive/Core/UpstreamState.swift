/// Where a subscriber stands with its upstream: none yet, one, or no more.
///
/// A plain value, to be changed under its owner's lock; what `end` takes out is to be cancelled or
/// released outside it.
@usableFromInline enum UpstreamState {
  case awaiting
  case subscribed(any Subscription)
  case ended

  /// Keeps the first subscription; false if there is one already, or the end has come.
  @inlinable mutating func accept(_ subscription: any Subscription) -> Bool {
    guard case .awaiting = self else { return false }
    self = .subscribed(subscription)
    return true
  }

  @inlinable var subscription: (any Subscription)? {
    guard case .subscribed(let subscription) = self else { return nil }
    return subscription
  }

  @inlinable var hasEnded: Bool {
    guard case .ended = self else { return false }
    return true
  }

  /// Goes to the end and hands out the subscription that was there.
  @inlinable mutating func end() -> Ended {
    var before = UpstreamState.ended
    swap(&before, &self)
    switch before {
    case .awaiting: return Ended(isFirst: true, subscription: nil)
    case .subscribed(let subscription): return Ended(isFirst: true, subscription: subscription)
    case .ended: return Ended(isFirst: false, subscription: nil)
    }
  }

  /// What was taken out at the end.
  @usableFromInline struct Ended {
    /// Whether this call was the one that ended it.
    @usableFromInline let isFirst: Bool
    @usableFromInline let subscription: (any Subscription)?

    @inlinable init(isFirst: Bool, subscription: (any Subscription)?) {
      (self.isFirst, self.subscription) = (isFirst, subscription)
    }

    @inlinable func cancel() { subscription?.cancel() }

    /// Lets go of a subscription that has ended by itself.
    @inlinable func release() {}
  }
}
