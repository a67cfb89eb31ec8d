import Reactive
import Testing

@Suite("An optional as a subscriber")
struct OptionalSubscriberTests {
  @Test("an optional that its user made a subscriber is not taken for the sink inside it")
  func sinkInAnOptional() {
    let subject = PassthroughSubject<Int, Never>()
    var values: [Int] = []
    let cancellable = Wrapping(upstream: subject).sink { values.append($0) }
    subject.send(1)
    let single = Wrapping(upstream: Just(2)).sink { values.append($0) }
    #expect(values == [1, 2])
    withExtendedLifetime((cancellable, single)) {}
  }
}

/// A publisher that puts its subscribers into optionals.
private struct Wrapping<Upstream: Publisher>: Publisher {
  let upstream: Upstream

  func receive(subscriber: some Subscriber<Upstream.Output, Upstream.Failure>) {
    upstream.receive(subscriber: Optional(subscriber))
  }

  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure
}

extension Optional: CustomCombineIdentifierConvertible where Wrapped: Subscriber {
  public var combineIdentifier: CombineIdentifier { self!.combineIdentifier }
}

extension Optional: Subscriber where Wrapped: Subscriber {
  public typealias Input = Wrapped.Input

  public func receive(subscription: any Subscription) { self?.receive(subscription: subscription) }

  public func receive(_ input: Input) -> Subscribers.Demand { self?.receive(input) ?? .none }

  public func receive(completion: Subscribers.Completion<Wrapped.Failure>) {
    self?.receive(completion: completion)
  }
}
