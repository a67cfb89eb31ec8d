@testable import Positioning
/// The function that libFuzzer calls with one input after another. Every input is read as a trace,
/// whatever its content makes it: in one piece, in several, and from a copy of the reader.
///
/// The first byte says how long the pieces are and how many epochs wait for a date, and now and
/// then what the columns of a table hold.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let bytes, count > 1 else { return 0 }
  let settings = bytes[0]
  let input = UnsafeBufferPointer(start: bytes + 1, count: count - 1)
  var options = TraceOptions(dateLookAhead: settings & 0x80 == 0 ? 512 : 0)
  if settings & 0x40 != 0 { options.date = Timestamp(nanosecondsSince1970: .max) }
  if settings & 0x3F == 0x0B { options.columns = ["time", "lat", "lon", "ele"] }
  if settings & 0x3F == 0x0C { options.columns = ["-", "zone", "easting", "northing"] }
  options.weekRollovers = settings & 0x3F == 0x0D ? 1 : 0

  var whole: [TraceEpoch] = []
  var reader = TraceReader(options: options)
  reader.read(input) { whole.append($0) }
  reader.finish { whole.append($0) }
  for epoch in whole { check(epoch, of: input.count) }

  var pieces: [TraceEpoch] = []
  var other = TraceReader(options: options)
  let length = Int(settings & 0x3F) * 5 + 1
  var start = 0
  while start < input.count {
    let end = min(start + length, input.count)
    // A copy that is read on from must leave the reader as it was.
    var copy = other
    copy.finish { check($0, of: input.count) }
    other.read(UnsafeBufferPointer(rebasing: input[start..<end])) { pieces.append($0) }
    start = end
  }
  other.finish { pieces.append($0) }
  precondition(pieces == whole, "pieces of \(length) bytes give other epochs than the whole")
  precondition(other.statistics.epochs == reader.statistics.epochs)
  return 0
}

/// Checks the laws of every epoch, whatever the source says.
private func check(_ epoch: TraceEpoch, of size: Int) {
  precondition(epoch.endOffset >= 0 && epoch.endOffset <= size)
  precondition(epoch.line.map { $0 >= 1 && $0 <= size + 1 } ?? true)
  guard let location = epoch.location else { return }
  precondition(location.coordinate.isValid)
  precondition(location.timestamp == epoch.timestamp)
  if let course = location.course { precondition(course >= 0 && course < 360) }
  if let speed = location.speed { precondition(speed >= 0) }
  _ = epoch.timestamp?.description
}
