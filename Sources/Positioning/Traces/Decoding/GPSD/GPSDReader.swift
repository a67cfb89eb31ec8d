/// Reads what gpsd writes, a JSON object a line, as it comes, in pieces of any size.
///
///     var reader = GPSDReader()
///     reader.read([UInt8](#"{"class":"TPV","mode":3,"lat":59.33,"lon":18.07}"#.utf8)) { _ in }
///     reader.finish { print($0.location!.coordinate.latitude) }  // 59.33
///
/// One epoch is made of the `TPV` reports of one time and the `SKY` report that belongs to them;
/// it is given out when the next epoch begins, or at a ``flush(_:)``. Reports of other classes are
/// counted. Serves logs and live daemons alike.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can go on.
public struct GPSDReader: TraceDecoder, Sendable {
  /// The statistics of the source so far.
  public private(set) var statistics = TraceStatistics()
  /// How many bytes were read so far.
  public private(set) var offset = 0

  private var held: [UInt8] = []
  /// True if the line that is under way is too long and passed over.
  private var isOverlong = false
  private var line: Int? = 1
  /// The epoch that is under way, and its time.
  private var epoch: TraceEpoch?
  private var hasSky = false
  /// A report of satellites that came before its position.
  private var waitingSky: GPSDSky?

  /// The longest line that is kept together; a sky of all systems takes a tenth of it.
  private static let longestLine = 65_536

  /// Makes a reader for the beginning of a log or connection.
  public init(options: TraceOptions = TraceOptions()) {}

  /// Reads the next piece of the source.
  public mutating func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ emit: (TraceEpoch) -> Void
  ) {
    offset += bytes.count
    guard !held.isEmpty else {
      let used = readLines(ByteText(bytes), emit)
      held = Array(bytes[used...])
      return
    }
    held.append(contentsOf: bytes)
    // A line that goes on is looked at again only when it ends.
    guard bytes.contains(.lineFeed) || held.count > GPSDReader.longestLine else { return }
    let text = held
    held = []
    text.withUnsafeBufferPointer {
      let used = readLines(ByteText($0), emit)
      held = Array($0[used...])
    }
  }

  /// Reads the next piece of the source.
  public mutating func read(_ bytes: [UInt8], _ emit: (TraceEpoch) -> Void) {
    bytes.withUnsafeBufferPointer { read($0, emit) }
  }

  /// Gives out the epoch that is under way.
  public mutating func flush(_ emit: (TraceEpoch) -> Void) { deliver(emit) }

  /// Reads what is left: the source has ended.
  public mutating func finish(_ emit: (TraceEpoch) -> Void) {
    let text = held
    held = []
    let skipped = statistics.skipped(.malformedField)
    if !isOverlong { text.withUnsafeBufferPointer { readLine(ByteText($0), offset, emit) } }
    // The last line had no end, and its object none either.
    if statistics.skipped(.malformedField) > skipped { statistics.isCutOff = true }
    deliver(emit)
  }

  /// Goes on reading at the beginning of another line of the same source.
  mutating func jump(to offset: Int) {
    self.offset = offset
    held = []
    statistics.jump()
    isOverlong = false
    line = nil
    epoch = nil
    waitingSky = nil
    hasSky = false
  }

  /// Reads the lines of `bytes`, which end at `offset`, and returns how many bytes that were.
  private mutating func readLines(_ bytes: ByteText, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    while let end = rest.firstIndex(of: .lineFeed) {
      let text = rest.prefix(end)
      rest.drop(end + 1)
      if isOverlong || text.count > GPSDReader.longestLine {
        if !isOverlong { statistics.skip(.overlong) }
        isOverlong = false
      } else {
        readLine(text, offset - rest.count, emit)
      }
      line? += 1
    }
    if rest.count > GPSDReader.longestLine {
      if !isOverlong { statistics.skip(.overlong) }
      isOverlong = true
      rest.drop(rest.count)
    } else if isOverlong {
      rest.drop(rest.count)
    }
    return bytes.count - rest.count
  }

  private mutating func readLine(
    _ text: ByteText, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    var rest = text.trimmed
    guard !rest.isEmpty else { return }
    statistics.lines += 1
    while !rest.isEmpty {
      guard rest.first == UInt8(ascii: "{") else { return statistics.skip(.text) }
      guard readObject(&rest, endOffset, emit) else { return statistics.skip(.malformedField) }
      rest.eatBlanks()
    }
  }

  private mutating func readObject(
    _ text: inout ByteText, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
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
      add(position, endOffset, emit)
    } else if name.equals("SKY") {
      var sky = GPSDSky()
      _ = again.eatObject { sky.set($0, $1) }
      add(sky, endOffset)
    }
    return true
  }

  private mutating func add(
    _ position: GPSDPosition, _ endOffset: Int, _ emit: (TraceEpoch) -> Void
  ) {
    // The daemon may report an epoch again when it knows more of it.
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

  /// Joins the satellites to the position of their time: to the one that is under way, or else to
  /// the next one.
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
