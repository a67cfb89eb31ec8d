/// The positions of one feature's lines, and what its properties say of them, until both have come.
struct GeoJSONLine: Sendable {
  /// How many positions, and how many values of each list, are held.
  static let most = 65_536
  /// The property of a line of our own that says what it goes through.
  static let ownKey: StaticString = "of"

  /// A place as it stands in the source.
  struct Position: Sendable {
    var latitude = Double.nan
    var longitude = Double.nan
    var height = OptionalNumber()
    var endOffset = 0
    var line: Int32 = 0
    var startsSegment = false
  }

  /// A list of values.
  enum List: Sendable {
    case times, speeds, altitudes, sensors(SensorList)

    /// How many kinds of lists are of numbers.
    static let numberCount = 2 + SensorList.allCases.count

    /// Its place among the lists of numbers; nil for times.
    var place: Int? {
      switch self {
      case .times: nil
      case .speeds: 0
      case .altitudes: 1
      case .sensors(let sensor): 2 + sensor.rawValue
      }
    }

    init?(_ name: ByteText) {
      guard let known = List.names.first(where: { name.equals($0.0) }) else { return nil }
      self = known.1
    }

    private static let names: [(StaticString, List)] = [
      ("coordTimes", .times), ("times", .times), ("heartRates", .sensors(.heartRate)),
      ("heart", .sensors(.heartRate)), ("cadences", .sensors(.cadence)),
      ("cadence", .sensors(.cadence)), ("cads", .sensors(.cadence)),
      ("powers", .sensors(.power)), ("power", .sensors(.power)), ("watts", .sensors(.power)),
      ("atemps", .sensors(.temperature)), ("temperatures", .sensors(.temperature)),
      ("speeds", .speeds), ("altitudes", .altitudes),
    ]
  }

  private(set) var positions: [Position] = []
  /// How many of the positions were handed out.
  private var next = 0
  /// How many positions were handed out before the first of these.
  private var given = 0
  /// The values of the lists that there are, by the places of the positions.
  private var times: [Timestamp?] = []
  private var numbers = [[OptionalNumber]](repeating: [], count: List.numberCount)
  private var list: List?
  private var valueCount = 0

  var heldCount: Int { positions.count + times.count + numbers.reduce(0) { $0 + $1.count } }
  var isFull: Bool { positions.count >= GeoJSONLine.most }

  mutating func add(_ position: Position) { positions.append(position) }

  /// Takes back positions that turned out to be those of no line.
  mutating func remove(from place: Int) { positions.removeLast(max(0, positions.count - place)) }

  /// Begins a list of values.
  mutating func begin(_ list: List) {
    self.list = list
    valueCount = 0
  }

  /// Takes over the next value of the list, which may be none.
  mutating func add(text: ByteText) {
    if case .times = list, let time = text.civilTime(order: .dayFirst)?.timestamp() { set(time) }
    valueCount += 1
  }

  /// Takes over the next value of the list; nil is none.
  mutating func add(number: Double?) {
    if let list, let number, number.isFinite {
      switch list {
      case .times: setTime(number)
      case .speeds: if number >= 0 { set(number, of: list) }
      case .altitudes, .sensors: set(number, of: list)
      }
    }
    valueCount += 1
  }

  /// Seconds or milliseconds since 1970, by their size.
  private mutating func setTime(_ number: Double) {
    let seconds = number > 1e11 ? number / 1000 : number
    guard seconds > 0, seconds < 9e9 else { return }
    set(Timestamp(nanosecondsSince1970: Int64((seconds * 1000).rounded()) * 1_000_000))
  }

  private mutating func set(_ time: Timestamp) {
    guard valueCount < GeoJSONLine.most else { return }
    while times.count <= valueCount { times.append(nil) }
    times[valueCount] = time
  }

  private mutating func set(_ number: Double, of list: List) {
    guard valueCount < GeoJSONLine.most, let place = list.place else { return }
    while numbers[place].count <= valueCount { numbers[place].append(OptionalNumber()) }
    numbers[place][valueCount] = OptionalNumber(orNone: number)
  }

  private func number(of list: List, at place: Int) -> Double? {
    guard let index = list.place, place < numbers[index].count else { return nil }
    return numbers[index][place].value
  }

  /// Takes off the next position, with what is known of it; nil when there is no more for now.
  mutating func takeNext() -> HeldPoint? {
    guard next < positions.count else {
      given += positions.count
      next = 0
      positions.removeAll(keepingCapacity: true)
      return nil
    }
    let position = positions[next]
    let place = given + next
    next += 1
    var point = HeldPoint(
      coordinate: Coordinate(latitude: position.latitude, longitude: position.longitude),
      endOffset: position.endOffset)
    point.line = position.line > 0 ? Int(position.line) : nil
    point.ellipsoidalAltitude = position.height
    point.startsSegment = position.startsSegment
    if place < times.count { point.timestamp = times[place] }
    point.speed = OptionalNumber(number(of: .speeds, at: place))
    point.altitude = OptionalNumber(number(of: .altitudes, at: place))
    for sensor in SensorList.allCases {
      if let value = number(of: .sensors(sensor), at: place) {
        sensor.set(value, in: &point.sensors)
      }
    }
    return point
  }

  /// Passes over the positions that are held.
  mutating func drop() {
    given += positions.count
    next = 0
    positions.removeAll(keepingCapacity: true)
  }
}
