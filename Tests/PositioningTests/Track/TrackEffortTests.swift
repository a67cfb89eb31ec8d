import Testing

@testable import Positioning

@Suite("Slopes and best parts of a track")
struct TrackEffortTests {
  /// The effort of a walk to the north, a fix a second.
  ///
  /// - Parameter legs: Seconds, metres a second, and metres up for a metre of distance.
  static func effort(_ legs: [(seconds: Int, speed: Double, grade: Double)]) -> TrackEffort {
    var summary = TraceSummary()
    var (second, metres, height) = (0, 0.0, 100.0)
    func add() {
      let time = Timestamp(nanosecondsSince1970: Int64(1_714_557_600 + second) * 1_000_000_000)
      let start = Coordinate(latitude: 59.33, longitude: 18.06)
      summary.add(
        TraceEpoch(
          location: Location(
            coordinate: start.destination(distance: metres, bearing: 0), altitude: height,
            timestamp: time),
          timestamp: time, timeOfDay: .seconds(second)))
    }
    add()
    for leg in legs {
      for _ in 0..<leg.seconds {
        (second, metres, height) = (
          second + 1, metres + leg.speed, height + leg.speed * leg.grade
        )
        add()
      }
    }
    return summary.effort
  }

  @Test("Time up, down and level is the moving time, and heights are those of the ends")
  func slopes() {
    let effort = Self.effort([(300, 2, 0.1), (200, 2, 0), (300, 2, -0.1), (60, 0, 0)])
    #expect(abs(effort.timeUp.inSeconds - 300) <= 60)
    #expect(abs(effort.timeDown.inSeconds - 300) <= 60)
    let sum = effort.timeUp + effort.timeDown + effort.timeLevel
    #expect(abs(sum.inSeconds - 800) <= 2)
    #expect(effort.startAltitude == 100 && abs((effort.endAltitude ?? 0) - 100) < 0.01)
  }

  @Test(
    "The pace on level ground is Minetti's: 10% up costs 1.66 times as much, 10% down 0.6",
    arguments: [(0.0, 1.0), (0.1, 1.660), (-0.1, 0.597), (-0.2, 0.500)])
  func levelSpeed(grade: Double, factor: Double) {
    let speed = Self.effort([(1000, 3, grade)]).levelSpeed
    #expect(abs((speed ?? 0) - 3 * factor) < 0.02, "\(String(describing: speed))")
  }

  @Test("The best kilometre and twenty minutes are found between fixes")
  func best() {
    let effort = Self.effort([(600, 2, 0), (300, 4, 0), (1500, 2, 0)])
    #expect(abs((effort.kilometre.value ?? 0) - 250) < 0.5)
    // 1200 m at 4 m/s, the rest at 2 m/s.
    #expect(abs((effort.fiveKilometres.value ?? 0) - (300 + 1900)) < 1)
    #expect(abs((effort.twentyMinutes.value ?? 0) - (1200 + 1800)) < 3)
  }

  @Test("A track that is shorter has no best part, and one without times none at all")
  func short() {
    let effort = Self.effort([(100, 2, 0)])
    #expect(effort.kilometre.value == nil && effort.twentyMinutes.value == nil)
  }

  @Test(
    "A start from rest is no slow step, whether it is sudden or not",
    arguments: [[4.175], [0.1, 0.3, 0.7, 1.5, 3, 4.175], [0.5, 4.175]])
  func rest(start: [Double]) {
    let stand = (600, 0.0, 0.0)
    let speeds = start.map { (1, $0, 0.0) }
    let ride = Self.effort(
      (0..<4).flatMap { _ in [stand] + speeds + [(240, 4.175, 0.0)] })
    #expect(abs((ride.kilometre.value ?? 0) - 1000 / 4.175) < 3)
  }

  @Test("A pause counts as time of the part, and memory is bounded")
  func pause() {
    var best = BestPart(length: 1000, wantsLeast: true)
    var seconds = 0.0
    for metre in 0..<20_000 {
      if metre % 700 == 0 { seconds += 600 }
      seconds += 0.5
      best.add(Double(metre), seconds)
    }
    #expect(abs((best.value ?? 0) - (500 + 600)) < 2)
  }
}
