import Positioning
import TestSupport
import Testing

/// What may become of a log that was damaged: epochs that the damage did not touch are as they
/// were, and of those that it did, parts may be missing, but none is wrong.
///
/// A checksum of eight bits finds every change of one byte. Of changes of several bytes one in 256
/// passes it, and of these most are found since fields are validated.
@Suite("Damaged logs")
struct DamagedLogTests {
  static let logs = [TraceFixture.drive, .flight, .start].map(Log.init)
  /// How often each log is damaged in each way.
  private static let turns = 40

  /// The beginning of a log, and what it says undamaged.
  struct Log: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    let clean: [TraceEpoch]
    /// The epochs of each time.
    let truth: [Duration: [TraceEpoch]]

    init(_ fixture: TraceFixture) {
      testDescription = "\(fixture)"
      let end = fixture.bytes.prefix(20_000).lastIndex(of: 0x0A) ?? 0
      bytes = Array(fixture.bytes[...end])
      clean = epochs(of: bytes)
      truth = Dictionary(grouping: clean.filter { $0.timeOfDay != nil }) { $0.timeOfDay! }
    }
  }

  enum Damage: CaseIterable {
    case flippedBit, changedByte, lostByte, insertedByte
    case lostBytes, insertedBytes, cutLine, joinedLines, lostLines, repeatedBytes
  }

  @Test("A damaged byte is found, whatever becomes of it", arguments: logs)
  func bytes(log: Log) {
    for damage in Damage.allCases.prefix(4) {
      let verdict = verdict(of: log, damage)
      #expect(verdict.changed == 0, "\(damage): untouched epochs changed")
      #expect(verdict.wrong == 0, "\(damage): touched epochs are wrong")
    }
  }

  @Test("Lost, inserted and joined stretches cost what they touch", arguments: logs)
  func stretches(log: Log) {
    for damage in Damage.allCases.dropFirst(4).dropLast() {
      let verdict = verdict(of: log, damage)
      #expect(verdict.changed == 0, "\(damage): untouched epochs changed")
      #expect(verdict.wrong == 0, "\(damage): touched epochs are wrong")
    }
  }

  /// The law for the other kinds of damage, that no touched epoch is wrong, cannot hold here. After
  /// `RMC 1, VTG 1, RMC 2, VTG 2` the stretch `VTG 1, RMC 2` written twice gives
  /// `RMC 1, VTG 1, RMC 2, VTG 1, RMC 2, VTG 2`: to the byte what a receiver writes that says RMC
  /// twice in a cycle and whose VTG has not changed. No reader can tell the two apart, and there
  /// are such receivers, so a whole sentence without a time stays with the timed ones around it.
  @Test(
    "A stretch that was written twice gives no place that the log does not say", arguments: logs)
  func repetitions(log: Log) {
    #expect(verdict(of: log, .repeatedBytes).misplaced == 0)
  }

  private struct Verdict {
    /// Epochs that the damage did not touch, and that are not as they were.
    var changed = 0
    /// Epochs that say something that the undamaged log does not say of them.
    var wrong = 0
    /// Those of them that say another place.
    var misplaced = 0
  }

  private func verdict(of log: Log, _ damage: Damage) -> Verdict {
    var random = SplitMix(seed: 7)
    var verdict = Verdict()
    for _ in 0..<Self.turns {
      var damaged = log.bytes
      let range = Self.apply(damage, to: &damaged, &random)
      check(epochs(of: damaged), against: log, touched: range, &verdict)
    }
    return verdict
  }

  private func check(
    _ result: [TraceEpoch], against log: Log, touched: Range<Int>,
    _ verdict: inout Verdict
  ) {
    let (clean, truth) = (log.clean, log.truth)
    var found: [Duration: [TraceEpoch]] = [:]
    for epoch in result {
      guard let time = epoch.timeOfDay else { continue }
      found[time, default: []].append(epoch)
    }
    for (index, epoch) in clean.enumerated() {
      guard let time = epoch.timeOfDay else { continue }
      // Untimed sentences at a border may be of either side.
      let start = index < 2 ? 0 : clean[index - 2].endOffset
      let end = index + 1 < clean.count ? clean[index + 1].endOffset : .max
      let isTouched = touched.lowerBound < end && touched.upperBound > start
      let candidates = found[time] ?? []
      if !isTouched, !candidates.contains(where: { Self.isSame($0, epoch) }) {
        verdict.changed += 1
      }
    }
    for epoch in result {
      guard let time = epoch.timeOfDay else { continue }
      let isTrue = (truth[time] ?? []).contains { Self.isPart(epoch, of: $0) }
      if !isTrue { verdict.wrong += 1 }
      let places = (truth[time] ?? []).compactMap { $0.location?.coordinate }
      if let place = epoch.location?.coordinate, !places.contains(place) {
        verdict.misplaced += 1
      }
    }
  }

  private static func isSame(_ epoch: TraceEpoch, _ other: TraceEpoch) -> Bool {
    epoch.location == other.location && epoch.timestamp == other.timestamp
      && epoch.satellites == other.satellites
  }

  /// True if all that an epoch says is said by the undamaged one, too.
  private static func isPart(_ epoch: TraceEpoch, of whole: TraceEpoch) -> Bool {
    guard let location = epoch.location else { return true }
    guard let full = whole.location else { return false }
    // What one sentence lacks another says with fewer digits.
    func fits(_ value: Double?, _ truth: Double?, _ tolerance: Double = 0.06) -> Bool {
      value.map { value in truth.map { abs($0 - value) <= tolerance } ?? false } ?? true
    }
    return location.coordinate == full.coordinate && fits(location.altitude, full.altitude, 0.3)
      && fits(location.hdop, full.hdop) && fits(location.vdop, full.vdop)
      && (location.timestamp == nil || location.timestamp == full.timestamp)
      && fits(location.speed, full.speed) && fits(location.course, full.course)
  }

  /// Damages bytes somewhere and returns where, as places in the undamaged bytes.
  private static func apply(
    _ damage: Damage, to bytes: inout [UInt8], _ random: inout SplitMix
  ) -> Range<Int> {
    // The first sentence that has a checksum is what shows that others must have one.
    let place = 600 + Int(random.next() % UInt64(bytes.count - 1500))
    let count = 1 + Int(random.next() % 200)
    let byte = UInt8(truncatingIfNeeded: random.next())
    switch damage {
    case .flippedBit: bytes[place] ^= 1 << UInt8(random.next() % 8)
    case .changedByte: bytes[place] = byte
    case .lostByte: bytes.remove(at: place)
    case .insertedByte: bytes.insert(byte, at: place)
    case .lostBytes:
      bytes.removeSubrange(place..<place + count)
      return place..<place + count
    case .insertedBytes:
      bytes.insert(
        contentsOf: (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }, at: place)
    case .cutLine:
      let end = bytes[place...].firstIndex(of: 0x0A) ?? place
      bytes.removeSubrange(place..<end)
      return place..<end + 1
    case .joinedLines:
      let end = bytes[place...].firstIndex(of: 0x0A) ?? place
      bytes.remove(at: end)
      return end..<end + 1
    case .lostLines:
      let start = (bytes[place...].firstIndex(of: 0x0A) ?? place) + 1
      let end = (bytes[(start + count)...].firstIndex(of: 0x0A) ?? start) + 1
      bytes.removeSubrange(start..<max(start, end))
      return start..<max(start, end)
    case .repeatedBytes:
      bytes.insert(contentsOf: bytes[place..<place + count], at: place)
      return place..<place + count
    }
    return place..<place + 1
  }
}
