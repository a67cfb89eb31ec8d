/// The measurements of a track over its distance and over its time, in bounded memory however long
/// the track.
///
///     var profile = TrackProfile()
///     profile.add(
///       altitude: 120, speed: 5, sensors: Sensors(), at: .seconds(10), distance: 80)
///     let heights = profile.values(of: .altitude, over: .distance)  // a mean for each bucket
///
/// Distance and time are divided into buckets of equal length. If there are more buckets than the
/// capacity, their length doubles and each pair becomes one. The value of a bucket is the mean of
/// its values, or nil if it has none.
package struct TrackProfile: Hashable, Sendable {
  /// The quantity of a curve.
  package enum Quantity: Int, Hashable, Sendable, CaseIterable {
    /// Metres above mean sea level.
    case altitude
    /// Metres per second.
    case speed
    /// Metres up per metre of distance; negative where the track descends.
    case grade
    /// Beats per minute.
    case heartRate
    /// Turns or strides per minute.
    case cadence
    /// Watts.
    case power
    /// Degrees Celsius.
    case temperature
  }

  /// The quantity along the lower edge of a curve.
  package enum Axis: Hashable, Sendable {
    /// Time, seconds.
    case time
    /// The distance, metres.
    case distance
  }

  private var byTime: ProfileTable
  private var byDistance: ProfileTable
  /// A bit for each quantity that has had a value.
  private var known: UInt8 = 0
  /// The beginnings of further tracks: there is no slope from one to the next.
  private var starts: [Start] = []

  /// The beginning of a further track.
  private struct Start: Hashable {
    /// Seconds.
    var time: Double
    /// Metres.
    var distance: Double
  }

  private static let mostStarts = 1000

  /// The distance over which a slope is measured, metres: below it there is only noise.
  private static let slopeLength = 60.0

  /// Makes an empty profile.
  ///
  /// - Parameter capacity: The maximum number of buckets, at least 16.
  package init(capacity: Int = 480) {
    byTime = ProfileTable(capacity: max(16, capacity), length: 1)
    byDistance = ProfileTable(capacity: max(16, capacity), length: 5)
  }

  /// Adds the values of one epoch. O(1), averaged over many.
  ///
  /// - Parameters:
  ///   - altitude: The height, metres; like all others, nil if it is unknown.
  ///   - speed: Metres per second.
  ///   - sensors: The measurements besides the position.
  ///   - clock: The time since the track's start.
  ///   - distance: The distance since the track's start, metres.
  ///   - startsTrack: Whether another track begins there.
  package mutating func add(
    altitude: Double?, speed: Double?, sensors: Sensors, at clock: Duration, distance: Double,
    startsTrack: Bool = false
  ) {
    var values = SIMD8<Double>(repeating: .nan)
    func set(_ quantity: Quantity, _ value: Double?) {
      guard let value, value.isFinite else { return }
      values[quantity.rawValue] = value
      known |= 1 << UInt8(quantity.rawValue)
    }
    set(.altitude, altitude)
    set(.speed, speed)
    set(.heartRate, sensors.heartRate)
    set(.cadence, sensors.cadence)
    set(.power, sensors.power)
    set(.temperature, sensors.temperature)
    let seconds = clock.inSeconds
    if startsTrack, starts.count < Self.mostStarts {
      starts.append(Start(time: seconds, distance: distance))
    }
    byTime.add(values, at: seconds, other: distance)
    byDistance.add(values, at: distance, other: seconds)
  }

  /// The quantities with values to show, in the order of `Quantity`.
  package var quantities: [Quantity] {
    func isKnown(_ quantity: Quantity) -> Bool { known & 1 << UInt8(quantity.rawValue) != 0 }
    return Quantity.allCases.filter { quantity in
      quantity == .grade
        ? isKnown(.altitude) && byDistance.end > 2 * Self.slopeLength : isKnown(quantity)
    }
  }

  /// Returns a value for each bucket; nil if it has none.
  package func values(of quantity: Quantity, over axis: Axis) -> [Double?] {
    quantity == .grade ? grades(over: axis) : table(axis).means(of: quantity.rawValue)
  }

  /// The length of a bucket: seconds, or metres.
  package func bucketLength(over axis: Axis) -> Double { table(axis).length }

  /// The end of the track so far: seconds, or metres.
  package func end(of axis: Axis) -> Double { table(axis).end }

  /// The bucket of a position on an axis; nil if there is none.
  package func index(of position: Double, over axis: Axis) -> Int? {
    let table = table(axis)
    guard position.isFinite, position >= 0, table.count > 0 else { return nil }
    let index = Int(min(position / table.length, 1e15))
    return index < table.count ? index : nil
  }

  /// The time at which the track had reached a distance; nil if it never did.
  package func clock(atDistance distance: Double) -> Duration? {
    guard let index = index(of: distance, over: .distance) else { return nil }
    let times = byDistance.others
    let found = times[...index].last { $0 != nil } ?? nil
    return found.map { .nanoseconds(Int64($0 * 1e9)) }
  }

  private func table(_ axis: Axis) -> ProfileTable {
    switch axis {
    case .time: byTime
    case .distance: byDistance
    }
  }

  /// The slope at each bucket: along the line from the last bucket at least half the slope length
  /// before it to the first one at least as far after it.
  private func grades(over axis: Axis) -> [Double?] {
    let table = table(axis)
    let heights = table.means(of: Quantity.altitude.rawValue)
    let distances: [Double?] =
      axis == .time ? table.others : heights.indices.map { (Double($0) + 0.5) * table.length }
    // A bucket in which one track ends and the next begins has heights of both.
    let shared = starts.compactMap { index(of: axis == .time ? $0.time : $0.distance, over: axis) }
    var known = heights.indices.filter { heights[$0] != nil && distances[$0] != nil }
    if !shared.isEmpty {
      let mixed = Set(shared)
      known.removeAll { mixed.contains($0) }
    }
    var grades = [Double?](repeating: nil, count: heights.count)
    // The track of each position.
    var tracks: [Int] = []
    for index in known {
      var track = tracks.last ?? 0
      while track < shared.count, shared[track] < index { track += 1 }
      tracks.append(track)
    }
    var (before, behind) = (0, 0)
    for (number, index) in known.enumerated() {
      guard let here = distances[index] else { continue }
      func distance(_ other: Int) -> Double { abs((distances[known[other]] ?? here) - here) }
      while before < number, tracks[before] != tracks[number] { before += 1 }
      while before + 1 < number, distance(before + 1) >= Self.slopeLength / 2 { before += 1 }
      behind = max(behind, number)
      while behind + 1 < known.count, distance(behind) < Self.slopeLength / 2,
        tracks[behind + 1] == tracks[number]
      { behind += 1 }
      let length = distance(before) + distance(behind)
      guard length >= Self.slopeLength / 2, let start = heights[known[before]],
        let end = heights[known[behind]]
      else { continue }
      grades[index] = (end - start) / length
    }
    return grades
  }
}

/// Sums of values by buckets of equal length, in bounded number.
struct ProfileTable: Hashable, Sendable {
  private struct Bucket: Hashable {
    var sums = SIMD8<Double>.zero
    var counts = SIMD8<Double>.zero
    /// The other axis' value at the bucket's first epoch; nil if the bucket is empty.
    var other: Double?

    mutating func add(_ later: Bucket) {
      sums += later.sums
      counts += later.counts
      other = other ?? later.other
    }
  }

  private let capacity: Int
  private var buckets: [Bucket] = []
  /// The length of a bucket.
  private(set) var length: Double
  /// The greatest position so far.
  private(set) var end = 0.0

  init(capacity: Int, length: Double) { (self.capacity, self.length) = (capacity, length) }

  var count: Int { buckets.count }

  /// The other axis' value at each bucket's first epoch.
  var others: [Double?] { buckets.map(\.other) }

  /// Returns the mean of one of the values for each bucket.
  func means(of column: Int) -> [Double?] {
    buckets.map { $0.counts[column] > 0 ? $0.sums[column] / $0.counts[column] : nil }
  }

  /// Adds values; one that is not a number is missing.
  mutating func add(_ values: SIMD8<Double>, at position: Double, other: Double) {
    guard position.isFinite else { return }
    let position = max(0, position)
    end = max(end, position)
    while position / length >= Double(capacity) { widen() }
    let index = Int(position / length)
    while buckets.count <= index { buckets.append(Bucket()) }
    let isKnown = values .== values
    buckets[index].sums += values.replacing(with: 0, where: .!isKnown)
    buckets[index].counts.replace(with: buckets[index].counts + 1, where: isKnown)
    buckets[index].other = buckets[index].other ?? other
  }

  private mutating func widen() {
    length *= 2
    var merged: [Bucket] = []
    merged.reserveCapacity(capacity)
    for (index, bucket) in buckets.enumerated() {
      if index.isMultiple(of: 2) { merged.append(bucket) } else { merged[index / 2].add(bucket) }
    }
    buckets = merged
  }
}
