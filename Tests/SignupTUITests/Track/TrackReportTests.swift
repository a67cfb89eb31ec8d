import Positioning
import Reactive
import ReactiveExtras
import TerminalKit
import Testing
import ViewModels

@testable import SignupTUI

@Suite("A track in lines") @MainActor
struct TrackReportTests {
  private let clock = VirtualTimeScheduler()
  private let model: TrackViewModel
  private var report = TrackReport(interval: .seconds(5))
  private let start = MonotonicInstant(nanoseconds: 0)

  init() {
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2026, month: 6, day: 1, hour: 12)!, scheduler: clock)
    model = TrackViewModel(provider: provider, scheduler: clock)
    model.location.start()
  }

  private mutating func lines(_ state: String, second: Int) -> [String] {
    report.lines(ShownTrack(model.state), state: state, at: start + .seconds(second))
  }

  @Test("A change is said at once and once; the position at the interval, and only if it is new")
  mutating func pace() throws {
    #expect(lines("receiving", second: 0) == ["receiving"])
    #expect(lines("receiving", second: 0).isEmpty)
    #expect(report.nextPosition == nil)

    clock.advance(by: .seconds(60))
    let first = lines("receiving", second: 60)
    let line = try #require(first.first)
    #expect(first.count == 1)
    #expect(line.hasPrefix("12:00:") && line.contains(" N 18.0") && line.contains(" km/h "))
    #expect(lines("receiving", second: 60).isEmpty)

    clock.advance(by: .seconds(2))
    #expect(lines("receiving", second: 62).isEmpty)
    #expect(report.nextPosition == start + .seconds(65))
    #expect(lines("stopped", second: 63) == ["stopped"])
    #expect(lines("stopped", second: 65).count == 1)
    #expect(report.nextPosition == nil)
    #expect(lines("stopped", second: 100).isEmpty, "Nothing new, nothing said.")
    #expect(report.summary(model.snapshot).contains(" fixes, "))
  }

  @Test("At the end the place comes before what ended it")
  mutating func end() throws {
    #expect(report.summary(model.snapshot) == "0 fixes, 0 m.")
    clock.advance(by: .seconds(60))
    _ = lines("receiving", second: 60)
    clock.advance(by: .seconds(1))
    let last = report.lines(
      ShownTrack(model.state), state: "stopped", at: start + .seconds(61), isLast: true)
    #expect(last.count == 2 && last.last == "stopped")
  }

  @Test("One fix is a fix")
  mutating func oneFix() {
    while model.snapshot.statistics.fixCount == 0 { clock.advance(by: .milliseconds(500)) }
    #expect(report.summary(model.snapshot).hasPrefix("1 fix, 0 m"))
  }

  @Test("An error is said at once")
  mutating func errors() {
    let clock = VirtualTimeScheduler()
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2026, month: 6, day: 1, hour: 12)!,
      user: SimulatedUser(answer: .denied), scheduler: clock)
    let model = TrackViewModel(provider: provider, scheduler: clock)
    model.location.start()
    clock.advance(by: .seconds(3))
    let lines = report.lines(ShownTrack(model.state), state: "stopped", at: start)
    #expect(lines.count == 2 && lines.last == model.location.errorMessage)
  }
}
