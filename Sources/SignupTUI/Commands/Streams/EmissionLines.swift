import ReactiveExtras
import ViewModels

/// Writes what streams do as lines of JSON, many of them at once.
///
///     {"t":2.0,"stream":"Serial Stream A","value":2}
///     {"t":4.0,"stream":"Serial Stream A","completion":"finished"}
final class EmissionLines {
  /// The system's `errno` of the first write that failed; nothing is written after it.
  private(set) var failure: Int32?
  private let writeBytes: ([UInt8]) -> Int32?
  private var bytes: [UInt8] = []

  /// How many bytes are gathered before they are written.
  private static let chunk = 1 << 16

  /// Makes a writer.
  ///
  /// - Parameter write: Writes bytes, and returns the system's `errno` where that fails.
  init(_ write: @escaping ([UInt8]) -> Int32?) { writeBytes = write }

  /// Adds a value.
  func write(_ value: StreamValue, of stream: String, at instant: MonotonicInstant) {
    add(JSONMember("value", value.json), of: stream, at: instant)
  }

  /// Adds the end of a stream.
  func writeEnd(of stream: String, _ completion: String = "finished", at instant: MonotonicInstant)
  {
    add(JSONMember("completion", completion.json), of: stream, at: instant)
  }

  /// Writes what has been gathered.
  func flush() {
    if failure == nil, !bytes.isEmpty { failure = writeBytes(bytes) }
    bytes.removeAll(keepingCapacity: true)
  }

  private func add(_ event: JSONMember, of stream: String, at instant: MonotonicInstant) {
    let seconds = Double(instant.nanoseconds) / 1e9
    let line = JSONValue.object([
      JSONMember("t", seconds.json), JSONMember("stream", stream.json), event,
    ])
    bytes += line.compactText.utf8
    bytes.append(0x0A)
    if bytes.count >= Self.chunk { flush() }
  }
}
