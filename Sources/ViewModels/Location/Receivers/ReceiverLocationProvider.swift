import Positioning
import Reactive
import ReactiveExtras

/// A receiver that is followed as it reports, as a source of positions.
///
///     let provider = ReceiverLocationProvider(source: .gpsd())
///     let model = LocationViewModel(provider: provider)
///     model.$currentLocation.sink { print($0 as Any) }.store(in: &cancellables)
///     model.start()
///
/// An epoch is delivered when its last sentence has come, once it is known which one that is, and
/// before that when the receiver has been silent for a quarter of its period.
///
/// **Connections end.** A source that is gone, or cannot be opened yet, is opened again after 1, 2,
/// 4 … 30 seconds; each time a transient failure says what is wrong. The track goes on where it
/// was. The computer's clock is never asked for the time: positions have the receiver's.
///
/// **Permission.** There is nobody to ask: it is given until the system refuses to open a device.
/// That is a denial; started again, it is tried again.
public final class ReceiverLocationProvider: LocationProvider {
  /// What is followed.
  public let source: any ReceiverSource

  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private let statuses = CurrentValueSubject<AuthorizationStatus, Never>(.authorizedAlways)
  private let state = CurrentValueSubject<ReceiverConnection, Never>(.closed)
  private let scheduler: any Scheduler<MonotonicInstant>
  /// Waits for the silence after which an epoch is complete.
  private let epochTimer: ProviderTimer
  /// Waits until the source is tried again, or taken for silent.
  private let sourceTimer: ProviderTimer
  private var reading: LiveReading
  private var pace = ReconnectPace()
  /// How the pace begins with each start.
  var firstPace = ReconnectPace()
  /// Bytes since the last sentence, in all and as they are read now, and how many sentences there
  /// were.
  private var unexplained = (total: 0, bytes: 0, sentences: 0)
  private var hasComplained = false
  private var isStarted = false
  /// Counts starts and stops: whoever hears of something may stop, and that is the last word.
  private var run = 0

  /// How many bytes have come so far.
  public private(set) var byteCount = 0

  /// How long nothing may come before the receiver is called silent.
  static let patience = Duration.seconds(5)
  /// How many bytes without a sentence are none that a receiver says: more than any sentence has,
  /// and as many as come in a second.
  static let unexplainedLimit = 960

  /// Makes a provider that is not started.
  ///
  /// - Parameters:
  ///   - source: Where the bytes come from. Only this provider should open and close it.
  ///   - format: The format of what comes, where it is known; nil to find it out.
  ///   - options: What the user says of the source.
  ///   - scheduler: Whose clock counts, and where updates are delivered.
  public init(
    source: some ReceiverSource, format: TraceFormat? = nil, options: TraceOptions = .live,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.source = source
    self.scheduler = scheduler
    epochTimer = ProviderTimer(scheduler)
    sourceTimer = ProviderTimer(scheduler)
    reading = LiveReading(format: format, options: options)
  }

  deinit { source.close() }

  /// Given, unless the system refused to open a device.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    statuses.removeDuplicates().eraseToAnyPublisher()
  }

  /// Epochs and failures from now on.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// How it stands with the receiver; each subscriber gets that first.
  public var connection: AnyPublisher<ReceiverConnection, Never> {
    state.removeDuplicates().eraseToAnyPublisher()
  }

  /// How it stands with the receiver.
  public var currentConnection: ReceiverConnection { state.value }

  /// What was read since the source was opened, and what was skipped and why.
  public var readStatistics: TraceStatistics { reading.statistics }

  /// The format of what comes; nil until it is known.
  public var format: TraceFormat? { reading.foundFormat }

  /// Does nothing: who may read a device is settled before.
  public func requestWhenInUseAuthorization() {}

  /// Opens the source.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    run += 1
    pace = firstPace
    open()
  }

  /// Closes the source; what is under way is dropped.
  public func stop() {
    isStarted = false
    run += 1
    leave(.closed)
  }
}

extension ReceiverLocationProvider {
  private func open() {
    reading.restart()
    unexplained = (0, 0, 0)
    hasComplained = false
    let run = run
    state.send(.opening)
    guard run == self.run else { return }
    source.open(on: scheduler) { [weak self] in self?.receive($0) }
  }

  private func leave(_ connection: ReceiverConnection) {
    epochTimer.cancel()
    sourceTimer.cancel()
    source.close()
    state.send(connection)
  }

  private func receive(_ event: ReceiverEvent) {
    let run = run
    switch event {
    case .connected:
      awaitSilence()
      state.send(.open)
      guard run == self.run else { return }
      statuses.send(.authorizedAlways)
    case .bytes(let bytes): receive(bytes)
    case .restarted:
      reading.restart()
      unexplained = (0, 0, 0)
      epochTimer.cancel()
      subject.send(.restarted(isPartial: false))
    case .disconnected(let error):
      let epochs = reading.finish(at: epochTimer.now)
      disconnect(error)
      // Where it has ended by itself, whoever heard of that has stopped nothing.
      let current = error.isTransient ? run : self.run
      deliver(epochs, then: .failed(.receiver(error)), in: current)
    case .ended:
      let epochs = reading.finish(at: epochTimer.now)
      let isUnderstood = reading.statistics.sentences > 0 || byteCount == 0
      isStarted = false
      leave(.ended)
      let name = source.name
      deliver(
        epochs, then: isUnderstood ? .ended : .failed(.receiver(.unintelligible(name: name))),
        in: self.run)
    }
  }

  private func receive(_ bytes: [UInt8]) {
    let (run, now) = (run, epochTimer.now)
    byteCount += bytes.count
    let epochs = reading.read(bytes, at: now)
    if reading.isWaiting {
      epochTimer.set(at: now + reading.silence) { [weak self] in self?.completeEpoch() }
    } else {
      epochTimer.cancel()
    }
    awaitSilence()
    if state.value != .open { state.send(.open) }
    guard run == self.run else { return }
    explain(bytes.count)
    deliver(epochs, in: run)
  }

  /// Looks whether what comes is anything that a receiver says.
  private func explain(_ count: Int) {
    let sentences = reading.statistics.sentences
    guard sentences == unexplained.sentences else {
      unexplained = (0, 0, sentences)
      return pace.succeed()
    }
    unexplained.total += count
    unexplained.bytes += count
    guard unexplained.bytes >= Self.unexplainedLimit else { return }
    if source.readOtherwise() {
      reading.restart()
      (unexplained.bytes, unexplained.sentences) = (0, 0)
    }
    if unexplained.total >= 8 * Self.unexplainedLimit { complain() }
  }

  private func completeEpoch() {
    let run = run
    let epochs = reading.pause(at: epochTimer.now)
    if unexplained.bytes >= Self.unexplainedLimit, reading.statistics.sentences == 0 { complain() }
    deliver(epochs, in: run)
  }

  /// Says once for each opening that what comes is nothing that a receiver says.
  private func complain() {
    guard !hasComplained else { return }
    hasComplained = true
    subject.send(.failed(.receiver(.unintelligible(name: source.name))))
  }

  private func awaitSilence() {
    sourceTimer.set(at: sourceTimer.now + Self.patience) { [weak self] in
      self?.state.send(.silent)
    }
  }

  /// Sees to it that the source is tried again, where that may help.
  private func disconnect(_ error: ReceiverError) {
    epochTimer.cancel()
    guard error.isTransient else {
      isStarted = false
      leave(.closed)
      if error.isDenial { statuses.send(.denied) }
      return
    }
    let delay = pace.delay()
    sourceTimer.set(at: sourceTimer.now + delay) { [weak self] in self?.open() }
    state.send(.waiting(delay))
  }

  /// Sends epochs, and then another update, as long as nobody who heard of it has stopped it.
  private func deliver(
    _ epochs: [LocationEpoch], then update: LocationUpdate? = nil, in run: Int
  ) {
    if run == self.run, !epochs.isEmpty { subject.send(.epochs(epochs)) }
    if run == self.run, let update { subject.send(update) }
  }
}
