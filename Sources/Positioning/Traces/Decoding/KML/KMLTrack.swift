/// A `gx:Track` that is under way: its times, its places and its values come in lists of their own,
/// mixed or one after another.
///
/// Holds what came first until its counterpart comes. Of a longer track than ``mostPoints`` the
/// points are given out before the values that stand behind all of them have come.
struct KMLTrack: Sendable {
  /// How many points are held.
  static let mostPoints = 16_384
  /// How many times are held.
  private static let mostTimes = 131_072

  /// Points that were not given out, and times that found no point yet.
  private(set) var points: [HeldPoint] = []
  private var times: [Timestamp?] = []
  /// How many points were given out before the first of ``points``.
  private var given = 0
  /// How many times have come.
  private var timeCount = 0
  /// The place of the first of ``times`` among all that have come.
  private var firstTime = 0

  private var list: SensorList?
  private var valueCount = 0

  /// True if as many points are held as may be.
  var isFull: Bool { points.count >= KMLTrack.mostPoints }
  /// How many things are held.
  var heldCount: Int { points.count + times.count }

  mutating func add(_ time: Timestamp?) {
    let index = timeCount
    timeCount += 1
    guard index >= given else { return }
    if index - given < points.count {
      points[index - given].timestamp = time
    } else if times.count < KMLTrack.mostTimes {
      if times.isEmpty { firstTime = index }
      times.append(time)
    }
  }

  mutating func add(_ point: HeldPoint) {
    var point = point
    let place = given + points.count - firstTime
    if times.indices.contains(place) {
      point.timestamp = times[place]
      if place == times.count - 1 { times.removeAll(keepingCapacity: true) }
    }
    points.append(point)
  }

  /// Begins a list of values.
  mutating func begin(_ list: SensorList?) {
    self.list = list
    valueCount = 0
  }

  mutating func add(value: Double?) {
    defer { valueCount += 1 }
    let index = valueCount - given
    guard let list, let value, value.isFinite, points.indices.contains(index) else { return }
    list.set(value, in: &points[index].sensors)
  }

  /// Takes the points that are held; what comes behind them stays in step.
  mutating func takePoints() -> [HeldPoint] {
    given += points.count
    defer { points = [] }
    return points
  }
}
