/// The format of emissions.
enum EmissionFormat: String, CaseIterable, Sendable {
  /// Objects with the time, the stream and the value.
  case json
  /// A table with commas (RFC 4180).
  case csv
  /// The values alone, a line of JSON each.
  case values
}

/// Writes the emissions of streams as lines, many of them at once.
///
///     {"t":2.0,"stream":"Serial Stream A","value":2}
///     {"t":4.0,"stream":"Serial Stream A","completion":"finished"}
///
/// A table and bare values do not contain the end of a stream.
final class EmissionLines {
  /// The system's `errno` of the first failed write; nothing is written after it.
  private(set) var failure: Int32?
  private let writeBytes: ([UInt8]) -> Int32?
  private var bytes: [UInt8] = []
  private let isASCII: Bool
  private let format: EmissionFormat
  private var table = EmissionTable()
  /// The line up to its value, for the stream and the instant of the value before.
  private var head: (instant: MonotonicInstant, stream: String, bytes: [UInt8])?

  /// The number of bytes to collect before writing them.
  private static let chunk = 1 << 16

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - format: The format of the lines.
  ///   - isASCII: True if only ASCII may be written, with escapes for other characters.
  ///   - write: Writes bytes, and returns the system's `errno` on failure.
  init(
    _ format: EmissionFormat = .json, isASCII: Bool = TerminalSettings().symbols.isASCII,
    _ write: @escaping ([UInt8]) -> Int32?
  ) {
    (self.format, self.isASCII, writeBytes) = (format, isASCII, write)
    bytes.reserveCapacity(Self.chunk + 4_096)
  }

  /// Adds a value.
  func write(_ value: StreamValue, of stream: String, at instant: MonotonicInstant) {
    switch format {
    case .json:
      writeHead(of: stream, at: instant)
      append(value)
      bytes.append(UInt8(ascii: "}"))
    case .csv: bytes += table.row(of: value, stream, instant.seconds)
    case .values: append(value)
    }
    endLine()
  }

  /// Adds the end of a stream.
  func writeEnd(of stream: String, _ completion: String = "finished", at instant: MonotonicInstant)
  {
    guard format == .json else { return }
    bytes += #"{"t":\#(instant.seconds),"stream":"#.utf8
    append(.text(stream))
    bytes += #","completion":"\#(completion)"}"#.utf8
    endLine()
  }

  /// Writes the gathered lines.
  func flush() {
    if failure == nil, !bytes.isEmpty { failure = writeBytes(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  private func endLine() {
    bytes.append(0x0A)
    if bytes.count >= Self.chunk { flush() }
  }

  private func writeHead(of stream: String, at instant: MonotonicInstant) {
    if let head, head.instant == instant, head.stream == stream {
      bytes += head.bytes
      return
    }
    let start = bytes.count
    bytes += #"{"t":\#(instant.seconds),"stream":"#.utf8
    append(.text(stream))
    bytes += #","value":"#.utf8
    head = (instant, stream, Array(bytes[start...]))
  }

  private func append(_ value: StreamValue) {
    let start = bytes.count
    bytes.append(json: value)
    guard value.isHeavy else { return }
    // Most texts contain nothing that affects a terminal.
    var next = start
    while next < bytes.count, bytes[next] != 0x7F {
      let length = bytes[next] < 0x7F ? 1 : isASCII ? 0 : bytes.lengthOfShown(at: next)
      if length == 0 { break }
      next += length
    }
    if next == bytes.count { return }
    let text = String(decoding: bytes[start...], as: UTF8.self).escapedJSON(isASCII: isASCII)
    bytes.replaceSubrange(start..., with: text.utf8)
  }
}

extension MonotonicInstant {
  /// The seconds since the start of the clock.
  fileprivate var seconds: Double { Double(nanoseconds) / 1e9 }
}
