/// A fix on its way into the statistics.
struct TrackFix: Hashable, Sendable {
  var location: Location
  /// The source's own clock, where it says a time without a date.
  var clock: Duration?
  /// True if the source says that the way to it is not part of the track.
  var startsSegment: Bool
  /// True if another track begins with it: its clock has nothing to do with that of the last.
  var startsTrack = false

  var time: TrackTime { TrackTime(timestamp: location.timestamp, clock: clock) }
}

/// The time of a fix, by its date or by the source's own clock.
struct TrackTime: Hashable, Sendable {
  var timestamp: Timestamp?
  var clock: Duration?

  var isKnown: Bool { timestamp != nil || clock != nil }

  /// The time since an earlier one; nil where one of them is not known.
  func interval(since earlier: TrackTime?) -> Duration? {
    guard let earlier else { return nil }
    if let timestamp, let start = earlier.timestamp { return start.duration(to: timestamp) }
    guard let clock, let start = earlier.clock else { return nil }
    return clock - start
  }
}

/// A fix that was left out, and may be right all the same.
struct HeldFix: Hashable, Sendable {
  var fix: TrackFix
  var reason: TrackStatistics.SkipReason
}

extension TrackStatistics {
  /// How many fixes in a row are believed against the track so far, if they agree.
  private static let adoption = 5
  /// How many fixes may turn out to be wild when the others agree.
  private static let openingLength = 2

  /// Takes in the next location of the track, and says how it joins on. O(1).
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - clock: The time on the source's own clock, for sources that say times but no date.
  ///   - startsSegment: Whether the source says that the way to it is not part of the track.
  ///   - startsTrack: Whether another track begins here: what lies between is neither way nor time,
  ///     and no gap, and its times may lie before those of the last one.
  /// - Returns: What became of it.
  @discardableResult
  public mutating func add(
    _ location: Location, at clock: Duration? = nil, startsSegment: Bool = false,
    startsTrack: Bool = false
  ) -> Outcome {
    revision = nil
    let fix = TrackFix(
      location: location, clock: clock, startsSegment: startsSegment || startsTrack,
      startsTrack: startsTrack)
    guard location.coordinate.isValid, location.fix != .invalid else {
      skips[SkipReason.invalid.rawValue] += 1
      return .skipped
    }
    guard let reason = objection(to: fix) else {
      heldBack.removeAll(keepingCapacity: true)
      let outcome = count(fix)
      nextStep = nil
      if !unsifted.isEmpty { addUnsifted(fix) }
      return outcome
    }
    nextStep = nil
    if reason == .outlier, unsifted.isEmpty, outliers != .nowhereAlone { startUnsifted() }
    if !unsifted.isEmpty { addUnsifted(fix) }
    skips[reason.rawValue] += 1
    if reason == .outlier {
      lastOutlier = fixCount
      if location.coordinate.isNullIsland { nowhereCount += 1 }
    }
    guard reason != .duplicate else { return .skipped }
    if let former = heldBack.last, !follows(fix, former.fix) { heldBack.removeAll() }
    heldBack.append(HeldFix(fix: fix, reason: reason))
    return heldBack.count < TrackStatistics.adoption ? .skipped : adopt()
  }

  /// Returns the reason that speaks against a fix; nil for none.
  private mutating func objection(to fix: TrackFix) -> SkipReason? {
    guard let last, !fix.startsSegment else { return nil }
    let pause = interval(to: fix)
    if let pause, pause < .zero { return .outOfOrder }
    if pause == .zero, fix.location.coordinate == last.coordinate { return .duplicate }
    guard let outliers else { return nil }
    if lateDuration(from: last, to: fix.location, lasting: pause) != nil { return nil }
    let step = last.coordinate.stepDistance(to: fix.location.coordinate)
    nextStep = step
    let isPossible = outliers.allow(
      step, from: last, to: fix.location, lasting: pause, speed: speed)
    return isPossible ? nil : .outlier
  }

  /// The time from the latest timed fix to another; nil where one of them says none.
  func interval(to fix: TrackFix) -> Duration? { fix.time.interval(since: lastTime) }

  /// Returns true if a fix may come after another that was left out.
  private func follows(_ fix: TrackFix, _ former: TrackFix) -> Bool {
    let pause = fix.time.interval(since: former.time)
    if let pause, pause < .zero { return false }
    guard let outliers else { return true }
    // However often a receiver reports 0, 0, that stays none of its positions.
    return !fix.location.coordinate.isNullIsland
      && outliers.allow(
        former.location.coordinate.stepDistance(to: fix.location.coordinate),
        from: former.location, to: fix.location, lasting: pause, speed: former.location.speed)
  }

  /// Believes the fixes that were left out: they are more, and agree.
  private mutating func adopt() -> Outcome {
    let run = heldBack
    heldBack = []
    var isWhole = fixCount <= 2
    let refused = isWhole ? opening.map(\.location) : []
    if isWhole {
      // The fixes before were wild, and not the rest.
      var fresh = TrackStatistics(like: self)
      fresh.skips = skips
      fresh.skips[SkipReason.outlier.rawValue] += fixCount
      (fresh.unsifted, fresh.nowhereCount) = (unsifted, nowhereCount)
      self = fresh
    }
    var fixes: [TrackRevision.Fix] = []
    var outcome = Outcome.started
    for (number, held) in run.enumerated() {
      skips[held.reason.rawValue] -= 1
      var fix = held.fix
      if number == 0 { fix.startsSegment = true }
      revision = nil
      outcome = count(fix)
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
  private mutating func count(_ fix: TrackFix) -> Outcome {
    if fixCount == opening.count, opening.count < TrackStatistics.openingLength {
      opening.append(fix)
    } else if !opening.isEmpty {
      opening = []
    }
    return countNext(fix)
  }
}

// MARK: Limits that are wrong

extension TrackStatistics {
  /// These statistics or, where more than a fifth of the fixes are outliers, those with all of
  /// them: then it is the limits that are wrong, and ``keptOutlierCount`` says how many they are.
  ///
  /// The coordinate 0, 0 stays an outlier, and two of them are no share. A track may pass from one
  /// to the other as it goes on.
  public var settled: TrackStatistics {
    guard keepsOutliers, var all = unsifted.first else { return self }
    all.keptOutlierCount = skips[SkipReason.outlier.rawValue] - nowhereCount
    all.revision = revision
    return all
  }

  /// True if ``settled`` counts the outliers.
  var keepsOutliers: Bool {
    outlierCount >= TrackStatistics.leastDoubt && outlierCount * 5 > fixCount + outlierCount
      && !unsifted.isEmpty
  }

  /// How many outliers are none that may still be believed.
  private var outlierCount: Int {
    let held = heldBack.count { $0.reason == .outlier }
    return skips[SkipReason.outlier.rawValue] - nowhereCount - held
  }

  /// Fewer outliers say nothing about the limits.
  private static let leastDoubt = 3

  /// Begins to count beside this without limits.
  private mutating func startUnsifted() {
    var all = self
    all.outliers = .nowhereAlone
    all.heldBack = []
    unsifted = [all]
  }

  private mutating func addUnsifted(_ fix: TrackFix) {
    let outliers = skips[SkipReason.outlier.rawValue]
    if fixCount - lastOutlier > 100, outliers * 20 < fixCount {
      // Few, and long ago: the limits are right.
      unsifted = []
    } else {
      unsifted[0].add(
        fix.location, at: fix.clock, startsSegment: fix.startsSegment,
        startsTrack: fix.startsTrack)
    }
  }
}
