import CommandLineKit
import TestSupport
import Testing

@testable import SignupTUI

@Suite("A file as the only argument")
struct FileOpeningTests {
  private let folder = ScratchFolder()

  private func command(_ name: String, _ text: String) throws -> any Command {
    let path = folder.write(name, text.utf8)
    guard case .run(let command) = try CommandParser(Program.specification).parse([path]) else {
      throw UsageError("\(name) runs nothing")
    }
    return command
  }

  private func problem(_ path: String) -> String? {
    do {
      _ = try CommandParser(Program.specification).parse([path])
      return nil
    } catch { return error.problem }
  }

  @Test(
    "A log is played, whatever its name",
    arguments: [
      "$GPRMC,120000.00,A,5920.00,N,01804.00,E,0.0,0.0,010524,,,A*50\r\n",
      "time,lat,lon\n2024-05-01T12:00:00Z,59.3,18.0\n",
      #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[18,59],[18.1,59]]}}"#,
      "\u{1f}\u{8b}",
    ])
  func log(text: String) throws {
    let bytes: [UInt8] = text == "\u{1f}\u{8b}" ? [0x1f, 0x8b, 8, 0] : Array(text.utf8)
    let path = folder.write("ride", bytes)
    guard case .run(let command) = try CommandParser(Program.specification).parse([path]) else {
      Issue.record("it runs nothing")
      return
    }
    #expect((command as? ReplayCommand)?.files == [path])
  }

  @Test("A form is filled in, and streams are shown, as their keys say")
  func documents() throws {
    #expect(try command("a.json", #"{"fields":[{"id":"name","kind":"text"}]}"#) is FormCommand)
    #expect(try command("b.json", #"{"version":1,"documents":[]}"#) is StreamsCommand)
    #expect(try command("c.json", #"[{"stream":{}}]"#) is StreamsCommand)
  }

  @Test("What cannot be opened is named in a sentence")
  func problems() {
    let text = folder.write("notes.txt", "Dear diary\n".utf8)
    #expect(problem(text) == "'\(text)' is not a GPS log, a form or a stream file.")
    let broken = folder.write("form.json", "{\"fields\": [".utf8)
    #expect(problem(broken)?.hasPrefix("'\(broken)' cannot be read as JSON: ") == true)
    #expect(problem("missing.fit") == "Cannot open 'missing.fit': No such file or directory.")
    let path = folder.file("")
    #expect(problem(path)?.hasPrefix("'\(path)' is a folder. ") == true)
  }

  @Test("A misspelled command without a file of its name is still a command")
  func misspelled() {
    #expect(problem("repaly") == "'repaly' is not a command. Did you mean 'replay'?")
    #expect(problem("help") == nil)
  }
}
