import TestSupport
import Testing
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What works with devices, sockets and threads of the system: one after the other, so that they do
/// not take each other's time and ports.
@Suite("Receivers of the system", .serialized, .mostlyWaiting)
enum SystemReceiverTests {}

extension SystemReceiverTests {
  @Suite("A receiver at a serial line")
  struct SerialLineTests {
    private let folder = ScratchFolder()
    private var path: String { folder.file("ttyGPS") }

    @Test("It is read raw, at its speed, without echo")
    func reads() {
      let line = SerialPair(link: path)
      let probe = ReceiverProbe(.serial(path, baud: 4800))
      #expect(probe.waits { $0.openings == 1 })
      let settings = line.settings
      #expect(speed(settings) == speed_t(B4800))
      #expect(settings.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      #expect(settings.c_cflag & tcflag_t(CSIZE | PARENB | CSTOPB) == tcflag_t(CS8))
      line.say(sentence(59, at: 0) + "\u{3}\u{4}" + sentence(60, at: 1))
      #expect(probe.waits { $0.latitudes == [59, 60] })
      #expect(probe.name == "\(path) at 4800 baud")
    }

    @Test("A device that vanishes and comes back is followed on")
    func comesBack() {
      let line = SerialPair(link: path)
      let probe = ReceiverProbe(.serial(path, baud: 9600))
      #expect(probe.waits { $0.openings == 1 })
      line.say(sentence(59, at: 0))
      #expect(probe.waits { $0.latitudes == [59] })
      line.unplug()
      #expect(probe.waits { $0.connections.contains(.waiting(ReceiverProbe.pause)) })
      #expect(probe.waits { !$0.failures.isEmpty })
      #expect(probe.failures.first == .receiver(.closed(name: "\(path) at 9600 baud")))
      line.plugIn()
      #expect(probe.waits { $0.openings == 2 })
      line.say(sentence(61, at: 5))
      #expect(probe.waits { $0.latitudes == [59, 61] })
    }

    @Test("A line that another program has is busy, and free again once it was left")
    func busy() {
      let line = SerialPair(link: path)
      let first = ReceiverProbe(.serial(path, baud: 9600))
      #expect(first.waits { $0.openings == 1 })
      let second = ReceiverProbe(.serial(path, baud: 9600))
      #expect(second.waits { !$0.failures.isEmpty })
      #expect(second.failures.first == .receiver(.busy(name: path)) && second.openings == 0)
      second.stop()
      first.stop()
      second.start()
      #expect(second.waits { $0.openings == 1 })
      withExtendedLifetime(line) {}
    }

    @Test("Without a speed all of a receiver's are tried until there are sentences")
    func findsSpeed() {
      let line = SerialPair(link: path)
      let probe = ReceiverProbe(.serial(path))
      #expect(probe.waits { $0.openings == 1 })
      #expect(probe.name == "\(path) at 9600 baud")
      line.say(String(repeating: "\u{1}x", count: 500))
      #expect(probe.waits { $0.name == "\(path) at 4800 baud" })
      #expect(speed(line.settings) == speed_t(B4800))
      line.say(sentence(59, at: 0))
      #expect(probe.waits { $0.latitudes == [59] })
      #expect(probe.name == "\(path) at 4800 baud")
    }

    @Test("A file that is no device, is not there, or has no such speed, is said and not opened")
    func refusals() {
      let text = folder.write("file", "x".utf8)
      let cases: [(String, Int?, ReceiverError)] = [
        (text, nil, .notADevice(name: text)), (folder.path, nil, .notADevice(name: folder.path)),
        (path, nil, .missing(name: path)), (path, 9601, .unknownSpeed(name: path, baud: 9601)),
      ]
      for (path, baud, error) in cases {
        let probe = ReceiverProbe(.serial(path, baud: baud))
        #expect(probe.waits { !$0.failures.isEmpty })
        #expect(probe.failures.first == .receiver(error) && probe.openings == 0)
      }
    }

    private func speed(_ settings: termios) -> speed_t {
      var settings = settings
      return cfgetispeed(&settings)
    }
  }
}
