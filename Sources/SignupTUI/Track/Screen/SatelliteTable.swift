import Positioning
import TerminalKit

/// The satellites in view, by system and number.
struct SatelliteTable {
  var table = Table(
    columns: [
      .init(title: "Sat", width: 4, style: .bold), .init(title: "System", width: 7, rank: 3),
      .init(title: "Elev", width: 4, alignment: .trailing, rank: 1),
      .init(title: "Azimuth", width: 8, alignment: .trailing, rank: 2),
      .init(title: "dB-Hz", width: 5, alignment: .trailing),
      .init(title: "Signal", width: 10, rank: 1, style: .accent),
      .init(title: "Used", width: 4),
    ], placeholder: "no satellites reported yet")

  /// The signal that fills its bar; outdoors the best are about that strong.
  private static let strongest = 50.0

  mutating func draw(_ track: TrackSnapshot, in rect: Rect, on canvas: inout Canvas) {
    let satellites = (track.satellites ?? []).sorted {
      ($0.system.rawValue, $0.number) < ($1.system.rawValue, $1.number)
    }
    let mark = canvas.symbols.horizontalSteps[7]
    table.draw(satellites.indices, in: rect, on: &canvas) { row, column in
      let satellite = satellites[row]
      switch column {
      case 0: return satellite.description
      case 1: return SatelliteTable.name(satellite.system)
      case 2: return satellite.elevation.map { "\(Int($0.rounded()))°" } ?? "--"
      case 3: return satellite.azimuth.map(FigureText.course) ?? "--"
      case 4: return satellite.carrierToNoise.map { "\(Int($0.rounded()))" } ?? "--"
      case 5:
        let part = (satellite.carrierToNoise ?? 0) / SatelliteTable.strongest
        return String(repeating: mark, count: Int(10 * min(1, max(0, part))))
      default: return satellite.isUsed ? "yes" : ""
      }
    }
  }

  /// A satellite in words: `G07 GPS, 31° high, 202° SSW, 37 dB-Hz, used`.
  static func sentence(_ satellite: Satellite) -> String {
    var parts = ["\(satellite.description) \(name(satellite.system))"]
    if let elevation = satellite.elevation { parts.append("\(Int(elevation.rounded()))° high") }
    if let azimuth = satellite.azimuth { parts.append(FigureText.course(azimuth)) }
    parts.append(satellite.carrierToNoise.map { "\(Int($0.rounded())) dB-Hz" } ?? "not heard")
    if satellite.isUsed { parts.append("used") }
    return parts.joined(separator: ", ")
  }

  private static func name(_ system: SatelliteSystem) -> String {
    let names = ["GPS", "SBAS", "GLONASS", "Galileo", "BeiDou", "QZSS", "NavIC", "?"]
    return names[Int(system.rawValue)]
  }
}
