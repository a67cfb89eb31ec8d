/// Reads the deltas of Signal K, or one path with its value, one object per line, as they arrive,
/// in pieces of any size, and emits an epoch for each position of the own ship. A server's log has
/// a time and a letter before each: `1714557600000;I;{…}`.
///
/// Angles are in radians and speeds in metres per second. The own ship is the one in the server's
/// greeting, else `vessels.self`, else that of the first position; reports of other ships are
/// counted as another kind. If there are several receivers, the first one with a position is used.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct SignalKReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts deltas of the own ship.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var fix = BusFix()
  /// The own ship; nil until it is known.
  private var ship: String?
  /// The receiver whose positions are used; empty for one without a name, nil until it is known.
  private var source: String?

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func flush(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }
  mutating func close(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text.dropping(text.lengthOfLogPrefix)
    let object = rest
    var context: ByteText?
    var (own, updates): (String?, ByteText?) = (nil, nil)
    var isPath = false
    let isWhole = rest.eatObject { name, value in
      switch value {
      case .string(let text):
        if name.equals("context") { context = text.withoutContextPrefix }
        if name.equals("self") { own = text.withoutContextPrefix.prefix(256).string }
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
      context.map { $0.equals("self") || ship == nil || $0.prefix(256).string == ship }
      ?? true
    guard isOwn, isPath || updates != nil else { return statistics.skip(.otherKind) }
    statistics.sentences += 1
    var found = isPath ? [Update(object)] : []
    if var list = updates {
      _ = list.eatList { if case .nested(let object) = $0 { found.append(Update(object)) } }
    }
    for update in found {
      let isOther = source.map { $0 != update.source } ?? false
      guard let coordinate = update.position else {
        // A compass is not a receiver.
        for (field, value) in update.numbers
        where !isOther || field == .heading || field == .variation {
          fix.set(field, value, at: update.time)
        }
        continue
      }
      guard !isOther else {
        statistics.skip(.otherKind)
        continue
      }
      source = update.source
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
    /// The device that reports them; empty if it has no name.
    var source = ""
    var position: Coordinate?
    var numbers: [(FixField, Double)] = []

    init(_ object: ByteText) {
      var rest = object
      var values: ByteText?
      _ = rest.eatObject { name, value in
        switch value {
        case .string(let text):
          if name.equals("timestamp") { time = text.civilTime(order: .dayFirst)?.timestamp() }
          if name.equals("$source") { source = text.prefix(256).string }
        case .nested(let list):
          if name.equals("values") { values = list }
          if name.equals("source"), source.isEmpty { source = Update.name(ofSource: list) }
        case .number, .bool, .null: break
        }
      }
      guard var list = values else {
        take(object)
        return
      }
      _ = list.eatList { if case .nested(let pair) = $0 { take(pair) } }
    }

    /// The label and the address of a source: all devices on one bus have the same label.
    private static func name(ofSource object: ByteText) -> String {
      var rest = object
      var (label, address) = ("", "")
      _ = rest.eatObject { name, value in
        let isAddress = name.equals("src") || name.equals("talker")
        switch value {
        case .string(let text):
          if name.equals("label") { label = text.prefix(256).string }
          if isAddress { address = text.prefix(256).string }
        case .number(let number): if isAddress { address = "\(number)" }
        case .bool, .nested, .null: break
        }
      }
      return "\(label).\(address)"
    }

    /// Sets the value of a path.
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
      } else if let number, let field = path.lookUp(Update.paths) {
        numbers.append((field, field.isAngle ? field.degrees(ofRadians: number) : number))
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

    private static let paths: [(StaticString, FixField)] = [
      ("navigation.speedOverGround", .speed), ("navigation.courseOverGroundTrue", .course),
      ("navigation.headingTrue", .heading), ("navigation.magneticVariation", .variation),
      ("navigation.gnss.satellites", .satellites),
      ("navigation.gnss.horizontalDilution", .hdop), ("navigation.gnss.positionDilution", .pdop),
      ("navigation.gnss.antennaAltitude", .altitude),
    ]
  }
}

extension ByteText {
  /// The name of a ship in either of its forms, with or without `vessels.` before it.
  fileprivate var withoutContextPrefix: ByteText { hasPrefix("vessels.") ? dropping(8) : self }

  /// The number of bytes before the object in a line of a server's log; 0 if there are none.
  var lengthOfLogPrefix: Int {
    var rest = self
    while let byte = rest.first, byte.isDigit { rest.drop(1) }
    let semicolon = UInt8(ascii: ";")
    guard rest.count < count, rest.eat(semicolon), rest.first?.isLetter == true else { return 0 }
    rest.drop(1)
    guard rest.eat(semicolon) else { return 0 }
    return count - rest.count
  }
}
