extension Publisher {
  /// Runs closures as things happen, before they are passed on.
  ///
  ///     keys.handleEvents(receiveOutput: { print($0) }, receiveCancel: { print("cancelled") })
  ///
  /// `receiveRequest` also hears of demand that is returned from a value; `receiveCancel` hears of
  /// a cancel before the end alone. The closures are freed at the end.
  @inlinable public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    .init(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
      receiveRequest: receiveRequest)
  }

  /// Prints everything that happens, a line each, to standard output or to a stream.
  ///
  ///     [1, 2].publisher.print("numbers").sink { _ in }
  ///     // numbers: receive subscription: ([1, 2])
  ///     // numbers: request unlimited
  ///     // numbers: receive value: (1)
  ///     // numbers: receive value: (2)
  ///     // numbers: receive finished
  public func print(
    _ prefix: String = "", to stream: (any TextOutputStream)? = nil
  ) -> Publishers.Print<Self> {
    .init(upstream: self, prefix: prefix, to: stream)
  }
}

extension Publishers {
  /// Runs closures as things happen on its upstream.
  public struct HandleEvents<Upstream: Publisher>: Operator {
    public let upstream: Upstream
    /// Hears of the subscription, of each value, of the completion, of a cancel, of each demand.
    public var receiveSubscription: ((any Subscription) -> Void)?,
      receiveOutput: ((Upstream.Output) -> Void)?,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?, receiveCancel: (() -> Void)?,
      receiveRequest: ((Subscribers.Demand) -> Void)?
    /// Makes a publisher that runs closures.
    public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)? = nil,
      receiveOutput: ((Upstream.Output) -> Void)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
      receiveCancel: (() -> Void)? = nil, receiveRequest: ((Subscribers.Demand) -> Void)? = nil
    ) {
      (self.upstream, self.receiveSubscription) = (upstream, receiveSubscription)
      (self.receiveOutput, self.receiveCompletion) = (receiveOutput, receiveCompletion)
      (self.receiveCancel, self.receiveRequest) = (receiveCancel, receiveRequest)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      upstream.receive(subscriber: Tap(EventHooks(self), subscriber, label: "HandleEvents"))
    }
  }

  /// Prints everything that happens on its upstream.
  public struct Print<Upstream: Publisher>: Operator {
    /// What is printed, what each line begins with, and where it goes; nil for standard output.
    public let upstream: Upstream, prefix: String, stream: (any TextOutputStream)?
    /// Makes a publisher that prints.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      (self.upstream, self.prefix, self.stream) = (upstream, prefix, stream)
    }

    public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let log = EventLog<Upstream.Output, Failure>(prefix: prefix, stream: stream)
      upstream.receive(subscriber: Tap(log, subscriber, label: "Print"))
    }
  }
}

/// The closures of `handleEvents`; an object, so that looking on copies one reference.
@usableFromInline final class EventHooks<Upstream: Publisher>: Observer {
  @usableFromInline let events: Publishers.HandleEvents<Upstream>
  @inlinable init(_ events: Publishers.HandleEvents<Upstream>) { self.events = events }
  @inlinable
  func observe(subscription: any Subscription) { events.receiveSubscription?(subscription) }
  @inlinable func observe(value: Upstream.Output) { events.receiveOutput?(value) }
  @inlinable func observe(returned demand: Subscribers.Demand) { events.receiveRequest?(demand) }
  @inlinable func observe(completion: Subscribers.Completion<Upstream.Failure>) {
    events.receiveCompletion?(completion)
  }
  @inlinable func observe(request demand: Subscribers.Demand) { events.receiveRequest?(demand) }
  @inlinable func observeCancel() { events.receiveCancel?() }
}

private final class EventLog<Value, Failure: Error>: Observer {
  private let prefix: String
  private var stream: (any TextOutputStream)?
  init(prefix: String, stream: (any TextOutputStream)?) {
    (self.prefix, self.stream) = (prefix.isEmpty ? "" : prefix + ": ", stream)
  }

  func observe(subscription: any Subscription) { log("receive subscription: (\(subscription))") }
  func observe(value: Value) { log("receive value: (\(value))") }
  func observe(returned demand: Subscribers.Demand) { log(request(demand) + " (synchronous)") }
  func observe(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: log("receive finished")
    case .failure(let error): log("receive error: (\(error))")
    }
  }
  func observe(request demand: Subscribers.Demand) { log(request(demand)) }
  func observeCancel() { log("receive cancel") }
  private func request(_ demand: Subscribers.Demand) -> String {
    demand.max.map { "request max: (\($0))" } ?? "request unlimited"
  }

  private func log(_ text: String) {
    if stream == nil { Swift.print(prefix + text) } else { stream?.write(prefix + text + "\n") }
  }
}
