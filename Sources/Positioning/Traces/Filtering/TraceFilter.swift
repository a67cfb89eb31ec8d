/// A filter for the fixes of a trace; by default all pass.
///
///     var filter = TraceFilter()
///     filter.maximumHDOP = 2
///     filter.simplification = 5
///     var run = filter.makeRun()
///     for epoch in trace { run.add(epoch) { keep($0) } }
///     run.finish { keep($0) }
///
/// A condition on a missing value accepts the epoch, except for the time: a fix without an HDOP
/// passes every HDOP. The conditions are applied in the order in which they are listed here.
public struct TraceFilter: Hashable, Sendable {
  /// The first time that passes.
  public var start: TimeBound?
  /// The time before which fixes pass.
  public var end: TimeBound?
  /// The box in which fixes pass.
  public var box: CoordinateBounds?
  /// The greatest horizontal dilution of precision.
  public var maximumHDOP: Double?
  /// The least number of satellites.
  public var minimumSatellites: Int?
  /// The greatest radius of uncertainty, metres.
  public var maximumAccuracy: Double?
  /// The limits beyond which a fix is an outlier and removed.
  public var outliers: OutlierLimits?
  /// The least distance from the last fix that passed, metres.
  public var minimumDistance: Double?
  /// The greatest distance in metres of a removed fix from the line through the others.
  public var simplification: Double?

  /// Makes a filter that passes everything.
  public init() {}

  /// Makes a run of the filter over a trace.
  public func makeRun() -> TraceFilterRun { TraceFilterRun(self) }

  /// True if only epochs with a fix pass.
  var wantsFixes: Bool {
    var others = self
    (others.start, others.end) = (nil, nil)
    return others != TraceFilter()
  }

  /// Returns true if an epoch has a fix outside the box.
  func isOutsideBox(_ epoch: TraceEpoch) -> Bool {
    guard let box, let location = epoch.location else { return false }
    return !box.contains(location.coordinate)
  }

  /// Returns true if a single epoch passes, regardless of earlier ones.
  func accepts(_ epoch: TraceEpoch) -> Bool {
    if let start { guard start.isAfter(epoch) == false else { return false } }
    if let end { guard end.isAfter(epoch) == true else { return false } }
    guard let location = epoch.location else { return !wantsFixes }
    if isOutsideBox(epoch) { return false }
    if let maximumHDOP, let hdop = location.hdop, hdop > maximumHDOP { return false }
    if let minimumSatellites, let count = location.satellitesUsed, count < minimumSatellites {
      return false
    }
    if let maximumAccuracy, let accuracy = location.horizontalAccuracy, accuracy > maximumAccuracy {
      return false
    }
    return true
  }
}

/// A run of a filter over a trace, in bounded memory.
public struct TraceFilterRun: Sendable {
  private let filter: TraceFilter
  private var outlierFilter: OutlierFilter?
  private var spacing: DistanceFilter?
  private var simplifier: TrackSimplifier?
  private let isIdle: Bool
  /// The kind and number of the latest epoch, to detect the beginning of another line.
  private var last: (kind: TraceKind, number: UInt32)?
  /// The label of the current line, until one of its points has passed.
  private var owedLabel: TraceLabel?
  /// True if the track was interrupted since the last fix that passed: the source began a segment,
  /// or the track left the box.
  private var owesBreak = false

  init(_ filter: TraceFilter) {
    self.filter = filter
    isIdle = filter == TraceFilter()
    restart()
  }

  /// Starts another line, independent of the last one.
  private mutating func restart() {
    outlierFilter = filter.outliers.map(OutlierFilter.init)
    spacing = filter.minimumDistance.map { DistanceFilter(minimumDistance: $0) }
    simplifier = filter.simplification.map { TrackSimplifier(tolerance: $0) }
  }

  /// Adds the next epoch, and emits those that pass as soon as that is known.
  ///
  /// Each track is filtered by itself. Routes and waypoints were not recorded: only the box applies
  /// to them.
  public mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard !isIdle else { return emit(epoch) }
    // A waypoint does not end a line.
    guard epoch.kind != .waypoint else {
      if !filter.isOutsideBox(epoch) { emit(epoch) }
      return
    }
    var passed: [TraceEpoch] = []
    if last.map({ $0 != (epoch.kind, epoch.number) }) ?? false {
      finishLine { passed.append($0) }
      release(passed, emit)
      passed = []
      restart()
      (owesBreak, owedLabel) = (false, nil)
    }
    last = (epoch.kind, epoch.number)
    owedLabel = epoch.label?.line ?? owedLabel
    if epoch.kind == .track {
      apply(epoch) { passed.append($0) }
    } else if !filter.isOutsideBox(epoch) {
      passed = [epoch]
    }
    release(passed, emit)
  }

  /// Emits epochs that passed, the first of a line with its label.
  private mutating func release(_ passed: [TraceEpoch], _ emit: (TraceEpoch) -> Void) {
    for var epoch in passed {
      if let owed = owedLabel.take(), epoch.label?.line == nil {
        epoch.label = TraceLabel(epoch.label, line: owed)
      }
      emit(epoch)
    }
  }

  private mutating func apply(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard filter.accepts(epoch) else {
      owesBreak = owesBreak || epoch.startsSegment || filter.isOutsideBox(epoch)
      return
    }
    var epoch = epoch
    if owesBreak, epoch.location != nil {
      epoch.startsSegment = true
      owesBreak = false
    }
    guard outlierFilter != nil else { return space(epoch, emit) }
    var passed: [TraceEpoch] = []
    outlierFilter?.add(epoch) { passed.append($0) }
    for epoch in passed { space(epoch, emit) }
  }

  /// Emits the remaining epochs: the trace has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    var passed: [TraceEpoch] = []
    finishLine { passed.append($0) }
    release(passed, emit)
  }

  private mutating func finishLine(_ emit: (TraceEpoch) -> Void) {
    var passed: [TraceEpoch] = []
    outlierFilter?.finish { passed.append($0) }
    for epoch in passed { space(epoch, emit) }
    simplifier?.finish(emit)
  }

  private mutating func space(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    if spacing != nil, let location = epoch.location {
      if epoch.startsSegment { spacing?.reset() }
      guard spacing?.passes(location) == true else { return }
    }
    if simplifier == nil { emit(epoch) } else { simplifier?.add(epoch, emit) }
  }
}
