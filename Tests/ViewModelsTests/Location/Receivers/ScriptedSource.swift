import Positioning
import Reactive
import ReactiveExtras
import ViewModels

/// A receiver that says what a test has it say, when it says so.
final class ScriptedSource: ReceiverSource {
  private(set) var name = "script"
  /// What each opening reports first; the last one stays.
  var answers: [ReceiverEvent] = [.connected]
  /// Names that other ways of reading have.
  var otherWays: [String] = []
  private(set) var openings = 0
  private(set) var isOpen = false
  private var report: (ReceiverEvent) -> Void = { _ in }

  func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    openings += 1
    isOpen = true
    self.report = report
    let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
    scheduler.schedule { report(answer) }
  }

  func close() {
    isOpen = false
    report = { _ in }
  }

  func readOtherwise() -> Bool {
    guard !otherWays.isEmpty else { return false }
    name = otherWays.removeFirst()
    return true
  }

  func tell(_ event: ReceiverEvent) { report(event) }
  func say(_ text: String) { tell(.bytes(Array(text.utf8))) }
}

/// A receiver's provider on virtual time, with what it has told and when, in milliseconds.
final class FollowedReceiver {
  let clock = VirtualTimeScheduler()
  let source = ScriptedSource()
  let provider: ReceiverLocationProvider
  private(set) var updates: [(at: Int, update: LocationUpdate)] = []
  private(set) var connections: [(at: Int, connection: ReceiverConnection)] = []
  private(set) var statuses: [AuthorizationStatus] = []
  private var cancellables: Set<AnyCancellable> = []
  private var log = SampleLog()

  init(format: TraceFormat? = .nmea) {
    provider = ReceiverLocationProvider(source: source, format: format, scheduler: clock)
    provider.updates.sink { [unowned self] in updates.append((milliseconds, $0)) }
      .store(in: &cancellables)
    provider.connection.sink { [unowned self] in connections.append((milliseconds, $0)) }
      .store(in: &cancellables)
    provider.authorizationStatus.sink { [unowned self] in statuses.append($0) }
      .store(in: &cancellables)
  }

  private var milliseconds: Int { clock.now.nanoseconds / 1_000_000 }

  func wait(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  /// Says the sentences of an epoch, a number of milliseconds after 12:00:00.
  func sayEpoch(_ milliseconds: Int, as sentences: [SampleLog.Sentence] = [.rmc]) {
    let before = log.bytes.count
    for sentence in sentences { log.add(at: .milliseconds(milliseconds), as: sentence) }
    source.tell(.bytes(Array(log.bytes[before...])))
  }

  /// When the epochs came, and how many each time.
  var deliveries: [Int] {
    updates.flatMap { entry -> [Int] in
      if case .epochs(let epochs) = entry.update { epochs.map { _ in entry.at } } else { [] }
    }
  }

  var epochs: [LocationEpoch] {
    updates.flatMap { entry -> [LocationEpoch] in
      if case .epochs(let epochs) = entry.update { epochs } else { [] }
    }
  }

  var failures: [LocationError] {
    updates.compactMap { entry -> LocationError? in
      if case .failed(let error) = entry.update { error } else { nil }
    }
  }
}

/// What a provider has told.
final class UpdateNotes {
  private(set) var updates: [LocationUpdate] = []
  private var cancellable: AnyCancellable?

  init(_ provider: some LocationProvider) {
    cancellable = provider.updates.sink { [unowned self] in updates.append($0) }
  }

  /// The latitudes of the fixes so far.
  var latitudes: [Double] {
    updates.flatMap { update -> [Double] in
      guard case .epochs(let epochs) = update else { return [] }
      return epochs.compactMap(\.location?.coordinate.latitude)
    }
  }
}
