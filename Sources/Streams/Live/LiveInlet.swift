import Expressions
import Reactive

/// Passes an input's values from its publisher to the current logic.
final class LiveInlet {
  /// The values.
  let values = PassthroughSubject<StreamValue, Never>()
  /// The input in the current logic.
  var input: StreamInput?
  private let publisher: any Publisher<StreamValue, Never>
  private var subscriber: LiveSubscriber?

  /// Makes an inlet that is not connected.
  init(_ publisher: any Publisher<StreamValue, Never>) { self.publisher = publisher }

  /// Subscribes to the publisher, unless it has done so.
  ///
  /// - Parameters:
  ///   - gate: The gate to the logic.
  ///   - flow: Counts the values that are waiting after the logic.
  ///   - report: Receives values of another type.
  func connect(
    through gate: LiveGate, _ flow: LiveFlow, _ report: @escaping (StreamFailure) -> Void
  ) {
    guard subscriber == nil else { return }
    let subscriber = LiveSubscriber(flow) { [weak self] value in
      gate.perform(waiting: true) { self?.pass(value, report) }
    } end: { [weak self] in
      gate.perform { self?.values.send(completion: .finished) }
    }
    self.subscriber = subscriber
    publisher.subscribe(subscriber)
  }

  private func pass(_ value: StreamValue, _ report: (StreamFailure) -> Void) {
    if let input, !input.admits(value, report) { return }
    values.send(value)
  }

  /// Cancels the subscription.
  func cancel() { subscriber?.cancel() }
}

/// Requests values from a publisher in portions, and pauses while too many are waiting.
final class LiveSubscriber: Subscriber {
  typealias Input = StreamValue
  typealias Failure = Never

  private let flow: LiveFlow
  private let take: (StreamValue) -> Void
  private let end: () -> Void
  private let state = Locked(State())

  /// Unchecked, because subscriptions may be used from any thread.
  private struct State: @unchecked Sendable {
    var subscription: (any Subscription)?
    var isCancelled = false
    var left = portion
  }

  /// The number of values requested at once.
  private static let portion = 256

  init(_ flow: LiveFlow, _ take: @escaping (StreamValue) -> Void, end: @escaping () -> Void) {
    (self.flow, self.take, self.end) = (flow, take, end)
  }

  func receive(subscription: any Subscription) {
    let isRefused = state.withLock { state in
      if state.subscription != nil || state.isCancelled { return true }
      state.subscription = subscription
      return false
    }
    if isRefused { return subscription.cancel() }
    subscription.request(.max(Self.portion))
  }

  func receive(_ value: StreamValue) -> Subscribers.Demand {
    take(value)
    let isEmpty = state.withLock { state in
      state.left -= 1
      return state.left == 0
    }
    guard isEmpty else { return .none }
    return flow.mayGoOn(or: { [weak self] in self?.askAgain() }) ? more() : .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    state.withLock { $0.subscription = nil }
    end()
  }

  func cancel() {
    let subscription = state.withLock { state in
      state.isCancelled = true
      return state.subscription.take()
    }
    subscription?.cancel()
  }

  private func more() -> Subscribers.Demand {
    state.withLock { $0.left = Self.portion }
    return .max(Self.portion)
  }

  private func askAgain() {
    let demand = more()
    state.withLock { $0.subscription }?.request(demand)
  }
}

/// Counts the values that are waiting for demand after the logic, and makes inputs wait for them.
final class LiveFlow: Sendable {
  /// Unchecked, because the closures may be called from any thread.
  private struct State: @unchecked Sendable {
    var count = 0
    var paused: [() -> Void] = []
  }

  private let state = Locked(State())

  /// The number of waiting values at which requests to the inputs stop.
  static let limit = 1_000

  /// Counts a value that may have to wait.
  func enter() { state.withLock { $0.count += 1 } }

  /// Counts a value that has been taken.
  func leave() {
    let resumed = state.withLock { state -> [() -> Void] in
      state.count -= 1
      guard state.count < LiveFlow.limit / 2, !state.paused.isEmpty else { return [] }
      defer { state.paused = [] }
      return state.paused
    }
    for resume in resumed { resume() }
  }

  /// Returns true if more values may be requested now; otherwise calls a closure when they may.
  func mayGoOn(or resume: @escaping () -> Void) -> Bool {
    state.withLock { state in
      if state.count < LiveFlow.limit { return true }
      state.paused.append(resume)
      return false
    }
  }
}
