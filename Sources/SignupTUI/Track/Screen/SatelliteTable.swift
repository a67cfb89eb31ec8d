/// The satellites in view, by system and number.
struct SatelliteTable {
  var table = Table(columns: [], placeholder: "no satellites reported yet")

  /// The signal that fills its bar; outdoors the best are about that strong.
  private static let strongest = 50.0

  mutating func draw(_ track: TrackSnapshot, in rect: Rect, on canvas: inout Canvas) {
    let satellites = (track.satellites ?? []).sorted {
      ($0.system.rawValue, $0.number) < ($1.system.rawValue, $1.number)
    }
    let mark = canvas.symbols.horizontalSteps[7]
    func signal(_ satellite: Satellite) -> String {
      let part = (satellite.carrierToNoise ?? 0) / SatelliteTable.strongest
      return String(repeating: mark, count: Int(10 * min(1, max(0, part))))
    }
    let columns: [TextColumn<Satellite>] = [
      .init("Sat", 4, .leading, style: .bold) { $0.description },
      .init("System", 7, .leading, rank: 3) { SatelliteTable.name($0.system) },
      .init("Elev", 4, .trailing, rank: 1) { $0.elevation.map { "\(Int($0.rounded()))°" } },
      .init("Azimuth", 8, .trailing, rank: 2) { $0.azimuth.map(FigureText.course) },
      .init("dB-Hz", 5, .trailing) { $0.carrierToNoise.map { "\(Int($0.rounded()))" } },
      .init("Signal", 10, .leading, rank: 1, style: .accent, text: signal),
      .init("Used", 4, .leading) { $0.isUsed ? "yes" : "" },
    ]
    table.draw(satellites.indices, columns, in: rect, on: &canvas) { satellites[$0] }
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
