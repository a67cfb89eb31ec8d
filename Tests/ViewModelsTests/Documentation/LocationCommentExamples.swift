import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

@Suite("Examples in comments: places, replays and receivers") @MainActor
struct LocationCommentExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let scheduler = VirtualTimeScheduler()
  private let trace = TemporaryTrace(SampleLog.even(30).bytes)
  private var path: String { trace.path }

  private var provider: SimulatedLocationProvider {
    SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: scheduler)
  }

  @Test("a position on a screen")
  func location() {
    let shown = results {
      let model = LocationViewModel(provider: provider)
      model.start()
      model.latitudeText  // "-", until there is a fix
    }
    #expect(shown == [#""-""#])
  }

  @Test("a track")
  func track() {
    let provider = provider
    let model = TrackViewModel(provider: provider, scheduler: scheduler)
    func length() -> Double {
      let model = TrackViewModel(provider: provider, scheduler: scheduler)
      model.location.start()
      return model.state.snapshot.statistics.distance  // metres
    }
    #expect(length() == model.state.snapshot.statistics.distance)
  }

  @Test("a replay")
  func replay() throws {
    let shown = try results {
      let file = try TraceFile(path: path)
      let provider = TraceLocationProvider(file: file, scheduler: scheduler)
      let model = ReplayViewModel(provider: provider, scheduler: scheduler)
      model.togglePause()
      model.faster()  // twice as fast
      model.rate
    }
    #expect(shown.last == "2.0")
  }

  @Test("a provider of positions")
  func providers() throws {
    var cancellables: Set<AnyCancellable> = []
    let provider = provider
    provider.updates.sink { print($0) }.store(in: &cancellables)
    provider.requestWhenInUseAuthorization()
    provider.start()
    scheduler.advance(by: .seconds(10))
    #expect(!printed.isEmpty)
  }

  @Test("a simulated receiver and its user")
  func simulation() {
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: scheduler)
    provider.requestWhenInUseAuthorization()
    provider.start()
    let user = SimulatedUser(changes: [.init(.seconds(60), .denied)])
    #expect(user.changes.map(\.status) == [.denied])
  }

  @Test("a trace that plays")
  func playing() throws {
    var cancellables: Set<AnyCancellable> = []
    let file = try TraceFile(path: path)
    let provider = TraceLocationProvider(file: file, scheduler: scheduler)
    provider.updates.sink { print($0) }.store(in: &cancellables)
    provider.rate = 4
    provider.play()
    scheduler.advance(by: .seconds(1))
    #expect(provider.rate == 4)
  }

  @Test("places in a trace as they are typed")
  func targets() throws {
    let shown = try results {
      try ReplayTarget("45%")  // .part(0.45)
      try ReplayTarget("#120")  // .fix(120), as is "120"
      try ReplayTarget("1:02:03")  // .elapsed: since the trace's start
      try ReplayTarget("23:52:34Z")  // .timeOfDay: by the clock, in UTC
    }
    #expect(shown.prefix(2) == [".part(0.45)", ".fix(120)"])
    #expect(try ReplayTarget("1:02:03") == .elapsed(.seconds(3723)))
    #expect(shown[2].hasPrefix(".elapsed(") && shown[3].hasPrefix(".timeOfDay("))
  }

  @Test("the search for a place, and the survey of a trace")
  func search() throws {
    var cursor = ReplayCursor(file: try TraceFile(path: path), options: ReplayOptions())
    func length() throws -> Double {
      var survey = TraceSurvey(of: cursor, from: TrackSnapshot())
      while !survey.isOver { try survey.readPiece() }
      return survey.outline.track.statistics.distance
    }
    #expect(try length() > 0)
    for _ in 0..<11 { _ = try cursor.next() }
    var search = ReplaySearch()
    let elapsed = search.ask(for: .seconds(5), from: cursor)
    let outcome = try search.aim(in: &cursor)
    while try search.read(from: &cursor).arrival == nil {}
    #expect(elapsed == .seconds(15) && outcome == .goesOn && !search.isUnderWay)
  }

  // MARK: Receivers

  @Test("sources of receivers")
  func sources() {
    func names() -> [String] {
      let source = DescriptorSource.tcp(HostPort(host: "10.0.0.5", port: 10110))
      return [source.name]
    }
    #expect(names() == ["10.0.0.5:10110"])
    func followed() -> ReceiverLocationProvider {
      let provider = ReceiverLocationProvider(source: .following("drive.nmea"))
      return provider
    }
    func serial() -> ReceiverLocationProvider {
      let provider = ReceiverLocationProvider(source: .serial("/dev/ttyUSB0", baud: 4800))
      return provider
    }
    let models = [followed(), serial()].map {
      ReceiverViewModel(provider: $0, scheduler: scheduler)
    }
    #expect(models[0].name == "drive.nmea" && models[1].name.contains("ttyUSB0"))
  }

  @Test("a log of what comes")
  func log() throws {
    let (folder, source) = (ScratchFolder(), FollowedFile(path: path))
    func record(in path: String) throws -> ReceiverLocationProvider {
      let log = try ReceiverLog(path: path, scheduler: scheduler)
      let provider = ReceiverLocationProvider(
        source: source.logged(in: log), scheduler: scheduler)
      return provider
    }
    #expect(try record(in: folder.file("drive.nmea")).currentConnection == .closed)
  }

  /// A receiver would be looked for: it is only compiled.
  private func follow() {
    let provider = ReceiverLocationProvider(source: .gpsd(), scheduler: scheduler)
    let model = ReceiverViewModel(provider: provider, scheduler: scheduler)
    model.track.location.start()
  }

  /// The same for a position.
  private func show() {
    var cancellables: Set<AnyCancellable> = []
    let provider = ReceiverLocationProvider(source: .gpsd())
    let model = LocationViewModel(provider: provider)
    model.$currentLocation.sink { print($0 as Any) }.store(in: &cancellables)
    model.start()
  }
}
