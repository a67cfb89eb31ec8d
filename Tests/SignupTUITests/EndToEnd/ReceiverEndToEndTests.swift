import TerminalKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The built program with a receiver", .mostlyWaiting)
struct ReceiverEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private func sentence(_ minutes: Int, at second: Int) -> String {
    "$GPGLL,59\(minutes).0,N,01804.0,E,\(120_000 + second),A\r\n"
  }

  @Test("A serial line is followed on the screen, recorded, and given back")
  func serialLine() throws {
    let line = try PseudoTerminal()
    let terminal = try PseudoTerminal(size: Size(100, 24))
    let log = folder.file("drive.nmea")
    try terminal.start(
      program, ["track", "--device", "\(line.devicePath):4800", "--log", log])
    #expect(terminal.shows("● receiving"))
    line.typeUnread(sentence(20, at: 0))
    #expect(terminal.shows("59.3333"))
    #expect(terminal.shows("\(line.devicePath) at 4800 baud"))
    line.typeUnread(sentence(30, at: 1))
    #expect(terminal.shows("59.5000"))
    terminal.type("q")
    #expect(terminal.waitForExit() == .exited(0))
    #expect(terminal.leftovers().isEmpty)
    #expect(folder.read("drive.nmea") == sentence(20, at: 0) + sentence(30, at: 1))
  }

  @Test("A device that is none is said in lines, and the status is 1")
  func noDevice() {
    let file = folder.write("file", "x".utf8)
    let run = PipedProgram(program, ["track", "--device", file, "--accessible"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("\(file): is not a device; play a file with replay"))
  }

  @Test("A denial is said in lines, and the status is 1")
  func denial() {
    let run = PipedProgram(program, ["track", "--deny", "--accessible"], in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("stopped, permission: denied\nPermission to use your location"))
  }

  @Test("Piped input is followed to its end; input that is no trace has the status 1")
  func standardInput() {
    let text = sentence(20, at: 0) + sentence(30, at: 1)
    let run = PipedProgram(program, ["track", "-", "--accessible"], input: text, in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains("59.50000 N 18.06667 E"))
    #expect(run.output.contains("2 fixes, "))
    let bad = PipedProgram(program, ["track", "-", "--accessible"], input: "hello\n", in: folder)
    #expect(bad.status == 1)
    #expect(bad.output.contains("standard input: data arrives, but no NMEA 0183 sentence"))
  }

  @Test("Commands come through a pipe; its end does not end the program, q does")
  func commands() {
    let run = PipedProgram(program, ["track", "--accessible"], input: "\nx\nq\n", in: folder)
    #expect(run.status == 0)
    #expect(run.output.contains("stopped, permission: "))
    #expect(run.output.contains("Enter alone stops and starts; q ends."))
  }

  @Test("A log that is none is refused before anything is drawn, and stays as it is")
  func otherFile() {
    let letter = folder.write("letter.txt", "Dear Ann,\n".utf8)
    let run = PipedProgram(
      program, ["track", "--gpsd", "--accessible", "--log", letter], in: folder)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.contains("is not a receiver"))
    #expect(folder.read("letter.txt") == "Dear Ann,\n")
  }

  @Test("--json writes gpsd's reports, which are read back")
  func json() throws {
    let text = (0..<5).map { sentence(20 + $0, at: $0) }.joined()
    let run = PipedProgram(program, ["track", "-", "--json"], input: text, in: folder)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.allSatisfy { $0.hasPrefix("{\"class\":\"TPV\",\"mode\":2,") })
    let back = PipedProgram(
      program, ["track", "-", "--accessible"], input: run.output, in: folder)
    #expect(back.output.contains("59.40000 N 18.06667 E"))
    #expect(PipedProgram(program, ["track", "--json", "--pace"], in: folder).status == 2)
  }

  @Test("A ring that is left and a mark that is reached are sentences in lines")
  func alarms() {
    let text = [20, 20, 21, 21].enumerated().map { sentence($1, at: $0) }.joined()
    let run = PipedProgram(
      program, ["track", "-", "--accessible", "--anchor", "50m", "--to", "59.35,18.066667"],
      input: text, in: folder)
    #expect(run.output.contains("Alarm: outside the ring, 1.86 km from its centre."))
    #expect(run.output.contains("The mark is reached."))
    for wrong in [["--anchor", "0m"], ["--to", "91,0"], ["--to", "here"]] {
      let run = PipedProgram(program, ["track", "--accessible"] + wrong, in: folder)
      #expect(run.status == 2)
    }
  }
}
