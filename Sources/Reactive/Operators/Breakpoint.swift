#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    Publishers.Breakpoint(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion)
  }

  /// Stops in the debugger when the stream fails.
  ///
  ///     load().breakpointOnError()
  ///
  /// Raises `SIGTRAP`, which ends the program if no debugger is attached. Everything passes through
  /// unchanged.
  @inlinable public func breakpointOnError() -> Publishers.Breakpoint<Self> {
    breakpoint(receiveCompletion: { $0.isFailure })
  }
}

extension Publishers {
  /// Stops in the debugger when a closure says so.
  public struct Breakpoint<Upstream: Publisher>: Operator {
    public typealias Output = Upstream.Output
    public let upstream: Upstream
    /// Whether to stop at the subscription.
    public let receiveSubscription: ((any Subscription) -> Bool)?
    /// Whether to stop at a value.
    public let receiveOutput: ((Output) -> Bool)?
    /// Whether to stop at the completion.
    public let receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?

    /// Makes a publisher that stops in the debugger.
    @inlinable public init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Bool)? = nil,
      receiveOutput: ((Output) -> Bool)? = nil,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
    }

    @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
      upstream.receive(
        subscriber: Tap(BreakpointConditions(self), subscriber, label: "Breakpoint"))
    }
  }
}

/// The closures of `breakpoint`; an object, so that looking on copies one reference.
@usableFromInline final class BreakpointConditions<Upstream: Publisher>: Observer {
  @usableFromInline typealias Value = Upstream.Output
  @usableFromInline typealias Failure = Upstream.Failure

  @usableFromInline let conditions: Publishers.Breakpoint<Upstream>

  @inlinable init(_ conditions: Publishers.Breakpoint<Upstream>) { self.conditions = conditions }

  @inlinable func observe(subscription: any Subscription) {
    if conditions.receiveSubscription?(subscription) == true { stop() }
  }
  @inlinable func observe(value: Value) { if conditions.receiveOutput?(value) == true { stop() } }
  @inlinable func observe(returned demand: Subscribers.Demand) {}
  @inlinable func observe(completion: Subscribers.Completion<Failure>) {
    if conditions.receiveCompletion?(completion) == true { stop() }
  }
  @inlinable func observe(request demand: Subscribers.Demand) {}
  @inlinable func observeCancel() {}

  @usableFromInline func stop() { raise(SIGTRAP) }
}
