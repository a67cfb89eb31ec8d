import Positioning
import Reactive
import ReactiveExtras

/// A trace that is replayed: the track, and the controls of a player.
///
///     let file = try TraceFile(path: path)
///     let provider = TraceLocationProvider(file: file, scheduler: scheduler)
///     let model = ReplayViewModel(provider: provider, scheduler: scheduler)
///     model.togglePause()
///     model.faster()  // twice as fast
///
/// Track and player are published as one value. The drawn track is that up to the current epoch,
/// however it was reached.
@MainActor public final class ReplayViewModel: ObservableObject {
  /// The track, its totals and the position.
  public let track: TrackViewModel
  /// The shown state of track and player.
  @Published public private(set) var state: ReplayState

  /// The positions to return to, in the trace's order.
  @Published public private(set) var bookmarks: [ReplayBookmark] = []

  private let provider: TraceLocationProvider
  private var cancellables: Set<AnyCancellable> = []
  /// The numbers of the fixes that were requested last, and the fixes found, from the first.
  private var window = (numbers: 0..<0, fixes: [ReplayFix]())

  /// The rates that ``faster()`` and ``slower()`` step through; the last one is the greatest
  /// possible speed.
  public static let rates: [Double] = [
    0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1000, .infinity,
  ]
  private static let windowLength = 512

  /// The sums of the track at the beginning of the loop, and at its end.
  private var loopStart: TrackProgress?
  private var loopEnd: TrackProgress?

  /// Makes a model of a replay, paused at its position, and begins to survey the trace.
  ///
  /// - Parameters:
  ///   - provider: The replay. Only this model should control it.
  ///   - beginning: The empty track, with its thresholds and the capacity of its line.
  ///   - pacing: The frequency of new positions.
  ///   - surveys: True to read the whole file in the background, for ``outline``, exact tracks
  ///     after every seek, and ``fix(_:)``.
  ///   - scheduler: The scheduler that measures time; the provider's. It has to run its work on the
  ///     main thread.
  public init(
    provider: TraceLocationProvider, beginning: TrackSnapshot = TrackSnapshot(),
    pacing: LocationPacing = LocationPacing(), surveys: Bool = true,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.provider = provider
    let track = TrackViewModel(
      provider: provider, beginning: beginning, pacing: pacing, scheduler: scheduler)
    self.track = track
    state = ReplayState(
      track: track.state, playback: provider.currentPlayback, outline: TraceOutline())
    if surveys { provider.survey(from: beginning) }
    track.$state.sink { [weak self] in self?.state.track = $0 }.store(in: &cancellables)
    provider.playback.sink { [weak self] in self?.state.playback = $0 }.store(in: &cancellables)
    provider.outline.sink { [weak self] in self?.state.outline = $0 }.store(in: &cancellables)
  }

  // MARK: The view

  /// The position and the error.
  public var location: LocationViewModel { track.location }
  /// The rest of the track that is still to come; nil until the trace has been read to its end.
  package var ahead: TrackProgress? {
    guard outline.isComplete else { return nil }
    return outline.track.progress.since(track.snapshot.progress)
  }

  /// Seeks to the point at a distance along the track, in metres from its start.
  public func seek(toDistance distance: Double) {
    guard let clock = outline.profile.clock(atDistance: distance), let duration, duration > .zero
    else { return }
    seek(toProgress: Double(clock.nanoseconds) / Double(duration.nanoseconds))
  }

  /// The outline of the trace as a whole: the route, its totals, the number of fixes.
  public var outline: TraceOutline { state.outline }
  /// The state of the replay.
  public var playback: Playback { state.playback }
  /// The reason why the trace is incomplete, in a sentence without a full stop; nil if it is
  /// complete, and until it has been read to its end, in the background or by playing.
  public var incompleteness: String? {
    truncation.map { TraceError.incomplete(path: path, $0).description }
  }
  /// The reason why the trace is incomplete; nil as ``incompleteness``.
  public var truncation: TraceTruncation? { outline.truncation ?? provider.truncation }
  /// True if the trace was read to its end and contains no fix.
  package var hasNoFix: Bool { outline.isComplete && outline.statistics.fixes == 0 }
  /// True if the log's time passes.
  public var isPlaying: Bool { playback.isPlaying }
  /// The number of seconds of the log that pass in one second.
  public var rate: Double { playback.rate }
  /// The progress of the replay, 0…1.
  public var progress: Double { playback.progress }
  /// Time of the log from its start to here.
  public var position: Duration { playback.position }
  /// Time of the log from start to end; nil if it has no dates.
  public var duration: Duration? { playback.duration }

  /// The longest pause before a cut; nil for no cuts.
  public var longestPause: Duration? { provider.options.longestPause }
  /// The trace's path as given; must be cleaned before it is shown on a terminal.
  public var path: String { provider.path }
  /// The trace's format.
  public var format: TraceFormat { provider.format }
  /// The form of a table, as found or guessed so far; nil for other formats.
  public var dialectDescription: String? { provider.dialect?.description }
  /// Statistics of the part read so far, with the skipped parts and reasons.
  public var readStatistics: TraceStatistics { provider.readStatistics }

  // MARK: The user's actions

  /// Plays when paused, ended or failed; pauses when playing.
  public func togglePause() { if isPlaying { location.stop() } else { location.start() } }

  /// Goes forward, or with a negative time back, by the log's clock; not beyond its ends.
  public func seek(by time: Duration) { provider.seek(by: time) }

  /// Goes to a part of the trace, 0…1: by time if both ends are dated, otherwise by bytes.
  public func seek(toProgress progress: Double) { provider.seek(toProgress: progress) }

  /// Goes to the first epoch.
  public func seekToStart() { provider.seekToStart() }

  /// Goes to the last epoch.
  public func seekToEnd() { provider.seekToEnd() }

  /// Changes to the next higher rate of ``rates``.
  public func faster() {
    if let rate = Self.rates.first(where: { $0 > rate }) { provider.rate = rate }
  }

  /// Changes to the next lower rate of ``rates``.
  public func slower() {
    if let rate = Self.rates.last(where: { $0 < rate }) { provider.rate = rate }
  }

  /// Plays at any rate from 0.1 to 1000, or with infinity at the greatest possible speed.
  public func setRate(_ rate: Double) { provider.rate = rate }

  /// Pauses, and continues to the next fix.
  public func step() {
    location.stop()
    provider.step()
  }

  /// Pauses, and goes back to the fix before.
  public func stepBack() {
    location.stop()
    provider.stepBack()
  }
}

// MARK: Positions

extension ReplayViewModel {
  /// Goes to a position that the user has typed.
  ///
  /// - Parameter target: The position; one after the trace's end is its end.
  /// - Returns: An error message if the trace has no such position; otherwise nil.
  public func go(to target: ReplayTarget) -> String? {
    switch target {
    case .part(let part): seek(toProgress: part)
    case .fix(let number):
      if outline.isComplete, number > outline.fixCount {
        return "There is no fix \(number); the trace has \(outline.fixCount) fixes."
      }
      provider.seek(toFix: number - 1)
    case .elapsed(let time):
      if let start = provider.startTime {
        provider.seek(to: start.advanced(by: time))
      } else {
        seek(by: time - position)
      }
    case .timeOfDay(let time):
      guard let start = provider.startTime else {
        if provider.isInPieces {
          return "The trace consists of several parts; go to a time since its start, "
            + "such as 0:10."
        }
        return "The trace has no dates; go to a time since its start, such as 0:10."
      }
      provider.seek(to: start.first(at: time))
    }
    return nil
  }

  /// Goes to the fix of a number, counted from 0.
  public func seek(toFix number: Int) { provider.seek(toFix: number) }

  /// Returns the fix of a number, counted from 0; nil if the trace has not been surveyed that far,
  /// or cannot be read at once.
  ///
  /// Read from the file with those around it, so a screen can call it for one after another.
  public func fix(_ number: Int) -> ReplayFix? {
    guard number >= 0, number < outline.fixCount else { return nil }
    if !window.numbers.contains(number) {
      let start = max(0, number - Self.windowLength / 2)
      let numbers = start..<min(start + Self.windowLength, outline.fixCount)
      window = (numbers, provider.fixes(in: numbers))
    }
    let index = number - window.numbers.lowerBound
    return window.fixes.indices.contains(index) ? window.fixes[index] : nil
  }

  /// Bookmarks the current epoch, or removes its bookmark.
  public func toggleBookmark() {
    guard let bookmark = provider.bookmark else { return }
    if let index = bookmarks.firstIndex(where: { $0.offset == bookmark.offset }) {
      bookmarks.remove(at: index)
    } else {
      let index = bookmarks.firstIndex { $0.offset > bookmark.offset } ?? bookmarks.endIndex
      bookmarks.insert(bookmark, at: index)
    }
  }

  /// Goes to the next bookmark, or after the last one to the first.
  public func goToNextBookmark() {
    let here = provider.bookmark?.offset ?? 0
    if let bookmark = bookmarks.first(where: { $0.offset > here }) ?? bookmarks.first {
      provider.seek(to: bookmark)
    }
  }

  /// Goes to the previous bookmark, or before the first one to the last.
  public func goToPreviousBookmark() {
    let here = provider.bookmark?.offset ?? 0
    if let bookmark = bookmarks.last(where: { $0.offset < here }) ?? bookmarks.last {
      provider.seek(to: bookmark)
    }
  }

  /// The sums of the part that the loop repeats; nil without its end.
  package var loopedPart: TrackProgress? {
    guard playback.loop?.end != nil, let loopStart, let loopEnd else { return nil }
    return loopEnd.since(loopStart)
  }

  /// Sets the beginning of a loop to the current position.
  public func setLoopStart() {
    loopStart = track.snapshot.progress
    provider.setLoopStart()
  }

  /// Sets the end of the loop to the current position; without a beginning before it, it begins at
  /// the trace's start.
  public func setLoopEnd() {
    let start = playback.loop?.start
    loopEnd = track.snapshot.progress
    provider.setLoopEnd()
    if start == nil || playback.loop?.start != start { loopStart = TrackProgress() }
  }

  /// Ends the loop.
  public func clearLoop() { provider.clearLoop() }
}

extension Timestamp {
  /// Returns the first instant, from this one on, with a time of day.
  fileprivate func first(at timeOfDay: Duration) -> Timestamp {
    let day: Int64 = 86_400_000_000_000
    let now = (nanosecondsSince1970 % day + day) % day
    let wait = (timeOfDay.nanoseconds - now + day) % day
    return advanced(by: .nanoseconds(wait))
  }
}
