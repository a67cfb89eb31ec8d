/// The payload of a frame of UBX: numbers with the lowest byte first.
///
/// Valid only as long as the buffer it points into; a number beyond the end is 0.
struct UBXPayload {
  private let bytes: ByteText

  init(_ bytes: ByteText) { self.bytes = bytes }

  var count: Int { bytes.count }

  func natural(_ offset: Int, _ length: Int) -> Int {
    guard offset + length <= bytes.count else { return 0 }
    return (0..<length).reversed().reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }

  /// A signed four-byte number.
  func integer(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: natural(offset, 4))) }
}

/// The dilutions of precision of NAV-DOP.
struct UBXDilution: Sendable {
  /// Milliseconds of the GPS week, as in the NAV-PVT of the same epoch.
  let timeOfWeek: Int
  let hdop: Double
  let vdop: Double

  /// Reads a payload; nil if it is too short.
  init?(_ payload: UBXPayload) {
    guard payload.count >= 18 else { return nil }
    timeOfWeek = payload.natural(0, 4)
    vdop = Double(payload.natural(10, 2)) / 100
    hdop = Double(payload.natural(12, 2)) / 100
  }
}

extension UBXPayload {
  /// The epoch of a NAV-PVT; nil if it is too short, or its position or time is invalid.
  ///
  /// The message has 92 bytes, or 84 in older receivers; offsets and scales are those in u-blox's
  /// interface descriptions (UBX-NAV-PVT).
  func epoch(dilution: UBXDilution?) -> TraceEpoch? {
    guard count >= UBXPayload.leastPosition else { return nil }
    var epoch = TraceEpoch(location: nil)
    let valid = natural(11, 1)
    if valid & 2 != 0 {
      guard let time = timeOfDay else { return nil }
      epoch.nanosecondsOfDay = withoutDays(time)
      if valid & 1 != 0 {
        guard
          let day = Timestamp.day(year: natural(4, 2), month: natural(6, 1), day: natural(7, 1)),
          (0..<100_000).contains(day)
        else { return nil }
        epoch.timestamp = Timestamp(
          nanosecondsSince1970: Int64(day) * Timestamp.nanosecondsPerDay + time)
      }
    }
    guard let fix, natural(78, 1) & 1 == 0 else { return epoch }
    let coordinate = Coordinate(
      latitude: Double(integer(28)) / 1e7, longitude: Double(integer(24)) / 1e7)
    guard coordinate.isValid else { return nil }
    if coordinate.isNullIsland { return epoch }
    var location = Location(coordinate: coordinate, timestamp: epoch.timestamp)
    location.fix = fix
    location.satellitesUsed = natural(23, 1)
    if natural(20, 1) != 2 {
      location.ellipsoidalAltitude = Double(integer(32)) / 1000
      location.altitude = Double(integer(36)) / 1000
      location.verticalAccuracy = UBXPayload.known(natural(44, 4)).map { Double($0) / 1000 }
    }
    location.horizontalAccuracy = UBXPayload.known(natural(40, 4)).map { Double($0) / 1000 }
    location.speed = Double(max(0, integer(60))) / 1000
    location.speedAccuracy = UBXPayload.known(natural(68, 4)).map { Double($0) / 1000 }
    // A course with an error of up to 180° is unknown.
    let courseAccuracy = Double(natural(72, 4)) / 1e5
    if courseAccuracy < 180 {
      let course = Double(integer(64)) / 1e5
      let turned = course < 0 ? course + 360 : course
      location.course = (0..<360).contains(turned) ? turned : nil
      location.courseAccuracy = courseAccuracy
    }
    location.pdop = Double(natural(76, 2)) / 100
    if let dilution, dilution.timeOfWeek == natural(0, 4) {
      location.hdop = dilution.hdop
      location.vdop = dilution.vdop
    }
    epoch.location = location
    return epoch
  }

  /// The least length of a NAV-PVT, in bytes.
  static let leastPosition = 84

  /// Nanoseconds since midnight, rounded to the millisecond, since a receiver's clock is some
  /// nanoseconds ahead or behind; nil if there is no such time.
  private var timeOfDay: Int64? {
    let (hour, minute, second) = (natural(8, 1), natural(9, 1), natural(10, 1))
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    let fraction = (Double(integer(16)) / 1e6).rounded()
    return Int64((hour * 60 + minute) * 60 + second) * 1_000_000_000 + Int64(fraction) * 1_000_000
  }

  /// The quality of the fix; nil if the receiver has no fix that it vouches for.
  private var fix: FixQuality? {
    let flags = natural(21, 1)
    guard flags & 1 != 0 else { return nil }
    switch natural(20, 1) {
    case 1: return .estimated
    case 2, 3, 4:
      switch flags >> 6 & 3 {
      case 1: return .floatRTK
      case 2: return .rtk
      default: return flags & 2 == 0 ? .gps : .dgps
      }
    default: return nil
    }
  }

  /// An accuracy; nil if it is the number for an unknown one.
  private static func known(_ value: Int) -> Int? { value == 0xFFFF_FFFF ? nil : value }
}
