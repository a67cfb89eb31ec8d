import Formats
import ReactiveExtras
import TerminalKit
import ViewModels

/// Writes the emissions of streams as lines of JSON, many of them at once.
///
///     {"t":2.0,"stream":"Serial Stream A","value":2}
///     {"t":4.0,"stream":"Serial Stream A","completion":"finished"}
final class EmissionLines {
  /// The system's `errno` of the first write that failed; nothing is written after it.
  private(set) var failure: Int32?
  private let writeBytes: ([UInt8]) -> Int32?
  private var bytes: [UInt8] = []
  private let isASCII: Bool

  /// The number of bytes that are gathered before they are written.
  private static let chunk = 1 << 16

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - isASCII: True if only ASCII may be written, with escapes for the rest.
  ///   - write: Writes bytes, and returns the system's `errno` if that fails.
  init(
    isASCII: Bool = TerminalSettings().symbols.isASCII, _ write: @escaping ([UInt8]) -> Int32?
  ) {
    (self.isASCII, writeBytes) = (isASCII, write)
  }

  /// Adds a value.
  func write(_ value: StreamValue, of stream: String, at instant: MonotonicInstant) {
    add(JSONMember("value", value.json), of: stream, at: instant)
  }

  /// Adds the end of a stream.
  func writeEnd(of stream: String, _ completion: String = "finished", at instant: MonotonicInstant)
  {
    add(JSONMember("completion", completion.json), of: stream, at: instant)
  }

  /// Writes the gathered lines.
  func flush() {
    if failure == nil, !bytes.isEmpty { failure = writeBytes(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  private func add(_ event: JSONMember, of stream: String, at instant: MonotonicInstant) {
    let seconds = Double(instant.nanoseconds) / 1e9
    let line = JSONValue.object([
      JSONMember("t", seconds.json), JSONMember("stream", stream.json), event,
    ])
    bytes += line.compactText.escapedJSON(isASCII: isASCII).utf8
    bytes.append(0x0A)
    if bytes.count >= Self.chunk { flush() }
  }
}
