#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ReactiveExtras

/// What the screen showed and when, in a file that asciinema plays: asciicast, version 2.
///
///     let recorder = try FrameRecorder(path: "demo.cast", size: Size(80, 24), start: loop.now)
///     recorder.record(frame: bytes, at: loop.now)
///
/// Frames are recorded, never keys, so nothing is in the file that was not on the screen. Every
/// event is one line and one write, so the file is whole at any moment, also when the program is
/// killed. A file that is there already is left alone.
public final class FrameRecorder {
  /// Why no more is recorded; nil while all is well.
  public private(set) var failure: RecordingError?

  private let path: String
  private let descriptor: Int32
  private let start: MonotonicInstant
  private var hasBegun = false

  public init(
    path: String, size: Size, start: MonotonicInstant,
    secondsSince1970: Int = time(nil),
    term: String = TerminalSettings.processEnvironment["TERM"] ?? ""
  ) throws(RecordingError) {
    self.path = path
    self.start = start
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw RecordingError(path: path, code: errno) }
    var header = "{\"version\": 2, \"width\": \(size.width), \"height\": \(size.height), "
    header += "\"timestamp\": \(secondsSince1970), \"title\": \"SignupTUI\", "
    header += "\"env\": {\"TERM\": \(Self.quoted(term.utf8))}}\n"
    write(header)
    if let failure { throw failure }
  }

  deinit { close(descriptor) }

  /// Records a frame as it was written to the terminal.
  public func record(frame bytes: [UInt8], at instant: MonotonicInstant) {
    guard !bytes.isEmpty else { return }
    // Frames rely on autowrap being off, which the player has not been told.
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
    write("[\(microseconds / 1_000_000).\(fraction), \"\(code)\", \(Self.quoted(data))]\n")
  }

  private func write(_ line: String) {
    guard failure == nil else { return }
    if let code = OutputDescriptor(number: descriptor).write(Array(line.utf8)) {
      failure = RecordingError(path: path, code: code)
    }
  }

  /// A string of JSON with these bytes of UTF-8.
  private static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    var quoted: [UInt8] = [0x22]
    for byte in bytes {
      switch byte {
      case 0x22, 0x5C: quoted += [0x5C, byte]
      case 0x00..<0x20:
        quoted += Array("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: quoted.append(byte)
      }
    }
    return String(decoding: quoted + [0x22], as: UTF8.self)
  }
}

/// Why the screen cannot be recorded in a file.
public struct RecordingError: Error, Equatable, CustomStringConvertible {
  public let path: String
  /// The system's `errno`.
  public let code: Int32

  /// Makes a RecordingError of its parts.
  public init(path: String, code: Int32) {
    self.path = path
    self.code = code
  }

  public var description: String {
    if code == EEXIST {
      return "\(path) is there already; give --record the name of a new file."
    }
    return "\(path) cannot be recorded in: \(String(cString: strerror(code)))."
  }
}
