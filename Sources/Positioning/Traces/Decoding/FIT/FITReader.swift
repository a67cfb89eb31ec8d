/// Reads FIT, the binary format of watches and bicycle computers, as it arrives, in pieces of any
/// size, and emits an epoch for each record.
///
/// Consecutive records with the same time are one: some devices write the position in one and the
/// heart rate in another. If several have the same value, the first one is used. A record without a
/// position is an epoch without a location, which may still have a heart rate or a power. A session
/// begins a segment, and so does a timer that restarts after a pause. The ends of laps and the
/// points of a course are waypoints; the records of a course are a route. Concatenated files are
/// separate tracks. Messages that are not used are counted by their names or numbers.
///
/// A file that is truncated or corrupt yields its complete records: lengths in it are not trusted.
/// Memory is bounded whatever the file contains.
///
/// A reader is a value: a copy of it is a checkpoint from which reading can continue.
struct FITReader: PieceDecoder, Sendable {
  /// The statistics of the source so far; `lines` and `sentences` count messages.
  var statistics = TraceStatistics()

  var pieces = PieceSource()
  private var state = State.header
  /// The number of bytes of data that are left in the file; nil if it is not declared.
  private var left: Int?
  private var checksum = FITChecksum()
  /// The number of bytes that were read but not added to the checksum yet; none of them is from an
  /// earlier piece.
  private var unsummed = 0
  /// The definitions by local number.
  private var plans = [SharedFITPlan?](repeating: nil, count: 16)
  private var descriptions = FITDescriptions()
  var values = FITValues()
  var clock = FITClock()

  /// The kind of line that the records belong to, and the number of files that have begun.
  var kind = TraceKind.track
  var number: UInt32 = 0
  /// True if the next record is the first of its segment.
  var startsSegment = true
  /// True if the watch was stopped and has not been restarted.
  var isTimerStopped = false
  var lapCount = 0
  /// True if the device reports that it has a barometer.
  var hasBarometer = false
  var heartRates = FITHeartRates()
  /// True if the last lap ended before the next fix.
  var startsLap = false
  /// The current record, and the waypoints that came after it began.
  var record = FITRecord()
  var waypoints: [TraceEpoch] = []
  /// Epochs with times of the device's own clock, until its offset from UTC is known.
  var waiting: [TraceEpoch] = []
  let mostWaiting: Int

  /// The next part of the file.
  private enum State: Sendable {
    case header, data
    /// Data that cannot be read.
    case junk
    case checksum
    /// Bytes that are not FIT.
    case rest
  }

  /// Makes a reader for the beginning of a file.
  init(options: TraceOptions = TraceOptions()) { mostWaiting = max(0, options.dateLookAhead) }

  var isWaiting: Bool { !waiting.isEmpty }

  /// Emits the current record, and the epochs that wait for a date.
  mutating func flush(_ emit: (TraceEpoch) -> Void) {
    finishRecord(emit)
    deliverWaiting(emit)
  }

  mutating func close(_ emit: (TraceEpoch) -> Void) {
    switch state {
    case .header: statistics.isCutOff = pieces.hasRest || number == 0
    case .data:
      if pieces.hasRest { statistics.skip(.truncated) }
      statistics.isCutOff = true
    case .junk, .checksum: statistics.isCutOff = true
    case .rest: break
    }
    flush(emit)
  }

  mutating func readParts(_ bytes: ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void) -> Int {
    var rest = bytes
    while !rest.isEmpty {
      if state != .data { finishRecord(emit) }
      let isRead =
        switch state {
        case .header: readHeader(&rest, isLast: isLast)
        case .data: readMessage(&rest, isLast: isLast, emit)
        case .junk: passJunk(&rest)
        case .checksum: readChecksum(&rest)
        case .rest: passRest(&rest)
        }
      if !isRead { break }
    }
    sumUp(to: rest)
    return bytes.count - rest.count
  }

  private mutating func readHeader(_ rest: inout ByteText, isLast: Bool) -> Bool {
    let length = Int(rest[0])
    guard length == 12 || length == 14, rest.count >= length || !isLast else {
      // Zeros after a file are padding.
      if rest[0] != 0 { statistics.skip(.text) }
      state = .rest
      return true
    }
    guard rest.count >= length else { return false }
    guard ByteText.isFIT(rest) else {
      statistics.skip(.text)
      state = .rest
      return true
    }
    let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(rest[$1]) }
    left = size == 0 ? nil : size
    checksum = FITChecksum()
    checksum.add(rest.prefix(12))
    if length == 14 {
      let stored = UInt16(rest[12]) | UInt16(rest[13]) << 8
      if stored != 0, stored != checksum.value { statistics.skip(.badChecksum) }
      checksum.add(rest.dropping(12).prefix(2))
    }
    rest.drop(length)
    begin()
    return true
  }

  /// Resets the state at the beginning of each of several concatenated files.
  private mutating func begin() {
    state = .data
    plans = [SharedFITPlan?](repeating: nil, count: 16)
    descriptions = FITDescriptions()
    clock = FITClock()
    kind = .track
    number &+= 1
    startsSegment = true
    isTimerStopped = false
    lapCount = 0
    startsLap = false
    hasBarometer = false
    heartRates = FITHeartRates()
  }

  private mutating func readMessage(
    _ rest: inout ByteText, isLast: Bool, _ emit: (TraceEpoch) -> Void
  ) -> Bool {
    // A file that does not declare its length may still have a checksum.
    if left == nil, isLast, rest.count == 2 {
      sumUp(to: rest)
      if UInt16(rest[0]) | UInt16(rest[1]) << 8 == checksum.value {
        rest.drop(2)
        state = .header
        return true
      }
    }
    if let left, left <= 0 {
      state = .checksum
      return true
    }
    let header = rest[0]
    let body = rest.dropping(1)
    if header & 0xC0 == 0x40 {
      let hasDeveloperFields = header & 0x20 != 0
      guard let length = FITPlan.length(of: body, hasDeveloperFields: hasDeveloperFields) else {
        return waitFor(6, &rest)
      }
      guard take(length, &rest) else { return waitFor(length + 1, &rest) }
      statistics.lines += 1
      plans[Int(header & 0x0F)] = SharedFITPlan(
        FITPlan(body.prefix(length), hasDeveloperFields: hasDeveloperFields, descriptions))
      return true
    }
    let local = Int(header & 0x80 == 0 ? header & 0x0F : header >> 5 & 3)
    guard let shared = plans[local] else {
      // The position of the next message is unknown.
      statistics.skip(.malformedField)
      state = .junk
      return true
    }
    guard take(shared.plan.size, &rest) else { return waitFor(shared.plan.size + 1, &rest) }
    statistics.lines += 1
    statistics.count(address: shared.plan.address)
    let message = body.prefix(shared.plan.size)
    values.read(
      message, shared.plan.fields, isBigEndian: shared.plan.isBigEndian,
      speedAndDistance: shared.plan.speedAndDistance)
    if let time = values[.time] {
      clock.set(time)
    } else if header & 0x80 != 0 {
      clock.set(low: header)
    }
    let hasTime = header & 0x80 != 0
    switch shared.plan.kind {
    case nil: break
    case .record: deliverRecord(hasTime: hasTime, pieces.offset - rest.count, emit)
    case .fieldDescription: if descriptions.add(message, shared.plan) { resolvePlans() }
    case let kind?:
      understand(
        kind, message, shared.plan, values, hasTime: hasTime, pieces.offset - rest.count, emit)
    }
    return true
  }

  /// Updates the plans with the developers' fields that are known by now.
  private mutating func resolvePlans() {
    for index in plans.indices {
      guard var plan = plans[index]?.plan else { continue }
      plan.resolve(descriptions)
      plans[index] = SharedFITPlan(plan)
    }
  }

  /// Removes a header byte and `length` more bytes from the front; false if they are missing.
  private mutating func take(_ length: Int, _ rest: inout ByteText) -> Bool {
    guard rest.count > length, left.map({ $0 > length }) ?? true else { return false }
    pass(length + 1, &rest)
    return true
  }

  /// Waits for a message of `length` bytes, unless the file's data ends earlier.
  private mutating func waitFor(_ length: Int, _ rest: inout ByteText) -> Bool {
    guard let left, left < length else { return false }
    statistics.skip(.truncated)
    state = .junk
    return true
  }

  private mutating func pass(_ length: Int, _ rest: inout ByteText) {
    unsummed += length
    rest.drop(length)
    if let left { self.left = left - length }
  }

  /// Adds the bytes before `rest` to the checksum.
  private mutating func sumUp(to rest: ByteText) {
    checksum.add(ByteText(start: rest.start - unsummed, count: unsummed))
    unsummed = 0
  }

  private mutating func passJunk(_ rest: inout ByteText) -> Bool {
    pass(min(left ?? .max, rest.count), &rest)
    if let left, left <= 0 { state = .checksum }
    return true
  }

  private mutating func readChecksum(_ rest: inout ByteText) -> Bool {
    sumUp(to: rest)
    guard rest.count >= 2 else { return false }
    if UInt16(rest[0]) | UInt16(rest[1]) << 8 != checksum.value { statistics.skip(.badChecksum) }
    rest.drop(2)
    state = .header
    return true
  }

  private mutating func passRest(_ rest: inout ByteText) -> Bool {
    rest.drop(rest.count)
    return true
  }
}

extension ByteText {
  /// Returns true if some bytes begin with the header of a FIT file.
  static func isFIT(_ text: ByteText) -> Bool {
    guard text.count >= 12, text[0] == 12 || text[0] == 14 else { return false }
    return text.dropping(8).hasPrefix(".FIT")
  }
}
