@testable import Positioning
import TestSupport
import Testing

/// Receivers end their cycles with any sentence; each order must give the same epochs.
@Suite("Epochs whatever the order of a receiver's cycle")
struct EpochOrderTests {
  /// The sentences of one second, by name. Every second has its own speed, course and dilution.
  static func body(_ name: String, second: Int) -> String {
    let time = "1200" + (second < 10 ? "0\(second)" : "\(second)")
    let speed = "\(10 + second).0"
    let course = "\(100 + second).0"
    let position = "480\(second % 10).0000,N,01131.0000,E"
    switch name {
    case "RMC": return "GPRMC,\(time),A,\(position),\(speed),\(course),230394,,"
    case "GGA":
      return "GPGGA,\(time),\(position),1,08,\(1 + second % 5).5,\(500 + second).0,M,46.9,M,,"
    case "GLL": return "GPGLL,\(position),\(time),A"
    case "ZDA": return "GPZDA,\(time),23,03,1994,00,00"
    case "VTG": return "GPVTG,\(course),T,,M,\(speed),N,,K"
    case "GSA": return "GPGSA,A,3,04,07,,,,,,,,,,,9.9,\(1 + second % 5).5,\(second).0"
    default: return "GPGSV,1,1,02,04,16,162,\(20 + second),07,84,207,40"
    }
  }

  static let cycles = [
    "RMC VTG GGA GSA GSV GLL", "GGA GSA GSV RMC VTG", "GSV GSA VTG RMC GGA", "GGA GLL GSA GSV RMC",
    "GGA VTG RMC ZDA GSA GSV", "RMC GGA GSV GSA", "VTG GGA GSA GSV RMC", "GSV GSA RMC GGA VTG",
    "ZDA GGA RMC VTG GSV GSA", "GSA GSV GGA RMC", "RMC GGA GSA GSV VTG",
  ]

  private func epochs(cycle: String, droppingFirst count: Int) -> [TraceEpoch] {
    let names = cycle.split(separator: " ").map(String.init)
    let bodies = (0..<20).flatMap { second in names.map { Self.body($0, second: second) } }
    return TestSupport.epochs(of: bodies.dropFirst(count).flatMap { nmeaLines($0) })
  }

  @Test("Untimed sentences go to their own second", arguments: cycles)
  func whole(cycle: String) {
    let result = epochs(cycle: cycle, droppingFirst: 0)
    #expect(result.count == 20)
    for (second, epoch) in result.enumerated() {
      check(epoch, second: second, cycle: cycle)
    }
  }

  @Test("A log that begins amid a cycle is read as well", arguments: cycles)
  func cut(cycle: String) {
    let length = cycle.split(separator: " ").count
    for count in 1..<length {
      let result = epochs(cycle: cycle, droppingFirst: count)
      for epoch in result.dropFirst().dropLast() {
        let second = Int(epoch.timeOfDay!.components.seconds % 60)
        check(epoch, second: second, cycle: cycle)
      }
      // What remains of the first second is not filled up from another.
      let first = result[0].location
      let second = Int(result[0].timeOfDay!.components.seconds % 60)
      if let vdop = first?.vdop { #expect(vdop == Double(second)) }
      if let altitude = first?.altitude { #expect(altitude == Double(500 + second)) }
    }
  }

  private func check(_ epoch: TraceEpoch, second: Int, cycle: String) {
    let fix = epoch.location
    #expect(fix?.altitude == Double(500 + second))
    #expect(abs((fix?.speed ?? 0) - Double(10 + second) * 1852 / 3600) < 1e-9)
    #expect(fix?.course == Double(100 + second))
    #expect(fix?.hdop == Double(1 + second % 5) + 0.5)
    if cycle.contains("GSA") { #expect(fix?.vdop == Double(second)) }
    #expect(epoch.satellites.first?.carrierToNoise == Double(20 + second))
    #expect(epoch.satellites.map(\.isUsed) == [true, true])
  }

  @Test("VTG after a lost timed sentence is not taken for another second's")
  func lostSentence() {
    var bodies = (0..<10).flatMap { second in
      ["GGA", "VTG"].map { Self.body($0, second: second) }
    }
    bodies.remove(at: 10)  // the GGA of second 5
    let result = TestSupport.epochs(of: bodies.flatMap { nmeaLines($0) })
    #expect(result.count == 9)
    for epoch in result {
      let second = Int(epoch.timeOfDay!.components.seconds % 60)
      #expect(epoch.location?.course == Double(100 + second))
    }
  }

  @Test("A sentence that was logged twice makes no second epoch; a move in the same second does")
  func repetitions() {
    let rmc = Self.body("RMC", second: 1)
    let gga = Self.body("GGA", second: 1)
    #expect(TestSupport.epochs(of: nmeaLines(rmc, rmc, gga, gga)).count == 1)
    let fast = (0..<5).map { "GPRMC,120000,A,480\($0).0,N,01131.0,E,1.0,1.0,230394,," }
    #expect(TestSupport.epochs(of: fast.flatMap { nmeaLines($0) }).count == 5)
  }

  @Test("A silent receiver's last epoch can be taken at once, and is not given twice")
  func flush() {
    var reader = NMEAReader(options: .live)
    var result: [TraceEpoch] = []
    for second in 0..<3 {
      let bodies = ["RMC", "GGA", "GSA", "GSV"].map { Self.body($0, second: second) }
      reader.read(bodies.flatMap { nmeaLines($0) }) { result.append($0) }
      reader.flush { result.append($0) }
      #expect(result.count == second + 1)
      reader.read(nmeaLines(Self.body("GLL", second: second))) { result.append($0) }
    }
    reader.finish { result.append($0) }
    #expect(result.count == 3)
    #expect(result.map { $0.location?.vdop } == [0, 1, 2])
    #expect(result.map(\.satellites.count) == [2, 2, 2])
  }
}
