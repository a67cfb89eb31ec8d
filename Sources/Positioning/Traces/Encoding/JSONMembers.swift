import Formats

extension [UInt8] {
  /// Appends a number without trailing zeros: `59.33`, `7`.
  mutating func append(trimmed value: Double, decimals: Int) {
    let start = count
    append(fixedPoint: value, decimals: decimals)
    guard decimals > 0, count > start else { return }
    while last == UInt8(ascii: "0") { removeLast() }
    if last == .dot { removeLast() }
  }

  /// Appends `"name":`, preceded by a comma unless it is an object's first member.
  mutating func append(key name: StaticString) {
    if last != UInt8(ascii: "{") { append(.comma) }
    append(0x22)
    append(name)
    append(0x22)
    append(UInt8(ascii: ":"))
  }

  /// Appends a member whose value is the text that `body` appends.
  mutating func append(key name: StaticString, _ body: (inout [UInt8]) -> Void) {
    append(key: name)
    append(.quote)
    body(&self)
    append(.quote)
  }

  /// Appends a member of an object, if there is a value and it is finite.
  mutating func append(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.magnitude < 0x1p63 else { return }
    append(key: name)
    append(trimmed: value, decimals: decimals)
  }

  /// Appends a member of an object, if there is a value.
  mutating func append(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    append(key: name)
    if value < 0 { append(.minus) }
    append(decimal: UInt64(value.magnitude), width: 1)
  }

  /// Appends a member of an object, if there is text.
  private mutating func append(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    append(key: name)
    self += JSONValue.string(text).text().utf8
  }

  /// Appends text that needs no escapes.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends all members of an epoch besides its position, from `time` on.
  mutating func append(membersOf epoch: TraceEpoch, time: inout TimeWriter) {
    if epoch.timestamp != nil || epoch.timeOfDay != nil {
      append(key: "time") { time.write(timeOf: epoch, to: &$0) }
    }
    guard let location = epoch.location else { return }
    append("altitude", location.altitude, decimals: 3)
    append("ellipsoidal_altitude", location.ellipsoidalAltitude, decimals: 3)
    append("speed", location.speed, decimals: 4)
    append("course", location.course, decimals: 3)
    append("heading", location.heading, decimals: 3)
    append("magnetic_variation", location.magneticVariation, decimals: 3)
    append("satellites", location.satellitesUsed)
    append("hdop", location.hdop, decimals: 2)
    append("vdop", location.vdop, decimals: 2)
    append("pdop", location.pdop, decimals: 2)
    append("horizontal_accuracy", location.horizontalAccuracy, decimals: 3)
    append("vertical_accuracy", location.verticalAccuracy, decimals: 3)
    append("speed_accuracy", location.speedAccuracy, decimals: 3)
    append("course_accuracy", location.courseAccuracy, decimals: 3)
    if location.fix != .unknown { append(key: "fix") { $0 += location.fix.rawValue.utf8 } }
    if !epoch.sensors.isEmpty {
      append("heart_rate", epoch.sensors.heartRate, decimals: 3)
      append("cadence", epoch.sensors.cadence, decimals: 3)
      append("power", epoch.sensors.power, decimals: 3)
      append("temperature", epoch.sensors.temperature, decimals: 3)
    }
    append("line", epoch.line)
    append(satellites: epoch.satellites)
    guard epoch.kind != .track || epoch.number > 0 || epoch.label != nil else { return }
    append(key: "kind") { $0 += epoch.kind.name.utf8 }
    append("number", epoch.number > 0 ? Int(epoch.number) : nil)
    append("name", epoch.label?.name)
    append("description", epoch.label?.details)
    append("symbol", epoch.label?.symbol)
    append("line_name", epoch.label?.line?.name)
    append("line_description", epoch.label?.line?.details)
  }

  /// Appends the satellites in view as the member `sats`, if there are any.
  private mutating func append(satellites: [Satellite]) {
    guard !satellites.isEmpty else { return }
    append(key: "sats")
    append(UInt8(ascii: "["))
    for (index, satellite) in satellites.enumerated() {
      if index > 0 { append(.comma) }
      append(UInt8(ascii: "{"))
      append(key: "name") { $0.append(nameOf: satellite) }
      append("elevation", satellite.elevation, decimals: 1)
      append("azimuth", satellite.azimuth, decimals: 1)
      append("snr", satellite.carrierToNoise, decimals: 1)
      append(key: "used")
      append(satellite.isUsed ? "true" : "false")
      append(UInt8(ascii: "}"))
    }
    append(UInt8(ascii: "]"))
  }
}
