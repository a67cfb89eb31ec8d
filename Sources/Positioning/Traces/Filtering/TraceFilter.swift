/// Which fixes of a trace are wanted; by default all.
///
///     var filter = TraceFilter()
///     filter.maximumHDOP = 2
///     filter.simplification = 5
///     var run = filter.makeRun()
///     for epoch in trace { run.add(epoch) { keep($0) } }
///     run.finish { keep($0) }
///
/// A condition accepts an epoch without its value, except for the time: a fix without a HDOP passes
/// every HDOP. The conditions are applied in the order in which they are listed here.
public struct TraceFilter: Hashable, Sendable {
  /// The first time that is wanted.
  public var start: TimeBound?
  /// The time before which fixes are wanted.
  public var end: TimeBound?
  /// The box in which fixes are wanted.
  public var box: CoordinateBounds?
  /// The greatest horizontal dilution of precision.
  public var maximumHDOP: Double?
  /// The least number of satellites.
  public var minimumSatellites: Int?
  /// The greatest radius of uncertainty, metres.
  public var maximumAccuracy: Double?
  /// The limits beyond which a fix is an outlier, and not wanted.
  public var outliers: OutlierLimits?
  /// The least distance from the last fix that passed, metres.
  public var minimumDistance: Double?
  /// The greatest distance in metres from the line of the others to a fix that is left out.
  public var simplification: Double?

  /// Makes a filter that lets everything pass.
  public init() {}

  /// A filter at work.
  public func makeRun() -> TraceFilterRun { TraceFilterRun(self) }

  /// True if only fixes pass, and no epoch without one.
  var wantsFixes: Bool {
    var others = self
    (others.start, others.end) = (nil, nil)
    return others != TraceFilter()
  }

  /// Returns true if an epoch has a fix, and that outside the box.
  func isOutsideBox(_ epoch: TraceEpoch) -> Bool {
    guard let box, let location = epoch.location else { return false }
    return !box.contains(location.coordinate)
  }

  /// Returns true if a single epoch passes, whatever came before.
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

/// A filter on its way through a trace, in bounded memory.
public struct TraceFilterRun: Sendable {
  private let filter: TraceFilter
  private var outlierFilter: OutlierFilter?
  private var spacing: DistanceFilter?
  private var simplifier: TrackSimplifier?
  private let isIdle: Bool
  /// The latest epoch, for where another line begins.
  private var last: (kind: TraceKind, number: UInt32)?
  /// The label of the line under way, until one of its points has passed.
  private var owedLabel: TraceLabel?
  /// True if the track was interrupted since the last fix that passed: the source began a segment,
  /// or the track has left the box.
  private var owesBreak = false

  init(_ filter: TraceFilter) {
    self.filter = filter
    isIdle = filter == TraceFilter()
    restart()
  }

  /// Begins with another line, which is none of the last one's business.
  private mutating func restart() {
    outlierFilter = filter.outliers.map(OutlierFilter.init)
    spacing = filter.minimumDistance.map { DistanceFilter(minimumDistance: $0) }
    simplifier = filter.simplification.map { TrackSimplifier(tolerance: $0) }
  }

  /// Takes in the next epoch, and gives out those that pass as soon as that is known.
  ///
  /// Each track is filtered for itself. Of routes and waypoints those in the box pass, whatever
  /// else is asked for: they were not recorded.
  public mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard !isIdle else { return emit(epoch) }
    // A waypoint ends no line.
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

  /// Gives out what passed, the first of a line with its label.
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

  /// Gives out what is left: the trace has ended.
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
