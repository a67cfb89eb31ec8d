import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: places and receivers") @MainActor
struct PlaceExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let clock = VirtualTimeScheduler()

  @Test("the present position, and permission that is taken back")
  func position() {
    let clock = VirtualTimeScheduler()
    let provider = SimulatedLocationProvider(
      seed: 7, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: clock)
    let model = LocationViewModel(provider: provider, scheduler: clock)
    model.start()
    print(model.latitudeText, model.isStartable)  // - false
    clock.advance(by: .seconds(10))
    print(model.latitudeText, model.longitudeText)  // 59.3308 18.0587
    #expect(printed == ["- false", "59.3308 18.0587"])

    provider.changeAuthorization(to: .denied)
    print(model.statusDescription, model.thereIsAnError)  // denied true
    #expect(printed.last == "denied true")
  }

  @Test("a replay")
  func replay() throws {
    let trace = TemporaryTrace(SampleLog.even(30).bytes)
    let path = trace.path
    let file = try TraceFile(path: path)
    let provider = TraceLocationProvider(file: file, scheduler: clock)
    let replay = ReplayViewModel(provider: provider, scheduler: clock)
    replay.setRate(10)
    replay.togglePause()
    clock.advance(by: .seconds(1))
    print(replay.position, replay.isPlaying)  // 10.0 seconds true
    #expect(printed == ["10.0 seconds true"])
    withExtendedLifetime(trace) {}
  }

  @Test("a receiver")
  func receiver() {
    let source = DescriptorSource.tcp(HostPort("localhost:10110")!)
    let provider = ReceiverLocationProvider(source: source, scheduler: clock)
    let receiver = ReceiverViewModel(provider: provider, scheduler: clock)
    print(receiver.name, receiver.connection)  // localhost:10110 closed
    #expect(printed == ["localhost:10110 closed"])
  }
}
