import Reactive

/// A publisher that sends what a test asks it to, with or without regard to demand and to the end,
/// and writes down what is asked of it.
package final class ManualPublisher<Output, Failure: Error>: Publisher {
  /// True if a connection lets go of its subscriber at the end, as well-behaved publishers do.
  private let letsGo: Bool
  package private(set) var connections: [Connection] = []
  /// Runs after each request, with the connection asked.
  package var onRequest: ((Connection) -> Void)?

  package init(letsGo: Bool = false) { self.letsGo = letsGo }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let connection = Connection(self, subscriber)
    connections.append(connection)
    subscriber.receive(subscription: connection)
  }

  package var requests: [Subscribers.Demand] { connections.flatMap(\.requests) }
  package var cancelCount: Int { connections.reduce(0) { $0 + $1.cancelCount } }
  package var cancelCountAfterEnd: Int { connections.reduce(0) { $0 + $1.cancelCountAfterEnd } }

  /// Sends whatever the demand, even after the end.
  package func send(_ value: Output) { for connection in connections { connection.send(value) } }

  /// Sends to those connections that have demand.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  package func sendIfWanted(_ value: Output) -> Bool {
    var wanted = false
    for connection in connections where connection.demand > 0 && !connection.isOver {
      wanted = true
      connection.send(value)
    }
    return wanted
  }

  package func send(completion: Subscribers.Completion<Failure>) {
    for connection in connections { connection.send(completion: completion) }
  }

  /// Sends another subscription.
  ///
  /// - Returns: What was sent.
  package func sendSecondSubscription() -> Connection {
    let second = Connection(self)
    connections.first?.onSubscription?(second)
    return second
  }

  /// Lets go of the subscribers.
  package func forgetSubscribers() { connections.forEach { $0.forget() } }

  package final class Connection: Subscription {
    package private(set) var demand = Subscribers.Demand.none
    package private(set) var requests: [Subscribers.Demand] = []
    package private(set) var cancelCount = 0
    package private(set) var cancelCountAfterEnd = 0
    package private(set) var isOver = false
    private var hasEnded = false
    private weak var publisher: ManualPublisher?
    package private(set) var onSubscription: ((any Subscription) -> Void)?
    private var onValue: ((Output) -> Subscribers.Demand)?
    private var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    package init(_ publisher: ManualPublisher) { self.publisher = publisher }

    package init<S: Subscriber>(_ publisher: ManualPublisher, _ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      self.publisher = publisher
      onSubscription = { subscriber.receive(subscription: $0) }
      onValue = { subscriber.receive($0) }
      onCompletion = { subscriber.receive(completion: $0) }
    }

    package func request(_ demand: Subscribers.Demand) {
      requests.append(demand)
      if isOver { return }
      self.demand += demand
      publisher?.onRequest?(self)
    }

    package func cancel() {
      if hasEnded { cancelCountAfterEnd += 1 } else { cancelCount += 1 }
      isOver = true
      if publisher?.letsGo == true { forget() }
    }

    package func send(_ value: Output) {
      if publisher?.letsGo == true && isOver { return }
      demand -= 1
      if let more = onValue?(value) { demand += more }
    }

    package func send(completion: Subscribers.Completion<Failure>) {
      if publisher?.letsGo == true && isOver { return }
      isOver = true
      hasEnded = true
      let onCompletion = onCompletion
      if publisher?.letsGo == true { forget() }
      onCompletion?(completion)
    }

    package func forget() {
      onSubscription = nil
      onValue = nil
      onCompletion = nil
    }
  }
}

/// A publisher under a failure type that its test knows it does not use.
package struct AssumedInfallible<Upstream: Publisher>: Publisher {
  package typealias Output = Upstream.Output
  package typealias Failure = Never

  package let upstream: Upstream

  package init(upstream: Upstream) { self.upstream = upstream }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    upstream.receive(
      subscriber: AnySubscriber<Output, Upstream.Failure>(
        receiveSubscription: { subscriber.receive(subscription: $0) },
        receiveValue: { subscriber.receive($0) },
        receiveCompletion: {
          switch $0 {
          case .finished: subscriber.receive(completion: .finished)
          case .failure(let error): preconditionFailure("not infallible after all: \(error)")
          }
        }))
  }
}
