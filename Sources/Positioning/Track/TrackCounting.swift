extension TrackStatistics {
  /// Counts a fix that belongs to the track.
  ///
  /// - Returns: How it joins on.
  mutating func countNext(_ fix: TrackFix) -> Outcome {
    let location = fix.location
    var pause = fix.startsTrack ? nil : interval(to: fix)
    let longest = rhythm.gapThreshold
    // Where another log was put behind this one no time passes, however far apart their days are.
    let startsLog =
      pause.map { $0 > TrackStatistics.longestPause && $0 > longest } ?? false
      && rhythm.median != nil
    if let pause { rhythm.add(pause) }
    if startsLog { pause = nil }
    fixCount += 1
    speed = location.speed.flatMap { $0.isFinite ? $0 : nil }
    if let speed { pace.add(recorded: speed) }

    var outcome = Outcome.started
    (origin, stepSpeed) = (nil, nil)
    if let last {
      if fix.startsTrack {
        silence = nil
        climbReference = nil
      } else if fix.startsSegment || startsLog {
        addGap(pause, from: last.coordinate, to: location.coordinate)
      } else if let fixedGap, let pause, pause > fixedGap {
        let step = addGap(pause, from: last.coordinate, to: location.coordinate)
        silence = Silence(pause: pause, step: step, isGap: true)
      } else {
        outcome = addStep(from: last, to: location, lasting: pause, longest: longest)
      }
    } else {
      first = location
    }
    addPlace(location)
    addTime(of: fix, after: pause)
    last = location
    return outcome
  }

  /// A longer pause in a log that writes more often is none: its clock was set, or it is another
  /// log.
  private static let longestPause = Duration.seconds(86_400)

  private mutating func addTime(of fix: TrackFix, after pause: Duration?) {
    if let pause, pause > .zero { elapsedTime += pause }
    if let timestamp = fix.location.timestamp {
      startTime = startTime.map { min($0, timestamp) } ?? timestamp
      endTime = endTime.map { max($0, timestamp) } ?? timestamp
    }
    if fix.time.isKnown { lastTime = fix.time }
  }

  /// Counts a gap, and returns the way across it.
  @discardableResult
  private mutating func addGap(
    _ pause: Duration?, from start: Coordinate, to end: Coordinate
  ) -> Double {
    silence = nil
    // Neither the way nor the height across a gap was travelled.
    climbReference = nil
    gapCount += 1
    let step = start.stepDistance(to: end)
    gapDistance += step
    guard let pause, pause > .zero else { return step }
    gapTime += pause
    longestGap = max(longestGap, pause)
    return step
  }

  /// How long the step to `next` took, if `last` still lies where a long pause began: as long as
  /// that pause, and its own interval. Nil where it is a step like any.
  func lateDuration(from last: Location, to next: Location, lasting: Duration?) -> Duration? {
    guard let silence, let lasting, lasting > .zero else { return nil }
    let limit = 3 * max(maximumSpeed ?? 0, next.speed ?? 0, 10) * lasting.inSeconds
    guard silence.step <= limit else { return nil }
    let leap = last.coordinate.stepDistance(to: next.coordinate)
    let whole = silence.pause + lasting
    let isPossible = outliers?.allow(step: leap, lasting: whole, speed: nil) ?? true
    return leap > limit && isPossible ? whole : nil
  }

  private mutating func addStep(
    from last: Location, to location: Location, lasting pause: Duration?, longest: Duration
  ) -> Outcome {
    let late = lateDuration(from: last, to: location, lasting: pause)
    let step = nextStep ?? last.coordinate.stepDistance(to: location.coordinate)
    if late != nil, let silence, silence.isGap, let pause {
      exchange(silence, for: step, lasting: pause, speed: last.speed)
      return .started
    }
    distance += step
    origin = last.coordinate
    silence = nil
    guard let pause, pause > .zero else { return .joined }
    if pause > longest { silence = Silence(pause: pause, step: step) }
    let own = step / (late ?? pause).inSeconds
    stepSpeed = own
    // A speed speaks for the interval before it, but not for a long pause.
    let isBrief = late == nil && pause <= longest
    pace.add(
      step: step, lasting: late ?? pause, speed: speed, isBrief: isBrief,
      threshold: movingThreshold)
    if speed == nil { speed = own }
    return .joined
  }

  /// Counts the step that was taken for the way across a gap, and not the leap behind it, which is
  /// that way.
  private mutating func exchange(
    _ gap: Silence, for leap: Double, lasting: Duration, speed: Double?
  ) {
    silence = nil
    gapDistance += leap - gap.step
    distance += gap.step
    pace.add(
      step: gap.step, lasting: lasting, speed: speed, isBrief: true, threshold: movingThreshold)
  }

  private mutating func addPlace(_ location: Location) {
    if bounds == nil {
      bounds = CoordinateBounds(location.coordinate)
    } else {
      bounds?.extend(to: location.coordinate)
    }
    guard let altitude = location.altitude, altitude.isFinite else { return }
    lowestAltitude = min(lowestAltitude ?? altitude, altitude)
    highestAltitude = max(highestAltitude ?? altitude, altitude)
    addHeight(altitude)
  }

  /// Counts height in steps of at least the threshold from a reference that follows.
  private mutating func addHeight(_ altitude: Double) {
    guard let reference = climbReference else {
      climbReference = altitude
      return
    }
    let change = altitude - reference
    guard abs(change) >= max(climbThreshold, .leastNonzeroMagnitude) else { return }
    if change > 0 { climb += change } else { descent -= change }
    climbReference = altitude
  }
}
