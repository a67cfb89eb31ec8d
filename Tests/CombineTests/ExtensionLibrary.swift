// What an extension library for Combine is made of, written as such libraries are: it imports
// Combine and nothing of this package, and brings names that ReactiveExtras has, too.
import Combine
import Foundation

extension Publishers {
  /// A timer of the library's own, beside Foundation's `Timer.publish`.
  struct Timer<S: Scheduler>: ConnectablePublisher {
    typealias Output = S.SchedulerTimeType
    typealias Failure = Never

    let interval: S.SchedulerTimeType.Stride
    let scheduler: S
    private let subject = PassthroughSubject<S.SchedulerTimeType, Never>()

    init(every interval: S.SchedulerTimeType.Stride, scheduler: S) {
      (self.interval, self.scheduler) = (interval, scheduler)
    }

    func receive<T: Subscriber>(subscriber: T)
    where T.Input == S.SchedulerTimeType, T.Failure == Never {
      subject.receive(subscriber: subscriber)
    }

    func connect() -> any Cancellable {
      scheduler.schedule(
        after: scheduler.now.advanced(by: interval), interval: interval,
        tolerance: scheduler.minimumTolerance, options: nil
      ) { [subject, scheduler] in subject.send(scheduler.now) }
    }
  }

  /// A value of one publisher with the latest of another.
  struct WithLatestFrom<Upstream: Publisher, Other: Publisher, Output>: Publisher
  where Upstream.Failure == Other.Failure {
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let other: Other
    let transform: (Upstream.Output, Other.Output) -> Output

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      subscriber.receive(
        subscription: Inner(upstream: upstream, other: other, transform, subscriber))
    }

    private final class Inner<S: Subscriber>: Subscription
    where S.Input == Output, S.Failure == Failure {
      private let transform: (Upstream.Output, Other.Output) -> Output
      private var buffer: DemandBuffer<S>?
      private var latest: Other.Output?
      private var both: Set<AnyCancellable> = []

      init(
        upstream: Upstream, other: Other,
        _ transform: @escaping (Upstream.Output, Other.Output) -> Output, _ subscriber: S
      ) {
        self.transform = transform
        let buffer = DemandBuffer(subscriber)
        self.buffer = buffer
        other.sink(receiveCompletion: { _ in }, receiveValue: { [weak self] in self?.latest = $0 })
          .store(in: &both)
        upstream.sink(
          receiveCompletion: { buffer.complete($0) },
          receiveValue: { [weak self] value in
            guard let self, let latest else { return }
            buffer.buffer(self.transform(value, latest))
          }
        ).store(in: &both)
      }

      func request(_ demand: Subscribers.Demand) { buffer?.demand(demand) }

      func cancel() {
        both = []
        buffer = nil
      }
    }
  }
}

extension Publisher {
  func withLatestFrom<Other: Publisher, Result>(
    _ other: Other, resultSelector: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.WithLatestFrom<Self, Other, Result> where Other.Failure == Failure {
    .init(upstream: self, other: other, transform: resultSelector)
  }
}

/// Keeps values until they are asked for: the sink with a buffer that such libraries share.
final class DemandBuffer<S: Subscriber> {
  private let lock = NSRecursiveLock()
  private let subscriber: S
  private var values: [S.Input] = []
  private var completion: Subscribers.Completion<S.Failure>?
  private var demand = Subscribers.Demand.none

  init(_ subscriber: S) { self.subscriber = subscriber }

  func buffer(_ value: S.Input) {
    lock.withLock { values.append(value) }
    flush()
  }

  func complete(_ completion: Subscribers.Completion<S.Failure>) {
    lock.withLock { self.completion = completion }
    flush()
  }

  func demand(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    flush()
  }

  private func flush() {
    lock.lock()
    defer { lock.unlock() }
    while demand > .none, !values.isEmpty {
      demand -= 1
      demand += subscriber.receive(values.removeFirst())
    }
    guard values.isEmpty, let completion else { return }
    self.completion = nil
    subscriber.receive(completion: completion)
  }
}

/// A scheduler whose type is hidden, for tests that bring their own.
struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let readNow: () -> SchedulerTimeType
  private let readTolerance: () -> SchedulerTimeType.Stride
  private let atOnce: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let later:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let again:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
      @escaping () -> Void
    ) -> any Cancellable

  init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    readNow = { scheduler.now }
    readTolerance = { scheduler.minimumTolerance }
    atOnce = { scheduler.schedule(options: $0, $1) }
    later = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    again = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }

  var now: SchedulerTimeType { readNow() }
  var minimumTolerance: SchedulerTimeType.Stride { readTolerance() }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    atOnce(options, action)
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { later(date, tolerance, options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { again(date, interval, tolerance, options, action) }
}

/// A subject that sends newcomers the values before, up to a number of them.
final class ReplaySubject<Output, Failure: Error>: Subject {
  private let size: Int
  private let live = PassthroughSubject<Output, Failure>()
  private var kept: [Output] = []

  init(bufferSize: Int) { size = bufferSize }

  func send(_ value: Output) {
    kept = (kept + [value]).suffix(size)
    live.send(value)
  }

  func send(completion: Subscribers.Completion<Failure>) { live.send(completion: completion) }
  func send(subscription: any Subscription) { subscription.request(.unlimited) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    live.prepend(kept).receive(subscriber: subscriber)
  }
}
