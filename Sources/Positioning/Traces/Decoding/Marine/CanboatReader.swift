/// Reads canboat's JSON of NMEA 2000, one object per line, as it arrives, in pieces of any size,
/// and emits an epoch for each position.
///
/// Positions are those of 129025, or of 129029 if there are none; course and speed come from
/// 129026, heights, dilutions and satellites from 129029 and 129539, heading and variation from
/// 127250 and 127258. If there are several receivers, the first one with a position is used. Other
/// messages are counted by their numbers.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct CanboatReader: LineDecoder, Sendable {
  /// The statistics of the source so far; `sentences` counts messages.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var fix = BusFix()
  /// The address of the receiver whose positions are used.
  private var source: Double?
  /// True if there are messages with only a position.
  private var hasRapidPositions = false
  /// True if the first line declares angles in radians.
  private var hasRadians = false

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func flush(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }
  mutating func close(_ emit: (TraceEpoch) -> Void) { deliver(fix.finish(), emit) }

  /// The members of a message, except its fields.
  private struct Message {
    var number = 0
    var source: Double?
    var time: Timestamp?
    var fields: ByteText?
    /// The units that the line names.
    var units: ByteText?
  }

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var message = Message()
    var rest = text
    let isWhole = rest.eatObject { name, value in
      switch value {
      case .number(let number):
        if name.equals("pgn") { message.number = Int(exactly: number) ?? 0 }
        if name.equals("src") { message.source = number }
      case .string(let text):
        if name.equals("timestamp") { message.time = text.civilTime(order: .dayFirst)?.timestamp() }
        if name.equals("units") { message.units = text }
      case .nested(let object): if name.equals("fields") { message.fields = object }
      case .bool, .null: break
      }
    }
    guard isWhole else {
      statistics.skip(isLast ? .truncated : .malformedField)
      if isLast { statistics.isCutOff = true }
      return
    }
    guard message.number > 0, let fields = message.fields else {
      // The first line contains its version and units.
      if let units = message.units { hasRadians = units.equals("si") }
      return statistics.skip(.otherKind)
    }
    statistics.count(address: "\(message.number)".utf8.reduce(0) { $0 << 8 | UInt64($1) })
    var values = Values()
    var object = fields
    _ = object.eatObject { values.set($0, $1) }
    take(message, values, endOffset, number, emit)
  }

  private mutating func take(
    _ message: Message, _ values: Values, _ endOffset: Int, _ line: Int,
    _ emit: (TraceEpoch) -> Void
  ) {
    let isRapid = message.number == 129_025
    if isRapid || message.number == 129_029 {
      guard let latitude = values.latitude, let longitude = values.longitude else { return }
      guard let coordinate = Coordinate(readLatitude: latitude, longitude: longitude) else {
        return statistics.skip(.malformedField)
      }
      guard source == nil || source == message.source else { return statistics.skip(.otherKind) }
      source = message.source
      hasRapidPositions = hasRapidPositions || isRapid
      if isRapid || !hasRapidPositions {
        let last = fix.begin(at: coordinate, message.time, endOffset: endOffset, line: line)
        deliver(last, emit)
      }
    }
    guard source == nil || source == message.source || message.number < 129_000 else { return }
    for (field, value) in values.numbers {
      // Use only the fields that are expected in each message.
      let isOfHeading = field == .heading || field == .variation
      guard isOfHeading == (message.number == 127_250 || message.number == 127_258) else {
        continue
      }
      if field == .course || field == .heading, values.isMagnetic { continue }
      let isRadians = hasRadians && field.isAngle
      fix.set(field, isRadians ? field.degrees(ofRadians: value) : value, at: message.time)
    }
  }

  private mutating func deliver(_ epoch: TraceEpoch?, _ emit: (TraceEpoch) -> Void) {
    guard let epoch else { return }
    statistics.count(epoch)
    emit(epoch)
  }

  /// The used fields of a message.
  private struct Values {
    var latitude: Double?
    var longitude: Double?
    var numbers: [(FixField, Double)] = []
    /// True if its angles are from magnetic north.
    var isMagnetic = false

    mutating func set(_ name: ByteText, _ value: MemberValue) {
      switch value {
      case .number(let number):
        if name.equals("latitude") { latitude = number }
        if name.equals("longitude") { longitude = number }
        if let field = name.lookUp(Values.fields) { numbers.append((field, number)) }
      case .string(let text):
        if name.equals("reference") || name.equals("COG Reference") || name.equals("cogReference") {
          isMagnetic = text.equals("Magnetic")
        }
      case .bool, .nested, .null: break
      }
    }

    private static let fields: [(StaticString, FixField)] = [
      ("SOG", .speed), ("COG", .course), ("altitude", .altitude), ("HDOP", .hdop),
      ("VDOP", .vdop), ("PDOP", .pdop), ("Number of SVs", .satellites),
      ("numberOfSvs", .satellites), ("heading", .heading), ("variation", .variation),
    ]
  }
}
