import Reactive

#if canImport(Darwin)
  import Darwin
  import Dispatch
  import Observation
#else
  @_spi(SwiftUI) import Observation
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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
  /// This is Combine's `publisher(for:options:)` of key-value observing. ``ObservedValues``
  /// describes when and on which thread values are read and sent; unlike here, on Apple's systems
  /// the thread that changes a value sends it, before the assignment returns. Setting an
  /// `Equatable` property to an equal value is not a change if the `@Observable` macro compares
  /// them (Swift 6.3). The subscription does not keep the object, and does not end with it.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: ObservationOptions = [.initial, .new]
  ) -> ObservedValues<Value> {
    ObservedValues(options: options) { [weak self] in self?[keyPath: keyPath] }
  }

  /// Publishes a property of an `@Observable` object on a scheduler.
  ///
  /// All values that ``ObservedValues`` reads are sent on the scheduler, in their order.
  public func publisher<Value, S: Scheduler>(
    for keyPath: KeyPath<Self, Value>, options: ObservationOptions = [.initial, .new],
    on scheduler: S
  ) -> Publishers.ReceiveOn<ObservedValues<Value>, S> {
    publisher(for: keyPath, options: options).receive(on: scheduler)
  }
}

/// A publisher of the value of an expression over `@Observable` objects: at once, then after each
/// change of a property that it read the last time.
///
///     ObservedValues { "\(person.first) \(person.last)" }.sink { print($0) }
///
/// The thread that makes a change reads and sends the value, before the assignment returns. While
/// another value is being sent, by another thread or around the assignment, the new one comes after
/// it. Changes that several threads make at the same time may be sent as one value; the last value
/// is the latest. For that, the expression is read twice on subscription. A change by another
/// thread can be missed only during the first reading of a property.
///
/// On Apple's systems, whose SDK does not report when a change is done, the value is read and sent
/// on the main queue, in its next turn; all changes until then are sent as one value.
///
/// The latest value waits for a subscriber without demand; without `.initial`, it is dropped. The
/// publisher never ends. Cancelling a subscription releases the expression at once.
public struct ObservedValues<Output>: Publisher {
  public typealias Failure = Never

  private let options: ObservationOptions
  private let value: () -> Output?

  /// Publishes what an expression yields, now and whenever that changes.
  public init(options: ObservationOptions = [.initial, .new], _ value: @escaping () -> Output) {
    self.init(options: options, optional: value)
  }

  /// Publishes a value until it is gone: tracking ends when the expression yields nil.
  init(options: ObservationOptions, optional value: @escaping () -> Output?) {
    (self.options, self.value) = (options, value)
  }

  public func receive(subscriber: some Subscriber<Output, Never>) {
    let follower = ValueFollower(value)
    guard options.contains(.new), let first = follower.first() else {
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

/// An expression that is read again whenever a property that it read has changed.
///
/// One thread at a time reads it, and one at a time sends the results, in the same order. The
/// tracking of a reading lasts until that of the next one starts, so that no change in between is
/// missed, except of a property that was not read before. All calls of trackings count, including
/// late calls of earlier ones.
final class ValueFollower<Value>: @unchecked Sendable {
  // Sendable because `lock` guards all of these. The expression and `send` are called by the
  // threads that change what it reads, one at a time.
  private let lock = Lock()
  private var value: (() -> Value?)?
  private var send: ((Value) -> Void)?
  private var unsent: [Value] = []
  private var isSending = false
  /// True while a thread reads, and when all is over.
  private var isReading = true
  /// The number of calls since the reading began.
  private var calls = 0
  /// The number of the tracking of the last reading, from 1, and what cancels it, once it was
  /// called.
  private var number = 0
  private var cancel: (@Sendable () -> Void)?
  /// The thread that reads. Its own calls do not count: the expression may change what it reads.
  private var reader: pthread_t?
  private let mark = TrackingMark()

  init(_ value: @escaping () -> Value?) { self.value = value }

  /// The current value, whose changes are tracked from now on; they are sent after `begin`.
  func first() -> Value? {
    // Another reading detects changes made before there is a tracking.
    var goesOn = read()
    if goesOn { goesOn = read() }
    return lock.withLock {
      if goesOn { isReading = false }
      defer { unsent = [] }
      return unsent.last
    }
  }

  func begin(_ send: @escaping (Value) -> Void) {
    let reads = lock.withLock {
      self.send = send
      return calls > 0 && beginReading()
    }
    if reads { readAll() } else { sendAll() }
  }

  /// Returns true if the caller must read; with the lock held.
  private func beginReading() -> Bool {
    defer { isReading = true }
    return !isReading
  }

  private var isReader: Bool { reader.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

  /// Takes the call of a tracking.
  private func called(_ number: Int, _ cancel: @escaping @Sendable () -> Void) {
    let reads = lock.withLock {
      if number == self.number { self.cancel = cancel }
      if isReader { return false }
      calls += 1
      return beginReading()
    }
    if reads { readAll() }
  }

  /// Reads and sends until nothing changes meanwhile.
  private func readAll() {
    var goesOn = true
    while goesOn {
      goesOn = read()
      sendAll()
    }
  }

  /// Reads the value and tracks its changes; returns true if it must be read again.
  private func read() -> Bool {
    let (value, number) = lock.withLock {
      (calls, reader) = (0, pthread_self())
      return (self.value, self.number + 1)
    }
    let new = value.flatMap { track($0, number) }
    cancelTracking()
    let (isOver, goesOn) = lock.withLock {
      (self.number, cancel, reader) = (number, nil, nil)
      if new == nil { self.value = nil }
      guard self.value != nil, let new else { return (true, false) }
      unsent.append(new)
      #if !canImport(Darwin)
        if number == 1 { calls += 1 }
      #endif
      isReading = calls > 0
      return (false, isReading)
    }
    if isOver, value != nil { cancelTracking() }
    return goesOn
  }

  private func track(_ value: () -> Value?, _ number: Int) -> Value? {
    func reading() -> Value? {
      mark.read(number)
      return value()
    }
    #if canImport(Darwin)
      // The tracking there is called once, which cancels it.
      return withObservationTracking(reading) {
        if self.lock.withLock({ self.isReader }) { return }
        DispatchQueue.main.async { self.called(number) {} }
      }
    #else
      return withObservationTracking(
        reading, didSet: { tracking in self.called(number) { tracking.cancel() } })
    #endif
  }

  /// Cancels the tracking of the last reading; by the thread that reads.
  private func cancelTracking() {
    let (number, isKnown) = lock.withLock { (self.number, self.cancel != nil) }
    if number > 0, !isKnown { mark.callTracking(number) }
    let cancel = lock.withLock { self.cancel }
    cancel?()
  }

  private func sendAll() {
    var isMine = false
    while let (send, values) = lock.withLock({ next(&isMine) }) { values.forEach(send) }
  }

  /// Returns what the calling thread must send, with the lock held.
  private func next(_ isMine: inout Bool) -> (send: (Value) -> Void, values: [Value])? {
    guard let send, isMine || !isSending else { return nil }
    isMine = !unsent.isEmpty
    isSending = isMine
    defer { unsent = [] }
    return isMine ? (send, unsent) : nil
  }

  func stop() {
    let (gone, isIdle) = lock.withLock {
      let gone = (value, send, unsent)
      (value, send, unsent) = (nil, nil, [])
      return (gone, beginReading())
    }
    if isIdle { cancelTracking() }
    // Freed here, outside the lock.
    withExtendedLifetime(gone) {}
  }
}

/// A dependency of every reading, so that its tracking can be called when nothing has changed: the
/// system hands out a tracking only with its call.
private final class TrackingMark: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  // The trackings of two readings that follow each other are called one by one.
  // Void would not do: paths of empty properties are equal.
  private let even = 0
  private let odd = 1

  private func keyPath(_ number: Int) -> KeyPath<TrackingMark, Int> {
    number % 2 == 0 ? \.even : \.odd
  }

  func read(_ number: Int) { registrar.access(self, keyPath: keyPath(number)) }

  func callTracking(_ number: Int) {
    #if canImport(Darwin)
      registrar.willSet(self, keyPath: keyPath(number))
    #else
      registrar.didSet(self, keyPath: keyPath(number))
    #endif
  }
}
