import Dispatch
import Reactive
import ReactiveExtras

/// Something that a publisher did, and when.
public struct Marble: Hashable, Sendable {
  /// What a publisher does, with values and errors as text.
  public enum Event: Hashable, Sendable {
    /// It sent a value.
    case value(String)
    /// It finished.
    case finished
    /// It failed.
    case failed
  }

  /// Nanoseconds since the publisher was subscribed to.
  public var nanoseconds: Int
  /// What it did.
  public var event: Event

  /// Makes a marble.
  public init(nanoseconds: Int, event: Event) {
    self.nanoseconds = nanoseconds
    self.event = event
  }

  /// Seconds since the publisher was subscribed to.
  public var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension Publisher {
  /// Makes a publisher of everything that this one does, with the time on a scheduler's clock.
  ///
  ///     var row = MarbleTimeline.Row(title: "keys")
  ///     keys.marbles(on: DispatchQueue.main).sink { row.marbles.append($0) }
  ///     row.text()  // -a--b|
  ///
  /// Finishes after the marble of the end, a failure's too.
  public func marbles<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<Marble, Never> {
    Deferred {
      let clock = ElapsedClock(scheduler)
      return self.materialize().map { event in
        let event: Marble.Event =
          switch event {
          case .value(let value): .value(String(describing: value))
          case .finished: .finished
          case .failure: .failed
          }
        return Marble(nanoseconds: clock.nanoseconds, event: event)
      }
    }.eraseToAnyPublisher()
  }
}

/// Counts nanoseconds on the clock of a scheduler of any type.
private final class ElapsedClock<Context: Scheduler> {
  private let scheduler: Context
  private let origin: Context.SchedulerTimeType
  private var last = 0

  init(_ scheduler: Context) { (self.scheduler, origin) = (scheduler, scheduler.now) }

  /// Nanoseconds since the clock was made. Takes O(log of the time since the last look).
  var nanoseconds: Int {
    // A stride can be made of nanoseconds, but does not say how many it has. So they are found by
    // comparing: first with growing steps, then with shrinking ones.
    let now = scheduler.now
    guard instant(1) > origin else { return 0 }
    var step = 1
    while step < 1 << 60, instant(last + step) <= now {
      last += step
      step *= 2
    }
    while step > 1 {
      step /= 2
      if instant(last + step) <= now { last += step }
    }
    return last
  }

  private func instant(_ nanoseconds: Int) -> Context.SchedulerTimeType {
    origin.advanced(by: .nanoseconds(nanoseconds))
  }
}
