extension Publisher where Failure == Never {
  /// Republishes each value through a `@Published` property.
  ///
  ///     names.assign(to: &$name)
  ///
  /// The subscription lives as long as the property: there is no cancellable to keep, and no cycle.
  public func assign(to published: inout Published<Output>.Publisher) {
    subscribe(SubjectSubscriber(published.storage))
  }
}

/// A property can be fed as a subject is, but has no end.
extension PublishedStorage: Subject, Broadcasting {
  @usableFromInline typealias Output = Value
  @usableFromInline typealias Failure = Never

  @usableFromInline func send(_ value: Value) { publish(value) }
  @usableFromInline func send(completion: Subscribers.Completion<Never>) {}
  @usableFromInline func send(subscription: any Subscription) {
    broadcast.attach(upstream: subscription)
  }
}
