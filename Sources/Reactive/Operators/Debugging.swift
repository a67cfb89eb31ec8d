#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
  ) -> Publishers.Print<Self> { .init(upstream: self, prefix: prefix, to: stream) }
}

extension Publishers {
  /// Runs closures as things happen on its upstream.
  public struct HandleEvents<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Gets the subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// Gets each value.
    public var receiveOutput: ((Upstream.Output) -> Void)?
    /// Gets the completion.
    public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    /// Hears of a cancel before the end.
    public var receiveCancel: (() -> Void)?
    /// Gets each demand.
    public var receiveRequest: ((Subscribers.Demand) -> Void)?
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
  public struct Print<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// What each line begins with.
    public let prefix: String
    /// Where the lines go; nil for standard output.
    public let stream: (any TextOutputStream)?
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

extension Publisher {
  /// Stops in the debugger when a closure says so.
  ///
  ///     balances.breakpoint(receiveOutput: { $0 < 0 })
  ///
  /// Raises `SIGTRAP`, which ends the program if no debugger is attached. Everything passes through
  /// unchanged; the closures are asked before it does, and freed at the end.
  @inlinable public func breakpoint(
    receiveSubscription: ((any Subscription) -> Bool)? = nil,
    receiveOutput: ((Output) -> Bool)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
  ) -> Publishers.Breakpoint<Self> {
    .init(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when the stream fails, by `SIGTRAP` as `breakpoint` does.
  ///
  ///     load().breakpointOnError()
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { $0.isFailure })
  }
}

extension Publishers {
  /// Stops in the debugger when a closure says so.
  public struct Breakpoint<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Whether to stop at the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Whether to stop at a value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    /// Whether to stop at the completion.
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?
    /// Makes a publisher that stops in the debugger.
    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Upstream.Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      (self.upstream, self.receiveSubscription) = (upstream, receiveSubscription)
      (self.receiveOutput, self.receiveCompletion) = (receiveOutput, receiveCompletion)
    }

    @inlinable public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let events = HandleEvents(
        upstream: upstream,
        receiveSubscription: { if receiveSubscription?($0) == true { stopInDebugger() } },
        receiveOutput: { if receiveOutput?($0) == true { stopInDebugger() } },
        receiveCompletion: { if receiveCompletion?($0) == true { stopInDebugger() } })
      upstream.receive(subscriber: Tap(EventHooks(events), subscriber, label: "Breakpoint"))
    }
  }
}

@usableFromInline func stopInDebugger() { raise(SIGTRAP) }

/// What looks on at everything that passes between an upstream and a downstream.
@usableFromInline protocol Observer<Value, Failure>: AnyObject {
  associatedtype Value
  associatedtype Failure: Error

  func observe(subscription: any Subscription)
  func observe(value: Value)
  /// The demand that the downstream returned from a value.
  func observe(returned demand: Subscribers.Demand)
  func observe(completion: Subscribers.Completion<Failure>)
  func observe(request demand: Subscribers.Demand)
  func observeCancel()
}

/// The host of operators that only look on: handleEvents and print. The observer is freed at the
/// end, and hears of a cancel only before it.
@usableFromInline
final class Tap<O: Observer, Downstream: Subscriber>: UpstreamLink, Intermediary,
  Subscription,
  CustomStringConvertible
where Downstream.Input == O.Value, Downstream.Failure == O.Failure {
  @usableFromInline let downstream: Downstream, description: String
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var observer: O?

  @inlinable init(_ observer: O, _ downstream: Downstream, label: String) {
    (self.observer, self.downstream, description) = (observer, downstream, label)
    super.init()
  }

  @inlinable var current: O? { lock.withLock { observer } }

  private func takeObserver() -> O? {
    lock.lock()
    let taken = observer
    observer = nil
    lock.unlock()
    return taken
  }

  @usableFromInline func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    current?.observe(subscription: subscription)
    downstream.receive(subscription: self)
  }

  @inlinable func receive(_ input: O.Value) -> Subscribers.Demand {
    if isOver { return .none }
    let observer = current
    observer?.observe(value: input)
    let more = downstream.receive(input)
    if more > 0 { observer?.observe(returned: more) }
    return more
  }

  @usableFromInline func receive(completion: Subscribers.Completion<O.Failure>) {
    guard end() else { return }
    takeObserver()?.observe(completion: completion)
    downstream.receive(completion: completion)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    current?.observe(request: demand)
    ask(demand)
  }

  @usableFromInline override func cancel() {
    // First, because the observer may make upstream send.
    markOver()
    takeObserver()?.observeCancel()
    super.cancel()
  }
}
