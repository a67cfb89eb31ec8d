/// Reads the deltas of Signal K, or one path with its value, an object a line, as they come, in
/// pieces of any size, and gives out an epoch for each position of the own ship.
///
/// Angles are radians and speeds metres per second. The own ship is the one that the server's
/// greeting names, else `vessels.self`, else that of the first position; what others report is
/// counted as of another kind.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on.
struct SignalKReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts deltas of the own ship.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var fix = BusFix()
  /// The own ship; nil until it is known.
  private var ship: String?

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func flush(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }
  mutating func close(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text
    var context: ByteText?
    var (own, updates): (String?, ByteText?) = (nil, nil)
    var isPath = false
    let isWhole = rest.eatObject { name, value in
      switch value {
      case .string(let text):
        if name.equals("context") { context = text }
        if name.equals("self") { own = text.prefix(256).string }
        if name.equals("path") { isPath = true }
      case .nested(let list): if name.equals("updates") { updates = list }
      case .number, .bool, .null: break
      }
    }
    guard isWhole else {
      statistics.skip(isLast ? .truncated : .malformedField)
      if isLast { statistics.isCutOff = true }
      return
    }
    ship = ship ?? own
    let isOwn =
      context.map { $0.equals("vessels.self") || ship == nil || $0.prefix(256).string == ship }
      ?? true
    guard isOwn, isPath || updates != nil else { return statistics.skip(.otherKind) }
    statistics.sentences += 1
    var found = isPath ? [Update(text)] : []
    if var list = updates {
      _ = list.eatList { if case .nested(let object) = $0 { found.append(Update(object)) } }
    }
    for update in found {
      guard let coordinate = update.position else {
        for (field, value) in update.numbers { fix.set(field, value, at: update.time) }
        continue
      }
      if ship == nil { ship = context?.prefix(256).string }
      let last = fix.begin(
        at: coordinate, update.time, with: update.numbers, endOffset: endOffset, line: number)
      deliver(last, emit)
    }
  }

  private mutating func deliver(_ epoch: TraceEpoch?, _ emit: (TraceEpoch) -> Void) {
    guard let epoch else { return }
    statistics.count(epoch)
    emit(epoch)
  }

  /// The values of one source at one time.
  private struct Update {
    var time: Timestamp?
    var position: Coordinate?
    var numbers: [(FixField, Double)] = []

    init(_ object: ByteText) {
      var rest = object
      var values: ByteText?
      _ = rest.eatObject { name, value in
        switch value {
        case .string(let text):
          if name.equals("timestamp") { time = text.civilTime(order: .dayFirst)?.timestamp() }
        case .nested(let list): if name.equals("values") { values = list }
        case .number, .bool, .null: break
        }
      }
      guard var list = values else {
        take(object)
        return
      }
      _ = list.eatList { if case .nested(let pair) = $0 { take(pair) } }
    }

    /// Takes over a path and its value.
    private mutating func take(_ pair: ByteText) {
      var rest = pair
      var (path, number, object): (ByteText?, Double?, ByteText?) = (nil, nil, nil)
      _ = rest.eatObject { name, value in
        switch value {
        case .string(let text): if name.equals("path") { path = text }
        case .number(let found): if name.equals("value") { number = found }
        case .nested(let found): if name.equals("value") { object = found }
        case .bool, .null: break
        }
      }
      guard let path else { return }
      if path.equals("navigation.position"), let object {
        read(position: object)
      } else if let number, let (field, isAngle) = path.lookUp(Update.paths) {
        var value = isAngle ? number * 180 / .pi : number
        if isAngle, field != .variation, value < 0 { value += 360 }
        numbers.append((field, value))
      }
    }

    private mutating func read(position object: ByteText) {
      var rest = object
      var (latitude, longitude, altitude): (Double?, Double?, Double?) = (nil, nil, nil)
      _ = rest.eatObject { name, value in
        guard case .number(let number) = value else { return }
        if name.equals("latitude") { latitude = number }
        if name.equals("longitude") { longitude = number }
        if name.equals("altitude") { altitude = number }
      }
      guard let latitude, let longitude else { return }
      position = Coordinate(readLatitude: latitude, longitude: longitude)
      if let altitude { numbers.append((.altitude, altitude)) }
    }

    private static let paths: [(StaticString, (FixField, isAngle: Bool))] = [
      ("navigation.speedOverGround", (.speed, false)),
      ("navigation.courseOverGroundTrue", (.course, true)),
      ("navigation.headingTrue", (.heading, true)),
      ("navigation.magneticVariation", (.variation, true)),
      ("navigation.gnss.satellites", (.satellites, false)),
      ("navigation.gnss.horizontalDilution", (.hdop, false)),
      ("navigation.gnss.positionDilution", (.pdop, false)),
      ("navigation.gnss.antennaAltitude", (.altitude, false)),
    ]
  }
}
