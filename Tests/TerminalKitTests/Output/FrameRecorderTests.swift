import ReactiveExtras
import TestSupport
import Testing

@testable import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Recording frames")
struct FrameRecorderTests {
  @Test("The file is an asciicast of version 2, line by line")
  func lines() throws {
    let folder = ScratchFolder()
    let start = MonotonicInstant(nanoseconds: 5_000_000_000)
    let recorder = try FrameRecorder(
      path: folder.file("a.cast"), title: "A \"demo\"", size: Size(100, 30),
      term: "xterm \"odd\\\u{1}", start: start, secondsSince1970: 1_700_000_000)
    recorder.record(frame: Array("\u{1B}[H\"é\\漢\u{8}\r\n".utf8), at: start)
    recorder.record(frame: [], at: start)
    recorder.record(size: Size(80, 24), at: start + .milliseconds(1_250))
    recorder.record(frame: Array("x".utf8), at: start + .milliseconds(61_005))
    #expect(recorder.failure == nil)
    #expect(
      folder.read("a.cast") == #"""
        {"version": 2, "width": 100, "height": 30, "timestamp": 1700000000, "title": "A \"demo\"", "env": {"TERM": "xterm \"odd\\\u0001"}}
        [0.000000, "o", "\u001b[?7l\u001b[H\"é\\漢\u0008\r\n"]
        [1.250000, "r", "80x24"]
        [61.005000, "o", "x"]

        """#)
  }

  @Test("A full disk ends the recording, not the program, and is reported")
  func fullDisk() throws {
    guard access("/dev/full", W_OK) == 0 else { return }
    #expect(throws: RecordingError(path: "/dev/full", code: EEXIST)) {
      _ = try FrameRecorder(
        path: "/dev/full", title: "", size: Size(1, 1), term: "", start: .now, secondsSince1970: 0)
    }
    #expect(RecordingError(path: "a", code: EEXIST).description == "a already exists.")
    #expect(
      RecordingError(path: "a", code: ENOSPC).description
        == "Cannot record in a: No space left on device.")
  }
}
