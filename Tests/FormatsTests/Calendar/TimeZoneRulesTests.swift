import Formats
import Testing

@Suite("Rules of time zones")
struct TimeZoneRulesTests {
  /// A file of tzdata with one type of each, in the layout of RFC 9636.
  private func file(
    transitions: [(time: Int64, kind: UInt8)], kinds: [(seconds: Int32, name: String)],
    footer: String
  ) -> [UInt8] {
    func part(timeLength: Int) -> [UInt8] {
      var names: [UInt8] = []
      var places: [UInt8] = []
      for kind in kinds {
        places.append(UInt8(names.count))
        names += Array(kind.name.utf8) + [0]
      }
      var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
      for count in [0, 0, 0, transitions.count, kinds.count, names.count] {
        bytes += big(Int64(count), 4)
      }
      for transition in transitions { bytes += big(transition.time, timeLength) }
      bytes += transitions.map(\.kind)
      for (index, kind) in kinds.enumerated() {
        bytes += big(Int64(kind.seconds), 4) + [0, places[index]]
      }
      return bytes + names
    }
    return part(timeLength: 4) + part(timeLength: 8) + Array("\n\(footer)\n".utf8)
  }

  private func big(_ value: Int64, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * Int64(length - 1 - $0))) }
  }

  private func seconds(_ year: Int, _ month: Int, _ day: Int, _ hour: Int) throws -> Int64 {
    let date = try #require(CalendarDate(year: year, month: month, day: day))
    return Int64(date.daysSince1970) * 86_400 + Int64(hour) * 3600
  }

  @Test("Transitions count from their seconds on, and the first kind before them")
  func transitions() throws {
    let rules = try #require(
      TimeZoneRules(
        tzif: file(
          transitions: [(1000, 1), (2000, 0)], kinds: [(3600, "CET"), (7200, "CEST")], footer: "")))
    #expect(rules.offset(at: -5).name == "CET" && rules.offset(at: 999).seconds == 3600)
    #expect(rules.offset(at: 1000).name == "CEST" && rules.offset(at: 1999).seconds == 7200)
    #expect(rules.offset(at: 2000).name == "CET" && rules.offset(at: 1 << 40).seconds == 3600)
  }

  @Test("Behind the last one the rule goes on for all years")
  func footer() throws {
    let rules = try #require(
      TimeZoneRules(
        tzif: file(
          transitions: [(0, 0)], kinds: [(3600, "CET")], footer: "CET-1CEST,M3.5.0,M10.5.0/3")))
    for (month, day, hour, name) in [
      (1, 1, 0, "CET"), (3, 29, 0, "CET"), (3, 29, 1, "CEST"), (7, 1, 0, "CEST"),
      (10, 25, 0, "CEST"), (10, 25, 1, "CET"), (12, 31, 23, "CET"),
    ] {
      #expect(
        rules.offset(at: try seconds(2026, month, day, hour)).name == name,
        "2026-\(month)-\(day) \(hour):00")
    }
  }

  @Test("South of the equator summer lies over the turn of the year")
  func south() throws {
    let rules = try #require(
      TimeZoneRules(
        tzif: file(
          transitions: [], kinds: [(36_000, "AEST")], footer: "AEST-10AEDT,M10.1.0,M4.1.0/3")))
    #expect(rules.offset(at: try seconds(2026, 1, 15, 0)).seconds == 39_600)
    #expect(rules.offset(at: try seconds(2026, 7, 15, 0)).name == "AEST")
  }

  @Test("Quoted names, days of the year and offsets with minutes are read")
  func forms() throws {
    func rules(_ footer: String) throws -> TimeZoneRules {
      try #require(
        TimeZoneRules(tzif: file(transitions: [], kinds: [(0, "LMT")], footer: footer)))
    }
    #expect(try rules("<+0545>-5:45").offset(at: 0).seconds == 20_700)
    #expect(try rules("<+0545>-5:45").offset(at: 0).name == "+0545")
    let leap = try rules("A0B,J60/0,300")
    // Day 60 is 1 March, whether or not there was a 29 February.
    #expect(leap.offset(at: try seconds(2024, 2, 29, 12)).name == "A")
    #expect(leap.offset(at: try seconds(2024, 3, 1, 1)).name == "B")
  }

  @Test("What is no such file, or not whole, is none")
  func damaged() {
    let whole = file(
      transitions: [(1000, 1), (2000, 0)], kinds: [(3600, "CET"), (7200, "CEST")], footer: "")
    for count in 0..<(whole.count - 2) {
      #expect(TimeZoneRules(tzif: Array(whole[..<count])) == nil)
    }
    var wrong = whole
    wrong[whole.count - 12] = 0xFF
    _ = TimeZoneRules(tzif: wrong)
    #expect(TimeZoneRules(tzif: Array("no zone at all, whatever its name may be".utf8)) == nil)
  }

  @Test("A fixed offset is one at all times")
  func fixed() {
    #expect(TimeZoneRules(fixed: 7200, name: "+02:00").offset(at: 12).seconds == 7200)
    #expect(TimeZoneRules.utc.offset(at: 0).name == "UTC")
  }
}
