extension TrackStatistics {
  /// Adds the metrics of another, separate track: distances, times, climbs and counts are summed,
  /// start and end are the earliest and the latest. The step between the two is neither distance
  /// nor time.
  public mutating func append(_ other: TrackStatistics) {
    guard other.fixCount > 0 || other.skippedCount > 0 else { return }
    fixCount += other.fixCount
    distance += other.distance
    gapCount += other.gapCount
    gapDistance += other.gapDistance
    gapTime += other.gapTime
    longestGap = max(longestGap, other.longestGap)
    pace.append(other.pace)
    climb += other.climb
    descent += other.descent
    lowestAltitude = [lowestAltitude, other.lowestAltitude].compactMap(\.self).min()
    highestAltitude = [highestAltitude, other.highestAltitude].compactMap(\.self).max()
    elapsedTime = elapsedTime.addingSaturated(other.elapsedTime)
    startTime = [startTime, other.startTime].compactMap(\.self).min()
    endTime = [endTime, other.endTime].compactMap(\.self).max()
    if var box = bounds, let others = other.bounds {
      box.extend(to: others)
      bounds = box
    } else {
      bounds = bounds ?? other.bounds
    }
    first = first ?? other.first
    last = other.last ?? last
    speed = other.speed
    if other.lastTime.isKnown { lastTime = other.lastTime }
    intervals = other.intervals
    for index in skips.indices { skips[index] += other.skips[index] }
    if let kept = other.keptOutlierCount { keptOutlierCount = (keptOutlierCount ?? 0) + kept }
  }

  /// Returns these sums plus those of parallel tracks; current values remain this track's.
  func beside(_ others: [TrackStatistics]) -> TrackStatistics {
    var sum = self
    for other in others { sum.append(other) }
    sum.first = first ?? sum.first
    sum.last = last ?? sum.last
    if lastTime.isKnown { sum.lastTime = lastTime }
    (sum.speed, sum.intervals) = (speed, intervals)
    return sum
  }
}
