/// Reads the output of ``JSONLinesEncoder``, an object per line, in pieces of any size.
///
/// Members with other names are skipped, and lines without a position are counted.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct JSONLinesReader: LineDecoder, Sendable {
  /// The statistics of the source so far.
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  private var lastSegment = 0.0
  private var lastLap = 0.0

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) {}

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text
    guard rest.first == UInt8(ascii: "{") else { return statistics.skip(.text) }
    var members = FixMembers()
    var satellites: [Satellite] = []
    let isWhole = rest.eatObject { name, value in
      switch value {
      case .number(let number): members.set(name, number: number)
      case .string(let text): text.withoutEscapes { members.set(name, text: $0) }
      case .nested(var list):
        guard name.equals("sats") else { return }
        _ = list.eatList { element in
          guard case .nested(let object) = element, satellites.count < 256,
            let satellite = Satellite(own: object)
          else { return }
          satellites.append(satellite)
        }
      case .bool, .null: break
      }
    }
    guard isWhole else {
      statistics.skip(isLast ? .truncated : .malformedField)
      if isLast { statistics.isCutOff = true }
      return
    }
    guard let latitude = members.latitude, let longitude = members.longitude else {
      return statistics.skip(.otherKind)
    }
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard var epoch = members.epoch(at: coordinate) else { return statistics.skip(.malformedField) }
    statistics.sentences += 1
    (epoch.endOffset, epoch.line) = (endOffset, number)
    epoch.satellites = satellites
    if epoch.kind != .waypoint, let segment = members.segment {
      epoch.startsSegment = segment != lastSegment
      if epoch.hasFix { lastSegment = segment }
    }
    if epoch.kind != .waypoint, let lap = members.lap {
      epoch.startsLap = lap != lastLap
      if epoch.hasFix { lastLap = lap }
    }
    statistics.count(epoch)
    emit(epoch)
  }
}

extension Satellite {
  /// A satellite of our own lines: `{"name":"G07","elevation":45,"used":true}`.
  fileprivate init?(own object: ByteText) {
    var result: Satellite?
    var rest = object
    _ = rest.eatObject { member, value in
      switch value {
      case .string(let text):
        guard member.equals("name"), let letter = text.first,
          let number = text.dropping(1).natural, number < 1000
        else { return }
        result = Satellite(system: SatelliteSystem(letter: letter), number: number)
      case .number(let number):
        if member.equals("elevation"), (-90...90).contains(number) {
          result?.elevation = number
        } else if member.equals("azimuth"), (0..<360).contains(number) {
          result?.azimuth = number
        } else if member.equals("snr"), number > 0 {
          result?.carrierToNoise = number
        }
      case .bool(let isTrue): if member.equals("used") { result?.isUsed = isTrue }
      case .nested, .null: break
      }
    }
    guard let result else { return nil }
    self = result
  }
}
