import Combine
import Foundation

/// Writes down what a publisher sends, and has a test wait for it, on the test's own thread.
public final class Recorder<Input, Failure: Error>: Subscriber {
  /// Nothing more came in time, or at all.
  public struct NothingCame: Error { public let isOver: Bool }

  private let news = NSCondition()
  private var values: [Input] = []
  private var end: Subscribers.Completion<Failure>?
  private var read = 0
  private var subscription: Subscription?

  init(_ publisher: some Publisher<Input, Failure>) { publisher.subscribe(self) }

  public func receive(subscription: Subscription) {
    note { self.subscription = subscription }
    subscription.request(.unlimited)
  }

  public func receive(_ input: Input) -> Subscribers.Demand {
    note { values.append(input) }
    return .none
  }

  public func receive(completion: Subscribers.Completion<Failure>) {
    note { (end, subscription) = (completion, nil) }
  }

  /// Ends the subscription.
  public func cancel() {
    news.lock()
    let taken = subscription
    subscription = nil
    news.unlock()
    taken?.cancel()
  }

  /// Waits for the value behind the last one that was read.
  public func next(within seconds: TimeInterval = 1800) throws -> Input {
    try wait(seconds) { read < values.count || end != nil }
    guard read < values.count else { throw NothingCame(isOver: true) }
    read += 1
    return values[read - 1]
  }

  /// Waits for the end, and returns all values; throws the failure.
  public func all(within seconds: TimeInterval = 1800) throws -> [Input] {
    try wait(seconds) { end != nil }
    if case .failure(let error)? = end { throw error }
    return values
  }

  private func note(_ change: () -> Void) {
    news.lock()
    change()
    news.broadcast()
    news.unlock()
  }

  private func wait(_ seconds: TimeInterval, _ isThere: () -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: seconds)
    news.lock()
    defer { news.unlock() }
    while !isThere() {
      guard news.wait(until: limit) else { throw NothingCame(isOver: false) }
    }
  }
}

extension Publisher {
  /// Subscribes a recorder.
  public func record() -> Recorder<Output, Failure> { Recorder(self) }
}
