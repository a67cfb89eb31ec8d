import Positioning
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `export`: every fix of a trace to standard output.
struct ExportCommand: Command {
  /// The trace.
  var file: String
  /// What is written.
  var format = Format.csv

  /// A format that traces are written in.
  enum Format {
    case csv
  }

  private static let to = Option<Format>.choice(
    "--to", among: ["csv": .csv], help: "the format that is written")

  static let specification = CommandSpec(
    name: "export", summary: "write every fix of a trace as CSV",
    purpose: "Write every fix of a trace to standard output.",
    operands: [.file], synopsis: [.operand(.file), .required(to.spec)],
    usages: [[.operand(.file), .required(to.spec)]],
    options: [to.spec],
    rules: [.required(to.spec, because: "which format is wanted.")],
    notes: [
      "Columns: time,latitude,longitude,altitude,speed,course,satellites,hdop,fix. Times are "
        + "ISO 8601 in UTC, angles in degrees, altitudes in metres above mean sea level, speeds in "
        + "metres per second; what is not known is empty. How many lines were damaged is told on "
        + "standard error, and so is that a trace has no fix."
    ])
}

extension ExportCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.operand(0) ?? ""
    if let format = try arguments[Self.to] { self.format = format }
  }

  /// How many bytes are gathered before they are written.
  private static let chunk = 1 << 16

  @MainActor func run() throws -> ExitStatus {
    var trace = try TraceFile(path: file)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.chunk + 256)
    var export = TraceCSVExport()
    export.writeHeader(to: &bytes)
    while let epoch = try trace.next() {
      guard let location = epoch.location else { continue }
      export.write(location, to: &bytes)
      if bytes.count >= Self.chunk {
        try Self.write(&bytes)
      }
    }
    try Self.write(&bytes)
    // A table without rows is a true answer, and one that should not come as a surprise.
    if trace.statistics.fixes == 0 {
      OutputDescriptor.error.report(
        "SignupTUI: \(file): there is no fix in it, so only the header was written.")
    }
    let skipped = trace.statistics.skipped
    if skipped > 0 {
      let lines =
        skipped == 1 ? "1 damaged or foreign line was" : "\(skipped) damaged or foreign lines were"
      OutputDescriptor.error.report("SignupTUI: \(file): \(lines) skipped.")
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
