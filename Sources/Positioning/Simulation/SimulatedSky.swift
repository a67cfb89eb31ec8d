/// The satellites above a place, which of them a receiver uses, and what that makes of its fix.
struct SimulatedSky: Hashable, Sendable {
  /// A satellite and the unit vector (east, north, up) toward it.
  private struct Sighting: Hashable, Sendable {
    let system: SatelliteSystem
    let number: Int
    let direction: SIMD3<Double>
    let elevation: Double
    let azimuth: Double
    let isBlocked: Bool
    var isUsed = false
  }

  private var sightings: [Sighting] = []
  /// Seconds from the constellations' epoch to the simulation's start.
  private let epoch: Double
  /// The dilutions of the satellites in use; nil when no fix follows from them.
  private(set) var dilution: DilutionOfPrecision?

  /// How many satellites are in use.
  private(set) var usedCount = 0

  /// Makes a sky at a random time of the sidereal day.
  init(stream: NoiseStream) {
    var stream = stream
    epoch = stream.uniform(0, 10 * 86_400)
  }

  /// Moves the satellites to a time and chooses those to use.
  ///
  /// Below `maskAngle` degrees signals are blocked, in a tunnel all are. A receiver uses at most
  /// `channels` satellites, chosen for the best geometry.
  mutating func update(
    at seconds: Double, from coordinate: Coordinate, altitude: Double, maskAngle: Double,
    isInTunnel: Bool, channels: Int
  ) {
    let observer = Observer(coordinate: coordinate, altitude: altitude)
    sightings.removeAll(keepingCapacity: true)
    for constellation in SimulatedConstellation.all {
      constellation.forEachPosition(at: epoch + seconds) { number, position in
        let direction = observer.direction(to: position)
        guard direction.z > 0 else { return }
        let flat = (direction.x * direction.x + direction.y * direction.y).squareRoot()
        let elevation = PortableMath.degrees(y: direction.z, x: flat)
        sightings.append(
          Sighting(
            system: constellation.system, number: number, direction: direction,
            elevation: elevation,
            azimuth: compassBearing(
              degrees: PortableMath.degrees(y: direction.x, x: direction.y)),
            isBlocked: isInTunnel || elevation < maskAngle))
      }
    }
    choose(channels)
  }

  /// Takes satellites into use one by one, each time the one that most improves the fix.
  ///
  /// Adding a row g to GᵀG takes |Q g|² / (1 + gᵀQ g) from the trace of Q = (GᵀG)⁻¹ (Sherman and
  /// Morrison), so every candidate is weighed without inverting anything.
  private mutating func choose(_ channels: Int) {
    // A vague prior, so that Q exists before four satellites are chosen.
    var covariance = NormalMatrix(diagonal: 1e4)
    var directions: [SIMD3<Double>] = []
    while directions.count < channels {
      var best: (index: Int, gain: Double)?
      for index in sightings.indices
      where !sightings[index].isUsed && !sightings[index].isBlocked {
        let row = SIMD4(sightings[index].direction, 1)
        let image = covariance.times(row)
        let gain = innerProduct(image, image) / (1 + innerProduct(row, image))
        if best.map({ gain > $0.gain }) ?? true { best = (index, gain) }
      }
      guard let best else { break }
      let row = SIMD4(sightings[best.index].direction, 1)
      let image = covariance.times(row)
      covariance.add(image, factor: -1 / (1 + innerProduct(row, image)))
      sightings[best.index].isUsed = true
      directions.append(sightings[best.index].direction)
    }
    usedCount = directions.count
    dilution = DilutionOfPrecision(directions: directions)
  }

  /// The satellites above the horizon, the highest first.
  ///
  /// The carrier-to-noise density grows with the sine of the elevation from 30 to 48 dB-Hz; `noise`
  /// gives the deviation of each, in dB. It is nil where the signal is blocked.
  func satellites(noise: () -> Double) -> [Satellite] {
    sightings
      .sorted {
        ($0.elevation, $1.number) > ($1.elevation, $0.number)
      }
      .map { sighting in
        let strength = 30 + 18 * sighting.direction.z + noise()
        return Satellite(
          system: sighting.system, number: sighting.number, elevation: sighting.elevation,
          azimuth: sighting.azimuth, carrierToNoise: sighting.isBlocked ? nil : strength,
          isUsed: sighting.isUsed)
      }
  }
}

/// A place on the ellipsoid with its horizon.
private struct Observer {
  /// Earth-fixed, metres.
  private let position: SIMD3<Double>
  /// The unit vector to the east.
  private let east: SIMD3<Double>
  /// The unit vector to the north.
  private let north: SIMD3<Double>
  /// The unit vector away from the ellipsoid.
  private let up: SIMD3<Double>

  init(coordinate: Coordinate, altitude: Double) {
    let latitude = PortableMath.sineCosine(degrees: coordinate.latitude)
    let longitude = PortableMath.sineCosine(degrees: coordinate.longitude)
    let radius = RadiiOfCurvature(sineOfLatitude: latitude.sin).primeVertical
    east = SIMD3(-longitude.sin, longitude.cos, 0)
    north = SIMD3(
      -latitude.sin * longitude.cos, -latitude.sin * longitude.sin, latitude.cos)
    up = SIMD3(latitude.cos * longitude.cos, latitude.cos * longitude.sin, latitude.sin)
    position = SIMD3(
      (radius + altitude) * latitude.cos * longitude.cos,
      (radius + altitude) * latitude.cos * longitude.sin,
      (radius * (1 - WGS84.eccentricitySquared) + altitude) * latitude.sin)
  }

  /// The unit vector (east, north, up) toward an Earth-fixed position.
  func direction(to target: SIMD3<Double>) -> SIMD3<Double> {
    let line = target - position
    let unit = line / innerProduct(line, line).squareRoot()
    return SIMD3(innerProduct(unit, east), innerProduct(unit, north), innerProduct(unit, up))
  }
}
