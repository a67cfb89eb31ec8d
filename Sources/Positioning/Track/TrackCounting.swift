extension TrackStatistics {
  /// Counts a fix that belongs to the track.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - addsRhythm: Whether its interval is one that the rhythm does not know yet.
  /// - Returns: How it joins on.
  mutating func countNext(_ fix: TrackFix, addsRhythm: Bool = true) -> Outcome {
    let location = fix.location
    let pause = interval(to: fix)
    if addsRhythm, let pause { rhythm.add(pause) }
    fixCount += 1
    addPlace(location)
    speed = location.speed.flatMap { $0.isFinite ? $0 : nil }

    var outcome = Outcome.started
    if let last {
      if fix.startsSegment {
        addGap(pause)
        stepOverGap = nil
      } else if let pause, pause > gapThreshold {
        addGap(pause)
        stepOverGap = last.coordinate.stepDistance(to: location.coordinate)
      } else if let step = lateStep(from: last, to: location, lasting: pause) {
        addStep(step, lasting: pause, speed: last.speed)
        stepOverGap = nil
      } else {
        let step = nextStep ?? last.coordinate.stepDistance(to: location.coordinate)
        if let pause, pause > .zero, speed == nil { speed = step / pause.inSeconds }
        addStep(step, lasting: pause, speed: speed)
        stepOverGap = nil
        outcome = .joined
      }
    } else {
      first = location
    }
    if let speed { maximumSpeed = max(maximumSpeed ?? speed, speed) }
    addTime(of: fix, after: pause)
    last = location
    lastFix = fix
    return outcome
  }

  private mutating func addTime(of fix: TrackFix, after pause: Duration?) {
    if let pause, pause > .zero { elapsedTime += pause }
    if let timestamp = fix.location.timestamp {
      startTime = startTime.map { min($0, timestamp) } ?? timestamp
      endTime = endTime.map { max($0, timestamp) } ?? timestamp
    }
    if fix.isTimed { lastTimedFix = fix }
  }

  private mutating func addGap(_ pause: Duration?) {
    gapCount += 1
    guard let pause, pause > .zero else { return }
    gapTime += pause
    longestGap = max(longestGap, pause)
  }

  /// The step before the latest gap, if it shows only behind it: then `last` still lies where the
  /// gap began, and the way to `next` is that of the gap.
  func lateStep(from last: Location, to next: Location, lasting: Duration?) -> Double? {
    guard let stepOverGap, let lasting, lasting > .zero else { return nil }
    let limit = 3 * max(maximumSpeed ?? 0, next.speed ?? 0, 10) * lasting.inSeconds
    let leap = last.coordinate.stepDistance(to: next.coordinate)
    return leap > limit && stepOverGap <= limit ? stepOverGap : nil
  }

  private mutating func addStep(_ step: Double, lasting: Duration?, speed: Double?) {
    distance += step
    guard let lasting, lasting > .zero else { return }
    if (speed ?? step / lasting.inSeconds) >= movingThreshold {
      movingTime += lasting
      movingDistance += step
    }
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
