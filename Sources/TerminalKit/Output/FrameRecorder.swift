import Formats
import Platform
import ReactiveExtras

/// Records the screen over time in a file that asciinema plays: asciicast, version 2.
///
///     let recorder = try FrameRecorder(
///       path: path, title: "Demo", size: settings.size, term: settings.term,
///       start: loop.now)
///     let end = try loop.run(screen, settings: settings, recorder: recorder)
///
/// Frames are recorded, never keys, so the file contains only what was on the screen. Every event
/// is one line and one write, so the file is complete at any time, even if the program is killed.
/// Only its owner can read it. An existing file is left alone.
public final class FrameRecorder {
  /// The reason why recording has stopped; nil while everything has been recorded.
  public private(set) var failure: RecordingError?

  private let path: String
  private let descriptor: Int32
  private let start: MonotonicInstant
  /// True if a frame has been recorded.
  private var hasBegun = false

  /// Makes the file, and writes the header that a player needs.
  ///
  /// - Parameters:
  ///   - path: The file, which must not exist yet.
  ///   - title: The recording's name in players.
  ///   - size: The terminal's size at the start.
  ///   - term: The kind of terminal, as in `TERM`.
  ///   - start: The time from which all events are counted.
  ///   - secondsSince1970: The wall clock's time at the start.
  public init(
    path: String, title: String, size: Size, term: String, start: MonotonicInstant,
    secondsSince1970: Int = time(nil)
  ) throws(RecordingError) {
    (self.path, self.start) = (path, start)
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw RecordingError(path: path, code: errno) }
    write(
      .object([
        JSONMember("version", 2), JSONMember("width", size.width),
        JSONMember("height", size.height), JSONMember("timestamp", secondsSince1970),
        JSONMember("title", title), JSONMember("env", .object([JSONMember("TERM", term)])),
      ]))
    if let failure { throw failure }
  }

  deinit { close(descriptor) }

  /// Records a frame by its bytes as sent to the terminal; without bytes it is not an event.
  public func record(frame bytes: [UInt8], at instant: MonotonicInstant) {
    guard !bytes.isEmpty else { return }
    // Frames rely on autowrap being off, and the player does not know that.
    let prologue = hasBegun ? [] : ControlSequence.autowrapOff
    hasBegun = true
    event("o", prologue + bytes, at: instant)
  }

  /// Records a new size of the terminal.
  public func record(size: Size, at instant: MonotonicInstant) {
    event("r", Array("\(size.width)x\(size.height)".utf8), at: instant)
  }

  private func event(_ code: String, _ data: [UInt8], at instant: MonotonicInstant) {
    let microseconds = max(0, instant.nanoseconds - start.nanoseconds) / 1000
    let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
    let text = String(decoding: data, as: UTF8.self)
    write([JSONValue.number("\(microseconds / 1_000_000).\(fraction)"), code.json, text.json].json)
  }

  private func write(_ line: JSONValue) {
    guard failure == nil else { return }
    let bytes = Array((line.text(width: .max) + "\n").utf8)
    if let code = OutputDescriptor(number: descriptor).write(bytes) {
      failure = RecordingError(path: path, code: code)
    }
  }
}

/// The reason why the screen cannot be recorded in a file.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The system's `errno`.
  public let code: Int32

  /// True if the file existed already, and was left alone.
  package var isFileThere: Bool { code == EEXIST }

  public var description: String {
    if isFileThere { return "\(path) already exists." }
    return "Cannot record in \(path): \(SystemError(code).reason)."
  }
}
