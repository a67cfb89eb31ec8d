/// A subscriber behind one pointer, so that what holds it need not know its type. What `sink`
/// attaches is an object already; any other is put into one. The pointer is unmanaged, so that
/// calling the subscriber does not retain it: its owner keeps it alive meanwhile.
@usableFromInline package struct Receiver<S: Subscriber> {
  @usableFromInline package typealias Sink = ClosureSubscriber<S.Input, S.Failure>

  @usableFromInline package let object: Unmanaged<AnyObject>

  @inlinable package init(_ object: Unmanaged<AnyObject>) { self.object = object }

  @inlinable package static func retaining(_ subscriber: S) -> Unmanaged<AnyObject> {
    // The types are compared, too: an optional, if its user made it a subscriber, casts as well.
    if S.self == Sink.self, let sink = subscriber as? Sink { return .passRetained(sink) }
    return .passRetained(SubscriberBox(subscriber))
  }

  // A cast to a class, unlike one to `S`, retains nothing, and the question is answered when the
  // code is specialised.

  @inlinable package func receive(_ value: S.Input) -> Subscribers.Demand {
    object._withUnsafeGuaranteedRef { object in
      S.self == Sink.self
        ? unsafeDowncast(object, to: Sink.self).receive(value)
        : unsafeDowncast(object, to: SubscriberBox<S>.self).subscriber.receive(value)
    }
  }

  @inlinable package func receive(completion: Subscribers.Completion<S.Failure>) {
    object._withUnsafeGuaranteedRef { object in
      S.self == Sink.self
        ? unsafeDowncast(object, to: Sink.self).receive(completion: completion)
        : unsafeDowncast(object, to: SubscriberBox<S>.self).subscriber
          .receive(completion: completion)
    }
  }
}

@usableFromInline package final class SubscriberBox<S: Subscriber> {
  @usableFromInline package let subscriber: S

  @inlinable package init(_ subscriber: S) { self.subscriber = subscriber }
}
