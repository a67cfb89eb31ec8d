import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// What every pipeline of a case is built as.
typealias Stream = AnyPublisher<Int, Fault>

/// Runs a case through this library and returns what could be seen.
public func run(_ scenario: Case) -> Recorder {
  let run = Run(scenario)
  run.perform()
  return run.recorder
}

/// One run of a case: its subjects, its time, and its subscribers.
final class Run {
  let scenario: Case
  let recorder = Recorder()
  let scheduler = VirtualScheduler()
  private(set) var subjects: [any ScriptedSubject] = []
  private(set) var counts: [SubscriptionCount] = []
  private(set) var shared: [SharedStream] = []
  private var subscribers: [ScriptedSubscriber] = []
  private var stream: Stream?

  init(_ scenario: Case) { self.scenario = scenario }

  func perform() {
    subjects = scenario.subjects.map(makeSubject)
    counts = subjects.map { _ in SubscriptionCount() }
    for description in scenario.shared {
      shared.append(
        SharedStream(build(description.pipeline), description.connection, recorder))
    }
    stream = build(scenario.pipeline)
    subscribers = scenario.subscribers.indices.map { ScriptedSubscriber($0, self) }
    for (number, action) in scenario.script.enumerated() {
      recorder.record(.step(number))
      perform(action)
    }
    recorder.isStopped = true
    // What is left is taken apart, so that one run leaves nothing behind for the next.
    for subscriber in subscribers { subscriber.subscription?.cancel() }
    for stream in shared { stream.disconnect() }
    scheduler.clear()
    stream = nil
    (subjects, shared, subscribers) = ([], [], [])
  }

  func perform(_ action: Action) {
    if recorder.isFull { return }
    switch action {
    case .send(let value, let number): subjects[number].send(value)
    case .finish(let number): subjects[number].end(.finished)
    case .fail(let number): subjects[number].end(.failure(Fault(code: 100 + number)))
    case .attach(let number):
      guard let stream, !subscribers[number].isAttached else { return }
      subscribers[number].isAttached = true
      stream.subscribe(subscribers[number])
    case .request(let count, let number):
      subscribers[number].subscription?.request(demand(count))
    case .cancel(let number): subscribers[number].cancel()
    case .advance(let ticks): scheduler.advance(by: ticks)
    case .connect(let number):
      // A case that was made smaller may have lost it.
      if shared.indices.contains(number) { shared[number].toggleConnection() }
    }
  }
}

/// A number of values to ask for; nil for all.
func demand(_ count: Int?) -> Subscribers.Demand { count.map(Subscribers.Demand.max) ?? .unlimited }

extension Recorder {
  /// Writes an end down.
  func record(_ completion: Subscribers.Completion<Fault>, at place: Event.Place) {
    switch completion {
    case .finished: record(.finished(place))
    case .failure(let fault): record(.failed(place, fault.code))
    }
  }
}
