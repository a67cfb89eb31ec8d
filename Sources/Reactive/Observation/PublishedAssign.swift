extension Publisher where Failure == Never {
  /// Republishes each value through a `@Published` property.
  ///
  ///     names.assign(to: &$name)
  ///
  /// The subscription lives as long as the property: nothing to keep, and no cycle.
  public func assign(to published: inout Published<Output>.Publisher) {
    let storage = published.storage
    let assign = PublishedAssign(storage)
    // Attached first, because a publisher that ends at once detaches it again.
    storage.broadcast.attach(upstream: assign)
    subscribe(assign)
  }
}

/// What `assign(to: &$property)` attaches; held by the property, which it holds weakly.
private final class PublishedAssign<Value>: UpstreamLink, Subscriber, Subscription {
  private weak var storage: PublishedStorage<Value>?
  init(_ storage: PublishedStorage<Value>) { self.storage = storage }
  func receive(subscription: any Subscription) {
    if accept(subscription) { subscription.request(.unlimited) }
  }

  func receive(_ input: Value) -> Subscribers.Demand {
    storage?.publish(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    _ = letGo()
    storage?.broadcast.detach(upstream: self)
  }

  func request(_ demand: Subscribers.Demand) {}
}
