/// A fix of an IGC log: its B record.
struct IGCFix: Sendable {
  /// Nanoseconds since midnight.
  let time: Int64
  /// The position; nil if the receiver had no fix.
  let location: Location?

  /// Why a record is not a fix.
  enum Problem: Error { case truncated, malformed }

  /// The number of bytes of the fixed columns.
  private static let length = 35

  /// Reads a record.
  ///
  /// - Parameters:
  ///   - isEllipsoidal: Whether heights are declared to be above the ellipsoid.
  init(_ record: ByteText, _ extensions: IGCExtensions, isEllipsoidal: Bool) throws(Problem) {
    guard record.count >= IGCFix.length else { throw .truncated }
    func number(_ start: Int, _ length: Int) throws(Problem) -> Int {
      guard let value = record.dropping(start).prefix(length).natural else { throw .malformed }
      return value
    }
    let (hour, minute, second) = (try number(1, 2), try number(3, 2), try number(5, 2))
    guard hour < 24, minute < 60, second <= 60 else { throw .malformed }
    var time = Int64((hour * 60 + minute) * 60 + second) * 1_000_000_000
    if let part = extensions.number(.second, in: record) {
      time += Int64((Double(part.value) / IGCFix.power(part.digits) * 1e9).rounded())
    }
    self.time = time

    func angle(_ start: Int, degrees: Int, _ code: IGCExtensions.Code) throws(Problem) -> Double {
      let whole = try number(start, degrees)
      var minutes = Double(try number(start + degrees, 5)) / 1000
      if let part = extensions.number(code, in: record) {
        minutes += Double(part.value) / IGCFix.power(part.digits) / 1000
      }
      guard minutes < 60 else { throw .malformed }
      return Double(whole) + minutes / 60
    }
    let latitude = try angle(7, degrees: 2, .latitude)
    let longitude = try angle(15, degrees: 3, .longitude)
    let (north, east, validity) = (record[14], record[23], record[24])
    guard north == UInt8(ascii: "N") || north == UInt8(ascii: "S"),
      east == UInt8(ascii: "E") || east == UInt8(ascii: "W"),
      validity == UInt8(ascii: "A") || validity == UInt8(ascii: "V")
    else { throw .malformed }
    let isFlat = validity == UInt8(ascii: "V")
    guard !isFlat || latitude != 0 || longitude != 0 else {
      location = nil
      return
    }
    let coordinate = Coordinate(
      latitude: north == UInt8(ascii: "S") ? -latitude : latitude,
      longitude: east == UInt8(ascii: "W") ? -longitude : longitude)
    guard coordinate.isValid else { throw .malformed }
    var location = Location(coordinate: coordinate, fix: .gps)
    let height = isFlat ? nil : IGCFix.height(record.dropping(30).prefix(5))
    if isEllipsoidal { location.ellipsoidalAltitude = height } else { location.altitude = height }
    location.horizontalAccuracy = extensions.number(.accuracy, in: record).map { Double($0.value) }
    location.satellitesUsed = extensions.number(.satellites, in: record)?.value
    self.location = location
  }

  /// The receiver's height; nil if it is all zeros, or not a number.
  private static func height(_ text: ByteText) -> Double? {
    let isNegative = text.first == .minus
    guard let value = (isNegative ? text.dropping(1) : text).natural, value != 0 else { return nil }
    return Double(isNegative ? -value : value)
  }

  private static func power(_ digits: Int) -> Double {
    (0..<digits).reduce(1) { product, _ in product * 10 }
  }
}
