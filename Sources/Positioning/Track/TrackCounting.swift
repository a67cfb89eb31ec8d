extension TrackStatistics {
  /// Counts a fix that belongs to the track.
  ///
  /// - Returns: How it joins the track.
  mutating func countNext(_ location: Location, _ joint: TrackJoint) -> Outcome {
    var pause = joint.startsTrack ? nil : joint.time.interval(since: lastTime)
    let longest = intervals.longest
    // If another log was appended to this one, no time passes, however far apart their dates are.
    let startsLog =
      pause.map { $0 > TrackStatistics.longestPause && $0 > longest } ?? false && !intervals.isEmpty
    if let pause { intervals.add(pause) }
    if startsLog { pause = nil }
    fixCount += 1
    speed = location.speed.flatMap { $0.isFinite ? $0 : nil }
    if let speed { pace.add(recorded: speed) }

    var outcome = Outcome.started
    (origin, stepSpeed) = (nil, nil)
    if !hasLatest {
      first = location
    } else if joint.startsTrack {
      silence = nil
      slope = nil
    } else if joint.startsSegment || startsLog {
      addGap(pause, from: latest.coordinate, to: location.coordinate)
    } else if let fixedGap, let pause, pause > fixedGap {
      let step = addGap(pause, from: latest.coordinate, to: location.coordinate)
      silence = Silence(pause: pause, step: step, isGap: true)
    } else {
      outcome = addStep(to: location, lasting: pause, longest: longest)
    }
    addPosition(location)
    addTime(joint.time, after: pause)
    latest = location
    hasLatest = true
    return outcome
  }

  /// A longer pause, in a log that usually writes more often, is not a pause: its clock was set, or
  /// another log begins.
  private static let longestPause = Timestamp.nanosecondsPerDay

  @inline(__always) private mutating func addTime(_ time: TrackTime, after pause: Int64?) {
    if let pause, pause > 0 { elapsedTime = elapsedTime.addingSaturated(pause) }
    if let timestamp = time.instant.map(Timestamp.init) {
      startTime = startTime.map { min($0, timestamp) } ?? timestamp
      endTime = endTime.map { max($0, timestamp) } ?? timestamp
    }
    if time.isKnown { lastTime = time }
  }

  /// Counts a gap, and returns the distance across it.
  @discardableResult private mutating func addGap(
    _ pause: Int64?, from start: Coordinate, to end: Coordinate
  ) -> Double {
    silence = nil
    // Neither the distance nor the height across a gap was travelled.
    slope = nil
    gapCount += 1
    let step = start.stepDistance(to: end)
    gapDistance += step
    guard let pause, pause > 0 else { return step }
    gapTime += .nanoseconds(pause)
    longestGap = max(longestGap, .nanoseconds(pause))
    return step
  }

  /// The nanoseconds that the step to `next` took, if the latest fix repeats the position before a
  /// long pause: the pause plus the step's own interval. Nil for an ordinary step.
  func lateDuration(to next: Location, lasting: Int64?) -> Int64? {
    guard let silence, let lasting, lasting > 0 else { return nil }
    let limit = 3 * max(maximumSpeed ?? 0, next.speed ?? 0, 10) * lasting.nanosecondsInSeconds
    guard silence.step <= limit else { return nil }
    let leap = latest.coordinate.stepDistance(to: next.coordinate)
    let whole = silence.pause.addingSaturated(lasting)
    let isPossible =
      outliers?.allow(step: leap, seconds: whole.nanosecondsInSeconds, speed: nil) ?? true
    return leap > limit && isPossible ? whole : nil
  }

  @inline(__always) private mutating func addStep(
    to location: Location, lasting pause: Int64?, longest: Int64
  ) -> Outcome {
    let late = silence == nil ? nil : lateDuration(to: location, lasting: pause)
    let step = nextStep ?? latest.coordinate.stepDistance(to: location.coordinate)
    if late != nil, let silence, silence.isGap, let pause {
      exchange(silence, for: step, lasting: pause, speed: latest.speed)
      return .started
    }
    distance += step
    origin = latest.coordinate
    silence = nil
    guard let pause, pause > 0 else { return .joined }
    if pause > longest { silence = Silence(pause: pause, step: step) }
    let timed = TrackPace.Step(step, lasting: late ?? pause)
    let own = timed.speed
    stepSpeed = own
    // A recorded speed applies to the interval before it, but not to a long pause.
    let isBrief = late == nil && pause <= longest
    pace.add(timed, speed: speed, isBrief: isBrief, threshold: movingThreshold)
    if speed == nil { speed = own }
    return .joined
  }

  /// Counts the step that was counted as a gap as travelled, and the leap after it as the gap.
  private mutating func exchange(_ gap: Silence, for leap: Double, lasting: Int64, speed: Double?) {
    silence = nil
    gapDistance += leap - gap.step
    distance += gap.step
    pace.add(
      TrackPace.Step(gap.step, lasting: lasting), speed: speed, isBrief: true,
      threshold: movingThreshold)
  }

  @inline(__always) private mutating func addPosition(_ location: Location) {
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

  /// Counts height from one turning point to the next. A height is a turning point once the track
  /// has turned back from it by the threshold.
  private mutating func addHeight(_ altitude: Double) {
    let threshold = max(climbThreshold, .leastNonzeroMagnitude)
    switch slope {
    case nil: slope = .open(lowest: altitude, highest: altitude)
    case .open(let lowest, let highest):
      if altitude - lowest >= threshold {
        climb += altitude - lowest
        slope = .up(highest: altitude)
      } else if highest - altitude >= threshold {
        descent += highest - altitude
        slope = .down(lowest: altitude)
      } else {
        slope = .open(lowest: min(lowest, altitude), highest: max(highest, altitude))
      }
    case .up(let highest):
      if altitude > highest {
        climb += altitude - highest
        slope = .up(highest: altitude)
      } else if highest - altitude >= threshold {
        descent += highest - altitude
        slope = .down(lowest: altitude)
      }
    case .down(let lowest):
      if altitude < lowest {
        descent += lowest - altitude
        slope = .down(lowest: altitude)
      } else if altitude - lowest >= threshold {
        climb += altitude - lowest
        slope = .up(highest: altitude)
      }
    }
  }
}
