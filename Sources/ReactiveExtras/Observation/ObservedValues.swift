import Reactive

#if canImport(Darwin)
  import Dispatch
  import Observation
#else
  @_spi(SwiftUI) import Observation
#endif

/// The values that a publisher of an observed property sends.
public struct ObservationOptions: OptionSet, Sendable {
  /// The value at the time of the subscription.
  public static let initial = ObservationOptions(rawValue: 1)
  /// The value after each change.
  public static let new = ObservationOptions(rawValue: 2)

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

extension Observable where Self: AnyObject {
  /// Publishes a property of an `@Observable` object: its value at once, then after each change.
  ///
  ///     contact.publisher(for: \.name).assign(to: \.text, on: label)
  ///
  /// This is Combine's `publisher(for:options:)` of key-value observing. A value is sent by the
  /// thread that changes it, before the assignment returns. A set that does not change an
  /// `Equatable` property is not a change where the `@Observable` macro compares them (Swift 6.3).
  /// The subscription does not keep the object, and does not end with it.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: ObservationOptions = [.initial, .new]
  ) -> ObservedValues<Value> {
    ObservedValues(options: options) { [weak self] in self?[keyPath: keyPath] }
  }

  /// Publishes a property of an `@Observable` object on a scheduler.
  ///
  /// Values are read where the change happens and sent on the scheduler, none left out.
  public func publisher<Value, S: Scheduler>(
    for keyPath: KeyPath<Self, Value>, options: ObservationOptions = [.initial, .new],
    on scheduler: S
  ) -> Publishers.ReceiveOn<ObservedValues<Value>, S> {
    publisher(for: keyPath, options: options).receive(on: scheduler)
  }
}

/// A publisher of what an expression over `@Observable` objects yields: at once, then after each
/// change of a property that it read the last time.
///
///     ObservedValues { "\(person.first) \(person.last)" }.sink { print($0) }
///
/// A value is sent by the thread that makes the change, when the change is made. The latest value
/// waits for a subscriber without demand; without `.initial`, it is dropped. The publisher never
/// ends. A subscription that is cancelled lets go of the expression at once.
///
/// On Apple's systems, whose SDK does not tell when a change is done, the value is read and sent
/// on the main queue, in its next turn.
public struct ObservedValues<Output>: Publisher {
  public typealias Failure = Never

  private let options: ObservationOptions
  private let value: () -> Output?

  /// Publishes what an expression yields, now and whenever that changes.
  public init(options: ObservationOptions = [.initial, .new], _ value: @escaping () -> Output) {
    self.init(options: options, optional: value)
  }

  /// Publishes a value until it is gone: nothing is followed from when the expression yields nil.
  init(options: ObservationOptions, optional value: @escaping () -> Output?) {
    (self.options, self.value) = (options, value)
  }

  public func receive(subscriber: some Subscriber<Output, Never>) {
    let follower = ValueFollower(value)
    guard options.contains(.new), let first = follower.look() else {
      let values = options.contains(.initial) ? value().map { [$0] } ?? [] : []
      return values.publisher.append(Empty(completeImmediately: false))
        .receive(subscriber: subscriber)
    }
    func send(_ subject: some Subject<Output, Never>) {
      follower.begin { subject.send($0) }
      subject.handleEvents(receiveCancel: follower.stop).receive(subscriber: subscriber)
    }
    if options.contains(.initial) {
      send(CurrentValueSubject(first))
    } else {
      send(PassthroughSubject())
    }
  }
}

/// An expression that is read again whenever something that it read has changed.
private final class ValueFollower<Value>: @unchecked Sendable {
  // Sendable because `lock` guards what changes; the expression is called by whoever changes what
  // it reads.
  private let lock = Lock()
  private var value: (() -> Value?)?
  private var send: ((Value) -> Void)?

  init(_ value: @escaping () -> Value?) { self.value = value }

  func begin(_ send: @escaping (Value) -> Void) { self.send = send }

  /// The current value, whose changes are followed from now on.
  func look() -> Value? {
    guard let value = lock.withLock({ value }) else { return nil }
    #if canImport(Darwin)
      return withObservationTracking(value) { DispatchQueue.main.async { self.passOn() } }
    #else
      return withObservationTracking(
        value,
        didSet: {
          $0.cancel()
          self.passOn()
        })
    #endif
  }

  private func passOn() {
    guard let value = look() else { return }
    lock.withLock { send }?(value)
  }

  func stop() {
    lock.lock()
    let gone = (value, send)
    (value, send) = (nil, nil)
    lock.unlock()
    // Freed here, outside the lock.
    withExtendedLifetime(gone) {}
  }
}
