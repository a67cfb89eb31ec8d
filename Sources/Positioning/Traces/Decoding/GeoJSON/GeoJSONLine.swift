/// The positions of one feature's lines, and what its properties say of them, until both have come.
struct GeoJSONLine: Sendable {
  /// How many bytes of memory are held: some 250,000 positions, or a million times.
  static let mostBytes = 3 << 20
  /// The property of a line of our own that says what it goes through.
  static let ownKey: StaticString = "of"

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

  /// The positions that wait.
  private(set) var positions = HeldPlaces()
  /// How many positions were handed out.
  private var given = 0
  /// The values of the positions that come next.
  private var times = HeldList()
  /// The same of the lists of numbers; none before there is one.
  private var numbers: [HeldList] = []
  private var list: List?

  var heldCount: Int {
    positions.count + times.column.count + numbers.reduce(0) { $0 + $1.column.count }
  }
  /// True if as much is held as may be.
  var isFull: Bool {
    positions.byteCount + times.column.byteCount
      + numbers.reduce(0) { $0 + $1.column.byteCount } >= GeoJSONLine.mostBytes
  }
  /// How many times and values were not kept.
  var lostCount: Int { times.lostCount + numbers.reduce(0) { $0 + $1.lostCount } }

  mutating func add(_ position: HeldPlaces.Place) { positions.append(position) }

  /// Goes back to positions that were held before: those behind them turned out to be of no line.
  mutating func restore(_ positions: HeldPlaces) { self.positions = positions }

  /// Begins a list of values.
  mutating func begin(_ list: List) {
    self.list = list
    guard let place = list.place else { return times.begin() }
    if numbers.isEmpty { numbers = Array(repeating: HeldList(), count: List.numberCount) }
    numbers[place].begin()
  }

  /// Takes over the next value of the list, which may be none.
  mutating func add(text: ByteText) {
    guard case .times = list else { return append(.nan) }
    append(text.civilTime(order: .dayFirst)?.timestamp())
  }

  /// Takes over the next value of the list; nil is none.
  mutating func add(number: Double?) {
    let number = number.flatMap { $0.isFinite ? $0 : nil }
    switch list {
    case .times: append(number.flatMap(GeoJSONLine.time))
    case .speeds: append(number.flatMap { $0 >= 0 ? $0 : nil } ?? .nan)
    case .altitudes, .sensors: append(number ?? .nan)
    case nil: break
    }
  }

  private mutating func append(_ time: Timestamp?) {
    times.append(time, given: given, hasRoom: !isFull)
  }

  private mutating func append(_ number: Double) {
    guard let place = list?.place else { return }
    numbers[place].append(number, given: given, hasRoom: !isFull)
  }

  /// The instant of seconds or milliseconds since 1970, by their size.
  private static func time(_ number: Double) -> Timestamp? {
    let seconds = number > 1e11 ? number / 1000 : number
    guard seconds > 0, seconds < 9e9 else { return nil }
    return Timestamp(nanosecondsSince1970: Int64((seconds * 1000).rounded()) * 1_000_000)
  }

  /// Takes off the next position, with what is known of it; nil when there is no more for now.
  mutating func takeNext() -> HeldPoint? {
    guard let position = positions.takeFirst() else { return nil }
    given += 1
    var point = position.point
    point.ellipsoidalAltitude = OptionalNumber(orNone: position.height)
    point.timestamp = times.takeTime()
    guard !numbers.isEmpty else { return point }
    point.speed = OptionalNumber(takeNumber(of: .speeds))
    point.altitude = OptionalNumber(takeNumber(of: .altitudes))
    for sensor in SensorList.allCases {
      if let value = takeNumber(of: .sensors(sensor)) { sensor.set(value, in: &point.sensors) }
    }
    return point
  }

  private mutating func takeNumber(of list: List) -> Double? {
    list.place.flatMap { numbers[$0].takeNumber() }
  }

  /// Passes over the positions that are held.
  mutating func drop() {
    while takeNext() != nil {}
  }
}
