import TestSupport
import Testing

@testable import Positioning

@Suite("Traces cut into parts, and tracks joined")
struct TraceSplitterTests {
  /// A point of a track, ten metres to the east each second of its time.
  static func point(
    _ second: Int, track: UInt32 = 1, name: String? = nil, hasFix: Bool = true
  ) -> TraceEpoch {
    var epoch = TraceFilterTests.epoch(at: second, metres: Double(second) * 10)
    epoch.number = track
    epoch.label = TraceLabel(line: TraceLabel(name: name))
    if !hasFix { epoch.location = nil }
    return epoch
  }

  static func waypoint() -> TraceEpoch {
    var epoch = point(0)
    (epoch.kind, epoch.number) = (.waypoint, 0)
    return epoch
  }

  /// The indices of the epochs with which parts begin.
  static func cuts(_ cut: TraceCut, _ epochs: [TraceEpoch]) -> [Int] {
    var splitter = TraceSplitter(cut)
    return epochs.enumerated().compactMap { index, epoch in
      var epoch = epoch
      return splitter.startsPart(&epoch) ? index : nil
    }
  }

  @Test("Where a track or a route begins, not at a waypoint, nor without a position")
  func tracks() {
    let epochs =
      [Self.waypoint(), Self.point(0), Self.waypoint(), Self.point(1)]
      + [Self.point(2, track: 2, hasFix: false), Self.point(3, track: 2), Self.point(4, track: 2)]
    #expect(Self.cuts(.track, epochs) == [5])
  }

  @Test(
    "Each so many metres or seconds of a track, counted from its beginning",
    arguments: [
      (TraceCut.distance(99.5), [10, 20, 25, 35, 45]), (.time(.seconds(10)), [10, 20, 25, 35, 45]),
      (.distance(10_000), [25]),
    ])
  func lengths(cut: TraceCut, expected: [Int]) {
    let epochs = (0..<50).map { Self.point($0, track: $0 < 25 ? 1 : 2) }
    #expect(Self.cuts(cut, epochs) == expected)
  }

  @Test("Parts have no number that is skipped: a pause of hours is one cut")
  func longPause() {
    let epochs = [0, 1, 2, 30_000, 30_001].map { Self.point($0) }
    #expect(Self.cuts(.time(.seconds(3600)), epochs) == [3])
    #expect(Self.cuts(.pause(nil), epochs) == [3])
    #expect(Self.cuts(.pause(.seconds(40_000)), epochs).isEmpty)
  }

  @Test("A logger that writes every ten minutes makes no pauses of that")
  func rarePoints() {
    let epochs = (0..<10).map { Self.point($0 * 600) } + [Self.point(20_000)]
    #expect(Self.cuts(.pause(nil), epochs) == [10])
  }

  @Test("Days end at midnight of the clock that is given; tracks of one day stay together")
  func days() {
    // It begins at 10:00 UTC.
    let epochs = [0, 50_399, 50_400, 50_401].map { Self.point($0, track: $0 < 10 ? 1 : 2) }
    #expect(Self.cuts(.day, epochs) == [2])
    var splitter = TraceSplitter(.day) { $0.advanced(by: .seconds(-1)) }
    let cuts = epochs.map { epoch in
      var epoch = epoch
      return splitter.startsPart(&epoch)
    }
    #expect(cuts == [false, false, false, true])
  }

  @Test("The first point of a part has the name of its track")
  func names() {
    var splitter = TraceSplitter(.time(.seconds(2)))
    let names = (0..<6).map { second -> String? in
      var epoch = Self.point(second, name: second == 0 ? "Ride" : nil)
      let starts = splitter.startsPart(&epoch)
      #expect(starts == (second == 2 || second == 4))
      return epoch.label?.line?.name
    }
    #expect(names == ["Ride", nil, "Ride", nil, "Ride", nil])
  }

  @Test("Tracks that are joined are segments of one, and keep their names")
  func joined() {
    var joiner = TraceJoiner()
    let epochs = [
      Self.point(0, track: 3, name: "A"), Self.point(1, track: 3), Self.waypoint(),
      Self.point(2, track: 4, name: "B", hasFix: false), Self.point(3, track: 4),
      Self.point(4, track: 4),
    ].map { epoch in
      var epoch = epoch
      joiner.join(&epoch)
      return epoch
    }
    #expect(epochs.map(\.number) == [1, 1, 0, 1, 1, 1])
    #expect(
      epochs.filter { $0.kind == .track }.map(\.startsSegment)
        == [false, false, false, true, false])
    #expect(epochs.map(\.label?.line?.name) == ["A", nil, nil, nil, nil, nil])
    #expect(epochs.map(\.label?.name) == [nil, nil, nil, nil, "B", nil])
  }

  @Test("The name of a track waits for a point of it that has none of its own")
  func joinedNames() {
    var joiner = TraceJoiner()
    var named = Self.point(1, track: 2, name: "B")
    named.label = TraceLabel(TraceLabel(name: "own"), line: named.label?.line)
    var last = Self.point(3, track: 3, name: "C")
    last.label = TraceLabel(TraceLabel(name: "last"), line: last.label?.line)
    let names = [
      Self.point(0, track: 1, name: "A"), named, Self.point(2, track: 2), last,
      Self.point(4, track: 4),
    ].map { epoch in
      var epoch = epoch
      joiner.join(&epoch)
      return epoch.label?.name
    }
    #expect(names == [nil, "own", "B", "last", nil])
  }
}
