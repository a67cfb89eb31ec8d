extension Publishers {
  /// What an operator returns: a publisher made from another.
  ///
  /// Unless it says otherwise, it fails with the other's kind of error.
  public protocol Operator: Publisher {
    /// The publisher it is made from.
    associatedtype Upstream: Publisher
    associatedtype Failure = Upstream.Failure

    /// Where the values come from.
    var upstream: Upstream { get }
  }
}
