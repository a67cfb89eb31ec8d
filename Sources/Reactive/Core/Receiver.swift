/// A subscriber behind one pointer, so that its holder need not know its type. The subscriber that
/// `sink` attaches is an object already; any other is put into one. The pointer is unmanaged, so
/// that calling the subscriber does not retain it: its owner keeps it alive meanwhile.
@usableFromInline struct Receiver<S: Subscriber> {
  @usableFromInline typealias Bare = ClosureSubscriber<S.Input, S.Failure>

  @usableFromInline let object: Unmanaged<AnyObject>

  @inlinable init(_ object: Unmanaged<AnyObject>) { self.object = object }

  @inlinable static func retaining(_ subscriber: S) -> Unmanaged<AnyObject> {
    // The types are compared, too: an optional, if its user made it a subscriber, casts as well.
    if S.self == Bare.self, let sink = subscriber as? Bare { return .passRetained(sink) }
    return .passRetained(SubscriberBox(subscriber))
  }

  // A cast to a class, unlike one to `S`, retains nothing, and the question is answered when the
  // code is specialised.

  @inlinable func receive(_ value: S.Input) -> Subscribers.Demand {
    object._withUnsafeGuaranteedRef { object in
      S.self == Bare.self
        ? unsafeDowncast(object, to: Bare.self).receive(value)
        : unsafeDowncast(object, to: SubscriberBox<S>.self).subscriber.receive(value)
    }
  }

  @inlinable func receive(completion: Subscribers.Completion<S.Failure>) {
    object._withUnsafeGuaranteedRef { object in
      S.self == Bare.self
        ? unsafeDowncast(object, to: Bare.self).receive(completion: completion)
        : unsafeDowncast(object, to: SubscriberBox<S>.self).subscriber
          .receive(completion: completion)
    }
  }
}

@usableFromInline final class SubscriberBox<S: Subscriber> {
  @usableFromInline let subscriber: S

  @inlinable init(_ subscriber: S) { self.subscriber = subscriber }
}
