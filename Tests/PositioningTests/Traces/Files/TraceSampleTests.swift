import Positioning
import TestSupport
import Testing

@Suite("Traces of watches, maps and gliders, in pieces and damaged")
struct TraceSampleTests {
  @Test("The format is found by the content", arguments: TraceSample.allCases)
  func format(sample: TraceSample) {
    var reader = TraceReader()
    reader.read(sample.bytes) { _ in }
    reader.finish { _ in }
    #expect(reader.format == sample.format)
    #expect(reader.statistics.skipped == 0)
    #expect(!reader.statistics.isCutOff)
  }

  @Test("Any pieces give the same epochs as the whole", arguments: TraceSample.allCases)
  func pieces(sample: TraceSample) {
    let bytes = sample.bytes
    let whole = epochs(of: bytes)
    #expect(whole.count >= 8)
    for length in [1, 7, 64, 4096] { #expect(epochs(of: Self.cut(bytes, length)) == whole) }
  }

  @Test("A copy of a reader goes on as the reader does", arguments: TraceSample.allCases)
  func copies(sample: TraceSample) {
    let bytes = sample.bytes
    let whole = epochs(of: bytes)
    var reader = TraceReader()
    var before: [TraceEpoch] = []
    for start in stride(from: 0, to: bytes.count, by: 77) {
      var copy = reader
      var after: [TraceEpoch] = []
      copy.read(Array(bytes[start...])) { after.append($0) }
      copy.finish { after.append($0) }
      #expect(before + after == whole)
      reader.read(Array(bytes[start..<min(start + 77, bytes.count)])) { before.append($0) }
    }
  }

  @Test("A file that ends anywhere gives what is whole", arguments: TraceSample.allCases)
  func cut(sample: TraceSample) {
    let bytes = sample.bytes
    let whole = epochs(of: bytes)
    for length in stride(from: 100, to: bytes.count, by: 13) {
      let found = epochs(of: Array(bytes[..<length]))
      #expect(found.count <= whole.count)
      #expect(found.filter { $0.location != nil }.count <= whole.count)
    }
  }

  @Test(
    "Damage never crashes, and pieces of damaged bytes agree too", arguments: TraceSample.allCases)
  func damage(sample: TraceSample) {
    var random = SplitMix(seed: 7)
    for _ in 0..<60 {
      var bytes = sample.bytes
      for _ in 0..<6 {
        let place = Int(random.next() % UInt64(bytes.count - 20))
        switch random.next() % 3 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<place + Int(random.next() % 10))
        default: bytes.insert(contentsOf: bytes[place..<place + 9], at: place)
        }
      }
      let whole = epochs(of: bytes)
      #expect(epochs(of: Self.cut(bytes, 7)) == whole)
      for location in whole.compactMap(\.location) { #expect(location.coordinate.isValid) }
    }
  }

  static func cut(_ bytes: [UInt8], _ length: Int) -> [[UInt8]] {
    stride(from: 0, to: bytes.count, by: length).map {
      Array(bytes[$0..<min($0 + length, bytes.count)])
    }
  }
}
