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
  public struct Breakpoint<Upstream: Publisher>: Operator {
    public let upstream: Upstream
    /// Whether to stop at the subscription, at a value, at the completion.
    public let receiveSubscription: ((any Subscription) -> Bool)?,
      receiveOutput: ((Upstream.Output) -> Bool)?,
      receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)?
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
