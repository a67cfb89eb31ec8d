/// Reads gpsd's output, one JSON object per line, as it arrives, in pieces of any size.
///
///     var reader = TraceReader(format: .gpsd)
///     reader.read([UInt8](#"{"class":"TPV","mode":3,"lat":59.33,"lon":18.07}"#.utf8)) { _ in }
///     reader.finish { print($0.location!.coordinate.latitude) }  // 59.33
///
/// The `TPV` reports with the same time and the `SKY` report for them form one epoch. It is emitted
/// when the next epoch begins, or by ``flush(_:)``. Reports of other classes are counted. The
/// reader works for logs and for a running daemon.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct GPSDReader: LineDecoder, Sendable {
  var statistics = TraceStatistics()
  var pieces = PieceSource()
  var lines = LineSource()
  /// The current epoch, and its time.
  private var epoch: TraceEpoch?
  private var hasSky = false
  /// A report of satellites that came before its position.
  private var waitingSky: GPSDSky?

  init(options: TraceOptions = TraceOptions()) {}

  mutating func flush(_ emit: (TraceEpoch) -> Void) { deliver(emit) }

  mutating func close(_ emit: (TraceEpoch) -> Void) { deliver(emit) }

  mutating func readLine(
    _ text: ByteText, number: Int, endOffset: Int, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text
    while !rest.isEmpty {
      guard rest.first == UInt8(ascii: "{") else { return statistics.skip(.text) }
      guard readObject(&rest, number, endOffset, emit) else {
        if isLast { statistics.isCutOff = true }
        return statistics.skip(.malformedField)
      }
      rest.eatBlanks()
    }
  }

  private mutating func readObject(
    _ text: inout ByteText, _ line: Int, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) -> Bool {
    let object = text
    var name: ByteText?
    guard
      text.eatObject({ key, value in
        if key.equals("class"), case .string(let text) = value { name = text }
      }), let name
    else { return false }
    var address: UInt64 = 0
    for index in 0..<min(name.count, 8) { address = address << 8 | UInt64(name[index]) }
    statistics.count(address: address)
    var again = object
    if name.equals("TPV") {
      var position = GPSDPosition()
      _ = again.eatObject { position.set($0, $1) }
      add(position, line, endOffset, emit)
    } else if name.equals("SKY") {
      var sky = GPSDSky()
      _ = again.eatObject { sky.set($0, $1) }
      add(sky, endOffset)
    }
    return true
  }

  private mutating func add(
    _ position: GPSDPosition, _ line: Int, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    // The daemon may report an epoch again once it knows more about it.
    let isSame = epoch != nil && position.time != nil && epoch?.timestamp == position.time
    if !isSame { deliver(emit) }
    var next = epoch ?? TraceEpoch(location: nil, line: line)
    let former = next.location
    next.timestamp = position.time
    next.nanosecondsOfDay = position.time?.dayAndTime.time
    next.endOffset = endOffset
    next.location = position.found ?? next.location
    if let former {
      next.location?.hdop = former.hdop
      next.location?.vdop = former.vdop
      next.location?.pdop = former.pdop
      next.location?.satellitesUsed = former.satellitesUsed
    }
    epoch = next
    if let sky = waitingSky {
      waitingSky = nil
      if sky.time == nil || sky.time == position.time { join(sky) }
    }
  }

  /// Adds the satellites to the position with the same time: the current one, or else the next one.
  private mutating func add(_ sky: GPSDSky, _ endOffset: Int) {
    let belongs = sky.time == nil ? !hasSky : sky.time == epoch?.timestamp
    if epoch != nil, belongs {
      join(sky)
      epoch?.endOffset = endOffset
    } else {
      waitingSky = sky
    }
  }

  private mutating func join(_ sky: GPSDSky) {
    hasSky = true
    if !sky.satellites.isEmpty { epoch?.satellites = sky.satellites }
    if let hdop = sky.hdop { epoch?.location?.hdop = hdop }
    if let vdop = sky.vdop { epoch?.location?.vdop = vdop }
    if let pdop = sky.pdop { epoch?.location?.pdop = pdop }
    if let count = sky.satellitesUsed { epoch?.location?.satellitesUsed = count }
  }

  private mutating func deliver(_ emit: (TraceEpoch) -> Void) {
    hasSky = false
    guard let epoch else { return }
    self.epoch = nil
    statistics.count(epoch)
    emit(epoch)
  }
}
