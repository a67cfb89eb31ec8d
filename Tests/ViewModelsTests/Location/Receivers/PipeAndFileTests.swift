import Platform
import Dispatch
import Positioning
import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemReceiverTests {
  @Suite("A receiver that is piped in")
  struct PipeTests {
    @Test("Its end is the receiver's, and what was piped in stays open for others")
    func pipe() throws {
      let ends = try #require(PrivatePipe())
      let probe = ReceiverProbe(
        DescriptorSource.pipe(ends.output, name: "standard input"), format: nil)
      let text = sentence(59, at: 0) + sentence(60, at: 1)
      _ = write(ends.input, text, text.utf8.count)
      #expect(probe.waits { $0.latitudes == [59, 60] })
      #expect(fcntl(ends.output, F_GETFL) & O_NONBLOCK == 0)
      close(ends.input)
      #expect(probe.waits { $0.connections.last == .ended && $0.updates.last == .ended })
      #expect(fcntl(ends.output, F_GETFD) == FD_CLOEXEC)
      close(ends.output)
    }

    @Test("More than any buffer holds comes through whole")
    func large() {
      let folder = ScratchFolder()
      let text = (0..<3000).map { sentence($0 % 80, at: $0 % 60) }.joined()
      let file = open(folder.write("log.nmea", text.utf8), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let probe = ReceiverProbe(DescriptorSource.pipe(file, name: "standard input"))
      #expect(probe.waits { $0.updates.last == .ended })
      #expect(probe.latitudes.count == 3000)
    }
  }
}

@Suite("A file that is followed")
struct FollowedFileTests {
  private let folder = ScratchFolder()
  private let clock = VirtualTimeScheduler()
  private var path: String { folder.file("drive.nmea") }

  private func follow(
    format: TraceFormat? = nil
  ) -> (provider: ReceiverLocationProvider, notes: UpdateNotes) {
    let provider = ReceiverLocationProvider(
      source: .following(path), format: format, scheduler: clock)
    let notes = UpdateNotes(provider)
    provider.start()
    return (provider, notes)
  }

  private func append(_ text: String) { Self.append(text, to: path) }

  private static func append(_ text: String, to path: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    _ = write(file, text, text.utf8.count)
    close(file)
  }

  @Test("Its content comes at once, and additions within a quarter of a second")
  func grows() {
    append(sentence(50, at: 0) + sentence(51, at: 1))
    let (provider, notes) = follow()
    clock.advance(by: .milliseconds(500))
    #expect(notes.latitudes == [50, 51])
    append(sentence(52, at: 2) + "$GPGLL,530")
    clock.advance(by: .milliseconds(250))
    append("0.0,N,01800.0,E,120003,A\r\n")
    clock.advance(by: .milliseconds(500))
    #expect(notes.latitudes == [50, 51, 52, 53])
    withExtendedLifetime(provider) {}
  }

  @Test("One that is written anew begins the track anew, whatever its new length", arguments: 1...3)
  func truncated(count: Int) {
    append(sentence(50, at: 0) + sentence(51, at: 1))
    let (provider, notes) = follow()
    clock.advance(by: .milliseconds(500))
    folder.write("drive.nmea", (0..<count).map { sentence(60 + $0, at: $0) }.joined().utf8)
    clock.advance(by: .milliseconds(750))
    #expect(notes.latitudes == [50, 51] + [60, 61, 62].prefix(count))
    #expect(notes.updates.contains(.restarted))
    withExtendedLifetime(provider) {}
  }

  @Test(
    "Where another file takes its name the rest of the old one comes first, and the track goes on")
  func rotated() {
    append(sentence(50, at: 0))
    let (provider, notes) = follow()
    clock.advance(by: .milliseconds(500))
    append(sentence(51, at: 1))
    #expect(rename(path, folder.file("drive.1.nmea")) == 0)
    append(sentence(52, at: 2))
    clock.advance(by: .milliseconds(750))
    #expect(notes.latitudes == [50, 51, 52])
    #expect(!notes.updates.contains(.restarted))
    withExtendedLifetime(provider) {}
  }

  @Test("A logger that takes another file between any two of its lines loses none of them")
  func rotatedAtAnyTime() {
    append("")
    let (provider, notes) = follow(format: .nmea)
    clock.advance(by: .milliseconds(500))
    let path = path
    for number in 0..<60 {
      let isDone = DispatchSemaphore(value: 0)
      Threads.start {
        Self.append(sentence(number, at: number), to: path)
        rename(path, path + ".\(number)")
        Self.append("", to: path)
        isDone.signal()
      }
      // Looks while the logger is at it.
      while isDone.wait(timeout: .now()) == .timedOut { clock.advance(by: .milliseconds(250)) }
      clock.advance(by: .milliseconds(500))
    }
    clock.advance(by: .seconds(1))
    #expect(notes.latitudes == (0..<60).map(Double.init))
    withExtendedLifetime(provider) {}
  }

  @Test("Half a line at the old file's end does not spoil the new one's first")
  func rotatedInLine() {
    func report(_ latitude: Int) -> String {
      #"{"class":"TPV","mode":3,"time":"2026-06-01T12:00:\#(latitude).000Z","lat":\#(latitude),"#
        + #""lon":18}"#
    }
    append(report(50) + "\r\n" + report(51).prefix(30))
    let (provider, notes) = follow(format: .gpsd)
    clock.advance(by: .milliseconds(500))
    #expect(rename(path, folder.file("drive.1.json")) == 0)
    append(report(52) + "\r\n")
    clock.advance(by: .seconds(1))
    #expect(notes.latitudes == [50, 52])
    withExtendedLifetime(provider) {}
  }

  @Test("One that is not there yet is waited for, and a folder is none")
  func missing() {
    let (provider, notes) = follow()
    clock.advance(by: .milliseconds(500))
    #expect(notes.updates == [.failed(.receiver(.missingFile(name: path)))])
    append(sentence(50, at: 0))
    clock.advance(by: .seconds(2))
    #expect(notes.latitudes == [50])
    let other = ReceiverLocationProvider(source: .following(folder.path), scheduler: clock)
    let others = UpdateNotes(other)
    other.start()
    clock.advance(by: .seconds(100))
    #expect(others.updates == [.failed(.receiver(.notAFile(name: folder.path)))])
    withExtendedLifetime(provider) {}
  }
}
