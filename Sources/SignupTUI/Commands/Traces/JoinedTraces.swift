import Platform
import Positioning
import TerminalKit

/// Several traces as one that can be played: their tracks one after another, in the order in which
/// they begin.
///
/// Their fixes are written as JSON lines into a temporary file without a name, so that nothing is
/// left of it however the program ends.
enum JoinedTraces {
  /// Returns the trace of files, which are read with some options.
  static func file(of paths: [String], options: TraceOptions) throws -> TraceFile {
    var trace = try TraceMerge(paths: paths, options: options)
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/replay-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    guard file >= 0 else {
      throw TraceError.unreadable(path: path, reason: SystemError().reason)
    }
    defer {
      close(file)
      unlink(path)
    }
    var encoder = JSONLinesEncoder()
    var bytes: [UInt8] = []
    var last: (source: Int, number: UInt32)?
    func write() throws {
      let output = OutputDescriptor(number: file)
      if let code = output.write(bytes) {
        throw TraceError.unreadable(path: path, reason: SystemError(code).reason)
      }
      bytes.removeAll(keepingCapacity: true)
    }
    while var epoch = try trace.next() {
      if epoch.kind == .track, epoch.number == 0 { epoch.number = UInt32(trace.current + 1) }
      if epoch.kind == .track, last?.source != trace.current || last?.number != epoch.number,
        epoch.location != nil
      {
        last = (trace.current, epoch.number)
        name(&epoch, after: trace.inputs[trace.current].name)
      }
      encoder.write(epoch, to: &bytes)
      if bytes.count >= 1 << 16 { try write() }
    }
    try write()
    _ = trace.inputs.complaining()
    return try TraceFile(path: path)
  }

  /// A track without a name is called as its file.
  private static func name(_ epoch: inout TraceEpoch, after path: String) {
    guard epoch.label?.line?.name == nil else { return }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    let label = epoch.label
    epoch.label = TraceLabel(
      name: label?.name, details: label?.details, symbol: label?.symbol,
      line: TraceLabel(name: file))
  }
}
