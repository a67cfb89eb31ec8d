import Reactive

/// A subscriber that asks for what it is told to ask for, and writes down what it gets.
final class CountingSubscriber<Input>: Subscriber {
  typealias Failure = Never

  private(set) var values: [Input] = []
  private(set) var completions = 0
  private(set) var subscription: (any Subscription)?
  private let initial: Subscribers.Demand
  private let onValue: (Input) -> Subscribers.Demand

  init(
    initial: Subscribers.Demand, onValue: @escaping (Input) -> Subscribers.Demand = { _ in .none }
  ) {
    self.initial = initial
    self.onValue = onValue
  }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if initial > 0 { subscription.request(initial) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    values.append(input)
    return onValue(input)
  }

  func receive(completion: Subscribers.Completion<Never>) { completions += 1 }

  /// Cancels, and so breaks the cycle with the subscription.
  func cancel() {
    subscription?.cancel()
    subscription = nil
  }
}
