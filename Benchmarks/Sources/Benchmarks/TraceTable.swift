import Harness
import Positioning

/// Measures the readers and the writer of traces and prints the table.
///
/// Each reader is given the whole source in pieces of 64 KiB, as a file would be.
func printTraceTable(_ isWanted: (String) -> Bool) {
  let names = (
    nmea: "Trace: NMEAReader", found: "Trace: TraceReader, format found",
    csv: "Trace: CSVReader", export: "Trace: CSVEncoder", fit: "Trace: TraceReader, FIT"
  )
  guard [names.nmea, names.found, names.csv, names.export, names.fit].contains(where: isWanted)
  else { return }
  let trace = GeneratedTrace(byteCount: 20_000_000)

  // Read once beforehand: what is measured must be right.
  var locations: [Location] = []
  var reader = TraceReader(format: .nmea)
  reader.read(trace.bytes) { if let location = $0.location { locations.append(location) } }
  reader.finish { if let location = $0.location { locations.append(location) } }
  precondition(
    locations.count == trace.epochs && locations.last?.timestamp != nil,
    "The reader found \(locations.count) of \(trace.epochs) positions.")
  let table = csv(locations)

  var output = MarkdownTable(
    heading: ["Traces, \(trace.bytes.count / 1_000_000) MB of NMEA", "MB/s", "±", "ns per epoch"])
  func append(_ name: String, byteCount: Int, _ work: () -> Int) {
    guard isWanted(name) else { return }
    var turns: [Duration] = []
    for _ in 0..<9 {
      var epochs = 0
      turns.append(ContinuousClock().measure { epochs = work() })
      precondition(
        epochs == trace.epochs, "\(name): \(epochs) epochs came out; there are \(trace.epochs).")
    }
    let timing = Timing(of: turns, per: trace.epochs)
    let megabytes = Double(byteCount) / Double(trace.epochs) / timing.nanoseconds * 1000
    output.append([
      name, megabytes.formatted(decimals: 0), percent(timing.spread),
      timing.nanoseconds.formatted(decimals: 0),
    ])
  }
  func read(_ bytes: [UInt8]) -> Int {
    var (reader, epochs) = (TraceReader(), 0)
    inPieces(bytes) { reader.read($0) { epochs += $0.location == nil ? 0 : 1 } }
    reader.finish { epochs += $0.location == nil ? 0 : 1 }
    return epochs
  }
  append(names.nmea, byteCount: trace.bytes.count) {
    var (reader, epochs) = (TraceReader(format: .nmea), 0)
    inPieces(trace.bytes) { reader.read($0) { epochs += $0.location == nil ? 0 : 1 } }
    reader.finish { epochs += $0.location == nil ? 0 : 1 }
    return epochs
  }
  append(names.found, byteCount: trace.bytes.count) { read(trace.bytes) }
  append(names.csv, byteCount: table.count) {
    var (reader, epochs) = (TraceReader(format: .csv), 0)
    inPieces(table) { reader.read($0) { epochs += $0.location == nil ? 0 : 1 } }
    reader.finish { epochs += $0.location == nil ? 0 : 1 }
    return epochs
  }
  append(names.export, byteCount: table.count) {
    let written = csv(locations)
    return written.count == table.count ? locations.count : 0
  }
  let ride = GeneratedRide(records: trace.epochs)
  append(names.fit, byteCount: ride.bytes.count) { read(ride.bytes) }
  print("\n" + output.text)
}

private func csv(_ locations: [Location]) -> [UInt8] {
  var export = TraceOutputFormat.csv.makeEncoder()
  var buffer: [UInt8] = []
  buffer.reserveCapacity(locations.count * 100)
  export.begin(&buffer)
  for location in locations {
    export.write(TraceEpoch(location: location, timestamp: location.timestamp), to: &buffer)
  }
  return buffer
}

private func inPieces(_ bytes: [UInt8], _ read: (UnsafeBufferPointer<UInt8>) -> Void) {
  bytes.withUnsafeBufferPointer { bytes in
    var start = 0
    while start < bytes.count {
      let end = min(start + 65_536, bytes.count)
      read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      start = end
    }
  }
}
