#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Publisher {
  /// Runs closures as events happen, before they are passed on.
  ///
  ///     keys.handleEvents(receiveOutput: { print($0) }, receiveCancel: { print("cancelled") })
  ///
  /// `receiveRequest` is also called with demand that the subscriber returns for a value.
  /// `receiveCancel` is called only if the subscription is cancelled before it ends. The closures
  /// are freed at the end.
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
  /// Runs closures as events happen on its upstream.
  public struct HandleEvents<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Called with the subscription.
    public var receiveSubscription: ((any Subscription) -> Void)?
    /// Called with each value.
    public var receiveOutput: ((Upstream.Output) -> Void)?
    /// Called with the completion.
    public var receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
    /// Called if the subscription is cancelled before it ends.
    public var receiveCancel: (() -> Void)?
    /// Called with each demand.
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
      let hooks = Hooks<Upstream.Output, Failure>()
      (hooks.onSubscription, hooks.onValue) = (receiveSubscription, receiveOutput)
      (hooks.onCompletion, hooks.onCancel) = (receiveCompletion, receiveCancel)
      (hooks.onRequest, hooks.onReturn) = (receiveRequest, receiveRequest)
      upstream.receive(subscriber: Tap(hooks, subscriber, label: "HandleEvents"))
    }

    @inlinable public func _attach<S: Subscriber<Output, Failure>>(
      _ make: (_Host) -> S
    ) -> AnyCancellable? {
      // A separate subscription observes requests and cancels.
      guard receiveSubscription == nil, receiveCancel == nil, receiveRequest == nil else {
        return nil
      }
      return upstream._attach { Embedded(Watching(receiveOutput, receiveCompletion), $0, make($0)) }
    }
  }

  /// Prints everything that happens on its upstream.
  public struct Print<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// The text that each line begins with.
    public let prefix: String
    /// The stream that the lines go to; nil for standard output.
    public let stream: (any TextOutputStream)?
    /// Makes a publisher that prints.
    public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream)? = nil) {
      (self.upstream, self.prefix, self.stream) = (upstream, prefix, stream)
    }

    public func receive(subscriber: some Subscriber<Upstream.Output, Failure>) {
      let log = Hooks<Upstream.Output, Failure>(prefix: prefix, stream: stream)
      upstream.receive(subscriber: Tap(log, subscriber, label: "Print"))
    }
  }
}

/// Runs the closures for downstream events of a sink inside a subject's subscription.
@usableFromInline struct Watching<Input, Failure: Error>: Stage {
  @usableFromInline let onValue: ((Input) -> Void)?
  @usableFromInline let onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @inlinable init(
    _ onValue: ((Input) -> Void)?, _ onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  ) { (self.onValue, self.onCompletion) = (onValue, onCompletion) }
  @usableFromInline var label: String { "HandleEvents" }
  @inlinable func receive(_ input: Input, _: inout Void) -> Step<Input, Failure> {
    onValue?(input)
    return .emit(input)
  }
  @inlinable func receive(
    completion: Subscribers.Completion<Failure>
  ) -> Subscribers.Completion<Failure> {
    onCompletion?(completion)
    return completion
  }
}

/// The closures to run as events happen; an object, so that observing copies one reference. It has
/// no reference to the upstream.
@usableFromInline final class Hooks<Value, Failure: Error> {
  // Exclusivity is unchecked because nothing changes once they are handed over.
  @exclusivity(unchecked) @usableFromInline var onSubscription: ((any Subscription) -> Void)?
  @exclusivity(unchecked) @usableFromInline var onValue: ((Value) -> Void)?
  @exclusivity(unchecked) @usableFromInline
  var onCompletion: ((Subscribers.Completion<Failure>) -> Void)?
  @exclusivity(unchecked) @usableFromInline var onCancel: (() -> Void)?
  @exclusivity(unchecked) @usableFromInline var onRequest: ((Subscribers.Demand) -> Void)?
  /// Gets demand that the downstream returned from a value.
  @exclusivity(unchecked) @usableFromInline var onReturn: ((Subscribers.Demand) -> Void)?
  @inlinable init() {}
}

extension Hooks {
  /// Hooks that write a line each.
  @usableFromInline convenience init(prefix: String, stream: (any TextOutputStream)?) {
    self.init()
    let prefix = prefix.isEmpty ? "" : prefix + ": "
    var stream = stream
    func log(_ text: String) {
      guard stream != nil else { return Swift.print(prefix + text) }
      for part in [prefix + text, "\n"] { stream?.write(part) }
    }
    func request(_ demand: Subscribers.Demand) -> String {
      demand.max.map { "request max: (\($0))" } ?? "request unlimited"
    }
    onSubscription = { log("receive subscription: (\($0))") }
    onValue = { log("receive value: (\($0))") }
    onReturn = { log(request($0) + " (synchronous)") }
    onCompletion = { log($0.failure.map { "receive error: (\($0))" } ?? "receive finished") }
    onRequest = { log(request($0)) }
    onCancel = { log("receive cancel") }
  }
}

extension Publisher {
  /// Stops in the debugger when a closure returns true.
  ///
  ///     balances.breakpoint(receiveOutput: { $0 < 0 })
  ///
  /// Raises `SIGTRAP`, which ends the program if no debugger is attached. Everything passes through
  /// unchanged; the closures are called before it does, and freed at the end.
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
  /// Stops in the debugger when a closure returns true.
  public struct Breakpoint<Upstream: Publisher>: _Operator {
    /// The upstream publisher.
    public let upstream: Upstream
    /// Decides whether to stop at the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Decides whether to stop at a value.
    public let receiveOutput: ((Upstream.Output) -> Bool)?
    /// Decides whether to stop at the completion.
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
      let hooks = Hooks<Upstream.Output, Failure>()
      hooks.onSubscription = stopping(where: receiveSubscription)
      hooks.onValue = stopping(where: receiveOutput)
      hooks.onCompletion = stopping(where: receiveCompletion)
      upstream.receive(subscriber: Tap(hooks, subscriber, label: "Breakpoint"))
    }
  }
}

/// A closure that stops in the debugger at the events that another accepts.
@usableFromInline func stopping<Event>(where isWanted: ((Event) -> Bool)?) -> ((Event) -> Void)? {
  isWanted.map { isWanted in { if isWanted($0) { raise(SIGTRAP) } } }
}

/// The host of operators that only observe: handleEvents and print. The hooks are freed at the end,
/// and get a cancel only before it.
@usableFromInline final class Tap<Downstream: Subscriber>: Relay<Downstream>, Intermediary {
  @usableFromInline typealias Observer = Hooks<Downstream.Input, Downstream.Failure>

  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var observer: Observer?

  @inlinable init(_ observer: Observer, _ downstream: Downstream, label: String) {
    self.observer = observer
    super.init(downstream, label: label)
  }

  @inlinable var current: Observer? { lock.withLock { observer } }

  private func takeObserver() -> Observer? { lock.withLock { observer.take() } }

  @usableFromInline override func receive(subscription: any Subscription) {
    guard accept(subscription) else { return }
    current?.onSubscription?(subscription)
    downstream.receive(subscription: self)
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if isOver { return .none }
    current?.onValue?(input)
    let more = downstream.receive(input)
    // Asked for again, because the end may have come meanwhile.
    if more > 0 { current?.onReturn?(more) }
    return more
  }

  @usableFromInline override func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard end() else { return }
    takeObserver()?.onCompletion?(completion)
    downstream.receive(completion: completion)
  }

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    current?.onRequest?(demand)
    ask(demand)
  }

  @usableFromInline override func cancel() {
    // First, because the hook may make upstream send.
    markOver()
    takeObserver()?.onCancel?()
    super.cancel()
  }
}
