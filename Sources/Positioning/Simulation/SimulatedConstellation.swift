/// The rings of satellites of one system, all in circular orbits.
///
/// A Walker constellation: planes evenly spread around the equator, satellites evenly within each,
/// and a phase step from plane to plane. Real orbits differ by a few degrees; the way satellites
/// rise, cross (about half a degree a minute) and set, and the hole over the pole, are the real
/// ones'.
struct SimulatedConstellation: Sendable {
  let system: SatelliteSystem
  let planes: Int
  let satellitesPerPlane: Int
  /// Degrees between orbit and equator.
  let inclination: Double
  /// Radius of the orbits, metres.
  let radius: Double
  /// Seconds for one turn.
  let period: Double
  /// Degrees along the orbit from one plane's satellites to the next plane's.
  let phaseStep: Double

  // Figures of the systems' interface documents: IS-GPS-200, ICD GLONASS, OS SIS ICD Galileo.
  static let all = [
    SimulatedConstellation(
      system: .gps, planes: 6, satellitesPerPlane: 4, inclination: 55, radius: 26_559_700,
      period: 43_082, phaseStep: 30),
    SimulatedConstellation(
      system: .glonass, planes: 3, satellitesPerPlane: 8, inclination: 64.8, radius: 25_508_000,
      period: 40_544, phaseStep: 15),
    SimulatedConstellation(
      system: .galileo, planes: 3, satellitesPerPlane: 8, inclination: 56, radius: 29_600_000,
      period: 50_685, phaseStep: 15),
  ]

  /// Seconds for one turn of the Earth against the stars.
  private static let siderealDay = 86_164.1

  /// Calls `visit` with the number and the Earth-fixed position of each satellite.
  func forEachPosition(
    at seconds: Double, _ visit: (_ number: Int, _ position: SIMD3<Double>) -> Void
  ) {
    let tilt = PortableMath.sineCosine(degrees: inclination)
    for plane in 0..<planes {
      let node = PortableMath.sineCosine(
        degrees: 360 * (Double(plane) / Double(planes) - seconds / Self.siderealDay))
      for slot in 0..<satellitesPerPlane {
        let along = PortableMath.sineCosine(
          degrees: 360 * (Double(slot) / Double(satellitesPerPlane) + seconds / period)
            + phaseStep * Double(plane))
        let position =
          SIMD3(
            node.cos * along.cos - node.sin * along.sin * tilt.cos,
            node.sin * along.cos + node.cos * along.sin * tilt.cos,
            along.sin * tilt.sin) * radius
        visit(plane * satellitesPerPlane + slot + 1, position)
      }
    }
  }
}
