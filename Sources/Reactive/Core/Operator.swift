extension Publishers {
  /// What an operator returns: a publisher made from another.
  ///
  /// Unless it says otherwise, it sends the other's kind of value and fails with its kind of error.
  public protocol Operator: Publisher {
    /// The publisher it is made from.
    associatedtype Upstream: Publisher
    associatedtype Output = Upstream.Output
    associatedtype Failure = Upstream.Failure

    /// Where the values come from.
    var upstream: Upstream { get }
  }
}

/// A subscriber that stands between an upstream and the one it serves. Unless it says otherwise, it
/// receives what that one does.
@usableFromInline package protocol Intermediary: Subscriber {
  associatedtype Downstream: Subscriber
  associatedtype Input = Downstream.Input
  associatedtype Failure = Downstream.Failure
}
