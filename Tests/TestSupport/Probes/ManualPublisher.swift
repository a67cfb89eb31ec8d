import Reactive

/// A publisher that sends what a test tells it to, with or without regard to demand and to the end,
/// and writes down what is asked of it.
final class ManualPublisher<Output, Failure: Error>: Publisher {
  /// Whether a connection lets go of its subscriber at the end, as well-behaved publishers do.
  private let letsGo: Bool
  private(set) var connections: [Connection] = []
  /// Runs after each request, with the connection asked.
  var onRequest: ((Connection) -> Void)?

  init(letsGo: Bool = false) { self.letsGo = letsGo }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let connection = Connection(self, subscriber)
    connections.append(connection)
    subscriber.receive(subscription: connection)
  }

  var requests: [Subscribers.Demand] { connections.flatMap(\.requests) }
  var cancelCount: Int { connections.reduce(0) { $0 + $1.cancelCount } }
  var cancelCountAfterEnd: Int { connections.reduce(0) { $0 + $1.cancelCountAfterEnd } }

  /// Sends whatever the demand, even after the end.
  func send(_ value: Output) { for connection in connections { connection.send(value) } }

  /// Sends to those connections that have demand.
  ///
  /// - Returns: Whether there was any.
  @discardableResult
  func sendIfWanted(_ value: Output) -> Bool {
    var wanted = false
    for connection in connections where connection.demand > 0 && !connection.isOver {
      wanted = true
      connection.send(value)
    }
    return wanted
  }

  func send(completion: Subscribers.Completion<Failure>) {
    for connection in connections { connection.send(completion: completion) }
  }

  /// Sends another subscription.
  ///
  /// - Returns: What was sent.
  func sendSecondSubscription() -> Connection {
    let second = Connection(self)
    connections.first?.onSubscription?(second)
    return second
  }

  /// Lets go of the subscribers.
  func forgetSubscribers() { connections.forEach { $0.forget() } }

  final class Connection: Subscription {
    private(set) var demand = Subscribers.Demand.none
    private(set) var requests: [Subscribers.Demand] = []
    private(set) var cancelCount = 0
    private(set) var cancelCountAfterEnd = 0
    private(set) var isOver = false
    private var hasEnded = false
    private weak var publisher: ManualPublisher?
    private(set) var onSubscription: ((any Subscription) -> Void)?
    private var onValue: ((Output) -> Subscribers.Demand)?
    private var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?

    init(_ publisher: ManualPublisher) { self.publisher = publisher }

    init<S: Subscriber>(_ publisher: ManualPublisher, _ subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      self.publisher = publisher
      onSubscription = { subscriber.receive(subscription: $0) }
      onValue = { subscriber.receive($0) }
      onCompletion = { subscriber.receive(completion: $0) }
    }

    func request(_ demand: Subscribers.Demand) {
      requests.append(demand)
      if isOver { return }
      self.demand += demand
      publisher?.onRequest?(self)
    }

    func cancel() {
      if hasEnded { cancelCountAfterEnd += 1 } else { cancelCount += 1 }
      isOver = true
      if publisher?.letsGo == true { forget() }
    }

    func send(_ value: Output) {
      if publisher?.letsGo == true && isOver { return }
      demand -= 1
      if let more = onValue?(value) { demand += more }
    }

    func send(completion: Subscribers.Completion<Failure>) {
      if publisher?.letsGo == true && isOver { return }
      isOver = true
      hasEnded = true
      let onCompletion = onCompletion
      if publisher?.letsGo == true { forget() }
      onCompletion?(completion)
    }

    func forget() {
      onSubscription = nil
      onValue = nil
      onCompletion = nil
    }
  }
}

/// A publisher under a failure type that its test knows it does not use.
struct AssumedInfallible<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Never

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
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
