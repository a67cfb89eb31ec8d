import Testing

@testable import Positioning

@Suite("The simulated sky")
struct SkyTests {
  func sky(
    at seconds: Double = 0, latitude: Double = 59.33, seed: UInt64 = 1, mask: Double = 10,
    channels: Int = 16
  ) -> SimulatedSky {
    var sky = SimulatedSky(stream: NoiseStream(seed: seed, source: .constellation))
    sky.update(
      at: seconds, from: Coordinate(latitude: latitude, longitude: 18), altitude: 0,
      maskAngle: mask, isInTunnel: false, channels: channels)
    return sky
  }

  @Test("one satellite overhead and three on the horizon give the textbook dilutions")
  func textbook() throws {
    let horizon = [0.0, 120, 240].map { azimuth in
      let (sine, cosine) = PortableMath.sineCosine(degrees: azimuth)
      return SIMD3(sine, cosine, 0)
    }
    let dilution = try #require(DilutionOfPrecision(directions: horizon + [SIMD3(0, 0, 1)]))
    #expect(abs(dilution.horizontal - (4.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(dilution.vertical - (4.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(dilution.position - (8.0 / 3).squareRoot()) < 1e-12)
    #expect(abs(dilution.time - (1.0 / 3).squareRoot()) < 1e-12)
  }

  @Test("too few satellites, or all in one place, give no dilution")
  func degenerate() {
    let up = SIMD3(0.0, 0, 1)
    #expect(DilutionOfPrecision(directions: []) == nil)
    #expect(DilutionOfPrecision(directions: [up, SIMD3(1, 0, 0)]) == nil)
    #expect(DilutionOfPrecision(directions: [up, up, up, up, up]) == nil)
  }

  @Test(
    "anywhere on Earth the sky is full and the geometry good",
    arguments: [-89.0, -45, 0, 30, 59.33, 80])
  func full(latitude: Double) throws {
    for hour in 0..<24 {
      let sky = sky(at: Double(hour) * 3600, latitude: latitude)
      let satellites = sky.satellites { 0 }
      #expect((15...40).contains(satellites.count))
      #expect(sky.usedCount == satellites.count { $0.isUsed })
      #expect((10...16).contains(sky.usedCount))
      let dilution = try #require(sky.dilution)
      #expect((0.4...1.5).contains(dilution.horizontal))
      #expect((0.6...3).contains(dilution.vertical))
      for satellite in satellites {
        let elevation = try #require(satellite.elevation)
        #expect((0...90).contains(elevation))
        #expect((0..<360).contains(try #require(satellite.azimuth)))
        #expect((satellite.carrierToNoise == nil) == (elevation < 10))
        #expect(!satellite.isUsed || elevation >= 10)
      }
    }
  }

  @Test("fewer satellites make the geometry worse")
  func fewer() throws {
    let all = try #require(sky(channels: 20).dilution).position
    let few = try #require(sky(channels: 5).dilution).position
    let masked = try #require(sky(mask: 35).dilution).position
    #expect(few > all && masked > all)
    #expect(sky(mask: 89.9).dilution == nil)
  }

  @Test("satellites wander by about half a degree a minute")
  func motion() {
    let before = sky(at: 0).satellites { 0 }
    let after = sky(at: 60).satellites { 0 }
    var changes: [Double] = []
    for satellite in before {
      let same = after.first {
        $0.system == satellite.system && $0.number == satellite.number
      }
      if let same { changes.append(abs(same.elevation! - satellite.elevation!)) }
    }
    #expect(changes.count > 10)
    #expect(changes.max()! < 0.8)
    #expect(changes.reduce(0, +) / Double(changes.count) > 0.05)
  }
}
