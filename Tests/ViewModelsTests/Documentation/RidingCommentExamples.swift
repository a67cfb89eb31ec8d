import Positioning
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Examples in comments: sessions, alarms, places") @MainActor
struct RidingCommentExamples {
  @Test("a track chosen among those of a trace")
  func session() throws {
    let folder = ScratchFolder()
    func track(_ latitude: Int, _ end: String) -> String {
      "<trk><trkseg><trkpt lat=\"\(latitude)\" lon=\"18\"><time>2024-05-01T12:00:00Z</time></trkpt>"
        + "<trkpt lat=\"\(latitude).001\" lon=\"18\"><time>2024-05-01T12:00:\(end)Z</time></trkpt>"
        + "</trkseg></trk>"
    }
    let text = "<gpx>" + track(59, "05") + track(60, "09") + "</gpx>"
    let file = try TraceFile(path: folder.write("two.gpx", text.utf8))
    let clock = VirtualTimeScheduler()
    func replay(_ line: TraceSelection.Line?) -> ReplayViewModel {
      var options = ReplayOptions()
      options.line = line
      return ReplayViewModel(
        provider: TraceLocationProvider(file: file, options: options, scheduler: clock),
        scheduler: clock)
    }
    let session = ReplaySession(replay: replay(nil)) { replay($0) }
    session.choose(.number(2))  // plays the second track alone, from its start
    clock.advance(by: .zero)
    #expect(session.replay.duration == .seconds(9) && session.line == .number(2))
  }

  @Test("alarms of a ring and a mark")
  func alarms() {
    let harbour = Coordinate.stockholm(north: 500)
    var events: [TrackAlarms.Event] = []
    func announce(_ event: TrackAlarms.Event) { events.append(event) }
    func epoch(north: Double) -> LocationEpoch {
      LocationEpoch(location: Location(coordinate: .stockholm(north: north)), clock: .zero)
    }
    func begin(_ epoch: LocationEpoch) -> TrackAlarms {
      var alarms = TrackAlarms(anchor: 50, mark: harbour)
      for event in alarms.add(epoch) { announce(event) }
      return alarms
    }
    var alarms = begin(epoch(north: 0))
    #expect(events.isEmpty)
    for north in [90.0, 500] {
      for event in alarms.add(epoch(north: north)) { announce(event) }
    }
    #expect(events.count == 2 && events.last == .reached)
  }

  @Test("the place by dead reckoning")
  func reckoning() {
    let fix = Location(coordinate: .stockholm(north: 0), speed: 5, course: 0)
    let place = DeadReckoning.position(from: fix, after: .seconds(20))
    #expect(place.map { abs($0.distance(to: .stockholm(north: 100))) < 1 } == true)
  }

  @Test("one waypoint after the other, and by its name")
  func places() {
    let names: [String?] = ["Old hut", "Home", "New hut"]
    var finder = PlaceFinder()
    finder.next(of: names.count)  // the first, then the next, in the end none
    let problem = finder.find("hut", among: names)  // the next one whose name has it
    #expect(problem == nil && finder.chosen == 2)
  }
}
