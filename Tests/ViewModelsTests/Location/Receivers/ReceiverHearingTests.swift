import Positioning
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A receiver as a provider: only what is understood counts as received")
struct ReceiverHearingTests {
  private let receiver = FollowedReceiver()
  private var connection: ReceiverConnection { receiver.provider.currentConnection }

  private func open() {
    receiver.provider.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.wait(250)
  }

  /// Bytes that are no sentence, 50 every tenth of a second.
  private func babble(tenths: Int) {
    var generator = SplitMix(seed: 3)
    for _ in 0..<tenths {
      receiver.source.tell(
        .bytes((0..<50).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
      receiver.wait(100)
    }
  }

  /// An acknowledgement, as u-blox's protocol specification has it.
  private let frame: [UInt8] = [0xB5, 0x62, 0x05, 0x01, 0x02, 0x00, 0x06, 0x01, 0x0F, 0x38]

  @Test("Random bytes keep nobody open, and make nobody open who was silent")
  func randomBytes() {
    open()
    babble(tenths: 46)
    #expect(connection == .open)
    babble(tenths: 2)
    #expect(connection == .unreadable)
    receiver.wait(5000)
    #expect(connection == .silent)
    babble(tenths: 2)
    #expect(connection == .silent, "It may be the beginning of a sentence.")
    babble(tenths: 2)
    #expect(connection == .unreadable)
    #expect(!receiver.connections.dropFirst(3).contains { $0.connection == .open })
    receiver.source.say("\r\n")
    receiver.sayEpoch(60_000)
    #expect(connection == .open)
  }

  @Test("Sentences with bad checksums are none either")
  func badChecksums() {
    open()
    for _ in 0..<6 {
      receiver.source.say("$GPGLL,5920.0,N,01804.0,E,120000,A*00\r\n")
      receiver.wait(1000)
    }
    #expect(connection == .unreadable)
    #expect(receiver.epochs.count == 1)
  }

  @Test("Sentences without a fix are received; half of one is not")
  func sentences() {
    receiver.provider.start()
    receiver.wait(0)
    for _ in 0..<10 {
      receiver.source.say("$GPTXT,01,01,02,x\r\n")
      receiver.wait(1000)
    }
    #expect(connection == .open)
    receiver.source.say("$GPTXT,01,01")
    receiver.wait(5000)
    #expect(connection == .silent)
    receiver.source.say(",02,x\r\n")
    #expect(connection == .open)
  }

  @Test("UBX is named, instead of another speed that is tried")
  func binary() {
    receiver.source.otherWays = ["another speed"]
    receiver.provider.start()
    receiver.wait(0)
    for _ in 0..<6 {
      receiver.source.tell(.bytes(Array(repeating: frame, count: 30).flatMap(\.self)))
      receiver.wait(1000)
    }
    #expect(connection == .unreadable)
    #expect(receiver.failures == [.receiver(.binary(name: "script"))])
    #expect(
      ReceiverError.binary(name: "script").description.hasPrefix(
        "script: sends UBX, the binary protocol of u-blox receivers, not NMEA 0183"))
    receiver.sayEpoch(60_000)
    #expect(connection == .open)
  }

  @Test("UBX between sentences is nobody's business")
  func mixed() {
    receiver.provider.start()
    receiver.wait(0)
    for second in 0..<20 {
      receiver.source.tell(.bytes(Array(repeating: frame, count: 30).flatMap(\.self)))
      receiver.source.say("\r\n")
      receiver.sayEpoch(second * 1000)
      receiver.wait(1000)
    }
    #expect(connection == .open && receiver.failures.isEmpty)
  }

  @Test("A pipe of UBX that ends is called so")
  func endOfBinary() {
    let other = FollowedReceiver(format: nil)
    other.provider.start()
    other.wait(0)
    other.source.tell(.bytes(frame))
    other.source.tell(.ended)
    #expect(other.failures == [.receiver(.binary(name: "script"))])
  }

  @Test("Once it was open, a refusal is a failure like others, and the position stays") @MainActor
  func refusalLater() {
    let model = LocationViewModel(provider: receiver.provider, scheduler: receiver.clock)
    model.start()
    receiver.wait(0)
    receiver.sayEpoch(0)
    receiver.wait(1000)
    let denied = ReceiverError.notPermitted(name: "script", group: nil)
    receiver.source.answers = [.disconnected(denied)]
    receiver.source.tell(.disconnected(.closed(name: "script")))
    receiver.wait(60_000)
    #expect(model.errorMessage == denied.description && model.isStartable)
    #expect(model.currentLocation != nil && model.staleness.fix == .seconds(60))
    model.start()
    receiver.wait(1000)
    #expect(model.currentLocation != nil)
  }
}
