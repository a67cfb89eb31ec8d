/// Removes the fixes that are within a tolerance of the line through the remaining ones.
///
///     var simplifier = TrackSimplifier(tolerance: 5)
///     simplifier.add(epoch) { keep($0) }
///     simplifier.finish { keep($0) }
///
/// Applies Douglas and Peucker's method to windows of at most 256 fixes, which start again with
/// each segment of the source. No removed fix is farther than the tolerance from the remaining
/// line, memory is bounded, and a window's first and last fix always remain. Epochs without a fix
/// are removed.
///
/// The remaining line is at most a hundredth shorter than the track. If the tolerance would shorten
/// it more (bends of a few metres, a stationary receiver that wavers), further fixes are kept.
struct TrackSimplifier: Sendable {
  private let tolerance: Double
  private var window: [TraceEpoch] = []
  /// The length that the line may still lose, metres.
  private var spare = 0.0

  /// The number of fixes that are processed together.
  private static let windowLength = 256
  /// The share of the distance that may be lost; a little less than a hundredth, since it is
  /// measured on a plane.
  private static let lostShare = 0.009

  init(tolerance: Double) { self.tolerance = tolerance }

  /// Adds the next epoch, and emits those that are kept.
  mutating func add(_ epoch: TraceEpoch, _ emit: (TraceEpoch) -> Void) {
    guard epoch.location != nil else { return }
    if epoch.startsSegment { finish(emit) }
    window.append(epoch)
    guard window.count == TrackSimplifier.windowLength else { return }
    // The last one is the first of the next window, which emits it.
    for index in kept().dropLast() { emit(window[index]) }
    window.removeFirst(window.count - 1)
  }

  /// Emits the remaining epochs.
  mutating func finish(_ emit: (TraceEpoch) -> Void) {
    for index in kept() { emit(window[index]) }
    window.removeAll(keepingCapacity: true)
  }

  /// The indices of the window's fixes that are kept, in order.
  private mutating func kept() -> [Int] {
    guard window.count > 2, let origin = window[0].location?.coordinate else {
      return Array(window.indices)
    }
    let map = LocalProjection(origin: origin)
    let points = window.map { map.point($0.location?.coordinate ?? origin) }
    var stays = [Bool](repeating: false, count: points.count)
    stays[0] = true
    stays[points.count - 1] = true
    var spans = [(0, points.count - 1)]
    while let (start, end) = spans.popLast() {
      var farthest = (index: start, distance: tolerance)
      for index in start + 1..<max(end, start + 1) {
        let distance = points[index].distance(toLineFrom: points[start], to: points[end])
        if distance > farthest.distance { farthest = (index, distance) }
      }
      guard farthest.index > start else { continue }
      stays[farthest.index] = true
      spans.append((start, farthest.index))
      spans.append((farthest.index, end))
    }
    keepLength(points, &stays)
    return window.indices.filter { stays[$0] }
  }

  /// Keeps further points until the line is long enough: those in the middle of the greatest
  /// losses.
  private mutating func keepLength(_ points: [PlanePoint], _ stays: inout [Bool]) {
    var distances = [0.0]
    for (here, next) in zip(points, points.dropFirst()) {
      distances.append(distances[distances.count - 1] + here.distance(to: next))
    }
    spare += TrackSimplifier.lostShare * distances[distances.count - 1]
    var spans: [(start: Int, end: Int, loss: Double)] = []
    func add(_ start: Int, _ end: Int) {
      let loss = distances[end] - distances[start] - points[start].distance(to: points[end])
      spans.append((start, end, loss))
    }
    let kept = points.indices.filter { stays[$0] }
    for (start, end) in zip(kept, kept.dropFirst()) { add(start, end) }
    while spans.reduce(0, { $0 + $1.loss }) > spare,
      let worst = spans.indices.max(by: { spans[$0].loss < spans[$1].loss }),
      spans[worst].end - spans[worst].start > 1
    {
      let (start, end, _) = spans.remove(at: worst)
      let middle = (start + end) / 2
      stays[middle] = true
      add(start, middle)
      add(middle, end)
    }
    spare = max(0, spare - spans.reduce(0) { $0 + $1.loss })
  }
}

extension PlanePoint {
  /// The distance to another point, metres.
  fileprivate func distance(to other: PlanePoint) -> Double {
    hypotenuse(other.east - east, other.north - north)
  }

  /// The distance to the nearest point of the line between two others, metres.
  func distance(toLineFrom start: PlanePoint, to end: PlanePoint) -> Double {
    let (east, north) = (end.east - start.east, end.north - start.north)
    let (ownEast, ownNorth) = (self.east - start.east, self.north - start.north)
    let length = east * east + north * north
    let share = length > 0 ? min(1, max(0, (ownEast * east + ownNorth * north) / length)) : 0
    return hypotenuse(ownEast - share * east, ownNorth - share * north)
  }
}
