/// A fix to be added to the statistics.
struct TrackFix: Hashable, Sendable {
  var location: Location
  var joint: TrackJoint
}

/// The time of a fix, and the source's information about the step to it.
///
/// Passed beside the location, which is four times as large and copied only to be kept.
struct TrackJoint: Hashable, Sendable {
  var time: TrackTime
  /// True if the source reports that the step to it is not part of the track.
  var startsSegment: Bool
  /// True if another track begins with it: its clock is unrelated to that of the previous one.
  var startsTrack = false
}

/// The time of a fix, by its date or by the source's own clock, both in nanoseconds.
struct TrackTime: Hashable, Sendable {
  /// Since 1970.
  var instant: Int64?
  var clock: Int64?

  @inline(__always) var isKnown: Bool { instant != nil || clock != nil }

  /// The nanoseconds since an earlier time; nil if either is unknown.
  @inline(__always) func interval(since earlier: TrackTime) -> Int64? {
    if let instant, let start = earlier.instant { return instant.subtractingSaturated(start) }
    guard let clock, let start = earlier.clock else { return nil }
    return clock.subtractingSaturated(start)
  }
}

/// A fix that was left out, but may be right.
struct HeldFix: Hashable, Sendable {
  var fix: TrackFix
  var reason: TrackStatistics.SkipReason
}

extension TrackStatistics {
  /// The number of fixes in a row that are accepted against the track so far, if they agree.
  private static let adoption = 5
  /// The number of first fixes that may turn out to be wrong when the others agree.
  private static let openingLength = 2

  /// Adds the next location of the track, and returns whether it continues the line. O(1).
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - clock: The time on the source's own clock, for sources that report times but no date.
  ///   - startsSegment: Whether the source reports that the step to it is not part of the track.
  ///   - startsTrack: Whether another track begins here: the step in between counts neither as
  ///     distance nor as time nor as a gap, and its times may be earlier than those of the last
  ///     track.
  /// - Returns: The outcome for the location.
  @discardableResult public mutating func add(
    _ location: Location, at clock: Duration? = nil, startsSegment: Bool = false,
    startsTrack: Bool = false
  ) -> Outcome {
    add(location, clock: clock?.nanoseconds, startsSegment: startsSegment, startsTrack: startsTrack)
  }

  /// As ``add(_:at:startsSegment:startsTrack:)``, with the clock in nanoseconds.
  @discardableResult mutating func add(
    _ location: Location, clock: Int64?, startsSegment: Bool, startsTrack: Bool = false
  ) -> Outcome {
    if revision != nil { revision = nil }
    guard location.coordinate.isValid, location.fix != .invalid else {
      skips[SkipReason.invalid.rawValue] += 1
      return .skipped
    }
    // Receivers report 0, 0 for “no position”.
    guard !location.coordinate.isNullIsland else {
      skips[SkipReason.outlier.rawValue] += 1
      nowhereCount += 1
      return .skipped
    }
    let joint = TrackJoint(
      time: TrackTime(instant: location.timestamp?.nanosecondsSince1970, clock: clock),
      startsSegment: startsSegment || startsTrack, startsTrack: startsTrack)
    if let reason = objection(to: location, joint) {
      return refuse(TrackFix(location: location, joint: joint), because: reason)
    }
    if !heldBack.isEmpty { heldBack.removeAll(keepingCapacity: true) }
    let outcome = count(location, joint)
    nextStep = nil
    if !unfiltered.isEmpty { addUnfiltered(TrackFix(location: location, joint: joint)) }
    return outcome
  }

  /// Leaves a fix out, unless it shows that the earlier fixes were wrong.
  private mutating func refuse(_ fix: TrackFix, because reason: SkipReason) -> Outcome {
    nextStep = nil
    if reason == .outlier, unfiltered.isEmpty { startUnfiltered() }
    if !unfiltered.isEmpty { addUnfiltered(fix) }
    skips[reason.rawValue] += 1
    if reason == .outlier { lastOutlier = fixCount }
    guard reason != .duplicate else { return .skipped }
    if let former = heldBack.last, !follows(fix, former.fix) { heldBack.removeAll() }
    heldBack.append(HeldFix(fix: fix, reason: reason))
    return heldBack.count < TrackStatistics.adoption ? .skipped : adopt()
  }

  /// Returns the reason to leave a fix out; nil if there is none.
  @inline(__always)
  private mutating func objection(to location: Location, _ joint: TrackJoint) -> SkipReason? {
    guard hasLatest, !joint.startsSegment else { return nil }
    let pause = joint.time.interval(since: lastTime)
    if let pause, pause < 0 { return .outOfOrder }
    if pause == 0, location.coordinate == latest.coordinate { return .duplicate }
    guard let outliers else { return nil }
    if silence != nil, lateDuration(to: location, lasting: pause) != nil { return nil }
    let step = latest.coordinate.stepDistance(to: location.coordinate)
    nextStep = step
    let isPossible = outliers.allow(step, from: latest, to: location, lasting: pause, speed: speed)
    return isPossible ? nil : .outlier
  }

  /// Returns true if a fix can follow another one that was left out.
  private func follows(_ fix: TrackFix, _ former: TrackFix) -> Bool {
    let pause = fix.joint.time.interval(since: former.joint.time)
    if let pause, pause < 0 { return false }
    guard let outliers else { return true }
    return outliers.allow(
      former.location.coordinate.stepDistance(to: fix.location.coordinate),
      from: former.location, to: fix.location, lasting: pause, speed: former.location.speed)
  }

  /// Accepts the fixes that were left out: they are more, and agree with each other.
  mutating func adopt() -> Outcome {
    let run = heldBack
    heldBack = []
    var isWhole = fixCount <= 2
    let refused = isWhole ? opening.map(\.location) : []
    if isWhole {
      // The fixes before were wrong, not those left out.
      var fresh = TrackStatistics(like: self)
      fresh.skips = skips
      fresh.skips[SkipReason.outlier.rawValue] += fixCount
      (fresh.unfiltered, fresh.nowhereCount) = (unfiltered, nowhereCount)
      self = fresh
    }
    var fixes: [TrackRevision.Fix] = []
    var outcome = Outcome.started
    for (number, held) in run.enumerated() {
      skips[held.reason.rawValue] -= 1
      var fix = held.fix
      if number == 0 { fix.joint.startsSegment = true }
      revision = nil
      outcome = count(fix.location, fix.joint)
      if let revision {
        isWhole = true
        fixes = revision.fixes
      }
      fixes.append(.init(location: fix.location, outcome: outcome))
    }
    fixes.removeLast()
    revision = TrackRevision(isWhole: isWhole, fixes: fixes, refused: refused)
    return outcome
  }

  /// Counts a fix, and keeps the first ones.
  @inline(__always)
  private mutating func count(_ location: Location, _ joint: TrackJoint) -> Outcome {
    if fixCount == opening.count, opening.count < TrackStatistics.openingLength {
      opening.append(TrackFix(location: location, joint: joint))
    } else if !opening.isEmpty {
      opening = []
    }
    return countNext(location, joint)
  }
}

// MARK: Limits that are wrong

extension TrackStatistics {
  /// These statistics or, if more than a fifth of the fixes are outliers, statistics that include
  /// them all: the limits are then wrong, and `keptOutlierCount` is the number of such fixes.
  ///
  /// If the first one or two fixes are the outliers, those are left out. The coordinate 0, 0
  /// remains an outlier and does not count towards the fifth. A track may change between the two as
  /// it grows.
  public var settled: TrackStatistics {
    if isOpeningOutvoted {
      var others = self
      _ = others.adopt()
      others.revision = revision
      return others.settled
    }
    guard keepsOutliers, var all = unfiltered.first else { return self }
    all.keptOutlierCount = skips[SkipReason.outlier.rawValue] - nowhereCount
    all.revision = revision
    return all
  }

  /// True if the fixes that were left out agree and outnumber those that count: the first positions
  /// are then wrong, like one that a receiver remembers from another day.
  var isOpeningOutvoted: Bool { (1...2).contains(fixCount) && heldBack.count > fixCount }

  /// True if ``settled`` counts the outliers.
  var keepsOutliers: Bool {
    outlierCount >= TrackStatistics.leastDoubt && outlierCount * 5 > fixCount + outlierCount
      && !unfiltered.isEmpty
  }

  /// The number of outliers, without those that may still be accepted.
  private var outlierCount: Int {
    let held = heldBack.count { $0.reason == .outlier }
    return skips[SkipReason.outlier.rawValue] - nowhereCount - held
  }

  /// The least number of outliers that puts the limits in doubt.
  private static let leastDoubt = 3

  /// Starts to count a second time, without limits.
  private mutating func startUnfiltered() {
    var all = self
    all.outliers = nil
    all.heldBack = []
    unfiltered = [all]
  }

  private mutating func addUnfiltered(_ fix: TrackFix) {
    let outliers = skips[SkipReason.outlier.rawValue]
    if fixCount - lastOutlier > 100, outliers * 20 < fixCount {
      // The outliers are few and long ago: the limits are right.
      unfiltered = []
    } else {
      unfiltered[0].add(
        fix.location, clock: fix.joint.time.clock, startsSegment: fix.joint.startsSegment,
        startsTrack: fix.joint.startsTrack)
    }
  }
}
