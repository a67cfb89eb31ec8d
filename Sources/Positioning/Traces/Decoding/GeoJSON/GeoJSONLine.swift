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

  /// The values of a position.
  struct Values: Sendable {
    var timestamp: Timestamp?
    var speed = OptionalNumber()
    var altitude = OptionalNumber()
    var sensors = Sensors()
  }

  /// A list of values.
  enum List: Sendable {
    case times, speeds, altitudes, sensors(SensorList)

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
  private var values: [Values] = []
  /// How many positions were given out.
  private var given = 0
  private var list: List?
  private var valueCount = 0

  var heldCount: Int { positions.count + values.count }
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
    if case .times = list, let time = text.civilTime(order: .dayFirst)?.timestamp() {
      setNext { $0.timestamp = time }
    }
    valueCount += 1
  }

  /// Takes over the next value of the list; nil is none.
  mutating func add(number: Double?) {
    if let list, let number, number.isFinite {
      switch list {
      case .times: setTime(number)
      case .speeds: if number >= 0 { setNext { $0.speed = OptionalNumber(orNone: number) } }
      case .altitudes: setNext { $0.altitude = OptionalNumber(orNone: number) }
      case .sensors(let sensor): setNext { sensor.set(number, in: &$0.sensors) }
      }
    }
    valueCount += 1
  }

  /// Seconds or milliseconds since 1970, by their size.
  private mutating func setTime(_ number: Double) {
    let seconds = number > 1e11 ? number / 1000 : number
    guard seconds > 0, seconds < 9e9 else { return }
    let time = Timestamp(nanosecondsSince1970: Int64((seconds * 1000).rounded()) * 1_000_000)
    setNext { $0.timestamp = time }
  }

  private mutating func setNext(_ change: (inout Values) -> Void) {
    guard valueCount < GeoJSONLine.most else { return }
    while values.count <= valueCount { values.append(Values()) }
    change(&values[valueCount])
  }

  /// Hands out the positions that are held, with what is known of each.
  mutating func take(_ body: (HeldPoint) -> Void) {
    for (index, position) in positions.enumerated() {
      var point = HeldPoint(
        coordinate: Coordinate(latitude: position.latitude, longitude: position.longitude),
        endOffset: position.endOffset)
      point.line = position.line > 0 ? Int(position.line) : nil
      point.ellipsoidalAltitude = position.height
      point.startsSegment = position.startsSegment
      let place = given + index
      if place < values.count {
        let known = values[place]
        point.timestamp = known.timestamp
        point.speed = known.speed
        point.altitude = known.altitude
        point.sensors = known.sensors
      }
      body(point)
    }
    given += positions.count
    positions.removeAll(keepingCapacity: true)
  }
}
