import Positioning
import TerminalKit
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `export`: every fix of a trace to standard output.
enum ExportCommand {
  /// How many bytes are gathered before they are written.
  private static let chunk = 1 << 16

  static func run(file path: String, format: ExportFormat) throws -> ExitStatus {
    var trace = try TraceFile(path: path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(chunk + 256)
    var export = TraceCSVExport()
    export.writeHeader(to: &bytes)
    while let epoch = try trace.next() {
      guard let location = epoch.location else { continue }
      export.write(location, to: &bytes)
      if bytes.count >= chunk {
        try write(&bytes)
      }
    }
    try write(&bytes)
    // A table without rows is a true answer, and one that should not come as a surprise.
    if trace.statistics.fixes == 0 {
      OutputDescriptor.error.report(
        "SignupTUI: \(path): there is no fix in it, so only the header was written.")
    }
    let skipped = trace.statistics.skipped
    if skipped > 0 {
      let lines =
        skipped == 1 ? "1 damaged or foreign line was" : "\(skipped) damaged or foreign lines were"
      OutputDescriptor.error.report("SignupTUI: \(path): \(lines) skipped.")
    }
    return .success
  }

  private static func write(_ bytes: inout [UInt8]) throws {
    if let code = OutputDescriptor.output.write(bytes) { throw OutputFailure(code: code) }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Standard output could not be written to.
struct OutputFailure: Error, CustomStringConvertible {
  /// The system's `errno`.
  let code: Int32

  var isBrokenPipe: Bool { code == EPIPE }

  var description: String {
    "Standard output cannot be written: \(String(cString: strerror(code))). "
      + "What has arrived there is incomplete."
  }
}
