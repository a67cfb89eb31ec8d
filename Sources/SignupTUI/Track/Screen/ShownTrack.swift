/// Everything that a frame shows of a track, as values: a screen reads it from its view model once
/// a frame.
struct ShownTrack {
  /// Line, metrics and sky.
  var snapshot = TrackSnapshot()
  /// The fix whose position is shown; nil while none is known.
  var positionFix: Location?
  /// The reason why there is no position.
  var errorMessage: String?
  /// The age of the latest fix, and of the latest report.
  var staleness = Staleness()
  /// The facts of the trace being played; nil for a receiver.
  var trace: TraceFacts?
  /// The track of the whole trace as far as it is known; nil for a receiver.
  var route: TrackSnapshot?
  /// The routes and waypoints next to the track.
  var contents = TraceContents()
  /// True if the route is complete.
  var isRouteWhole = false
  /// The tracks to choose from, and the one that is played alone; nil for all.
  var tracks: [TrackChoice] = []
  var playedTrack: TrackChoice?
  /// The parts of the track; for tracks that run side by side, those of each.
  var splits = [TrackParts()]
  /// The alarms of a receiver's track.
  var alarms = TrackAlarms()
  /// The position now, if the motion had continued since the last fix; nil if unwanted or unknown.
  var reckoned: Coordinate?
  /// Speeds and heights along the time.
  var profile = ShownProfile()
  /// The fixes of the table.
  var fixes = FixRows()

  /// The fixes that were left out because nothing could have moved there.
  var outliers: [Coordinate] {
    (route.flatMap { isRouteWhole ? $0 : nil } ?? snapshot).paths.flatMap(\.outliers)
  }

  /// The text shown while there is no fix.
  var placeholder: String { trace?.isReadToItsEnd == true ? "no fix in this trace" : "no fix yet" }
}

/// The fixes of a table, each with a permanent number.
struct FixRows {
  /// All existing numbers, from 0.
  var numbers = 0..<0
  /// The number of the present fix.
  var present: Int?
  /// The fix of a number; nil if it cannot be read.
  var fix: (Int) -> Location? = { _ in nil }
  /// The other measurements at the fix with a number.
  var sensors: (Int) -> Sensors = { _ in Sensors() }
  /// The measurements that the trace has any of.
  var sensorKinds: [TrackProfile.Quantity] = []
  /// True if there may be outliers among them.
  var hasOutliers = false
  /// Returns true if the fix of a number is an outlier.
  var isOutlier: (Int, Location) -> Bool = { _, _ in false }
}

extension ShownTrack {
  /// The track of a receiver.
  init(_ state: TrackState) {
    snapshot = state.snapshot
    positionFix = snapshot.lastFix == nil ? nil : state.location.location
    errorMessage = state.location.errorMessage
    staleness = state.location.staleness
    alarms = state.alarms
    profile = ShownProfile(
      profile: state.profile, fix: positionFix,
      derivedSpeed: snapshot.statistics.isLatestSpeedDerived ? snapshot.statistics.speed : nil,
      sensors: snapshot.sensors, distance: snapshot.progress.distance)
    let (first, recent) = (snapshot.earlierFixCount, snapshot.recentFixes)
    fixes = FixRows(
      numbers: first..<first + recent.count, present: first + recent.count - 1,
      fix: { recent.indices.contains($0 - first) ? recent[$0 - first] : nil },
      hasOutliers: !snapshot.path.outliers.isEmpty,
      isOutlier: { [outliers = snapshot.recentOutliers] number, _ in outliers.contains(number) })
  }

  /// The track of a receiver, carried on by dead reckoning while its fixes are old.
  init(_ state: TrackState, isReckoned: Bool) {
    self.init(state)
    guard isReckoned, let fix = snapshot.lastFix else { return }
    let age = max(
      staleness.fix ?? .zero, snapshot.mode.hasPosition ? .zero : snapshot.fixAge ?? .zero)
    reckoned = DeadReckoning.position(from: fix, after: age)
  }

  /// The track of a session's replay, with the tracks to choose from.
  @MainActor init(_ session: ReplaySession) {
    self.init(session.replay)
    tracks = session.tracks
    playedTrack = tracks.first { session.isPlayedAlone($0) }
  }

  /// The track of a replay, and the facts of its trace.
  @MainActor init(_ model: ReplayViewModel) {
    self.init(model.state.track)
    // The frame depends on the position alone, however it was reached.
    positionFix = snapshot.lastFix
    let (outline, playback) = (model.outline, model.playback)
    route = outline.track
    contents = outline.contents
    isRouteWhole = outline.isComplete
    let statistics = snapshot.statistics
    profile = ShownProfile(
      profile: outline.profile, fix: positionFix,
      derivedSpeed: statistics.isLatestSpeedDerived ? statistics.speed : nil,
      sensors: snapshot.sensors, clock: playback.position, distance: snapshot.progress.distance,
      duration: playback.duration, ahead: model.ahead)
    splits = outline.parts
    // Outliers read from the file are recognised by their positions.
    let outliers = Set(outline.track.paths.flatMap(\.outliers))
    fixes = FixRows(
      numbers: 0..<outline.fixCount, present: max(0, playback.fixCount - 1),
      fix: { number in number < 0 ? nil : MainActor.assumeIsolated { model.fix(number)?.location }
      },
      sensors: { number in MainActor.assumeIsolated { model.fix(number)?.sensors } ?? Sensors() },
      sensorKinds: outline.profile.quantities, hasOutliers: !outliers.isEmpty,
      isOutlier: { outliers.contains($1.coordinate) })
    trace = TraceFacts(
      format: model.format, dialect: model.dialectDescription, length: model.duration,
      statistics: outline.statistics, truncation: model.truncation, track: outline.track.statistics,
      contents: outline.contents, kind: outline.kind, lineCount: max(1, outline.lines.count),
      progress: outline.progress, isReadToItsEnd: model.playback.phase == .ended)
  }
}
