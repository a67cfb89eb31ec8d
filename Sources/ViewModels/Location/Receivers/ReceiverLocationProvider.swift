import Positioning
import Reactive
import ReactiveExtras

/// A live receiver as a source of positions.
///
///     let provider = ReceiverLocationProvider(source: .gpsd())
///     let model = LocationViewModel(provider: provider)
///     model.$currentLocation.sink { print($0 as Any) }.store(in: &cancellables)
///     model.start()
///
/// An epoch is delivered when its last sentence has come, once that sentence is known, and before
/// that when the receiver has been silent for a quarter of its period.
///
/// **Connections end.** A source that is gone, or cannot be opened yet, is opened again after 1, 2,
/// 4 … 30 seconds; each time a transient failure gives the reason. The track continues where it
/// was. Times are always the receiver's, never those of the computer's clock.
///
/// **Permission.** No user is asked: it is given until the system refuses to open a device. That is
/// a denial; another start tries again.
public final class ReceiverLocationProvider: LocationProvider {
  /// The receiver's source.
  public let source: any ReceiverSource

  private let subject = PassthroughSubject<LocationUpdate, Never>()
  private let statuses = CurrentValueSubject<AuthorizationStatus, Never>(.authorizedAlways)
  private let state = CurrentValueSubject<ReceiverConnection, Never>(.closed)
  private let scheduler: any Scheduler<MonotonicInstant>
  /// Waits for the silence after which an epoch is complete.
  private let epochTimer: OneShotTimer
  /// Waits until the source is tried again, or taken for silent.
  private let sourceTimer: OneShotTimer
  private var reading: LiveReading
  private var pace = ReconnectPace()
  /// The pace at the beginning of each start.
  var firstPace = ReconnectPace()
  /// The bytes since the last sentence, in all and at the present setting, and the number of
  /// sentences before them.
  private var unexplained = (total: 0, bytes: 0, sentences: 0)
  private var hasComplained = false
  private var hasNamedProtocol = false
  /// The bytes since the last sentence, and whether there was a frame of a binary protocol in them.
  private var frames = (searched: [UInt8](), isFound: false)
  /// True if it could ever be opened.
  private var wasOpen = false
  private var isStarted = false
  /// Counts starts and stops: a subscriber may stop at any report, and that call decides.
  private var run = 0

  /// The number of bytes that have come so far.
  public private(set) var byteCount = 0

  /// The maximum time without intelligible data during which the receiver counts as open.
  static let silenceTimeout = Duration.seconds(5)
  /// Fewer bytes may be the rest of a sentence.
  static let sentenceLimit = 128
  /// The number of bytes without a sentence that a receiver never sends: more than any sentence
  /// has, and as many as come in a second.
  static let unexplainedLimit = 960

  /// Makes a provider that is not started.
  ///
  /// - Parameters:
  ///   - source: The source of the bytes. Only this provider should open and close it.
  ///   - format: The format of the bytes, if known; nil to detect it.
  ///   - options: The user's settings for the source.
  ///   - scheduler: The scheduler that measures time and delivers updates.
  public init(
    source: some ReceiverSource, format: TraceFormat? = nil, options: TraceOptions = .live,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    (self.source, self.scheduler) = (source, scheduler)
    epochTimer = OneShotTimer(scheduler)
    sourceTimer = OneShotTimer(scheduler)
    reading = LiveReading(format: format, options: options)
  }

  deinit { source.close() }

  /// The permission: given, unless the system refused to open a device.
  public var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    statuses.removeDuplicates().eraseToAnyPublisher()
  }

  /// Epochs and failures from now on.
  public var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }

  /// The state of the connection; each subscriber gets the current one first.
  public var connection: AnyPublisher<ReceiverConnection, Never> {
    state.removeDuplicates().eraseToAnyPublisher()
  }

  /// The state of the connection.
  public var currentConnection: ReceiverConnection { state.value }

  /// Statistics since the source was opened, with the skipped parts and reasons.
  public var readStatistics: TraceStatistics { reading.statistics }

  /// The format of the bytes; nil until it is known.
  public var format: TraceFormat? { reading.foundFormat }

  /// Does nothing: access to a device is decided before.
  public func requestWhenInUseAuthorization() {}

  /// Opens the source.
  public func start() {
    guard !isStarted else { return }
    isStarted = true
    run += 1
    pace = firstPace
    open()
  }

  /// Closes the source; incomplete data are dropped.
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
    (hasComplained, hasNamedProtocol) = (false, false)
    frames = ([], false)
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
      wasOpen = true
      awaitSilence()
      state.send(.open)
      guard run == self.run else { return }
      statuses.send(.authorizedAlways)
    case .bytes(let bytes): receive(bytes)
    case .restarted:
      reading.restart()
      unexplained = (0, 0, 0)
      epochTimer.cancel()
      subject.send(.restarted)
    case .disconnected(let error):
      let epochs = reading.finish(at: epochTimer.now)
      disconnect(error)
      // If it has ended by itself, a subscriber to that has stopped nothing.
      let current = error.isTransient ? run : self.run
      deliver(epochs, then: .failed(.receiver(error)), in: current)
    case .ended:
      let epochs = reading.finish(at: epochTimer.now)
      let isUnderstood = reading.statistics.sentences > 0 || byteCount == 0
      isStarted = false
      leave(.ended)
      deliver(epochs, then: isUnderstood ? .ended : .failed(.receiver(receiverError)), in: self.run)
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
    explain(bytes)
    deliver(epochs, in: run)
  }

  /// Checks if the bytes are any of a receiver's data.
  private func explain(_ bytes: [UInt8]) {
    guard !noteSentences() else { return }
    searchFrames(bytes)
    unexplained.total += bytes.count
    unexplained.bytes += bytes.count
    if state.value == .unreadable { awaitSilence() }
    if state.value == .silent, unexplained.total >= Self.sentenceLimit {
      let run = run
      state.send(.unreadable)
      guard run == self.run else { return }
      awaitSilence()
    }
    if frames.isFound, state.value == .unreadable { complain() }
    guard unexplained.bytes >= Self.unexplainedLimit else { return }
    // The speed is right if frames are found.
    if !frames.isFound, source.readOtherwise() {
      reading.restart()
      (unexplained.bytes, unexplained.sentences) = (0, 0)
    }
    if unexplained.total >= 8 * Self.unexplainedLimit { complain() }
  }

  /// Searches the latest bytes for a frame: no receiver sends any longer than some KiB.
  private func searchFrames(_ bytes: [UInt8]) {
    guard !frames.isFound else { return }
    frames.searched = Array((frames.searched + bytes).suffix(1 << 14))
    frames.isFound = TraceReader.holdsUBXFrame(frames.searched)
  }

  /// Notes the sentences recognised so far; returns false if there are no more than before.
  private func noteSentences() -> Bool {
    let sentences = reading.statistics.sentences
    guard sentences != unexplained.sentences else { return false }
    unexplained = (0, 0, sentences)
    (hasComplained, hasNamedProtocol) = (false, false)
    frames = ([], false)
    pace.succeed()
    awaitSilence()
    if state.value != .open { state.send(.open) }
    return true
  }

  private func completeEpoch() {
    let run = run
    let epochs = reading.pause(at: epochTimer.now)
    _ = noteSentences()
    guard run == self.run else { return }
    if unexplained.bytes >= Self.unexplainedLimit, reading.statistics.sentences == 0 { complain() }
    deliver(epochs, in: run)
  }

  /// Reports once, until a sentence is recognised, that the bytes are not a receiver's sentences;
  /// and once their protocol, even if that is recognised later, at the right speed.
  private func complain() {
    guard !hasComplained || (frames.isFound && !hasNamedProtocol) else { return }
    (hasComplained, hasNamedProtocol) = (true, frames.isFound)
    subject.send(.failed(.receiver(receiverError)))
  }

  /// The error of bytes that are not intelligible.
  private var receiverError: ReceiverError {
    frames.isFound ? .binary(name: source.name) : .unintelligible(name: source.name)
  }

  private func awaitSilence() {
    sourceTimer.set(at: sourceTimer.now + Self.silenceTimeout) { [weak self] in self?.loseHearing()
    }
  }

  /// Handles a silence: nothing intelligible has come for a while; or, once that was reported,
  /// nothing at all.
  private func loseHearing() {
    let run = run
    let isTalking = frames.isFound || unexplained.total >= Self.sentenceLimit
    guard isTalking, state.value != .unreadable else {
      unexplained.total = 0
      return state.send(.silent)
    }
    state.send(.unreadable)
    guard run == self.run else { return }
    awaitSilence()
    if frames.isFound { complain() }
  }

  /// Schedules another attempt to open the source, if that may help.
  private func disconnect(_ error: ReceiverError) {
    epochTimer.cancel()
    guard error.isTransient else {
      isStarted = false
      leave(.closed)
      // A source that was read once was permitted: then this is a failure like others, and the last
      // position stays.
      if error.isDenial, !wasOpen { statuses.send(.denied) }
      return
    }
    let delay = pace.delay()
    sourceTimer.set(at: sourceTimer.now + delay) { [weak self] in self?.open() }
    state.send(.waiting(delay))
  }

  /// Sends epochs, and then another update, unless a subscriber stops it in between.
  private func deliver(_ epochs: [LocationEpoch], then update: LocationUpdate? = nil, in run: Int) {
    if run == self.run, !epochs.isEmpty { subject.send(.epochs(epochs)) }
    if run == self.run, let update { subject.send(update) }
  }
}
