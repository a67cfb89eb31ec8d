/// Satellites that rise, cross the sky and set, half a degree a minute.
///
/// Each is above the horizon for six hours out of twelve, and about half of them at any time.
struct SimulatedSky: Hashable, Sendable {
  private let offset: Double

  /// Makes a sky at a random time of its twelve-hour cycle.
  init(noise: inout SimulatedNoise) { offset = noise.uniform(0, 1) }

  /// Returns the satellites above the horizon, the highest first, none of them in use.
  func satellites(at seconds: Double) -> [Satellite] {
    Self.systems.flatMap { system, count in
      (0..<count).compactMap { slot -> Satellite? in
        let share = Double(slot) / Double(count)
        let turn = offset + share + seconds / 43_200
        // 0 at rising, ½ at the highest point, 1 at setting.
        let pass = 2 * (turn - turn.rounded(.down))
        let highest = 35 + 55 * Self.fraction(share * 7.3)
        let elevation = highest * (1 - abs(2 * pass - 1))
        guard pass <= 1, elevation > 0 else { return nil }
        return Satellite(
          system: system, number: slot + 1, elevation: elevation.rounded(to: 0.01),
          azimuth: (360 * Self.fraction(share * 3.7 + pass / 3)).rounded(to: 0.01))
      }
    }
    .sorted { ($0.elevation ?? 0, $1.number) > ($1.elevation ?? 0, $0.number) }
  }

  private static let systems: [(SatelliteSystem, Int)] = [
    (.gps, 24), (.glonass, 12), (.galileo, 12),
  ]

  private static func fraction(_ number: Double) -> Double { number - number.rounded(.down) }
}
