/// A `gx:Track` that is under way: its times, its places and its values come in lists of their own,
/// mixed or one after another.
///
/// Holds what came first until its counterpart comes. Of a track that takes more than
/// ``mostBytes`` the points are given out before the values that stand behind all of them have
/// come.
struct KMLTrack: Sendable {
  /// How many bytes of memory are held: some 200,000 points, or a million times.
  static let mostBytes = 2 << 20

  private var places = HeldPlaces()
  private var times = HeldList()
  private var values = [HeldList](repeating: HeldList(), count: SensorList.allCases.count)
  /// How many points were taken.
  private var given = 0
  private var list: SensorList?

  /// How many points wait.
  var count: Int { places.count }
  /// True if as much is held as may be.
  var isFull: Bool { byteCount >= KMLTrack.mostBytes }
  /// How many things are held.
  var heldCount: Int { places.count + times.column.count }
  /// How many times and values were not kept.
  var lostCount: Int { times.lostCount + values.reduce(0) { $0 + $1.lostCount } }

  private var byteCount: Int {
    places.byteCount + times.column.byteCount + values.reduce(0) { $0 + $1.column.byteCount }
  }

  mutating func add(_ time: Timestamp?) { times.append(time, given: given, hasRoom: !isFull) }

  mutating func add(_ place: HeldPlaces.Place) { places.append(place) }

  /// Begins a list of values.
  mutating func begin(_ list: SensorList?) {
    self.list = list
    if let list { values[list.rawValue].begin() }
  }

  mutating func add(value: Double?) {
    guard let list else { return }
    let value = value.flatMap { $0.isFinite ? $0 : nil }
    values[list.rawValue].append(value ?? .nan, given: given, hasRoom: !isFull)
  }

  /// Takes off the next point, with what is known of it; nil when there is no more for now.
  mutating func takeNext() -> HeldPoint? {
    guard let place = places.takeFirst() else { return nil }
    given += 1
    var point = place.point
    point.altitude = OptionalNumber(orNone: place.height)
    point.timestamp = times.takeTime()
    for list in SensorList.allCases where !values[list.rawValue].column.isEmpty {
      if let value = values[list.rawValue].takeNumber() { list.set(value, in: &point.sensors) }
    }
    return point
  }
}
