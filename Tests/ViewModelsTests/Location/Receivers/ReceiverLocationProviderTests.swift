import Positioning
import Reactive
import ReactiveExtras
import Testing
import ViewModels

@Suite("A receiver as a provider: when an epoch is delivered")
struct ReceiverLatencyTests {
  private let receiver = FollowedReceiver()

  @Test("At first when it has been silent for a quarter of a second, not when the next one begins")
  func silence() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.wait(249)
    #expect(receiver.deliveries.isEmpty)
    receiver.wait(1)
    #expect(receiver.deliveries == [250])
    #expect(receiver.epochs[0].location != nil)
  }

  @Test("At once with its last sentence, as soon as it is known which one that is")
  func lastSentence() {
    receiver.provider.start()
    receiver.wait(0)
    for second in 0..<5 {
      receiver.sayEpoch(second * 1000, as: [.gga, .rmc])
      receiver.wait(1000)
    }
    #expect(receiver.deliveries == [250, 1250, 2250, 3000, 4000])
    #expect(receiver.epochs.allSatisfy { $0.location?.altitude != nil }, "Each has its GGA.")
  }

  @Test("The faster the receiver, the shorter the silence: a quarter of its period")
  func fastReceiver() {
    receiver.provider.start()
    receiver.wait(0)
    for tick in 0..<3 {
      receiver.wait(tick == 0 ? 0 : 100)
      receiver.sayEpoch(tick * 100, as: [.gga, .rmc])
    }
    receiver.wait(100)
    #expect(receiver.deliveries == [100, 200, 225])
  }

  @Test("Half a sentence waits for its other half, whatever the silence")
  func halves() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.source.say("$GPGLL,5920.0,N,01804.0,E,1200")
    receiver.wait(3000)
    #expect(receiver.deliveries.isEmpty)
    receiver.source.say("00,A\r\n")
    receiver.wait(250)
    let latitude: Double = 59 + 20.0 / 60
    #expect(receiver.epochs.map(\.location?.coordinate.latitude) == [latitude])
  }

  @Test("A table without a known format is found out in a pause")
  func table() {
    let receiver = FollowedReceiver(format: nil)
    receiver.provider.start()
    receiver.wait(0)
    receiver.source.say("time,latitude,longitude\n2026-06-01T12:00:00Z,59.5,18.5\n")
    receiver.wait(250)
    #expect(receiver.provider.format == .csv)
    receiver.source.say("2026-06-01T12:00:01Z,59.6,18.5\n2026-06-01T12:00:02Z,59.7,18.5\n")
    receiver.wait(250)
    #expect(receiver.epochs.compactMap(\.location?.coordinate.latitude) == [59.5, 59.6, 59.7])
  }
}

@Suite("A receiver as a provider: its connection")
struct ReceiverConnectionTests {
  private let receiver = FollowedReceiver()
  private let lost = ReceiverError.closed(name: "script")

  @Test("A lost receiver is opened again after 1, 2, 4 … 30 seconds, each time with the reason")
  func backoff() {
    receiver.source.answers = [.disconnected(lost)]
    receiver.provider.start()
    receiver.wait(0)
    var waits: [Int] = []
    for _ in 0..<7 {
      let openings = receiver.source.openings
      var seconds = 0
      while receiver.source.openings == openings, seconds < 60 {
        receiver.wait(1000)
        seconds += 1
      }
      waits.append(seconds)
    }
    #expect(waits == [1, 2, 4, 8, 16, 30, 30])
    #expect(receiver.failures == Array(repeating: .receiver(lost), count: 8))
    #expect(receiver.provider.currentConnection == .waiting(.seconds(30)))
    #expect(receiver.statuses == [.authorizedAlways])
  }

  @Test("After it has said something the waits begin anew; being open is not enough")
  func backoffBeginsAnew() {
    receiver.source.answers = [.disconnected(lost), .disconnected(lost), .connected]
    receiver.provider.start()
    receiver.wait(3000)
    #expect(receiver.provider.currentConnection == .open)
    receiver.source.tell(.disconnected(lost))
    #expect(receiver.provider.currentConnection == .waiting(.seconds(4)))
    receiver.wait(4000)
    receiver.sayEpoch(0)
    receiver.source.tell(.disconnected(lost))
    #expect(receiver.provider.currentConnection == .waiting(.seconds(1)))
    receiver.wait(1000)
    #expect(receiver.provider.currentConnection == .open)
  }

  @Test("The epoch that was under way when it went is delivered, and what it says later goes on")
  func goesOn() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.source.tell(.disconnected(lost))
    #expect(receiver.deliveries == [0])
    receiver.wait(1000)
    receiver.sayEpoch(7000)
    receiver.wait(250)
    #expect(receiver.epochs.map(\.clock) == [.zero, .seconds(7)])
  }

  @Test("Over a reconnection the track is broken: neither way nor climb of it count")
  func brokenTrack() {
    receiver.provider.start()
    receiver.wait(0)
    for second in 0..<3 {
      receiver.sayEpoch(second * 1000)
      receiver.wait(1000)
    }
    #expect(receiver.epochs.allSatisfy { !$0.startsSegment })
    let count = receiver.epochs.count
    receiver.source.tell(.disconnected(lost))
    receiver.wait(2000)
    for second in 10..<13 {
      receiver.sayEpoch(second * 1000)
      receiver.wait(1000)
    }
    #expect(receiver.epochs.dropFirst(count).map(\.startsSegment) == [true, false, false])
  }

  @Test("A device that may not be opened is a denial; started again it is tried again")
  func denial() {
    let denied = ReceiverError.notPermitted(name: "script", group: "dialout")
    receiver.source.answers = [.disconnected(denied), .connected]
    receiver.provider.start()
    receiver.wait(60_000)
    #expect(receiver.statuses == [.authorizedAlways, .denied])
    #expect(receiver.failures == [.receiver(denied)])
    #expect(receiver.source.openings == 1, "Nothing is tried until somebody asks for it.")
    receiver.provider.start()
    receiver.wait(0)
    #expect(receiver.statuses.last == .authorizedAlways)
    #expect(receiver.provider.currentConnection == .open)
  }

  @Test("One that says nothing for five seconds is called silent, until it says something")
  func silent() {
    receiver.provider.start()
    receiver.wait(4999)
    #expect(receiver.provider.currentConnection == .open)
    receiver.wait(1)
    #expect(receiver.provider.currentConnection == .silent)
    receiver.sayEpoch(0)
    #expect(receiver.provider.currentConnection == .open)
  }

  @Test("The end of a pipe is the end, and what nobody understands is bad data")
  func ends() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.source.tell(.ended)
    #expect(receiver.updates.map(\.update).last == .ended && receiver.epochs.count == 1)
    #expect(receiver.provider.currentConnection == .ended)

    let other = FollowedReceiver(format: nil)
    other.provider.start()
    other.wait(0)
    other.source.say("hello\n")
    other.source.tell(.ended)
    #expect(other.failures == [.receiver(.unintelligible(name: "script"))])
  }

  @Test(
    "Bytes without a sentence are read in every other way there is, and then complained of once")
  func unintelligible() {
    receiver.source.otherWays = ["script at 4800 baud", "script at 38400 baud"]
    receiver.provider.start()
    receiver.wait(0)
    let junk = String(repeating: "ÿþx", count: 200)
    for _ in 0..<3 { receiver.source.say(junk) }
    #expect(receiver.source.name == "script at 38400 baud" && receiver.failures.isEmpty)
    for _ in 0..<20 { receiver.source.say(junk) }
    #expect(receiver.failures == [.receiver(.unintelligible(name: "script at 38400 baud"))])
    receiver.sayEpoch(0)
    receiver.wait(1000)
    #expect(receiver.epochs.count == 1)
  }

  @Test("Where there is always another way to read, it goes on trying, and complains all the same")
  func unintelligibleForEver() {
    receiver.source.otherWays = (1...20).map { "way \($0)" }
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.wait(1000)
    let junk = String(repeating: "ÿþx", count: 200)
    for _ in 0..<7 { receiver.source.say(junk) }
    #expect(receiver.source.name == "way 7" && receiver.failures.isEmpty)
    for _ in 0..<7 { receiver.source.say(junk) }
    #expect(receiver.source.name == "way 14")
    #expect(receiver.failures == [.receiver(.unintelligible(name: "way 8"))])
    receiver.sayEpoch(1000)
    receiver.wait(1000)
    #expect(receiver.epochs.count == 2)
  }

  @Test("A source that was written anew is not blamed for what it said before")
  func restartedUnintelligible() {
    receiver.source.otherWays = ["another way"]
    receiver.provider.start()
    receiver.wait(0)
    receiver.source.say(String(repeating: "x", count: 900))
    receiver.source.tell(.restarted)
    receiver.source.say(String(repeating: "x", count: 900))
    #expect(receiver.source.name == "script")
  }

  @Test("A subscriber that stops it when it is open, or reports, hears no more")
  func stopsOnHearing() {
    var cancellables: Set<AnyCancellable> = []
    let provider = receiver.provider
    provider.connection.filter { $0 == .open }.sink { _ in provider.stop() }
      .store(in: &cancellables)
    provider.start()
    receiver.wait(60_000)
    #expect(provider.currentConnection == .closed && !receiver.clock.hasWork)
    #expect(receiver.connections.map(\.connection) == [.closed, .opening, .open, .closed])
    cancellables = []

    provider.start()
    receiver.wait(6000)
    provider.connection.dropFirst().filter { $0 == .open }.sink { _ in provider.stop() }
      .store(in: &cancellables)
    receiver.sayEpoch(0)
    receiver.wait(60_000)
    #expect(provider.currentConnection == .closed && receiver.epochs.isEmpty)
    cancellables = []

    provider.start()
    receiver.wait(0)
    receiver.sayEpoch(1000)
    provider.updates.sink { if case .epochs = $0 { provider.stop() } }.store(in: &cancellables)
    receiver.source.tell(.disconnected(lost))
    #expect(receiver.epochs.count == 1 && receiver.failures.isEmpty)
  }

  @Test("A source that was written anew begins the track anew")
  func restarted() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.wait(1000)
    receiver.source.tell(.restarted)
    #expect(receiver.updates.map(\.update).last == .restarted)
  }

  @Test("Stopped it is closed, and nothing waits for it any more")
  func stops() {
    receiver.source.answers = [.disconnected(lost)]
    receiver.provider.start()
    receiver.wait(0)
    receiver.provider.stop()
    receiver.wait(600_000)
    #expect(receiver.source.openings == 1 && !receiver.source.isOpen)
    #expect(receiver.provider.currentConnection == .closed)
    #expect(!receiver.clock.hasWork)
  }
}

@Suite("A receiver's view models") @MainActor
struct ReceiverViewModelTests {
  private let clock = VirtualTimeScheduler()
  private let source = ScriptedSource()

  private func model() -> ReceiverViewModel {
    ReceiverViewModel(
      provider: ReceiverLocationProvider(source: source, format: .nmea, scheduler: clock),
      scheduler: clock)
  }

  @Test("A denial shows its own sentence, stops, and goes when it is started again")
  func denial() {
    let denied = ReceiverError.notPermitted(name: "/dev/ttyUSB0", group: "dialout")
    source.answers = [.disconnected(denied), .connected]
    let model = model()
    let location = model.track.location
    location.start()
    clock.advance(by: .seconds(1))
    #expect(location.status == .denied && location.isStartable)
    #expect(location.errorMessage == denied.description)
    location.start()
    clock.advance(by: .seconds(1))
    #expect(location.status == .authorizedAlways && !location.thereIsAnError)
    #expect(model.connection == .open)
  }

  @Test("A lost connection shows until the receiver reports again, be it without a fix")
  func lost() {
    let model = model()
    let location = model.track.location
    location.start()
    clock.advance(by: .zero)
    source.tell(.disconnected(.closed(name: "script")))
    #expect(location.errorMessage == ReceiverError.closed(name: "script").description)
    #expect(!location.isStartable, "It goes on by itself.")
    #expect(model.connection == .waiting(.seconds(1)))
    clock.advance(by: .seconds(1))
    source.say("$GPGGA,120000,,,,,0,00,,,M,,M,,\r\n")
    clock.advance(by: .seconds(1))
    #expect(!location.thereIsAnError)
  }
}

/// The README's lines, as they stand there.
@MainActor private func follow(
  _ source: some ReceiverSource, on scheduler: some Scheduler<MonotonicInstant>,
  print: @escaping (String) -> Void
) -> (LocationViewModel, Set<AnyCancellable>) {
  var cancellables: Set<AnyCancellable> = []
  let provider = ReceiverLocationProvider(source: source, scheduler: scheduler)
  let model = LocationViewModel(provider: provider, scheduler: scheduler)
  model.objectDidChange
    .map { model.errorMessage ?? "\(model.latitudeText) \(model.longitudeText)" }
    .removeDuplicates()
    .sink { print($0) }
    .store(in: &cancellables)
  model.start()
  return (model, cancellables)
}

@Suite("The README's live receiver") @MainActor
struct ReceiverReadmeTests {
  @Test("Its lines print positions, and what stands in their way")
  func example() {
    let (clock, source) = (VirtualTimeScheduler(), ScriptedSource())
    var printed: [String] = []
    let kept = follow(source, on: clock) { printed.append($0) }
    clock.advance(by: .zero)
    source.say("$GPGLL,5920.0,N,01804.0,E,120000,A\r\n")
    clock.advance(by: .seconds(1))
    source.tell(.disconnected(.closed(name: "script")))
    clock.advance(by: .zero)
    #expect(printed.contains("59.3333 18.0667"))
    #expect(printed.last == ReceiverError.closed(name: "script").description)
    withExtendedLifetime(kept) {}
  }
}
