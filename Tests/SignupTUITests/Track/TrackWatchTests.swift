import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI

/// A boat at anchor, whose receiver a test moves, on virtual time.
@MainActor
private final class Boat {
  let clock = VirtualTimeScheduler()
  let model: TrackViewModel
  let screen: TrackScreen
  private let provider = MovedReceiver()
  private var second = 0

  init(alarms: TrackAlarms, isReckoned: Bool = false) {
    model = TrackViewModel(provider: provider, alarms: alarms, scheduler: clock)
    screen = TrackScreen(
      model: model, title: "Boat", look: TrackLook(), isReckoned: isReckoned)
    model.location.start()
    clock.advance(by: .zero)
  }

  /// Says a fix a second later, metres north of the anchor, at a speed.
  func fix(north: Double, speed: Double = 0.5) {
    second += 1
    clock.advance(by: .seconds(1))
    let origin = Coordinate(latitude: 59.33, longitude: 18.07)
    let time = Timestamp(nanosecondsSince1970: 1_714_564_800_000_000_000)
      .advanced(by: .seconds(second))
    let location = Location(
      coordinate: origin.destination(distance: north, bearing: 0),
      altitude: 2 + Double(second) * 0.5, speed: speed, course: 0, hdop: 1.2, vdop: 2, fix: .gps,
      timestamp: time)
    provider.subject.send(
      .epochs([LocationEpoch(location: location, clock: .seconds(second))]))
  }

  func frame(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    var canvas = Canvas(size: Size(width, height))
    screen.draw(on: &canvas)
    return canvas
  }

  func shows(_ text: String) -> Bool { frame().lines.contains { $0.contains(text) } }
}

private final class MovedReceiver: LocationProvider {
  let subject = PassthroughSubject<LocationUpdate, Never>()
  var authorizationStatus: AnyPublisher<AuthorizationStatus, Never> {
    Just(.authorizedAlways).eraseToAnyPublisher()
  }
  var updates: AnyPublisher<LocationUpdate, Never> { subject.eraseToAnyPublisher() }
  func requestWhenInUseAuthorization() {}
  func start() {}
  func stop() {}
}

@Suite("A receiver that is watched") @MainActor
struct TrackWatchTests {
  private static let sizes = [Size(132, 50), Size(80, 24), Size(40, 12), Size(20, 6)]

  @Test("Its frames at four sizes: in the ring, out of it, silent and reckoned, back")
  func frames() {
    var golden = GoldenFrames("TrackWatch")
    let mark = Coordinate(latitude: 59.33, longitude: 18.07)
      .destination(distance: 300, bearing: 90)
    let boat = Boat(alarms: TrackAlarms(anchor: 50, mark: mark), isReckoned: true)
    func add(_ title: String) {
      for size in Self.sizes {
        golden.add("\(title) \(size.width)×\(size.height)", boat.frame(size.width, size.height))
      }
    }
    for second in 0..<12 { boat.fix(north: Double(second)) }
    add("in the ring")
    for second in 0..<12 { boat.fix(north: 40 + Double(second) * 4, speed: 4) }
    add("out of the ring")
    boat.clock.advance(by: .seconds(15))
    add("silent, reckoned")
    boat.fix(north: 20)
    add("back")
    golden.expectUnchanged()
  }

  @Test("Accuracy in metres, climb rate, and the ways to mark and anchor are figures")
  func figures() {
    let mark = Coordinate(latitude: 59.33, longitude: 18.07)
      .destination(distance: 300, bearing: 90)
    let boat = Boat(alarms: TrackAlarms(anchor: 50, mark: mark))
    for _ in 0..<6 { boat.fix(north: 0) }
    #expect(boat.shows("Accuracy    H ~±3.6 m, V ~±6.0 m"))
    #expect(boat.shows("Climb rate       +0.5 m/s"))
    #expect(boat.shows("To the mark       300 m 90° E"))
    #expect(boat.shows("From anchor         0 m of 50 m"))
  }

  @Test("The ring that is left stands in a row of alarm, until it is entered again")
  func ring() {
    let boat = Boat(alarms: TrackAlarms(anchor: 50))
    boat.fix(north: 0)
    #expect(!boat.shows("Alarm"))
    boat.fix(north: 70)
    #expect(boat.shows("Alarm: outside the ring, 70 m from its centre"))
    boat.fix(north: 10)
    #expect(!boat.shows("Alarm"))
  }

  @Test("Silence is an alarm, and is over with the next fix")
  func silence() {
    let boat = Boat(alarms: TrackAlarms())
    boat.fix(north: 0)
    boat.clock.advance(by: .seconds(12))
    #expect(boat.shows("Alarm: no fix for 12 s"))
    boat.fix(north: 1)
    #expect(!boat.shows("Alarm"))
  }

  @Test("m marks the present place, x forgets it, and coming back is said")
  func mark() {
    let boat = Boat(alarms: TrackAlarms())
    boat.fix(north: 0)
    boat.screen.handle(.key(KeyPress(.character("m"))))
    for step in 1...10 { boat.fix(north: Double(step) * 30) }
    #expect(boat.shows("To the mark       300 m 180° S"))
    for step in 0...8 { boat.fix(north: 250 - Double(step) * 30) }
    #expect(boat.shows("To the mark reached") || boat.shows("reached"))
    boat.screen.handle(.key(KeyPress(.character("x"))))
    #expect(!boat.shows("To the mark"))
  }

  @Test("What is reckoned is said and drawn as such, and only when it is wanted")
  func reckoned() {
    for isReckoned in [false, true] {
      let boat = Boat(alarms: TrackAlarms(), isReckoned: isReckoned)
      for step in 0..<5 { boat.fix(north: Double(step) * 5, speed: 5) }
      #expect(!boat.shows("Reckoned"))
      boat.clock.advance(by: .seconds(10))
      #expect(boat.shows("Reckoned") == isReckoned)
      #expect(boat.shows("+50 m") == isReckoned)
      boat.clock.advance(by: .seconds(200))
      #expect(!boat.shows("Reckoned"))
    }
  }
}
