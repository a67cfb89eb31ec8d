import Positioning
import Testing

/// The beginning of a table as a logger writes it, and what its two rows of positions say.
struct LoggerTable: CustomTestStringConvertible, Sendable {
  /// The program or device, and where it is more than one, what of it.
  let name: String
  /// Header and rows.
  let text: String
  /// The epochs with a position, as `summary(of:)` spells them.
  let fixes: [String]

  init(_ name: String, _ text: String, _ fixes: String...) {
    self.name = name
    self.text = text
    self.fixes = fixes
  }

  var testDescription: String { name }

  static let all =
    drones + vessels + aircraft + research + phones + vehicles + devices + services + languages
    + plain
}

/// An epoch in one line: `2024-02-28T23:58:20.417Z 48.1173 11.5167 alt=545.4 speed=10.5`.
func summary(of epoch: TraceEpoch) -> String {
  var parts: [String] = []
  if let timestamp = epoch.timestamp {
    parts.append(timestamp.description)
  } else if let clock = epoch.timeOfDay {
    let (seconds, attoseconds) = clock.components
    parts.append("+" + short(Double(seconds) + Double(attoseconds) * 1e-18, 3))
  } else {
    parts.append("-")
  }
  guard let location = epoch.location else { return parts[0] + " no fix" }
  parts.append(short(location.coordinate.latitude, 7))
  parts.append(short(location.coordinate.longitude, 7))
  let values: [(String, Double?)] = [
    ("alt", location.altitude), ("hae", location.ellipsoidalAltitude), ("speed", location.speed),
    ("course", location.course), ("heading", location.heading),
    ("hacc", location.horizontalAccuracy), ("vacc", location.verticalAccuracy),
    ("sacc", location.speedAccuracy), ("cacc", location.courseAccuracy), ("hdop", location.hdop),
    ("vdop", location.vdop), ("pdop", location.pdop),
    ("sats", location.satellitesUsed.map(Double.init)), ("var", location.magneticVariation),
  ]
  for (name, value) in values {
    if let value { parts.append("\(name)=\(short(value, 3))") }
  }
  if location.fix != .unknown { parts.append("fix=\(location.fix.rawValue)") }
  if epoch.startsSegment { parts.append("new") }
  return parts.joined(separator: " ")
}

private func short(_ value: Double, _ decimals: Int) -> String {
  var text = Substring(String(fixedPoint: value, decimals: decimals))
  while text.last == "0" { text = text.dropLast() }
  if text.last == "." { text = text.dropLast() }
  return String(text)
}
